"""Lines of text found in pictures, and the layout guessed from them."""

import random

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from iawce.models.features.line_kinds import LINE_KINDS, NAMES, Guess, find_lines, guess, guess_boxes, paragraphs
from iawce.models.features.screenshot import describe_guess, screenshot_feature_names, screenshot_features
from iawce.models.features.text_lines import MAX_COMPONENTS


def write(pen: ImageDraw.ImageDraw, x: int, y: int, length: int, size: int, ink: str) -> None:
    """One line of type: letters of words, as dark strokes."""
    chance = random.Random(x + y + length)
    at = x
    while at < x + length:
        for _ in range(chance.randint(2, 8)):
            if at < x + length:
                pen.rectangle([at, y, at + max(1, size // 6), y + size - 1], fill=ink)
            at += max(3, size // 2)
        at += size // 4


def page(ink: str = "black", paper: str = "white") -> Image.Image:
    """A heading, a paragraph of four lines, a picture and three links, one below the other."""
    picture = Image.new("RGB", (683, 900), paper)
    pen = ImageDraw.Draw(picture)
    write(pen, 100, 60, 300, 20, ink)
    for row in range(4):
        write(pen, 100, 110 + 16 * row, 400, 10, ink)
    pen.rectangle([100, 220, 250, 300], fill="grey")
    for row in range(3):
        write(pen, 100, 350 + 60 * row, 150, 10, "blue")
    return picture


def rectangles(picture: Image.Image) -> list[tuple[int, ...]]:
    lines = find_lines(picture).found.lines
    return [tuple(map(int, row)) for row in zip(lines.x, lines.y, lines.width, lines.height, strict=True)]


def test_each_line_is_found_where_it_stands() -> None:
    found = rectangles(page())
    assert len(found) == 8
    for (x, y, _, height), (top, size) in zip(
        found,
        [(60, 20), *((110 + 16 * row, 10) for row in range(4)), *((350 + 60 * row, 10) for row in range(3))],
        strict=True,
    ):
        assert abs(x - 100) <= 2
        assert abs(y - top) <= 2
        assert abs(height - size) <= 2


def test_dark_pages_and_pale_type_are_read_equally_well() -> None:
    assert rectangles(ImageOps.invert(page())) == rectangles(page())
    assert rectangles(page("#aaaaaa")) == rectangles(page())


def test_a_picture_of_twice_the_size_shows_the_same() -> None:
    small = rectangles(page())
    large = rectangles(page().resize((1366, 1800), Image.Resampling.NEAREST))
    assert large == small


def test_lines_that_follow_closely_are_one_paragraph() -> None:
    assert paragraphs(find_lines(page()).found.lines).tolist() == [0, 1, 1, 1, 1, 2, 3, 4]


def test_noise_is_cut_off_and_nothing_is_nothing() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (2000, 683, 3), dtype=np.uint8)
    noise[::6] = 255
    found = find_lines(Image.fromarray(noise)).found
    assert len(found.lines) + len(found.pictures) <= MAX_COMPONENTS
    for picture in (Image.new("RGB", (1, 1)), Image.new("CMYK", (300, 500)), Image.new("L", (5, 90_000))):
        lines = find_lines(picture)
        assert lines.features.shape == (0, len(NAMES))
        assert guess_boxes(guess(lines, lambda rows: np.zeros((len(rows), 5)))) == ()


@pytest.mark.parametrize("kind", LINE_KINDS)
def test_the_boxes_are_what_the_lines_are_taken_for(kind: str) -> None:
    lines = find_lines(page())
    sure = np.eye(len(LINE_KINDS))[LINE_KINDS.index(kind)] * 20
    boxes = guess_boxes(guess(lines, lambda rows: np.tile(sure, (len(rows), 1))))
    texts = [box for box in boxes if box.kind == "t"]
    assert [box.lines for box in texts] == [1, 4, 1, 1, 1]
    assert all(abs(box.x - 200) <= 4 for box in boxes), "in CSS px"
    assert {bool(box.link) for box in texts} == {"link" in kind}
    assert {bool(box.heading) for box in texts} == {"heading" in kind}


def test_a_page_has_the_same_number_of_features_for_any_content() -> None:
    lines = find_lines(page())
    seen = Guess(lines, np.full((len(lines.features), 3), 0.3, np.float32))
    assert list(describe_guess(seen)) == screenshot_feature_names()
    vector = screenshot_features(seen)
    assert np.isfinite(vector).all()
    numbers = dict(zip(screenshot_feature_names(), vector.tolist(), strict=True))
    assert numbers["longest_paragraph"] == 4
    assert numbers["lines"] == 8
