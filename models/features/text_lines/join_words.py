"""Joins components in one row to lines of text, by gaps that grow with the type."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from iawce.models.features.text_lines.components import Components, Floats, concatenate

Rectangle = tuple[float, float, float, float]
"""Left, top, width, height."""
TALLEST_TYPE = 45
WORD_GAP = 0.75
"""Widest gap between two words, in heights of the line."""
SAME_INK = 120
"""Largest difference of two colours, summed over red, green and blue, that count as the same."""


def join_words(components: Components) -> Components:
    """Components, with the words of one line joined; a line has the ink of its first word."""
    tall = components.take(components.height > TALLEST_TYPE)
    words = components.take(components.height <= TALLEST_TYPE)
    is_free = np.ones(len(words), bool)
    firsts: list[int] = []
    rectangles: list[Rectangle] = []
    for first in np.argsort(words.x, kind="stable").tolist():
        if is_free[first]:
            firsts.append(first)
            rectangles.append(_take_line(words, is_free, first))
    lines = words.take(np.array(firsts, np.int64))
    x, y, width, height = np.array(rectangles, np.float32).reshape(-1, 4).T
    joined = concatenate(replace(lines, x=x, y=y, width=width, height=height), tall)
    return joined.take(np.lexsort((joined.x, joined.y)))


def _take_line(words: Components, is_free: NDArray[np.bool_], first: int) -> Rectangle:
    """The extent of the line that begins with a word; its words are marked as used."""
    middle = words.y + words.height / 2
    is_free[first] = False
    left, top = float(words.x[first]), float(words.y[first])
    right, bottom = left + float(words.width[first]), top + float(words.height[first])
    while (following := _following(words, middle, is_free, first, (top, right, bottom))) is not None:
        is_free[following] = False
        right = float(words.x[following] + words.width[following])
        top = min(top, float(words.y[following]))
        bottom = max(bottom, float(words.y[following] + words.height[following]))
    return left, top, right - left, bottom - top


def _following(
    words: Components, middle: Floats, is_free: NDArray[np.bool_], first: int, line: tuple[float, float, float]
) -> int | None:
    """The word that follows a line with the given top, right and bottom; None if there is none."""
    top, right, bottom = line
    height = bottom - top
    gap = words.x - right
    fits = (
        is_free
        & (np.abs(middle - (top + bottom) / 2) < 0.35 * height)
        & (gap >= -2)
        & (gap < WORD_GAP * height)
        & (words.height > 0.45 * height)
        & (words.height < 1.9 * height)
        & (np.abs(words.ink - words.ink[first]).sum(axis=1) < SAME_INK)
    )
    candidates = np.flatnonzero(fits)
    return int(candidates[np.argmin(words.x[candidates])]) if len(candidates) else None
