"""Lines of equal style that repeat down a page: the authors of posts, the titles of entries.

Between one and the next, a thread has running text of any length, a list the text of a card, a menu nothing.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from iawce.models.features.shares import mean, share, spread
from iawce.models.features.text_lines.components import Components, Floats
from iawce.models.features.text_lines.guess import HEADING, LINK, RUNNING
from iawce.models.features.text_lines.line_features import EDGE, INK, TYPE

FEWEST = 3
"""Least lines of a repeated style."""
NAMES = ("talk", "titles", "most")
"""The styles that are described: with most running text between two lines, most likely headings, with most lines."""


def describe_repeated_lines(lines: Components, probabilities: Floats, height: int) -> dict[str, float]:
    """All features by name; a screenshot without repeated lines gives zeros.

    Args:
        lines: of text.
        probabilities: of each kind of line, (lines, kinds).
        height: of the screenshot in px at the working width.
    """
    looks = _looks(lines)
    running = np.sort(np.repeat(lines.y, np.round(4 * probabilities[:, RUNNING]).astype(int)))
    talk = [float(_between(running, lines.y[look]).sum() ** 0.5 * len(look)) for look in looks]
    titles = [float(probabilities[look, HEADING].sum()) for look in looks]
    lengths = [float(len(look)) for look in looks]
    features = {"looks": float(len(looks))}
    for name, worth in zip(NAMES, (talk, titles, lengths), strict=True):
        best = looks[int(np.argmax(worth))] if looks else np.zeros(0, np.int64)
        features |= {f"{name}_{key}": value for key, value in _describe(lines, probabilities, best, running, height)}
    return features


def _looks(lines: Components) -> list[NDArray[np.int64]]:
    """Numbers of the lines of each repeated style (left edge, colour, height), from the top."""
    keys = np.column_stack([lines.x // EDGE, lines.ink // INK, lines.height // TYPE]).astype(int).tolist()
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number in np.argsort(lines.y, kind="stable").tolist():
        found[tuple(keys[number])].append(number)
    return [np.array(members) for members in found.values() if len(members) >= FEWEST]


def _between(running: Floats, tops: Floats) -> NDArray[np.int64]:
    """The amount of running text between each two of the heights ``tops``, in quarters of a line."""
    return np.diff(np.searchsorted(running, tops))


def _describe(
    lines: Components, kinds: Floats, members: NDArray[np.int64], running: Floats, height: int
) -> list[tuple[str, float]]:
    tops, widths = lines.y[members], lines.width[members]
    steps, between = np.diff(tops), _between(running, tops) / 4
    return [
        ("lines", len(members)),
        ("x", mean(lines.x[members])),
        ("height", mean(lines.height[members])),
        ("width", mean(widths)),
        ("width_spread", spread(widths)),
        ("step", mean(steps)),
        ("step_spread", spread(steps)),
        ("span", share(float(tops[-1] - tops[0]) if len(tops) else 0.0, height)),
        ("between", mean(between)),
        ("between_spread", spread(between)),
        ("with_text", mean(between >= 1)),
        ("link", mean(kinds[members, LINK])),
        ("heading", mean(kinds[members, HEADING])),
    ]
