"""Readable names of columns.

For each column, the first of these is used: the property of schema.org that its element has; the header of its table;
the label before it or at the beginning of each value; its class name; its tag or the form of its values; else ``c1`` to
``cn``. In the mode ``paper`` all are ``c1`` to ``cn``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import HEADINGS, STRUCK
from iawce.data.text.lexicon.columns import name_of_class, role_of_label
from iawce.data.text.pairs import LABEL_ELEMENTS
from iawce.data.text.times import times_in
from iawce.extract.papers.simhtree.alignment import RecordModel, cells_of, grid_columns
from iawce.extract.papers.simhtree.leaves import Value
from iawce.extract.papers.simhtree.pattern import PatternNode, ValueKind, kind_of
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.table import Cell, Column, Table

MOST_ROWS = 3
"""Most rows at the top of a table that are examined."""

FEWEST = 2
"""Least cells that name different columns."""


def find_headers(model: RecordModel) -> dict[PatternNode, str]:
    """Text of the header above each node of the pattern; none if the records are not rows."""
    index = model.tree.analysis.index
    first = next((region[0] for region in model.regions if region), 0)
    row = model.tree.parts[first].element
    table = next((number for number in index.ancestors(row) if index.tags[number] == "table"), -1)
    if index.tags[row] != "tr" or table < 0:
        return {}
    texts = _header_texts(model.tree.analysis, table, row)
    found: dict[PatternNode, str] = {}
    waiting = [(model.pattern, -1)]
    while waiting:
        node, column = waiting.pop()
        column = node.column if node.column >= 0 else column
        if text := texts.get(column, ""):
            found[node] = text
        waiting += [(child, column) for child in node.children]
    return found


def _header_texts(analysis: PageAnalysis, table: int, first: int) -> dict[int, str]:
    """Texts of the header rows, the lowest one of each column; ``first`` is the first row that is a record."""
    index, rows = analysis.index, list[int]()
    around = index.nearest(index.has_tag(("table",)))
    for number in range(table, int(index.ends[table])):
        if index.tags[number] == "tr" and around[number] == table:
            rows.append(number)
        if len(rows) == MOST_ROWS:
            break
    head = [row for row in rows if _is_header(index, row) or (row < first and _names_columns(analysis, row))]
    texts: dict[int, str] = {}
    for cell, (column, width) in grid_columns(index, head).items():
        text = analysis.texts.line(cell)
        texts.update(dict.fromkeys(range(column, column + width), text) if text else {})
    return texts


def _names_columns(analysis: PageAnalysis, row: int) -> bool:
    """Whether plain cells are called as columns are, as in old forums: *Subject*, *Replies*, *Views*."""
    texts = (analysis.texts.line(cell) for cell in cells_of(analysis.index, row))
    return len({role for text in texts if (role := role_of_label(text))}) >= FEWEST


def _is_header(index: ElementIndex, row: int) -> bool:
    cells = cells_of(index, row)
    return bool(cells) and (
        index.tags[int(index.parents[row])] == "thead" or all(index.tags[cell] == "th" for cell in cells)
    )


LONGEST = 40
MOST_EXAMPLES = 3
"""Most records whose elements are examined for the name of a column."""
NAME_OF_TAG = {"img": "image", "time": "date", "th": "title", "dt": "title"} | dict.fromkeys(HEADINGS, "title")
NAME_OF_KIND = {ValueKind.IMAGE: "image", ValueKind.PRICE: "price", ValueKind.DATE: "date"}
MOST_READ = 20
"""Most values that are read as dates in words, since reading all is slow."""
USUAL = 0.7
"""Least share of the values that have a label, or are of one kind."""
_PREFIX = re.compile(r"([^\W\d_][^:：]{0,30}?)\s*[:：]\s+(?=\S)|([^\W\d_][^:：]{0,30}?)：(?=\S)")
_LABEL = re.compile(r"[:：]\s*$")


def name_columns(table: Table, settings: SimHTreeSettings) -> Table:
    """The table with named columns, and without columns that are only labels of others."""
    if settings.names == "numbered":
        for number, column in enumerate(table.columns, 1):
            column.name = f"c{number}"
        return table
    labels, headers = _labels(table), find_headers(table.model)
    for place, column in enumerate(table.columns):
        column.prefix = "" if place - 1 in labels else _common_prefix(_texts(table, place))
        column.label = headers.get(column.nodes[0], "") or labels.get(place - 1, "") or column.prefix
        column.name = plain_name(_property(table, column) or column.label)
        column.name = column.name or plain_name(_name_by_looks(table, place))
        if column.name == "price" and column.nodes[0].tag in STRUCK:
            column.name = "old_price"
    table = _without_labels(table, labels)
    _make_unique(table.columns)
    return table


def plain_name(text: str) -> str:
    """A name of lower-case letters, digits and underscores, not beginning with a digit; empty if nothing is left."""
    name = re.sub(r"_+", "_", re.sub(r"[^\w]+", "_", text.lower())).strip("_")[:LONGEST].strip("_")
    return f"c_{name}" if name[:1].isdigit() else name


def _texts(table: Table, place: int) -> list[str]:
    return [cell.value.text for row in table.rows if (cell := row[place]) is not None]


def _labels(table: Table) -> dict[int, str]:
    """The constant text of each column that is a label of the next column, by its index."""
    found: dict[int, str] = {}
    for place, column in enumerate(table.columns[:-1]):
        if place - 1 in found:
            continue
        texts = Counter(_texts(table, place))
        text = next(iter(texts), "")
        is_said = bool(_LABEL.search(text)) or column.nodes[0].tag in LABEL_ELEMENTS
        if text and is_said and len(texts) == 1 and len(text) <= LONGEST and len(table.rows) > 1:
            found[place] = _LABEL.sub("", text)
    return found


def _common_prefix(texts: Sequence[str]) -> str:
    """The label with which nearly all texts begin."""
    found = Counter(match[1] or match[2] for text in texts if (match := _PREFIX.match(text)))
    label, count = found.most_common(1)[0] if found else ("", 0)
    return label if len(texts) > 1 and count >= USUAL * len(texts) else ""


def _elements(table: Table, column: Column) -> Iterable[int]:
    """Elements of a column's values, each followed by the elements around it with no other content."""
    tree = table.model.tree
    for pattern in column.nodes:
        for own in islice(pattern.filled.values(), MOST_EXAMPLES):
            node = own
            while node > 0 and (node == own or len(tree.children[node]) == 1):
                yield tree.parts[node].element
                node = tree.parents[node]


