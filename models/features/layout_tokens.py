"""Layout boxes as tokens: one vector for each box, with its own properties and the numbers of boxes like it.

A network that attends to tokens sees what features of the whole page cannot say: which small picture stands beside
which text, and that the same look returns after each post.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import KINDS, Box
from iawce.models.features.geometry import VIEWPORT_WIDTH

Floats = NDArray[np.float64]
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


def box_table(boxes: Sequence[Box]) -> Floats:
    """One row for each box, float64 (boxes, ``COLUMNS``), in their order."""
    rows = [(KIND_NUMBERS.get(box.kind, len(KINDS)), box.x, box.y, *box[4:]) for box in boxes]
    return np.array(rows, np.float64).reshape(-1, COLUMNS)


def reading_order(table: Floats) -> NDArray[np.int64]:
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
