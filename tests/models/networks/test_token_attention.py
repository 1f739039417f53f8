"""Attention over the parts of a page."""

import torch

from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.token_attention import ENCODERS, ROLES, TokenAttention


def network() -> TokenAttention:
    torch.manual_seed(0)
    return TokenAttention(9, 4).eval()


def test_rows_of_zeros_are_no_tokens() -> None:
    tokens = torch.rand(2, 12, 9) + 0.1
    more = torch.cat([tokens, torch.zeros(2, 30, 9)], dim=1)
    whole = network()
    assert torch.allclose(whole(tokens), whole(more), atol=1e-5)
    assert [roles.shape for _, roles in whole.estimate(more)] == [(2, 42, len(ROLES))] * ENCODERS


def test_the_order_of_the_tokens_does_not_matter() -> None:
    tokens = torch.rand(1, 12, 9)
    whole = network()
    assert torch.allclose(whole(tokens), whole(tokens[:, torch.randperm(12)]), atol=1e-5)


def test_a_page_without_tokens_has_finite_logits() -> None:
    types, roles = network().estimate(torch.zeros(3, 5, 9))[0]
    assert types.abs().max() < 5
    assert roles.isfinite().all()


def test_values_are_measured_in_deviations_from_the_mean() -> None:
    tokens = torch.rand(1, 6, 9) + 1
    plain, scaled = network(), network()
    scaled.mean.fill_(100.0)
    scaled.deviation.fill_(10.0)
    assert torch.allclose(plain(tokens), scaled(100 + 10 * tokens), atol=1e-4)


def test_it_is_built_by_name() -> None:
    built = NETWORKS["token_attention"](Shape(9, (1, 1), 3))
    assert built.eval()(torch.rand(2, 4, 9)).shape == (2, 3)
