"""The layout of a page guessed from its picture: what kind of line each is, and the boxes these would have.

Trees on the numbers of a line tell links, headings and running text apart. They learned it from pages whose layout is
known, so many lines a page teach them, where the page type would be one label a page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from iawce.data.boxes import Box
from iawce.models.common.softmax import softmax
from iawce.models.features.text_lines.marks import Floats, Found, see
from iawce.models.features.text_lines.numbers import Ints, line_numbers, paragraphs

LINE_KINDS = ("plain", "running", "heading", "link", "linked_heading")
"""A single line, a line of a text of several, a line of a heading; what of these is a link is a kind of its own."""
LINK, HEADING, RUNNING = 0, 1, 2
SCALE = 2
"""CSS px for one px of the working width."""
SMALLEST_PICTURE = 12


@dataclass(frozen=True, slots=True)
class Lines:
    """What was found in a picture: ``numbers`` (lines, numbers) of its lines, ``paragraph`` (lines,) of each."""

    found: Found
    paragraph: Ints
    numbers: Floats


@dataclass(frozen=True, slots=True)
class Guess:
    """Lines with the probabilities (lines, 3) that each is a link, a heading, running text."""

    lines: Lines
    likely: Floats


def find_lines(screenshot: Image.Image) -> Lines:
    """All lines of a screenshot."""
    found = see(screenshot)
    paragraph = paragraphs(found.lines)
    return Lines(found, paragraph, line_numbers(found.lines, paragraph))


def guess(lines: Lines, trees: Callable[[Floats], Floats]) -> Guess:
    """What each line is, by ``trees`` that give logits (lines, kinds) over ``LINE_KINDS``."""
    if not len(lines.numbers):
        return Guess(lines, np.zeros((0, 3), np.float32))
    return Guess(lines, likely(softmax(trees(lines.numbers))))


def likely(shares: np.ndarray) -> Floats:
    """From probabilities (N, len(LINE_KINDS)) those of link, heading and running text, (N, 3)."""
    _, running, heading, link, linked_heading = shares.T
    return np.stack([link + linked_heading, heading + linked_heading, running], axis=1).astype(np.float32)


def guess_boxes(seen: Guess) -> tuple[Box, ...]:
    """The layout boxes that the page may have: one for each paragraph and each picture, in page order."""
    paragraph, pictures = seen.lines.paragraph, seen.lines.found.pictures
    texts = [_text(seen, np.flatnonzero(paragraph == number)) for number in range(paragraph.max(initial=-1) + 1)]
    rectangles = np.stack([pictures.x, pictures.y, pictures.width, pictures.height], axis=1)
    large = rectangles[(pictures.width >= SMALLEST_PICTURE) & (pictures.height >= SMALLEST_PICTURE)]
    drawn = [Box("i", -1, *_scaled(row), 0, 0, 0, 0, 0, 0) for row in large]
    return tuple(sorted([*texts, *drawn], key=lambda box: (box.y, box.x)))


def _text(seen: Guess, members: Ints) -> Box:
    lines = seen.lines.found.lines.take(members)
    left, top = lines.x.min(), lines.y.min()
    rectangle = (left, top, (lines.x + lines.width).max() - left, (lines.y + lines.height).max() - top)
    font = float(np.median(lines.height))
    chars = round(float(lines.width.sum()) / (0.5 * font + 0.5))
    link, heading, _ = np.average(seen.likely[members], axis=0, weights=lines.width)
    return Box(
        "t",
        -1,
        *_scaled(rectangle),
        lines=len(members),
        chars=chars,
        font=round(SCALE * font),
        weight=400,
        link=int(link > 0.5),
        heading=2 * int(heading > 0.5),
    )


def _scaled(rectangle: Sequence[float]) -> tuple[int, int, int, int]:
    x, y, width, height = (round(SCALE * float(side)) for side in rectangle)
    return x, y, width, height
