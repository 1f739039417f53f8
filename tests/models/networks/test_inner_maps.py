import torch

from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.efficientnet_lite import SUMMARIES, SUMMARISED, InnerMapsNet


def build() -> InnerMapsNet:
    network = NETWORKS["efficientnet_lite0_maps"](Shape(9, (96, 96), 4))
    assert isinstance(network, InnerMapsNet)
    return network.eval()


def test_the_head_sees_every_stage_of_every_view() -> None:
    network = build()
    with torch.inference_mode():
        features = network.frozen_features(torch.rand(2, 9, 96, 96))
    assert features.shape == (2, 3 * SUMMARIES * sum(SUMMARISED.values()))
    assert [part.stop - part.start for part in network.stage_features()] == [
        3 * SUMMARIES * channels for channels in SUMMARISED.values()
    ]
    assert not any(weight.requires_grad for weight in network.trunk.parameters())


def test_summaries_say_where_on_a_page_something_is() -> None:
    network = build()
    page = torch.zeros(1, 9, 96, 96)
    page[:, 3:6, :32, :32] = torch.rand(3, 32, 32)  # only the first field of the second view
    with torch.inference_mode():
        changed = network.frozen_features(page) - network.frozen_features(torch.zeros(1, 9, 96, 96))
    stage = changed[0, network.stage_features()[0]].reshape(3, 2, 9, -1).abs().amax(dim=3)
    assert stage[1, 0, 0] > 0
    assert torch.all(stage[[0, 2]] == 0)
    assert torch.all(stage[1, :, 0] > stage[1, :, 8])


def test_logits_are_a_linear_function_of_the_summaries() -> None:
    network, pictures = build(), torch.rand(2, 9, 96, 96)
    with torch.inference_mode():
        assert torch.allclose(network(pictures), network.head(network.frozen_features(pictures)))
