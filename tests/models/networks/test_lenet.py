import pytest
import torch
from torch import nn

from iawce.data.errors import UsageError
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.lenet import LeNet5


def parameters(network: nn.Module) -> int:
    return sum(parameter.numel() for parameter in network.parameters())


def test_the_paper_s_parameters() -> None:
    network = LeNet5()
    counts = [parameters(layer) for layer in [*network.features, *network.classifier] if parameters(layer)]
    assert counts == [60, 880, 5_598_840, 10_164, 170]
    assert parameters(network) == 5_610_114


def test_three_channels_change_only_the_first_layer() -> None:
    assert parameters(LeNet5(channels=3)) == 5_610_114 - 60 + 168


def test_the_paper_s_shapes() -> None:
    values, shapes = torch.zeros(2, 1, 224, 224), []
    for layer in LeNet5().features:
        values = layer(values)
        shapes.append(tuple(values.shape[1:]))
    assert shapes == [(6, 222, 222), (6, 111, 111), (6, 111, 111), (16, 109, 109), (16, 54, 54), (16, 54, 54)]
    assert LeNet5()(torch.zeros(2, 1, 224, 224)).shape == (2, 2)


def test_models_are_known_by_name() -> None:
    assert "lenet5" in list(NETWORKS)
    assert isinstance(NETWORKS["lenet5"](Shape(4, (64, 64), 3)), LeNet5)
    with pytest.raises(UsageError, match="lenet5"):
        NETWORKS["lenet6"](Shape(1, (64, 64), 2))
    with pytest.raises(ValueError, match="registered already"):
        NETWORKS.register("lenet5")(lambda **_: LeNet5())
