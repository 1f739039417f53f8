"""Screenshots that show a page as phones, wide windows and first screens do get a flag, and a warning in their rows."""

import io

import pytest
from PIL import Image, ImageDraw, ImageFont

from iawce.data.document import Document
from iawce.extract.pipeline.classified_row import classified_row
from iawce.models.page_type.ensemble import PageTypeEnsemble

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
    picture.save(encoded, "PNG")
    return Document("page.png", screenshot=encoded.getvalue())


@pytest.mark.parametrize(
    ("size", "flags"),
    [
        ((1366, 3000, 16), ()),
        ((2732, 6000, 32), ("dense",)),  # the same in two pixels for each
        ((390, 3000, 16), ("narrow",)),
        ((1170, 9000, 48), ("narrow",)),  # a phone's, in three pixels for each
        ((800, 3000, 16), ("narrow",)),
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
    assert [str(warning) for warning in row.warnings] == [f"unusual_view/{flag}" for flag in flags]
    assert row.type


def test_a_dark_page_is_flagged(eye: PageTypeEnsemble) -> None:
    assert eye.classify(page(1366, 3000, 16, paper="#181a1b", ink="#d8d4cf")).flags == ("dark",)


def test_networks_of_ones_own_and_rendered_pages_have_no_such_flag() -> None:
    assert PageTypeEnsemble.paper().classify(page(390, 3000, 16)).flags == ()
