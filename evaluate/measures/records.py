"""Measures of records: matched with gold records, their fields, columns and items scored.

Source: Ren and Xue 2007, section 4, table 2 (rate = right items / items).

Deviation: the paper does not say when an item is right. Here an extracted column matches at most one of the gold table,
and a row at most one; an item is right if the cell of its row and column has the same text, apart from spaces.

Sources: Kuhn 1955 (assignment), as evaluations of record extraction use it; the paper of SimHTree records, section 5
(rate = right items / items).
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from iawce.evaluate.measures.texts import PrecisionRecall, word_scores

DAY = 10
"""Characters of a date in ISO 8601 without its time."""


def field_score(name: str, got: str, gold: str) -> float:
    """Word F1 of a field, 0 to 1; of ``date``, in ISO 8601, whether it is the same day."""
    return float(got[:DAY] == gold[:DAY]) if name == "date" else word_scores(got, gold).f1


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


MATCH = 0.5
"""Least mean word F1 of the fields with which two records count as the same."""
RIGHT = 0.999
"""Word F1 from which a field is right."""
Record = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RecordScores:
    """``records``: precision, recall, F1 of whole records; ``fields``: mean word F1 of each field over gold records.

    ``right``: share of the gold records of which every field is right (the rate of SimHTree). ``matches``: index of the
    gold record that each of ours is, by our index.
    """

    records: PrecisionRecall
    fields: dict[str, float]
    right: float
    matches: dict[int, int]


def record_scores(got: Sequence[Record], gold: Sequence[Record], *, least: float = MATCH) -> RecordScores:
    """Match records so that their fields agree as well as can be, then score.

    Only fields of the gold record are compared; those that no extracted record has do not prevent a match, they only
    count as not found. A pair with a lower agreement than ``least`` (0 to 1) is no match.
    """
    names = sorted({name for record in gold for name in record})
    if not got or not gold:
        same = float(not got and not gold)
        return RecordScores(PrecisionRecall(same, same), dict.fromkeys(names, same), same, {})
    offered = {name for record in got for name in record}
    alike = np.array([[_likeness(ours, wanted, offered) for wanted in gold] for ours in got])
    pairs = [(i, j) for i, j in zip(*linear_sum_assignment(-alike), strict=True) if alike[i, j] >= least]
    found = PrecisionRecall(len(pairs) / len(got), len(pairs) / len(gold))
    matched = {j: got[i] for i, j in pairs}
    fields = {name: _field_score(name, matched, gold) for name in names}
    right = sum(_is_right(matched.get(j, {}), wanted) for j, wanted in enumerate(gold)) / len(gold)
    matches = {int(i): int(j) for i, j in pairs}
    return RecordScores(found, fields, right, matches)


def _likeness(ours: Record, wanted: Record, offered: Set[str]) -> float:
    scores = [word_scores(ours.get(name, ""), value).f1 for name, value in wanted.items() if name in offered]
    return sum(scores) / len(scores) if scores else 0.0


def _field_score(name: str, matched: Mapping[int, Record], gold: Sequence[Record]) -> float:
    scores = [
        word_scores(matched.get(j, {}).get(name, ""), record[name]).f1
        for j, record in enumerate(gold)
        if name in record
    ]
    return sum(scores) / len(scores)


def _is_right(ours: Record, wanted: Record) -> bool:
    return all(word_scores(ours.get(name, ""), value).f1 >= RIGHT for name, value in wanted.items())
