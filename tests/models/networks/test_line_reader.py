"""The network that reads the lines of a screenshot."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from iawce.models.common.export import trace_onnx
from iawce.models.features.line_kinds import HEIGHT, PIXELS, WIDTH
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.line_reader import READINGS, LineReader, ReadingAttention

FEATURES = 9


@pytest.fixture(scope="module")
def network() -> ReadingAttention:
    torch.manual_seed(0)
    built = NETWORKS["reading_attention"](Shape(FEATURES + PIXELS, (1, 1), 3))
    assert isinstance(built, ReadingAttention)
    return built.eval()


def page(count: int, *, drawn: bool = True) -> torch.Tensor:
    tokens = torch.rand(1, count, FEATURES + PIXELS)
    tokens[..., FEATURES:] *= drawn
    return tokens


def test_a_strip_gives_readings() -> None:
    reader = LineReader().eval()
    assert reader(torch.rand(5, 1, HEIGHT, WIDTH)).shape == (5, READINGS)
    assert reader(torch.zeros(0, 1, HEIGHT, WIDTH)).shape == (0, READINGS)


def test_rows_of_zeros_are_no_tokens(network: ReadingAttention) -> None:
    tokens = page(7)
    padded = torch.nn.functional.pad(tokens, (0, 0, 0, 5))
    assert torch.allclose(network(tokens), network(padded), atol=1e-5)


def test_pages_of_a_batch_do_not_change_each_other(network: ReadingAttention) -> None:
    pages = torch.cat([page(6), page(6, drawn=False), page(6)])
    alone = torch.cat([network(one[None]) for one in pages])
    assert torch.allclose(network(pages), alone, atol=1e-5)


def test_what_a_line_says_matters_and_a_picture_says_nothing(network: ReadingAttention) -> None:
    tokens = page(4)
    silent = tokens.clone()
    silent[..., FEATURES:] = 0
    assert not torch.allclose(network(tokens), network(silent), atol=1e-5)
    assert torch.isfinite(network(silent)).all()


def test_the_export_gives_the_same(network: ReadingAttention, tmp_path: Path) -> None:
    target = tmp_path / "network.onnx"
    trace_onnx(network, torch.zeros(1, 20, FEATURES + PIXELS), target, ("batch", "tokens"))
    session = onnxruntime.InferenceSession(str(target))
    for tokens in (page(1), page(13), torch.cat([page(5), page(5, drawn=False)]), page(3, drawn=False)):
        assert np.allclose(session.run(None, {"pages": tokens.numpy()})[0], network(tokens).detach(), atol=1e-4)