def _property(table: Table, column: Column) -> str:
    """The property of schema.org."""
    given = table.model.tree.analysis.index.attributes.given
    for element in _elements(table, column):
        if found := given[element].get("itemprop", "").split():
            return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", found[0])
    return ""


def _name_by_looks(table: Table, place: int) -> str:
    column, index = table.columns[place], table.model.tree.analysis.index
    for element in _elements(table, column):
        if found := name_of_class(index.classes[element]):
            return found
    for element in _elements(table, column):
        if index.tags[element] in NAME_OF_TAG:
            return NAME_OF_TAG[index.tags[element]]
    return _name_by_values([cell.value for row in table.rows if (cell := row[place]) is not None])


def _name_by_values(values: Sequence[Value]) -> str:
    kinds = Counter(map(kind_of, values))
    kind, count = kinds.most_common(1)[0] if kinds else (ValueKind.NONE, 0)
    if count >= USUAL * kinds.total() and kind in NAME_OF_KIND:
        return NAME_OF_KIND[kind]
    first = [value.text for value in values[:MOST_READ]]
    dates = sum(bool(times_in(text).whole_day(month_first=False)) for text in first)
    return "date" if dates and dates >= USUAL * len(first) else ""


def _without_labels(table: Table, labels: dict[int, str]) -> Table:
    kept = [place for place in range(len(table.columns)) if place not in labels]
    columns = tuple(table.columns[place] for place in kept)
    rows = tuple(tuple(_unlabelled(row[place], table.columns[place].prefix) for place in kept) for row in table.rows)
    return replace(table, columns=columns, rows=rows)


def _unlabelled(cell: Cell | None, prefix: str) -> Cell | None:
    """The cell without the label at the beginning of its text."""
    match = _PREFIX.match(cell.value.text) if cell and prefix else None
    if cell is None or match is None or (match[1] or match[2]) != prefix:
        return cell
    value = cell.value
    return Cell(Value(value.text[match.end() :], value.link, value.image), cell.nodes)


def _make_unique(columns: Sequence[Column]) -> None:
    """Number repeated names, and name columns without a name by their index."""
    taken: set[str] = {column.name for column in columns}
    seen: set[str] = set()
    for place, column in enumerate(columns, 1):
        name, number = column.name or f"c{place}", 1
        while name in seen or (name in taken and name != column.name):
            number += 1
            name = f"{column.name or f'c{place}'}_{number}"
        seen.add(name)
        column.name = name
