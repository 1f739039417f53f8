import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from iawce.models.features.crops import crop_views
from iawce.train.page_type.changed_pages import MARGIN, change_colours, change_page, turn_dark

RED, BLUE = (200, 30, 30), (30, 30, 200)


def page(height: int) -> Image.Image:
    """Red at the left, blue at the right, lines of black between them."""
    picture = Image.new("RGB", (200, height), "white")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, 60, height), fill=RED)
    pen.rectangle((140, 0, 200, height), fill=BLUE)
    for top in range(10, height, 20):
        pen.rectangle((70, top, 130, top + 8), fill="black")
    return picture


@given(st.integers(0, 10_000), st.sampled_from([1, 90, 200, 640]))
def test_a_changed_page_is_a_page_and_never_mirrored(seed: int, height: int) -> None:
    changed = change_page(page(height), np.random.default_rng(seed))
    assert abs(changed.width - 200) <= 2 * MARGIN * 200 + 2
    assert 1 <= changed.height <= height
    row = np.asarray(changed)[changed.height - 1].astype(int)
    red, blue = (np.flatnonzero((row == colour).all(axis=1)) for colour in (RED, BLUE))
    assert len(red), "the left side, or the band that was painted over in its colour"
    assert not len(blue) or red.min() < blue.max()


def test_a_seed_fixes_the_changes() -> None:
    one, two, other = (change_page(page(640), np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert one.tobytes() == two.tobytes()
    assert one.tobytes() != other.tobytes()


@given(st.integers(0, 10_000))
def test_other_colours_lose_nothing_that_could_be_read(seed: int) -> None:
    views = crop_views(page(300), (40, 40))
    faint = np.where(np.indices(views.shape)[2] % 2, views, np.minimum(views, 240))
    changed = change_colours(faint.astype(np.uint8), np.random.default_rng(seed))
    assert changed.shape == views.shape
    assert (changed[:, :, 18] != changed[:, :, 19]).any(), "240 on 255 can still be told apart"


def test_dark_pages_keep_their_hues() -> None:
    light = np.array([255.0, 255, 255, 0, 0, 0, *RED], np.float32).reshape(3, 3).T[None, :, :, None]
    dark = turn_dark(light)[0, :, :, 0].T
    assert dark[0].tolist() == [0, 0, 0]
    assert dark[1].tolist() == [255, 255, 255]
    assert dark[2] == pytest.approx([225, 55, 55])
