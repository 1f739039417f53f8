"""Checking a block model: what is not as it was trained is refused."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load, save

from iawce.data.errors import EnvironmentMissing
from iawce.models.blocks.block_model import SHIPPED, verify_block_model
from iawce.models.common.runtime import TOLERANCE


def changed(folder: Path, **values: Any) -> Path:
    """A copy of the shipped model with other values in its record."""
    for path in SHIPPED.parent.glob("blocks-*"):
        (folder / path.name).symlink_to(path)
    record = json.loads(SHIPPED.read_text())
    (folder / SHIPPED.name).write_text(json.dumps(record | values))
    return folder / SHIPPED.name


def test_shipped_files_are_complete() -> None:
    assert verify_block_model(SHIPPED) <= TOLERANCE


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    given = json.loads(SHIPPED.read_text())["input"]
    names = [*given["features"][1:], given["features"][0]]
    with pytest.raises(EnvironmentMissing, match="other features"):
        verify_block_model(changed(tmp_path, input=given | {"features": names}))


def test_an_export_of_other_weights_is_refused(tmp_path: Path) -> None:
    record = json.loads(SHIPPED.read_text())
    arrays = load((SHIPPED.parent / record["file"]).read_bytes())
    blob = save(arrays | {"trees.value": arrays["trees.value"] + 1})
    (tmp_path / "other.safetensors").write_bytes(blob)
    with pytest.raises(EnvironmentMissing, match="do not agree"):
        verify_block_model(changed(tmp_path, file="other.safetensors", sha256=sha256(blob).hexdigest()))
