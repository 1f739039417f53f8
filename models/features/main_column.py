"""The column of a screenshot with most of its text: its lines, and the large ones among them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.models.features.shares import mean, share, spread
from iawce.models.features.text_lines.components import Components, Floats
from iawce.models.features.text_lines.guess import HEADING, LINK, RUNNING
from iawce.models.features.text_lines.line_features import edges_of

HEADER = 60
"""Height (px at the working width) of the top of the page, which is excluded from the search."""
LARGE = 1.3
"""Least multiple of the usual height that counts as large type."""


def describe_main_column(lines: Components, paragraph: NDArray[np.int64], probabilities: Floats) -> dict[str, float]:
    """Features of the left edge of most text below the header, and of the large lines there.

    Args:
        lines: of text.
        paragraph: number of the paragraph of each, int64 (lines,).
        probabilities: of each kind of line, (lines, kinds).
    """
    members = _main_column(lines)
    column, kinds = lines.take(members), probabilities[members]
    sizes = np.bincount(paragraph[members])
    features = _describe_lines(column, len(lines)) | _describe_paragraphs(sizes[sizes > 0])
    return features | _describe_kinds(column, kinds) | _describe_large(column, kinds)


def _main_column(lines: Components) -> NDArray[np.int64]:
    """Numbers of its lines, from the top."""
    edges = edges_of(lines)
    below = lines.y > HEADER
    main = int(np.bincount(np.maximum(edges, 0), lines.width * below).argmax()) if below.any() else -9
    members = np.flatnonzero(np.abs(edges - main) <= 1)
    return np.asarray(members[np.argsort(lines.y[members])])


def _describe_lines(column: Components, lines: int) -> dict[str, float]:
    gaps = np.diff(column.y)
    return {
        "column_lines": len(column),
        "column_share": share(len(column), lines),
        "column_width": float(column.width.max(initial=0)),
        "column_usual_width": _median(column.width),
        "column_gap": _median(gaps),
        "column_gap_spread": spread(gaps),
    }


def _describe_paragraphs(sizes: NDArray[np.int64]) -> dict[str, float]:
    return {
        "column_paragraphs": len(sizes),
        "column_longest": float(sizes.max(initial=0)),
        "column_paragraph_lines": mean(sizes),
        "column_single": mean(sizes == 1),
        "column_long": mean(sizes >= 4),
    }


def _describe_kinds(column: Components, kinds: Floats) -> dict[str, float]:
    return {
        "column_link": mean(kinds[:, LINK]),
        "column_heading": mean(kinds[:, HEADING]),
        "column_running": mean(kinds[:, RUNNING]),
        "column_top": float(column.y[0]) if len(column) else 0.0,
        "column_span": float(column.y[-1] - column.y[0]) if len(column) else 0.0,
        "column_height_spread": spread(column.height),
    }


def _describe_large(column: Components, kinds: Floats) -> dict[str, float]:
    large = (kinds[:, HEADING] > 0.4) | (column.height > LARGE * _median(column.height))
    steps = np.diff(column.y[large])
    steps = steps[steps > 5]
    between = np.diff(np.flatnonzero(large)) - 1
    return {
        "column_large": float(large.sum()),
        "column_large_gap": _median(steps),
        "column_large_gap_spread": spread(steps),
        "column_large_link": mean(kinds[:, LINK][large]),
        "column_between": _median(between),
        "column_most_between": float(between.max(initial=0)),
        "column_between_spread": spread(between),
    }


def _median(values: NDArray[Any]) -> float:
    return float(np.median(values)) if len(values) else 0.0
