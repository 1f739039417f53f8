"""Screenshots that show a page as phones, wide windows and first screens do get a flag, and a warning in their rows."""

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from iawce.data.document import Document
from iawce.data.errors import WarningKind
from iawce.data.picture import open_picture
from iawce.extract.pipeline.classified_row import classified_row
from iawce.models.features.inputs import USUAL_TYPE, crop_views, document_lines, usual_view
from iawce.models.features.line_kinds import find_lines
from iawce.models.features.text_lines import WORKING_WIDTH, type_height
from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

LINE = "The baker opens at six, and by seven the bread is gone for good, as people in the street know. "


@pytest.fixture(scope="module")
def eye() -> PageTypeEnsemble:
    return PageTypeEnsemble("screenshot")


def page(width: int, height: int, type_size: int, paper: str = "white", ink: str = "black") -> Document:
    """A picture of a column of text."""
    picture = Image.new("RGB", (width, height), paper)
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(type_size)
    for number in range(height // (2 * type_size)):
        draw.text((width // 20, number * 2 * type_size), LINE[: int(1.5 * width / type_size)], ink, font)
    encoded = io.BytesIO()
    picture.save(encoded, "PNG", compress_level=1)
    return Document("page.png", screenshot=encoded.getvalue())


@pytest.mark.parametrize(
    ("size", "flags"),
    [
        ((1366, 3000, 16), ()),
        ((2732, 6000, 32), ("dense",)),  # the same in two pixels for each
        ((390, 3000, 16), ("narrow",)),
        ((1170, 9000, 48), ("narrow",)),  # a phone's, in three pixels for each
        ((1290, 9000, 53), ("narrow",)),  # a larger one's, as wide as a window
        ((800, 3000, 16), ("narrow",)),
        ((683, 1500, 8), ()),  # a usual window at half its size
        ((2560, 3000, 16), ("wide",)),
        ((1366, 768, 16), ("short",)),
    ],
)
def test_a_view_unlike_those_of_the_training_is_flagged(
    eye: PageTypeEnsemble, size: tuple[int, int, int], flags: tuple[str, ...]
) -> None:
    document = page(*size)
    answer = eye.classify(document)
    assert answer.flags == flags
    row = classified_row(document, answer)
    said = [str(warning) for warning in row.warnings if warning.kind == WarningKind.UNUSUAL_VIEW]
    assert said == [f"unusual_view/{flag}" for flag in flags]  # whether the type of a mere column is doubtful or not
    assert row.type


@pytest.mark.parametrize(
    "size", [(390, 3000, 16), (1170, 9000, 48), (1290, 9000, 53), (800, 3000, 16), (2560, 3000, 16)]
)
def test_type_of_every_view_is_as_large_as_in_a_usual_window(size: tuple[int, int, int]) -> None:
    lines = document_lines(page(*size)).found.lines
    assert len(lines)
    assert type_height(lines) == pytest.approx(USUAL_TYPE, abs=1)
    assert float((lines.x + lines.width).max()) <= WORKING_WIDTH


@pytest.mark.parametrize("size", [(1366, 3000, 16), (1366, 3000, 22), (683, 1500, 8)])
def test_a_usual_window_is_seen_as_it_is(size: tuple[int, int, int]) -> None:
    document = page(*size)
    assert document_lines(document).stretch == 1
    assert (
        document_lines(document).strips.tolist() == find_lines(open_picture(document.screenshot or b"")).strips.tolist()
    )


def test_what_is_beside_a_narrow_page_looks_like_its_edges() -> None:
    view = np.asarray(usual_view(Image.new("RGB", (390, 800), "#102030"), 3.0))
    assert view.shape == (468, WORKING_WIDTH, 3)
    assert (view == (0x10, 0x20, 0x30)).all()


def test_a_picture_of_one_long_row_takes_no_more_memory_than_another() -> None:
    """Its square has 3.6 thousand million pixels."""
    assert crop_views(Image.new("RGB", (60_000, 1), "red"), (224, 224)).shape == (9, 224, 224)


def test_a_dark_page_is_flagged(eye: PageTypeEnsemble) -> None:
    assert eye.classify(page(1366, 3000, 16, paper="#181a1b", ink="#d8d4cf")).flags == ("dark",)


@pytest.mark.parametrize(
    ("size", "bar", "is_blank"),
    [
        ((1366, 900), (0, 0, 0, 0), True),
        ((1366, 3000), (1351, 0, 1366, 3000), True),  # a scroll bar
        ((1, 1), (0, 0, 0, 0), True),
        ((1366, 900), (80, 100, 700, 400), False),  # a picture without an edge inside
    ],
)
def test_a_screenshot_in_one_colour_is_blank(
    eye: PageTypeEnsemble, size: tuple[int, int], bar: tuple[int, int, int, int], *, is_blank: bool
) -> None:
    picture, encoded = Image.new("RGB", size, "#f4f4f4"), io.BytesIO()
    picture.paste("#c1c1c1", bar)
    picture.save(encoded, "PNG")
    document = Document("page.png", screenshot=encoded.getvalue())
    answer = eye.classify(document)
    assert ("blank" in answer.flags, not classified_row(document, answer).type) == (is_blank, is_blank)


def test_networks_of_ones_own_and_rendered_pages_have_no_such_flag() -> None:
    assert PageTypeEnsemble("screenshot", PAPER_MODEL).classify(page(390, 3000, 16)).flags == ()
