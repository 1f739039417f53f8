"""Layout boxes and lines of a screenshot as tokens."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from iawce.data.boxes import KINDS, MAX_SIZE, Box
from iawce.models.features.inputs import padded
from iawce.models.features.layout_tokens import (
    BOX_NAMES,
    MAX_COUNT,
    MAX_LINES,
    box_table,
    layout_tokens,
    line_tokens,
    reading_order,
    token_lines,
)
from iawce.models.features.layout_tokens import NAMES as LINE_TOKENS
from iawce.models.features.line_kinds import find_lines

SIDE = st.one_of(st.integers(-3000, 9000), st.sampled_from([-MAX_SIZE, MAX_SIZE]))
BOXES = st.lists(
    st.builds(
        Box,
        st.sampled_from([*KINDS, "z"]),
        st.integers(-9, 50),
        *(SIDE,) * 4,
        st.integers(-9, 40),
        st.integers(-9, 9000),
        st.integers(-9, 300),
        st.sampled_from([100, 400, 700]),
        st.integers(0, 1),
        st.integers(0, 6),
    ),
    max_size=30,
)


def text(x: int, y: int, chars: int = 20, font: int = 16, width: int = 300) -> Box:
    return Box("t", -1, x, y, width, 20, 1, chars, font, 400, 0, 0)


def column(name: str, *boxes: Box) -> list[float]:
    return [round(float(value), 3) for value in layout_tokens(box_table(boxes))[:, BOX_NAMES.index(name)]]


@given(BOXES)
def test_any_boxes_give_finite_tokens_of_those_that_are_seen(boxes: list[Box]) -> None:
    tokens = layout_tokens(box_table(boxes))
    assert tokens.shape == (len(reading_order(box_table(boxes))), len(BOX_NAMES))
    assert np.isfinite(tokens).all()
    assert (tokens[:, : len(KINDS)].sum(axis=1) == 1).all()
    assert padded(tokens).shape == (MAX_COUNT, len(BOX_NAMES))


@example([text(0, 0), text(40, 90), text(40, 90, chars=3)])
@given(BOXES)
def test_the_order_of_the_boxes_does_not_matter(boxes: list[Box]) -> None:
    one, other = (layout_tokens(box_table(some)) for some in (boxes, boxes[::-1]))
    assert sorted(map(tuple, one.tolist())) == sorted(map(tuple, other.tolist()))


def test_tokens_are_those_at_the_top_and_count_similar_boxes() -> None:
    boxes = [text(100, 900), text(100, 100), text(100, 500, chars=7), text(600, 100, font=32)]
    assert column("top", *boxes) == sorted(column("top", *boxes))
    once, thrice = (round(float(np.log1p(count) / 4), 3) for count in (1, 3))
    assert column("at_edge", *boxes) == [thrice, once, thrice, thrice]
    assert column("relative_font", *boxes)[1] == round(float(np.log(2)), 3)


def test_boxes_outside_the_described_part_are_no_tokens() -> None:
    outside = [text(2000, 10), text(10, 9000), text(-400, 10), text(10, 10, width=0)]
    assert len(layout_tokens(box_table([*outside, text(10, 10)]))) == 1
    assert not len(layout_tokens(box_table(outside)))
    assert len(layout_tokens(box_table([text(10, 10 + number) for number in range(2 * MAX_COUNT)]))) == MAX_COUNT


def test_lines_and_pictures_of_a_screenshot_are_tokens() -> None:
    picture = Image.new("RGB", (683, 900), "white")
    pen = ImageDraw.Draw(picture)
    for row in range(8):
        for at in range(200, 500, 6):
            pen.rectangle([at, 60 + 100 * row, at + 1, 68 + 100 * row], fill="black")
        pen.ellipse([100, 40 + 100 * row, 150, 90 + 100 * row], fill="green")
    lines = find_lines(picture)
    tokens, numbers = line_tokens(lines), token_lines(lines)
    assert tokens.shape == (len(numbers), len(LINE_TOKENS))
    assert np.isfinite(tokens).all()
    assert sorted(numbers[numbers >= 0].tolist()) == list(range(len(lines.found.lines)))
    assert (tokens[:, LINE_TOKENS.index("is_line")] == (numbers >= 0)).all()
    assert (np.diff(tokens[:, LINE_TOKENS.index("top")]) >= 0).all()


def test_an_empty_screenshot_has_no_tokens_and_a_crowded_one_no_more_than_most() -> None:
    assert line_tokens(find_lines(Image.new("RGB", (683, 400), "white"))).shape == (0, len(LINE_TOKENS))
    crowded = Image.new("RGB", (683, 2732), "white")
    pen = ImageDraw.Draw(crowded)
    for row in range(0, 2700, 18):
        for left in (20, 360):
            for at in range(left, left + 200, 6):
                pen.rectangle([at, row, at + 1, row + 8], fill="black")
    lines = find_lines(crowded)
    assert len(lines.found.lines) > MAX_LINES
    assert (token_lines(lines) >= 0).sum() == MAX_LINES
    assert len(line_tokens(lines)) <= MAX_COUNT
