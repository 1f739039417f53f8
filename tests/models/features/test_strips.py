"""Strips: the pixels of the lines of a screenshot, whatever its colours and size."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from iawce.models.features.layout_tokens import NAMES, token_lines, tokens_with_pixels
from iawce.models.features.line_kinds import HEIGHT, PIXELS, WIDTH, find_lines, line_strips
from iawce.models.features.text_lines import COLUMNS, components_of


def drawn(ink: str, paper: str, scale: int = 2) -> Image.Image:
    picture = Image.new("RGB", (683 * scale, 200 * scale), paper)
    pen = ImageDraw.Draw(picture)
    pen.text((20 * scale, 20 * scale), "Price 12.50", ink, font_size=9 * scale)
    pen.text((20 * scale, 60 * scale), "A longer line of running text without end", ink, font_size=9 * scale)
    return picture


def strips_of(picture: Image.Image) -> np.ndarray:
    return find_lines(picture).strips


def test_a_line_is_shown_without_its_colours() -> None:
    black, white = strips_of(drawn("black", "white")), strips_of(drawn("white", "black"))
    assert black.shape == white.shape == (2, HEIGHT, WIDTH)
    assert np.abs(black.astype(int) - white).max() <= 2
    assert (black.max(axis=(1, 2)) > 200).all()


def test_a_short_line_is_whole_and_a_long_one_is_cut() -> None:
    short, long = strips_of(drawn("black", "white"))
    assert not short[:, -20:].any()
    assert long[:, -20:].any()


def test_the_size_of_the_screenshot_hardly_matters() -> None:
    usual, twice = strips_of(drawn("navy", "white")), strips_of(drawn("navy", "white", 4))
    assert np.corrcoef(usual.ravel(), twice.ravel())[0, 1] > 0.7


def test_nothing_is_shown_of_a_line_without_contrast() -> None:
    lines = find_lines(drawn("black", "white")).found.lines
    assert not line_strips(np.full((200, 683, 3), 255, np.uint8), lines).any()


def test_tokens_have_the_pixels_of_their_lines() -> None:
    picture = drawn("black", "white")
    picture.paste(Image.effect_noise((400, 300), 90), (800, 60))
    lines = find_lines(picture)
    tokens, numbers = tokens_with_pixels(lines), token_lines(lines)
    assert tokens.shape[1] == len(NAMES) + PIXELS
    assert (numbers < 0).any()
    for token, number in zip(tokens, numbers.tolist(), strict=True):
        pixels = token[len(NAMES) :] * 255
        assert np.allclose(pixels, lines.strips[number].ravel() if number >= 0 else 0, atol=0.01)


@given(
    st.lists(st.tuples(*[st.floats(-50, 900, width=32)] * 2, *[st.floats(0, 900, width=32)] * 2), max_size=8),
    st.tuples(st.integers(1, 900), st.integers(1, 300)),
)
def test_lines_outside_of_the_picture_have_empty_strips(
    places: list[tuple[float, float, float, float]], size: tuple[int, int]
) -> None:
    table = np.zeros((len(places), COLUMNS), np.float32)
    table[:, :4] = np.array(places, np.float32).reshape(-1, 4)
    width, height = size
    pixels = np.random.default_rng(0).integers(0, 256, (height, width, 3)).astype(np.uint8)
    strips = line_strips(pixels, components_of(table))
    assert strips.shape == (len(places), HEIGHT, WIDTH)
    below = table[:, 1] > height + 3
    assert not strips[below].any()
