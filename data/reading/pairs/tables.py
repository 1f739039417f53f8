"""Pairs of tables whose rows are a label and a value, or several of these side by side."""

from collections.abc import Iterator, Sequence

from iawce.data.html.subset import Subset
from iawce.data.html.tags import CELLS
from iawce.data.reading.pairs.definitions import pair_of
from iawce.data.reading.pairs.labels import COLONS
from iawce.data.reading.pairs.pair import Pair
from iawce.data.reading.texts import Texts

MOST_CELLS = 8
"""Most cells of a row; one with more belongs to another kind of table."""
FEWEST_PAIRS = 2
"""Least rows of a table whose labels are ordinary cells."""
USUAL = 0.6
"""Least share of the rows of a table that are pairs."""
_EMPHASISED = frozenset({"b", "strong", "label"})
Cells = Sequence[int]


def pairs_of_tables(texts: Texts) -> Iterator[Pair]:
    """The pairs, table by table."""
    for rows in _tables(texts.subset):
        yield from _pairs(texts, rows)


def _tables(subset: Subset) -> Iterator[list[Cells]]:
    """The rows with text of each innermost table."""
    index = subset.index
    nearest = index.nearest(index.has_tag(("table",)))
    outer = {int(nearest[index.parents[number]]) for number in index.tagged("table") if index.parents[number] >= 0}
    tables = dict[int, list[Cells]]()
    for row in subset.tagged("tr").tolist():
        cells = [one for one in subset.children(row) if index.tags[one] in CELLS and subset.words[one]]
        if cells and int(nearest[row]) not in outer:
            tables.setdefault(int(nearest[row]), []).append(cells)
    yield from tables.values()


def _pairs(texts: Texts, rows: list[Cells]) -> list[Pair]:
    """The pairs of a table; none for other tables, such as those with a header above their columns."""
    index = texts.subset.index
    has_header = len(rows) > 1 and all(index.tags[cell] == "th" for cell in rows[0]) and len(rows[0]) > 1
    body = [cells for cells in rows[has_header:] if len(cells) > 1]
    found = [pairs for cells in body if (pairs := _row_pairs(texts, cells))]
    labelled = sum(_looks_like_label(texts, cells[0]) for cells in body)
    is_sure = any(_is_header(texts, cells[0]) for cells in body)
    is_labelled = labelled >= USUAL * len(body)
    if (
        len(found) < USUAL * len(body)
        or (has_header and not is_labelled)
        or (len(found) < FEWEST_PAIRS and not is_sure)
    ):
        return []
    pairs = [pair for row in found for pair in row]
    labels = {pair.label for pair in pairs}
    return pairs if len(labels) >= USUAL * len(pairs) else []


def _row_pairs(texts: Texts, cells: Cells) -> list[Pair]:
    """The pairs of a row; none unless each label names a value."""
    if len(cells) % 2 or len(cells) > MOST_CELLS:
        return []
    labels, values = cells[::2], cells[1::2]
    index, linked = texts.subset.index, texts.subset.link_words
    if len(cells) > 2 and not all(_looks_like_label(texts, label) for label in labels):
        return []
    if any(index.tags[value] == "th" for value in values) or any(linked[label] for label in labels):
        return []
    pairs = [pair_of(texts, label, value) for label, value in zip(labels, values, strict=True)]
    return [pair for pair in pairs if pair]


def _is_header(texts: Texts, cell: int) -> bool:
    return texts.subset.index.tags[cell] == "th" or texts.line(cell).endswith(tuple(COLONS))


def _looks_like_label(texts: Texts, cell: int) -> bool:
    """Whether a cell looks like a label: it is a header, ends with a colon or is in bold."""
    index = texts.subset.index
    bold = (one for one in texts.subset.children(cell) if index.tags[one] in _EMPHASISED)
    return _is_header(texts, cell) or any(texts.subset.words[one] == texts.subset.words[cell] for one in bold)
