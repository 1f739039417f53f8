"""Estimates a page's layout from its screenshot: the kind of each line of text, and the boxes of texts and pictures.

Boosted trees, trained on pages whose layout is known, separate links, headings and running text without recognising
letters: links differ in colour from most text or stand alone; lines of a paragraph share their left edge.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.arrays import Bools, Ints
from iawce.data.boxes import Box
from iawce.models.common.probabilities import quick_median, softmax
from iawce.models.features.text_lines import Components, Floats, Segments, segment_page, working_pixels

EDGE, TYPE, INK = 3, 2, 32  # Widths of the bins of left edges (px), heights (px) and colours (0 to 255)
FAR, ASIDE = 200.0, 400.0  # Distance in px, down and across, if there is no neighbour
NAMES = (
    *("x", "y", "width", "height", "right", "proportion", "depth"),
    *("fill", "edges", "weight", "colours", "unrest", "paper", "contrast"),
    *("colourful", "red_green", "green_blue", "blue_red", "unlike_body_ink", "unlike_body_hue"),
    *("lines_of_paragraph", "at_edge", "in_style", "in_type", "relative_height", "lines"),
    *("above", "below", "height_above", "height_below", "width_above", "width_below", "left", "right_gap"),
)
LINE_KINDS = ("plain", "running", "heading", "link", "linked_heading")
"""A single line, a line of a paragraph of several, a line of a heading, and the linked kinds."""
LINK, HEADING, RUNNING = 0, 1, 2
SCALE = 2  # CSS px for one px of the working width
MIN_PICTURE = 12
Strips = NDArray[np.uint8]
HEIGHT, WIDTH = 16, 128  # Size of a strip in px: the height of usual type, and about twenty letters of it
PIXELS = HEIGHT * WIDTH
MARGIN = 2  # Pixels around a line that belong to its strip
FAINTEST = 8  # Smallest contrast of a line, 0 to 255, that is shown
BRIGHTEST = 255


def paragraphs(lines: Components) -> Ints:
    """Paragraph number of each line, int64 (lines,): a paragraph has one left edge, similar heights and small gaps."""
    numbers = np.full(len(lines), -1, np.int64)
    found = 0
    for line in np.lexsort((lines.x, lines.y)):
        if numbers[line] < 0:
            numbers[line] = found
            found += 1
        height = lines.height[line]
        gap = lines.y - (lines.y[line] + height)
        fits = (
            (numbers < 0)
            & (np.abs(lines.x - lines.x[line]) <= EDGE)
            & (gap > -2)
            & (gap < 1.3 * max(height, 8))
            & (lines.height > 0.55 * height)
            & (lines.height < 1.8 * height)
        )
        candidates = np.flatnonzero(fits)
        if len(candidates):
            numbers[candidates[np.argmin(gap[candidates])]] = numbers[line]
    return numbers


def line_features(lines: Components, paragraph: Ints) -> Floats:
    """Features of each line in the order of ``NAMES``, float32 (lines, len(NAMES))."""
    if not len(lines):
        return np.zeros((0, len(NAMES)), np.float32)
    columns = (*_place(lines), *_look(lines), *_ink(lines), *_company(lines, paragraph), *_neighbours(lines))
    return np.stack([np.asarray(column, np.float32) for column in columns], axis=1)


def edges_of(lines: Components) -> Ints:
    """Left edges in bins of ``EDGE`` px, int64 (lines,)."""
    return np.asarray(np.round(lines.x / EDGE), np.int64)


def _place(lines: Components) -> tuple[Floats, ...]:
    x, y, width, height = lines.x, lines.y, lines.width, lines.height
    return x, y, width, height, x + width, width / height, y / (y.max() + 1)


def _look(lines: Components) -> tuple[Floats, ...]:
    contrast = np.abs(lines.ink - lines.paper).sum(axis=1)
    return lines.fill, lines.edges, lines.weight, lines.colours, lines.unrest, lines.paper.mean(axis=1), contrast


def _hues(ink: Floats) -> Floats:
    return ink - np.roll(ink, -1, axis=-1)


def _ink(lines: Components) -> tuple[Floats, ...]:
    inks = [tuple(ink) for ink in (lines.ink // INK).astype(int).tolist()]
    widths: Counter[tuple[int, ...]] = Counter()
    for ink, width in zip(inks, lines.width.tolist(), strict=True):
        widths[ink] += width
    usual = widths.most_common(1)[0][0]
    body = np.median(lines.ink[[ink == usual for ink in inks]], axis=0)
    hues = _hues(lines.ink)
    unlike = np.abs(lines.ink - body).sum(axis=1), np.abs(hues - _hues(body)).sum(axis=1)
    return lines.ink.max(axis=1) - lines.ink.min(axis=1), *hues.T, *unlike


def _company(lines: Components, paragraph: Ints) -> tuple[Floats, ...]:
    inks = [tuple(ink) for ink in (lines.ink // INK).astype(int).tolist()]
    types = np.round(lines.height / TYPE).astype(int).tolist()
    edges = edges_of(lines).tolist()
    count = len(lines)
    return (
        np.bincount(paragraph)[paragraph].astype(np.float32),
        _counts(edges),
        _counts(zip(edges, inks, types, strict=True)),
        _counts(zip(inks, types, strict=True)) / count,
        lines.height / np.average(lines.height, weights=lines.width),
        np.full(count, count, np.float32),
    )


def _counts(keys: Iterable[object]) -> Floats:
    """For each key, how many times it occurs, float32 (keys,)."""
    listed = list(keys)
    counts = Counter(listed)
    return np.array([counts[key] for key in listed], np.float32)


def _neighbours(lines: Components) -> tuple[Floats, ...]:
    x, y, width, height = lines.x, lines.y, lines.width, lines.height
    overlaps = (x[None] < (x + width)[:, None]) & ((x + width)[None] > x[:, None])
    middle = y + height / 2
    in_row = np.abs(middle[None] - middle[:, None]) < height[:, None] / 2
    np.fill_diagonal(overlaps, val=False)
    np.fill_diagonal(in_row, val=False)
    below, next_below = _nearest(y[None] - (y + height)[:, None], overlaps, FAR)
    above, next_above = _nearest(y[:, None] - (y + height)[None], overlaps, FAR)
    right, _ = _nearest(x[None] - (x + width)[:, None], in_row, ASIDE)
    left, _ = _nearest(x[:, None] - (x + width)[None], in_row, ASIDE)

    def ratio(sizes: Floats, which: Ints) -> Floats:
        return np.where(which < 0, 0, np.minimum(sizes[which] / sizes, 20))

    sizes = (ratio(height, next_above), ratio(height, next_below), ratio(width, next_above), ratio(width, next_below))
    return above, below, *sizes, left, right


def _nearest(gaps: Floats, allowed: Bools, far: float) -> tuple[Floats, Ints]:
    """Distance to the nearest neighbour in one direction, and its number, -1 if there is none."""
    distances = np.where(allowed & (gaps > -2), gaps, np.inf)
    nearest = distances.argmin(axis=1)
    distance = distances[np.arange(len(distances)), nearest]
    return np.minimum(distance, far).astype(np.float32), np.where(np.isfinite(distance), nearest, -1)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a screenshot."""

    found: Segments
    paragraph: Ints  # Of each line, numbers from 0, int64 (lines,)
    features: Floats  # float32 (lines, features)
    strips: Strips  # Of the lines, see ``line_strips``
    size: tuple[int, int] = (0, 0)  # Width and height of the screenshot, px
    stretch: float = 1.0  # How many times the type of the screenshot was as large before it was scaled to this size

    @classmethod
    def of(cls, found: Segments, strips: Strips, size: tuple[int, int] = (0, 0)) -> "Lines":
        """The lines with their paragraphs and features."""
        paragraph = paragraphs(found.lines)
        return cls(found, paragraph, line_features(found.lines, paragraph), strips, size)


