import torch
from torch import nn

from iawce.models.networks.transfer import TransferNet, global_pool
from iawce.train.page_type.results import grad_cam


def network(channels: int) -> TransferNet:
    """Label 0 is seen in red, label 1 in green, in the first view only where there are two."""
    views = channels // 3
    head = nn.Linear(channels, 2, bias=False)
    weights = torch.zeros(2, channels)
    weights[0, 0] = weights[1, 1] = 1.0
    head.load_state_dict({"weight": weights})
    assert views >= 1
    return TransferNet(nn.Sequential(nn.Identity()), global_pool(), head, channels).eval()


def page(channels: int) -> torch.Tensor:
    picture = torch.zeros(channels, 8, 8)
    picture[0, 1, 2] = 1.0
    picture[1, 6, 5] = 1.0
    picture[-1, 3, 3] = 1.0
    return picture


def places(heat: torch.Tensor) -> list[list[int]]:
    found: list[list[int]] = heat.nonzero().tolist()
    return found


def test_each_label_is_found_at_the_place_of_its_mark() -> None:
    assert places(grad_cam(network(3), page(3), 0)) == [[0, 1, 2]]
    assert places(grad_cam(network(3), page(3), 1)) == [[0, 6, 5]]


def test_a_view_that_says_nothing_stays_dark() -> None:
    heat = grad_cam(network(6), page(6), 1)
    assert heat.shape == (2, 8, 8)
    assert places(heat) == [[0, 6, 5]]
    assert float(heat.max()) == 1.0


def test_where_nothing_speaks_for_a_label_nothing_is_marked() -> None:
    assert places(grad_cam(network(3), torch.zeros(3, 8, 8), 0)) == []
