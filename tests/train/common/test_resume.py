"""Finished parts of a run and checkpoints are read again; damaged ones are named."""

from pathlib import Path

import numpy as np
import pytest

from iawce.data.errors import UsageError
from iawce.train.common.feature_cache import PART, keep_part, read_part
from iawce.train.common.metrics import Predictions
from iawce.train.common.trainer import Machine, last_checkpoint


def test_a_part_is_read_as_it_was_kept_and_refused_when_damaged(tmp_path: Path) -> None:
    assert read_part(tmp_path) is None
    keep_part(tmp_path, Predictions(("a",), ("a.example",), np.array([1]), np.array([[0.5, 2.0]])), [{"loss": 1.0}])
    kept = read_part(tmp_path)
    assert kept
    assert (kept[0].ids, kept[0].logits.tolist(), kept[1]) == (("a",), [[0.5, 2.0]], [{"loss": 1.0}])
    whole = (tmp_path / PART).read_text()
    for damaged in ("", whole[:20], "[]", "{}"):
        (tmp_path / PART).write_text(damaged)
        with pytest.raises(UsageError, match=PART):
            read_part(tmp_path)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    machine = Machine("cpu", checkpoints=tmp_path)
    assert last_checkpoint(machine) is None
    (tmp_path / "last.ckpt").write_bytes(b"PK\x03\x04 cut")
    with pytest.raises(UsageError, match=r"last\.ckpt"):
        last_checkpoint(machine)
