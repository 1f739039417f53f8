import pytest
import torch
from torch import nn

from iawce.models.common.network import merge_normalisations
from iawce.models.networks import NETWORKS, Shape


def with_statistics(network: nn.Module) -> nn.Module:
    """Normalisations as after a training, not those of fresh weights, which change nothing."""
    torch.manual_seed(0)
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            for values in (module.weight.data, module.running_var):
                assert values is not None
                values.uniform_(0.5, 1.5)
            for values in (module.bias.data, module.running_mean):
                assert values is not None
                values.uniform_(-0.2, 0.2)
    return network.eval()


@pytest.mark.parametrize(("name", "channels"), [("efficientnet_lite0", 9), ("efficientnet_b0", 3)])
def test_a_merged_network_answers_as_before(name: str, channels: int) -> None:
    network = with_statistics(NETWORKS[name](Shape(channels, (64, 64), 4)))
    pages = torch.rand(2, channels, 64, 64)
    with torch.inference_mode():
        before = network(pages)
        merged = merge_normalisations(network)
        assert torch.allclose(merged(pages), before, atol=1e-4)
    assert float(before.std()) > 1e-3
    assert not any(isinstance(module, nn.BatchNorm2d) for module in merged.modules())
