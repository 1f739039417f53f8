import numpy as np
import pytest
from PIL import Image

from iawce.models.features.inputs import crop_views

SIDE = 32


def page(height: int) -> Image.Image:
    """100 px wide: red in its first square, green in the second, blue below."""
    picture = Image.new("RGB", (100, height), "blue")
    picture.paste("lime", (0, 100, 100, min(200, height)))
    picture.paste("red", (0, 0, 100, min(100, height)))
    return picture


def colours(height: int, mode: str = "RGB") -> list[list[int]]:
    """Mean colour of each view."""
    views = crop_views(page(height).convert(mode), (SIDE, SIDE))
    assert views.shape == (9, SIDE, SIDE)
    assert views.dtype == np.uint8
    means: list[list[int]] = views.reshape(3, 3, -1).mean(axis=2).round().astype(int).tolist()
    return means


def test_a_long_page_is_shown_whole_and_by_its_first_two_squares() -> None:
    whole, first, second = colours(400)
    assert whole == pytest.approx([64, 64, 128], abs=2)
    assert first == [255, 0, 0]
    assert second == [0, 255, 0]


def test_of_a_page_of_a_square_and_a_half_the_last_square_is_the_second() -> None:
    assert colours(150)[2] == pytest.approx([128, 128, 0], abs=5)


def test_below_a_short_page_there_is_paper() -> None:
    assert colours(50)[1] == colours(50)[2] == pytest.approx([255, 128, 128], abs=5)


def test_grey_and_transparent_pages_have_three_planes_too() -> None:
    grey = colours(400, "L")[1]
    assert grey[0] == grey[1] == grey[2]
    assert colours(400, "RGBA")[1] == [255, 0, 0]
