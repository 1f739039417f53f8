"""Estimates a page's layout from its screenshot: the kind of each line of text, and the boxes of texts and pictures.

Boosted trees on the features of a line separate links, headings and running text. They are trained on pages whose
layout is known: such a page gives a label for every line, where the page type is one label for the whole page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from iawce.data.boxes import Box
from iawce.models.common.softmax import softmax
from iawce.models.features.text_lines.components import Floats
from iawce.models.features.text_lines.connected_components import Segments, segment_page, working_pixels
from iawce.models.features.text_lines.line_features import Ints, line_features, paragraphs
from iawce.models.features.text_lines.strips import Strips, line_strips

LINE_KINDS = ("plain", "running", "heading", "link", "linked_heading")
"""A single line, a line of a paragraph of several, a line of a heading, and the linked kinds."""
LINK, HEADING, RUNNING = 0, 1, 2
SCALE = 2
"""CSS px for one px of the working width."""
SMALLEST_PICTURE = 12


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a screenshot.

    ``features`` float32 (lines, features); ``paragraph`` int64 (lines,), numbers from 0; ``strips`` of the lines, see
    ``line_strips``.
    """

    found: Segments
    paragraph: Ints
    features: Floats
    strips: Strips


@dataclass(frozen=True, slots=True)
class Guess:
    """Lines, and for each the probabilities that it is a link, a heading, running text, float32 (lines, 3)."""

    lines: Lines
    probabilities: Floats


def find_lines(screenshot: Image.Image) -> Lines:
    """All lines of a screenshot."""
    pixels = working_pixels(screenshot)
    found = segment_page(pixels)
    paragraph = paragraphs(found.lines)
    strips = line_strips(pixels, found.lines)
    return Lines(found, paragraph, line_features(found.lines, paragraph), strips)


def guess(lines: Lines, trees: Callable[[Floats], Floats]) -> Guess:
    """Estimate the kind of each line with ``trees``, which give logits (lines, kinds) over ``LINE_KINDS``."""
    if not len(lines.features):
        return Guess(lines, np.zeros((0, 3), np.float32))
    return Guess(lines, kind_probabilities(softmax(trees(lines.features))))


def kind_probabilities(shares: np.ndarray) -> Floats:
    """Probabilities of link, heading and running text, (N, 3), from those of ``LINE_KINDS``, (N, len(LINE_KINDS))."""
    _, running, heading, link, linked_heading = shares.T
    return np.stack([link + linked_heading, heading + linked_heading, running], axis=1).astype(np.float32)


def guess_boxes(guessed: Guess) -> tuple[Box, ...]:
    """Estimated layout boxes: one for each paragraph and each picture, in page order."""
    paragraph, pictures = guessed.lines.paragraph, guessed.lines.found.pictures
    texts = [_text(guessed, np.flatnonzero(paragraph == number)) for number in range(paragraph.max(initial=-1) + 1)]
    rectangles = np.stack([pictures.x, pictures.y, pictures.width, pictures.height], axis=1)
    large = rectangles[(pictures.width >= SMALLEST_PICTURE) & (pictures.height >= SMALLEST_PICTURE)]
    drawn = [Box("i", -1, *_scaled(row), 0, 0, 0, 0, 0, 0) for row in large]
    return tuple(sorted([*texts, *drawn], key=lambda box: (box.y, box.x)))


def _text(guessed: Guess, members: Ints) -> Box:
    lines = guessed.lines.found.lines.take(members)
    left, top = lines.x.min(), lines.y.min()
    rectangle = (left, top, (lines.x + lines.width).max() - left, (lines.y + lines.height).max() - top)
    font = float(np.median(lines.height))
    chars = round(float(lines.width.sum()) / (0.5 * font + 0.5))
    link, heading, _ = np.average(guessed.probabilities[members], axis=0, weights=lines.width)
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
