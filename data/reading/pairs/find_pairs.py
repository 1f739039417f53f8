"""Finds the label and value pairs of a page."""

from collections.abc import Iterable
from itertools import islice

import numpy as np

from iawce.data.reading.pairs.definitions import pairs_of_definitions
from iawce.data.reading.pairs.labelled_lines import pairs_of_lines
from iawce.data.reading.pairs.lines import lines_of
from iawce.data.reading.pairs.pair import Pair
from iawce.data.reading.pairs.rows import pairs_of_rows
from iawce.data.reading.pairs.tables import pairs_of_tables
from iawce.data.reading.texts import Texts

MOST = 1000
"""Pairs of a page."""


def find_pairs(texts: Texts) -> tuple[Pair, ...]:
    """The pairs of the visible page, in the order of their values, in linear time.

    Pairs of definition lists and tables are not read again as lines, nor those of lines as rows.
    """
    claimed = np.zeros(len(texts.subset.pieces), bool)
    found = list(islice(pairs_of_definitions(texts), MOST))
    _claim(claimed, found)
    found += _unclaimed(islice(pairs_of_tables(texts), MOST), claimed)
    _claim(claimed, found)
    lines = [line for line in lines_of(texts.subset) if not claimed[line.pieces].any()]
    found += islice(pairs_of_lines(texts.subset, lines), MOST)
    _claim(claimed, found)
    found += islice(pairs_of_rows(texts, claimed.tolist()), MOST)
    return tuple(sorted(found, key=lambda pair: pair.value_at.start))[:MOST]


def _unclaimed(pairs: Iterable[Pair], claimed: np.typing.NDArray[np.bool_]) -> list[Pair]:
    return [pair for pair in pairs if not claimed[pair.label_at.start.piece : pair.value_at.end.piece + 1].any()]


def _claim(claimed: np.typing.NDArray[np.bool_], pairs: Iterable[Pair]) -> None:
    for pair in pairs:
        for extent in (pair.label_at, pair.value_at):
            claimed[extent.start.piece : extent.end.piece + 1] = True