@dataclass(frozen=True, slots=True)
class Guess:
    """Lines, and for each the probabilities that it is a link, a heading, running text, float32 (lines, 3)."""

    lines: Lines
    probabilities: Floats


def find_lines(screenshot: Image.Image) -> Lines:
    """All lines of a screenshot."""
    pixels = working_pixels(screenshot)
    found = segment_page(pixels)
    return Lines.of(found, line_strips(pixels, found.lines), screenshot.size)


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
    pictures = guessed.lines.found.pictures
    rectangles = np.stack([pictures.x, pictures.y, pictures.width, pictures.height], axis=1)
    large = rectangles[(pictures.width >= MIN_PICTURE) & (pictures.height >= MIN_PICTURE)]
    drawn = [Box("i", -1, *_scaled(row), 0, 0, 0, 0, 0, 0) for row in large.tolist()]
    return tuple(sorted([*_texts(guessed), *drawn], key=lambda box: (box.y, box.x)))


def _texts(guessed: Guess) -> Iterator[Box]:
    """The box of each paragraph: around its lines, of their usual height, of the kind that most of their width has."""
    lines, paragraph = guessed.lines.found.lines, guessed.lines.paragraph
    if not len(paragraph):
        return
    order = np.lexsort((lines.height, paragraph))
    begins = np.flatnonzero(np.diff(paragraph[order], prepend=-1))
    x, y, width, height = (side[order].astype(np.float64) for side in (lines.x, lines.y, lines.width, lines.height))
    left, top = np.minimum.reduceat(x, begins), np.minimum.reduceat(y, begins)
    right, bottom = np.maximum.reduceat(x + width, begins), np.maximum.reduceat(y + height, begins)
    counts, widths = np.diff(begins, append=len(x)), np.add.reduceat(width, begins)
    fonts = (height[begins + (counts - 1) // 2] + height[begins + counts // 2]) / 2  # the median, since they rise
    shares = np.add.reduceat(guessed.probabilities[order] * width[:, None], begins) / widths[:, None]
    rows = np.column_stack([left, top, right - left, bottom - top, counts, fonts, widths, shares[:, :2]])
    for *rectangle, count, font, wide, link, heading in rows.tolist():
        chars = round(wide / (0.5 * font + 0.5))
        kinds = int(link > 0.5), 2 * int(heading > 0.5)
        yield Box("t", -1, *_scaled(rectangle), int(count), chars, round(SCALE * font), 400, *kinds)


def _scaled(rectangle: Sequence[float]) -> tuple[int, int, int, int]:
    x, y, width, height = (round(SCALE * float(side)) for side in rectangle)
    return x, y, width, height


def line_strips(pixels: NDArray[np.uint8], lines: Components) -> Strips:
    """The strip of each line, uint8 (lines, HEIGHT, WIDTH): 0 is the paper, brighter what differs from it.

    ``pixels``: those in which the lines were found, as ``working_pixels`` gives them.
    """
    found, grey = np.zeros((len(lines), HEIGHT, WIDTH), np.uint8), np.asarray(Image.fromarray(pixels).convert("L"))
    left, top = (np.maximum(start.astype(np.int64) - MARGIN, 0) for start in (lines.x, lines.y))
    right, bottom = ((lines.x + lines.width).astype(np.int64), (lines.y + lines.height).astype(np.int64))
    for strip, x, end, y, below in zip(found, left, right + MARGIN, top, bottom + MARGIN, strict=True):
        _draw(strip, grey[y:below, x:end])
    return found


def _draw(strip: Strips, grey: Strips) -> None:
    if not grey.size:
        return
    unlike = np.abs(grey.astype(np.float32) - quick_median(grey.ravel().astype(np.int16)))
    if unlike.max() < FAINTEST:
        return
    widest = -(-WIDTH * len(grey) // HEIGHT)
    shown = Image.fromarray((unlike[:, :widest] * (BRIGHTEST / unlike.max())).astype(np.uint8))
    width = min(WIDTH, max(1, round(shown.width * HEIGHT / shown.height)))
    how = Image.Resampling.BOX if shown.height > HEIGHT else Image.Resampling.BILINEAR
    strip[:, :width] = np.asarray(shown.resize((width, HEIGHT), how))
