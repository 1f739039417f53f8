import hashlib
from enum import Enum
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.models.common.pretrained import IMAGENET, load_trunk, weights_at_hand
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.transfer import TRAINABLE_LAYERS, TransferNet, build_zoo_model, trunk_of


def build(name: str, channels: int = 1, size: tuple[int, int] = (64, 64)) -> TransferNet:
    network = NETWORKS[name](Shape(channels, size, 2))
    assert isinstance(network, TransferNet)
    return network


def trainable(module: nn.Module) -> int:
    return sum(weight.numel() for weight in module.parameters() if weight.requires_grad)


def test_resnet101_trains_its_head_alone() -> None:
    network = build("resnet101")
    assert network.is_frozen
    assert trainable(network) == trainable(network.head) == 2048 * 1024 + 1024 + 1024 * 2 + 2
    assert sum(weight.numel() for weight in network.trunk.parameters()) == 42_500_160
    assert network.frozen_features(torch.rand(2, 1, 64, 64)).shape == (2, 2048)
    assert network(torch.rand(2, 1, 64, 64)).shape == (2, 2)


def test_efficientnet_trains_its_last_ten_layers_and_its_head() -> None:
    network = build("efficientnet_b0", channels=3)
    assert not network.is_frozen
    weighted = [module for module in network.trunk.modules() if list(module.parameters(recurse=False))]
    moving = [any(weight.requires_grad for weight in module.parameters(recurse=False)) for module in weighted]
    assert moving == [False] * (len(weighted) - TRAINABLE_LAYERS) + [True] * TRAINABLE_LAYERS
    assert network(torch.rand(2, 3, 64, 64)).shape == (2, 2)


@pytest.mark.parametrize("name", ["resnet101", "efficientnet_b0"])
def test_frozen_layers_do_not_move_in_training(name: str) -> None:
    torch.manual_seed(0)
    network = build(name, channels=3).train()
    frozen = {key: value.clone() for key, value in network.trunk.state_dict().items()}
    moving = {key for key, value in network.trunk.named_parameters() if value.requires_grad}
    optimizer = torch.optim.Adam(weight for weight in network.parameters() if weight.requires_grad)
    loss = nn.functional.cross_entropy(network(torch.rand(4, 3, 64, 64)), torch.tensor([0, 1, 1, 0]))
    loss.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
    after = network.trunk.state_dict()
    changed = {key for key in frozen if not torch.equal(frozen[key], after[key])}
    tails = {key.rsplit(".", 1)[0] for key in moving}
    assert {key.rsplit(".", 1)[0] for key in changed} <= tails
    assert moving <= changed


def test_the_flattened_head_sees_the_map() -> None:
    network = build("resnet101_flatten", size=(96, 64))
    assert network.frozen_features(torch.rand(1, 1, 96, 64)).shape == (1, 2048 * 3 * 2)


def test_weights_of_the_trunk_come_from_a_safetensors_file(tmp_path: Path) -> None:
    torch.manual_seed(3)
    whole = build_zoo_model("efficientnet_b0")
    save_file(whole.state_dict(), tmp_path / "w.safetensors")
    network = build("efficientnet_b0")
    load_trunk(network, "efficientnet_b0", str(tmp_path / "w.safetensors"))
    ours, theirs = network.trunk.state_dict(), trunk_of("efficientnet_b0", whole).state_dict()
    assert all(torch.equal(ours[key], theirs[key]) for key in theirs)
    with pytest.raises(UsageError, match="does not hold weights of resnet101"):
        load_trunk(build("resnet101"), "resnet101", str(tmp_path / "w.safetensors"))
    (tmp_path / "w.safetensors").write_bytes(b"pickle")
    with pytest.raises(EnvironmentMissing, match="no safetensors"):
        load_trunk(network, "efficientnet_b0", str(tmp_path / "w.safetensors"))


def test_of_torchs_own_files_only_published_ones_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    torch.save(build_zoo_model("efficientnet_b0").state_dict(), tmp_path / "w.pth")
    network = build("efficientnet_b0")
    with pytest.raises(UsageError, match=r"none that torchvision publishes.*write it as safetensors: python"):
        load_trunk(network, "efficientnet_b0", str(tmp_path / "w.pth"))
    digest = hashlib.sha256((tmp_path / "w.pth").read_bytes()).hexdigest()[:8]

    class Published(Enum):
        FIRST = SimpleNamespace(url=f"https://download.example/efficientnet_b0-{digest}.pth")
        url = property(lambda self: self.value.url)

    monkeypatch.setitem(IMAGENET, "efficientnet_b0", Published.FIRST)
    load_trunk(network, "efficientnet_b0", str(tmp_path / "w.pth"))
    kept = torch.load(tmp_path / "w.pth", weights_only=True)["features.0.0.weight"]
    assert torch.equal(network.trunk.state_dict()["0.0.weight"], kept)


def test_a_download_that_fails_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    for proxy in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(proxy, "http://127.0.0.1:9")
    with pytest.raises(EnvironmentMissing, match=r"--weights none") as caught:
        load_trunk(build("efficientnet_b0"), "efficientnet_b0", "imagenet")
    assert "efficientnet_b0" in str(caught.value)
    assert weights_at_hand("efficientnet_b0") == "none"


def test_a_download_is_kept_and_its_hash_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    kept = tmp_path / "hub" / "checkpoints" / "efficientnet_b0_rwightman-7f5810bc.pth"
    kept.parent.mkdir(parents=True)
    torch.save(build_zoo_model("efficientnet_b0").state_dict(), kept)
    network = build("efficientnet_b0")
    load_trunk(network, "efficientnet_b0", "imagenet")
    assert torch.equal(
        network.trunk.state_dict()["0.0.weight"], torch.load(kept, weights_only=True)["features.0.0.weight"]
    )
