import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.models.features.inputs import INPUTS, InputSpec
from iawce.models.features.layout_raster import PLANES, Placement, draw_layout

SIZE = (100, 100)
HEIGHT = 1366


def box(
    kind: str = "t", x: int = 0, y: int = 0, width: int = 100, height: int = 100, font: int = 16, link: int = 0
) -> Box:
    return Box(kind, 0, x, y, width, height, 1, 5, font, 400, link, 0)


def ink(*boxes: Box, placement: Placement = Placement()) -> dict[str, float]:
    planes = draw_layout(boxes, SIZE, HEIGHT, placement)
    return dict(zip(PLANES, planes.sum(axis=(1, 2)).round(3).tolist(), strict=True))


def drawn(*boxes: Box) -> dict[str, float]:
    """Ink of the planes that have any."""
    return {name: amount for name, amount in ink(*boxes).items() if amount}


def test_each_kind_has_its_plane() -> None:
    area = pytest.approx(100 * 100 / 13.66**2, abs=0.01)
    assert drawn(box()) == {"text": area}
    assert drawn(box()._replace(lines=3)) == {"text": area, "running": area}
    assert drawn(box(link=1, font=20)._replace(lines=3)) == {"link": area, "large": area}
    assert drawn(box()._replace(heading=2)) == {"text": area, "heading": area}
    for kind in "ivb":
        assert drawn(box(kind)) == {"picture": area}
    assert drawn(box("c")) == {"control": area}


def test_a_background_of_the_whole_page_is_no_picture() -> None:
    assert ink(box("b", width=1366, height=2000))["picture"] == 0
    assert ink(box("i", width=1366, height=1366))["picture"] == 10_000


def test_a_box_is_drawn_at_its_place() -> None:
    plane = draw_layout([box(x=683, y=0, width=683, height=683)], SIZE, HEIGHT)[0]
    assert plane[:50, 50:].min() == plane.max() == 1
    assert plane.sum() == 2500


def test_mirror_shift_and_scale() -> None:
    left = box(x=0, width=683, height=683)
    mirrored = draw_layout([left], SIZE, HEIGHT, Placement(mirror=True))
    assert np.array_equal(mirrored, draw_layout([left], SIZE, HEIGHT)[:, :, ::-1])
    shifted = draw_layout([left], SIZE, HEIGHT, Placement(shift_x=683, shift_y=683))[0]
    assert shifted[50:, 50:].min() == 1
    assert shifted.sum() == 2500
    assert ink(left, placement=Placement(scale_y=0.5))["text"] == pytest.approx(1250, abs=1)


coordinates = st.integers(-3000, 8000)
boxes = st.lists(
    st.builds(box, st.sampled_from("tivb"), coordinates, coordinates, st.integers(1, 3000), st.integers(1, 3000)),
    max_size=8,
)


@given(boxes, st.booleans(), st.floats(-500, 500), st.floats(0.5, 2))
def test_cover_is_a_share_and_never_more_than_what_lies_inside(
    rows: list[Box], mirror: bool, shift: float, scale: float
) -> None:
    placement = Placement(mirror=mirror, shift_x=shift, shift_y=shift, scale_x=scale, scale_y=scale)
    planes = draw_layout(rows, SIZE, HEIGHT, placement)
    assert planes.shape == (len(PLANES), *SIZE)
    assert planes.dtype == np.float32
    assert planes.min() >= 0
    assert planes.max() <= 1
    for row in rows:
        assert draw_layout([row], SIZE, HEIGHT, placement).sum() <= planes.sum() + 0.1


@given(st.integers(0, 1300), st.integers(0, 1300), st.integers(1, 66), st.integers(1, 66))
def test_the_area_drawn_is_the_area_of_the_box(x: int, y: int, width: int, height: int) -> None:
    plane = draw_layout([box(x=x, y=y, width=width, height=height)], SIZE, HEIGHT)[0]
    assert float(plane.sum()) == pytest.approx(width * height / 13.66**2, rel=1e-3, abs=1e-3)


def test_no_boxes_is_an_empty_drawing() -> None:
    assert draw_layout([], SIZE, HEIGHT).sum() == 0
    spec = InputSpec("layout")
    assert INPUTS["layout"].prepare(spec, Document("", boxes=()), None).shape == (len(PLANES), 224, 224)
