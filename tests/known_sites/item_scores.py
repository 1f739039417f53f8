"""Items of tables: the cells of extracted records compared with those of a gold table.

Source: Ren and Xue 2007, section 4, table 2 (rate = right items / items).

Deviation: the paper does not say when an item is right. Here an extracted column matches at most one of the gold table,
and a row at most one; an item is right if the cell of its row and column has the same text, apart from spaces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

Cells = Sequence[Sequence[str | None]]
"""Rows of cells; None where a record has no such value."""


@dataclass(frozen=True, slots=True)
class ItemScores:
    """Numbers of cells.

    ``items`` of the gold table, the ``right`` ones, and ``extra``: extracted cells where the gold table has none.
    """

    items: int
    right: int
    extra: int

    @property
    def rate(self) -> float:
        """Right items over items, 1 if there are none."""
        return self.right / self.items if self.items else 1.0


def item_scores(got: Cells, gold: Cells) -> ItemScores:
    """Compare a table with the gold table, whatever the order of its columns.

    Args:
        got: our table.
        gold: the gold table.
    """
    rows = _match_rows(got, gold)
    pairs = [(got[ours], gold[theirs]) for ours, theirs in rows]
    columns = _match_columns(pairs, len(got[0]) if got else 0, len(gold[0]) if gold else 0)
    right = sum(_same(ours[i], theirs[j]) for ours, theirs in pairs for i, j in columns)
    extra = sum(ours[i] is not None and theirs[j] is None for ours, theirs in pairs for i, j in columns)
    unmatched = sum(cell is not None for number, row in enumerate(got) if number not in dict(rows) for cell in row)
    return ItemScores(sum(cell is not None for row in gold for cell in row), right, extra + unmatched)


def _match_rows(got: Cells, gold: Cells) -> list[tuple[int, int]]:
    """Rows that share most of their texts, one to one."""
    ours, theirs = ([{_plain(cell) for cell in row if cell} for row in table] for table in (got, gold))
    shared = np.array([[len(one & other) for other in theirs] for one in ours]).reshape(len(got), len(gold))
    return [(int(i), int(j)) for i, j in zip(*linear_sum_assignment(-shared), strict=True) if shared[i, j]]


def _match_columns(
    pairs: Sequence[tuple[Sequence[str | None], Sequence[str | None]]], ours: int, theirs: int
) -> list[tuple[int, int]]:
    """Columns that agree in most rows, one to one."""
    agree = np.zeros((ours, theirs), np.int64)
    for row, wanted in pairs:
        for i, cell in enumerate(row):
            for j, gold in enumerate(wanted):
                agree[i, j] += _same(cell, gold)
    return [(int(i), int(j)) for i, j in zip(*linear_sum_assignment(-agree), strict=True) if agree[i, j]]


def _same(cell: str | None, gold: str | None) -> bool:
    return cell is not None and gold is not None and _plain(cell) == _plain(gold)


def _plain(text: str) -> str:
    return " ".join(text.split())
