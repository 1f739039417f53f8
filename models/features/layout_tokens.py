"""Layout boxes as tokens: one vector for each box, with its own properties and the numbers of boxes like it.

A network that attends to tokens sees what features of the whole page cannot say: which small picture stands beside
which text, and that the same look returns after each post. Where no boxes are known, the lines of text and the pictures
of a screenshot are its tokens.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Floats, Ints
from iawce.data.boxes import KINDS, Box
from iawce.models.features.geometry import VIEWPORT_WIDTH
from iawce.models.features.line_kinds import BRIGHTEST, PIXELS, Lines
from iawce.models.features.line_kinds import NAMES as LINE_NAMES
from iawce.models.features.text_lines import VIEW as VIEW_IN_WIDTHS
from iawce.models.features.text_lines import WORKING_WIDTH, Components, concatenate

MAX_COUNT = 400  # Boxes of a page that become tokens, from its top
VIEW = 5464  # Height in CSS px of the part of a page that is described
EDGE, SIZE, ROW = 4, 8, 6  # Left edges, sides of pictures and tops that are this many px apart count as equal
COLUMNS = 11  # Index of the kind, x, y, width, height, lines, characters, font, weight, link, heading
KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
MIN_VALUE = (0, -np.inf, -np.inf, *(0,) * 8)  # Smallest value of each column that makes sense
MIXER = np.int64(0x9E3779B97F4A7C15 - (1 << 64))
"""Odd, near 2**64 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4): spreads what it multiplies."""
BOX_NAMES = (
    *(f"is_{kind}" for kind in KINDS),
    *("left", "right", "width", "middle", "top", "log_top", "depth", "gap"),
    *("log_height", "log_lines", "log_chars", "chars_of_line", "font", "relative_font", "weight"),
    *("link", "heading", "first_heading", "small_heading", "running"),
    *("at_edge", "in_style", "in_look", "twins", "in_row"),
    *("log_area", "proportion", "log_boxes", "log_page_height"),
)
MAX_LINES = 272  # Lines that become tokens, from the top; the rest of ``MAX_COUNT`` is for pictures
MIN_SIZE = 10  # Side in px, at the working width, of the smallest picture that becomes a token
SHADE = 32  # Width of the bins of colour channels; one bin counts as equal
NAMES = (
    *("is_line", "is_picture", "left", "right", "width", "middle", "top", "log_top", "log_height", "depth"),
    *("log_area", "proportion", "at_edge", "in_style", "in_look", "of_size", "in_row"),
    *("log_lines", "log_pictures", "log_page_height"),
    *("fill", "edges", "weight", "log_colours", "unrest"),
    *(f"{part}_{channel}" for part in ("ink", "paper") for channel in ("red", "green", "blue")),
    *(f"line_{name}" for name in LINE_NAMES),
)


def box_table(boxes: Sequence[Box]) -> Floats:
    """One row for each box, float64 (boxes, ``COLUMNS``), in their order."""
    rows = [(KIND_NUMBERS.get(box.kind, len(KINDS)), box.x, box.y, *box[4:]) for box in boxes]
    return np.array(rows, np.float64).reshape(-1, COLUMNS)


def reading_order(table: Floats) -> Ints:
    """Numbers of the rows that become tokens, by their tops, of equal ones the left first, int64 (at most MAX_COUNT,).

    They are of a known kind and have an area, a part of which is in the described part of the page. Where some begin at
    the same point, their other values decide, so that the order of the table does not matter.
    """
    kind, x, y, width, height = table[:, :5].T
    is_seen = (kind < len(KINDS)) & (x + width > 0) & (x < VIEWPORT_WIDTH) & (y < VIEW) & (width > 0) & (height > 0)
    order = np.lexsort((*table[:, :COLUMNS].T, x, y))
    return np.asarray(order[is_seen[order]][:MAX_COUNT])


def layout_tokens(table: Floats) -> NDArray[np.float32]:
    """Tokens of the rows of a table in ``reading_order``, float32 (n, len(BOX_NAMES)), mostly between -2 and 2."""
    table = table[reading_order(table)]
    if not len(table):
        return np.zeros((0, len(BOX_NAMES)), np.float32)
    kind, x, y, width, height, lines, chars, font, weight, link, heading = np.maximum(table, MIN_VALUE).T
    is_text = kind == 0
    usual = _usual_font(table)
    side = np.where(is_text, 0, width // SIZE)
    tall = np.where(is_text, 0, height // SIZE)
    bottom = (table[:, 2] + table[:, 4]).max()
    full = np.ones(len(kind))
    columns = (
        *(kind == number for number in range(len(KINDS))),
        *(x / VIEWPORT_WIDTH, (x + width) / VIEWPORT_WIDTH, width / VIEWPORT_WIDTH),
        *((x + width / 2) / (VIEWPORT_WIDTH / 2) - 1, y / VIEW, np.log1p(np.maximum(y, 0) / 100), y / max(bottom, 1)),
        np.clip(np.diff(y, prepend=y[0]), -200, 200) / 100,
        *(np.log1p(height) / 6, np.log1p(lines), np.log1p(chars) / 5),
        np.where(lines > 0, chars / np.maximum(lines, 1), 0) / 80,
        *(font / 32, np.log(np.maximum(font, 1) / usual), (weight - 400) / 300),
        *(link, heading > 0, heading == 1, heading >= 3, lines >= 2),
        *(company(kind, x // EDGE), company(kind, x // EDGE, font, weight, link, side)),
        *(company(kind, font, weight, link, heading > 0, side, tall), company(kind, chars, font, link, side, tall)),
        company(y // ROW),
        *(
            np.where(is_text, 0, np.log1p(width * height)) / 14,
            np.where(is_text, 0, np.minimum(width / np.maximum(height, 1), 5) / 3),
        ),
        *(full * np.log1p(len(table)) / 7, full * np.log1p(max(bottom, 0)) / 9),
    )
    return np.stack([np.asarray(column, np.float32) for column in columns], axis=1)


def _usual_font(table: Floats) -> float:
    """Font size in px of most characters, at least 1; 16 where there is no text."""
    sizes = np.bincount(np.clip(table[:, 7], 0, 200).astype(np.int64), np.where(table[:, 0] == 0, table[:, 6], 0))
    return max(float(sizes.argmax()), 1.0) if sizes.any() else 16.0


def company(*keys: NDArray[Any]) -> Floats:
    """Logarithm of the number of tokens with which a token shares all keys, itself among them, float64 (n,)."""
    mixed = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        mixed = mixed * MIXER + np.asarray(key, np.int64)  # overflows: one number for each combination
    _, group, counts = np.unique(mixed, return_inverse=True, return_counts=True)
    return np.asarray(np.log1p(counts[group]) / 4)


def line_tokens(lines: Lines) -> NDArray[np.float32]:
    """Tokens of a screenshot from its top, float32 (at most MAX_COUNT, len(NAMES)).

    ``token_lines`` says which are lines; those of pictures are 0 from ``line_x`` on.
    """
    found, (which, shown, parts) = lines.found, _shown(lines)
    if not len(parts):
        return np.zeros((0, len(NAMES)), np.float32)
    is_line = np.arange(len(parts)) < len(which)
    x, y, width, height, look = parts.x, parts.y, parts.width, parts.height, _look(parts)
    shade = [look[:, column] // (SHADE / 255) for column in (5, 6, 7)]
    full = np.ones(len(x))
    columns = (
        *(is_line, ~is_line, x / WORKING_WIDTH, (x + width) / WORKING_WIDTH, width / WORKING_WIDTH),
        *(
            (x + width / 2) / (WORKING_WIDTH / 2) - 1,
            y / (VIEW_IN_WIDTHS * WORKING_WIDTH),
            np.log1p(y / 50),
            np.log1p(height) / 5,
        ),
        *(y / max(found.height, 1), np.log1p(width * height) / 12, np.minimum(width / np.maximum(height, 1), 30) / 15),
        *(company(is_line, x // 3), company(is_line, x // 3, height // 2, *shade)),
        *(
            company(is_line, height // 2, *shade, np.where(is_line, 0, width // 5)),
            company(is_line, width // 2, height // 2),
        ),
        company(y // 5),
        *(full * np.log1p(len(which)) / 6, full * np.log1p(len(shown)) / 5, full * np.log1p(found.height) / 8),
    )
    own = np.zeros((len(x), len(LINE_NAMES)))
    own[: len(which)] = lines.features[which]
    tokens = np.concatenate([np.stack(columns, axis=1), look, own], axis=1).astype(np.float32)
    return tokens[np.lexsort((x, y))]


def tokens_with_pixels(lines: Lines) -> NDArray[np.float32]:
    """``line_tokens`` with the pixels of the strips, 0 to 1, float32 (at most MAX_COUNT, len(NAMES) + PIXELS)."""
    pixels = values_of_tokens(lines.strips.reshape(-1, PIXELS), lines) / BRIGHTEST
    return np.concatenate([line_tokens(lines), pixels], axis=1)


def values_of_tokens(values: NDArray[Any], lines: Lines, rest: float = 0) -> NDArray[np.float32]:
    """Values of lines, (lines, k), as those of tokens, float32 (at most MAX_COUNT, k); ``rest`` for pictures."""
    numbers = token_lines(lines)
    found = np.full((len(numbers), values.shape[1]), rest, np.float32)
    found[numbers >= 0] = values[numbers[numbers >= 0]]
    return found


def token_lines(lines: Lines) -> Ints:
    """Number of the line of each token, -1 of pictures, int64 (at most MAX_COUNT,)."""
    which, shown, parts = _shown(lines)
    return np.concatenate([which, np.full(len(shown), -1)])[np.lexsort((parts.x, parts.y))]


def _shown(lines: Lines) -> tuple[Ints, Ints, Components]:
    """Numbers of the lines and of the pictures that become tokens, from the top; and these, the lines first."""
    texts, pictures = lines.found.lines, lines.found.pictures
    large = np.flatnonzero((pictures.width >= MIN_SIZE) & (pictures.height >= MIN_SIZE))
    tops = np.argsort(pictures.y[large], kind="stable")[: MAX_COUNT - MAX_LINES]
    which, shown = np.argsort(texts.y, kind="stable")[:MAX_LINES], large[tops]
    return which, shown, concatenate(texts.take(which), pictures.take(shown))


def _look(components: Components) -> NDArray[Any]:
    shares = (components.fill, components.edges, components.weight)
    columns = (*shares, np.log1p(components.colours) / 4, components.unrest / 60)
    return np.column_stack([*columns, components.ink / 255, components.paper / 255])
