"""Screenshots as traces, and the network that sketches before it looks."""

import numpy as np
import pytest
import torch
from PIL import Image, ImageDraw, ImageOps

from iawce.models.inputs import InputSpec
from iawce.models.planes import PLANES
from iawce.models.registry import create_model
from iawce.models.sketchnet import SketchNet
from iawce.models.traces import TRACES, draw_traces
from iawce.train.augment import change_traces

SIZE = (64, 64)


def page(ink: str = "black", paper: str = "white", width: int = 683) -> Image.Image:
    picture = Image.new("RGB", (width, 2 * width), paper)
    pen = ImageDraw.Draw(picture)
    for row in range(10):
        top = (100 + 60 * row) * width // 683
        for letter in range(40):
            left = (100 + 10 * letter) * width // 683
            pen.rectangle([left, top, left + 3 * width // 683, top + 20 * width // 683], fill=ink)
    return picture


def test_traces_do_not_know_dark_from_light() -> None:
    light, dark = page(), ImageOps.invert(page())
    assert np.allclose(draw_traces(light, SIZE), draw_traces(dark, SIZE), atol=1e-3)


def test_traces_do_not_know_how_large_the_picture_is() -> None:
    small, large = draw_traces(page(), SIZE), draw_traces(page(width=1366), SIZE)
    assert np.abs(small[2] - large[2]).mean() < 0.05


def test_ink_stands_where_it_was_drawn_and_nothing_below_the_end() -> None:
    traces = draw_traces(page().crop((0, 0, 683, 683)), SIZE)
    assert traces.shape == (len(TRACES), *SIZE)
    assert traces.min() >= 0
    assert traces.max() <= 1
    ink = traces[TRACES.index("ink")]
    assert ink[6:30, 12:40].mean() > 5 * ink[:4].mean()
    assert not traces[:, 33:].any()
    assert not draw_traces(page(), SIZE)[TRACES.index("colour")].any()
    assert draw_traces(page(ink="blue"), SIZE)[TRACES.index("colour")].max() > 0.5


def test_a_blank_picture_and_a_single_pixel_have_traces() -> None:
    for picture in (Image.new("RGB", (683, 900), "white"), Image.new("L", (1, 1))):
        assert not draw_traces(picture, SIZE).any()
    assert InputSpec("traces", SIZE).picture(Image.new("CMYK", (30, 90))).shape == (len(TRACES), *SIZE)


def test_the_network_learns_to_sketch() -> None:
    torch.manual_seed(0)
    network = create_model("sketchnet", channels=len(TRACES), size=SIZE, classes=2).train()
    assert isinstance(network, SketchNet)
    traces = torch.from_numpy(draw_traces(page(), SIZE))
    planes = torch.zeros(len(PLANES), *SIZE)
    planes[0] = (traces[2] > 0.2).float()
    batch = torch.cat([traces, planes])[None].repeat(2, 1, 1, 1)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    losses = []
    for _ in range(25):
        logits, loss = network.with_drawing_loss(batch)
        assert logits.shape == (2, 2)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.3 * losses[0]


def test_pages_without_boxes_teach_no_sketch() -> None:
    network = create_model("sketchnet", channels=len(TRACES), size=SIZE, classes=2)
    assert isinstance(network, SketchNet)
    blank = torch.zeros(2, len(TRACES) + len(PLANES), *SIZE)
    assert float(network.with_drawing_loss(blank)[1].detach()) == 0
    assert torch.equal(network.eval()(blank), network(blank[:, : len(TRACES)]))


def test_traces_and_sketch_are_moved_as_one() -> None:
    stack = torch.rand(1, *SIZE).repeat(len(TRACES) + len(PLANES), 1, 1)
    for seed in range(10):
        torch.manual_seed(seed)
        changed = change_traces(stack)
        kept = [index for index in range(len(changed)) if index != TRACES.index("colour")]
        assert all(torch.equal(changed[kept[0]], changed[index]) for index in kept)
    torch.manual_seed(3)
    first = change_traces(stack)
    torch.manual_seed(3)
    assert torch.equal(first, change_traces(stack))
    assert first.shape == pytest.approx(stack.shape)
