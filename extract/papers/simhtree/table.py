"""The table of a cluster: a column for each value of the record model, a row for each record.

Source: Ren and Xue 2007, sections 3.1 and 3.4: the pattern gives the schema of a relation, the records its rows.

Deviations: outside the mode ``paper`` (``join``) a list within a record is one value, and nested columns that never
occur together are one.

For each column, the first of these is used: the property of schema.org that its element has; the header of its table;
the label before it or at the beginning of each value; its class name; its tag or the form of its values; else ``c1`` to
``cn``. In the mode ``paper`` all are ``c1`` to ``cn``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice, product

from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import HEADINGS, STRUCK
from iawce.data.dom.words import split_words
from iawce.data.text.find_pairs import LABEL_ELEMENTS, LABEL_TAGS
from iawce.data.text.lexicon.columns import MAX_LENGTH, REPLY, name_of_class, name_of_property, plain_name, unused
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.papers.simhtree.alignment import PatternNode, RecordModel
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings, ValueKind, kind_of

SEPARATOR = ", "
LIST_TAGS = frozenset({"li", "a", "span"})
MAX_COMPARED = 50  # Records whose items are compared
MIN_ITEMS = 3  # Least neighbours of one kind, some of which are missing in some records, that are a list
ALIKE_STEPS = 2  # Number of equal steps at the end of the paths of one value in different wrappers
EXAMPLES = 5  # Most records whose elements are examined
NAME_OF_TAG = {"img": "image", "time": "date", "th": "title", "dt": "title"} | dict.fromkeys(HEADINGS, "title")
NAME_OF_KIND = {ValueKind.IMAGE: "image", ValueKind.PRICE: "price", ValueKind.DATE: "date"}
USUAL = 0.7  # Least share of the values that have a label, or are of one kind
_PREFIX = re.compile(r"([^\W\d_][^:：]{0,30}?)(?:\s*[:：]\s+|：)(?=\S)")
_BETWEEN = re.compile(r" ?[|·•⋅∙] ?")
_LABEL = re.compile(r"[:：]\s*$")
Cells = Sequence[FieldValue | None]
"""The values of a column, in the order of the records."""


@dataclass(eq=False, slots=True)
class Column:
    """A column: the nodes of the pattern with its values, several for a list or for alternatives; and its name."""

    nodes: list[PatternNode]
    path: str
    name: str = ""
    prefix: str = ""  # A label at the beginning of each value, which is not part of it
    label: str = ""  # This one, the one before the values, or their header, as on the page
    is_headed: bool = False  # Whether it is the header of a data table


@dataclass(frozen=True, slots=True)
class Table:
    """A list: values or None for each column, ``regions``: nodes of rows, ``unsure``: rows that may be misread."""

    model: RecordModel
    columns: tuple[Column, ...]
    rows: tuple[tuple[FieldValue | None, ...], ...]
    regions: tuple[Unit, ...]
    unsure: frozenset[int] = frozenset()

    @property
    def units(self) -> list[tuple[int, ...]]:
        """The elements of each row."""
        parts = self.model.tree.parts
        return [tuple(parts[node].element for node in region) for region in self.regions]


def make_table(model: RecordModel, *, join: bool) -> Table:
    """The table of a record model; its columns have no names yet."""
    columns = _columns(model, join=join)
    if join:
        columns = _merge_alternatives(model, columns)
    records = [record for record, region in enumerate(model.regions) if region]
    rows = tuple(tuple(_cell(model, column, record) for column in columns) for record in records)
    unsure = frozenset(row for row, record in enumerate(records) if record in model.unsure)
    return Table(model, tuple(columns), rows, tuple(model.regions[record] for record in records), unsure)


def _columns(model: RecordModel, *, join: bool) -> list[Column]:
    """A column for each node of the pattern that has values, in the order of the pattern."""
    columns: list[Column] = []
    waiting: list[tuple[list[PatternNode], str]] = [([model.pattern], "")]
    while waiting:
        nodes, path = waiting.pop()
        if len(nodes) > 1:
            nodes = [leaf for node in nodes for leaf in node.below() if _records(model, leaf)]
            columns.append(Column(nodes, path))
            continue
        if _records(model, *nodes):
            columns.append(Column(nodes, path))
        runs = groupby(nodes[0].children, key=lambda child: (child.tag, frozenset(child.names)))
        groups = list[list[PatternNode]]()  # adjacent items of a list are one
        for run in (list(run) for _, run in runs):
            groups += [run] if join and _is_list(model, run) else [[child] for child in run]
        waiting += [(group, f"{path}/{group[0].tag}") for group in reversed(groups)]
    return columns


def _is_list(model: RecordModel, group: Sequence[PatternNode]) -> bool:
    """Whether records have different numbers of these items, and items at the same place have no common word."""
    if group[0].tag not in LIST_TAGS or len(group) < MIN_ITEMS or len({len(node.filled) for node in group}) == 1:
        return False
    return sum(_shares_word(model, node) for node in group) < len(group) / 2


def _shares_word(model: RecordModel, node: PatternNode) -> bool:
    """Whether half of the values have a word in common, such as a unit."""
    own = list(node.filled.values())[:MAX_COMPARED]
    texts = [" ".join(value.text for value in model.tree.values((node,))) for node in own]
    words = Counter(word for text in texts for word in set(split_words(text.lower())) if not word.isdecimal())
    return len(texts) > 1 and bool(words) and words.most_common(1)[0][1] >= max(2, len(texts) / 2)


def _said(model: RecordModel, node: int) -> FieldValue | None:
    """The value of a node of the tree, unless it is empty."""
    value = model.tree.value(node)
    return value if value is not None and (value.text or value.image) else None


def _records(model: RecordModel, *nodes: PatternNode) -> set[int]:
    """The records that have a value at one of these nodes."""
    return {record for node in nodes for record, own in node.filled.items() if _said(model, own)}


def _merge_alternatives(model: RecordModel, columns: Sequence[Column]) -> list[Column]:
    """The columns, each joined with the first of its kind, struck or of pictures or not, that never meets it."""
    merged: list[Column] = []
    by_path: dict[str, Column] = {}
    by_look: dict[tuple[object, ...], Column] = {}
    kinds = {id(column): _kind(model, column) for column in columns}
    for column in columns:
        around, parent = column.path.rpartition("/")[0], None
        while around and (parent := by_path.get(around)) is None:
            around = around.rpartition("/")[0]
        own, kind = _records(model, *column.nodes), kinds[id(column)]
        looks = _looks(column, kind)
        others = (parent, *map(by_look.get, looks))
        alike = (other for other in others if other and kinds[id(other)] == kind)
        same = next((other for other in alike if own.isdisjoint(_records(model, *other.nodes))), None)
        if same is not None:
            same.nodes = [*same.nodes, *column.nodes]
        else:
            merged.append(column)
            by_path[column.path] = column
        for look in looks:
            by_look.setdefault(look, same or column)
    return merged


def _looks(column: Column, kind: tuple[bool, bool]) -> list[tuple[object, ...]]:
    """Features that identify a value in different wrappers: the end of its path, or being a price there."""
    steps = column.path.split("/")
    found: list[tuple[object, ...]] = [("end", *steps[-ALIKE_STEPS:], frozenset(column.nodes[-1].names))]
    if set(column.nodes[0].kinds) <= {ValueKind.PRICE, ValueKind.NONE}:
        found.append(("price", kind, *steps[:-1]))
    return found


def _kind(model: RecordModel, column: Column) -> tuple[bool, bool]:
    """Whether its values are struck, and whether they are pictures and say nothing."""
    is_struck = not STRUCK.isdisjoint(node.tag for node in column.nodes)
    pictures = (one for node in column.nodes if ValueKind.IMAGE in node.kinds for one in node.filled.values())
    said = [value.text if (value := _said(model, one)) else "" for one in pictures]
    return is_struck, bool(said) and not any(said)


def _cell(model: RecordModel, column: Column, record: int) -> FieldValue | None:
    nodes = [node.filled[record] for node in column.nodes if record in node.filled]
    values = [value for node in nodes if (value := _said(model, node))]
    if len(values) < 2:
        return values[0] if values else None
    texts = [value.text for value in values if value.text]
    text = ("; " if any(SEPARATOR in text for text in texts) else SEPARATOR).join(texts)  # ``Lee, Ann; Osei, Kwame``
    return replace(values[0], text=text, elements=tuple(number for value in values for number in value.elements))


def label_columns(table: Table) -> Table:
    """The table with labelled columns, and without columns and beginnings of texts that are only labels."""
    given = zip(table.columns, zip(*table.rows, strict=True), strict=True)
    apart = [(replace(column), values) for column, cells in given for values in _labelled_parts(cells)]
    rows = tuple(zip(*(values for _, values in apart), strict=True)) if apart else table.rows
    table = replace(table, columns=tuple(column for column, _ in apart), rows=rows)
    labels, tree = _labels(table), table.model.tree
    first = next((region[0] for region in table.regions), 0)
    around = tree.analysis.tables.around(tree.parts[first].element) if tree.tag(first) == "tr" else None
    texts, details = (around.headers, {*around.details.values()}) if around else ((), set[int]())  # without headers

    def is_headed(cell: PatternNode) -> bool:
        rows = (tree.parts[tree.parents[one]].element for one in cell.filled.values()) if details else ()
        return 0 <= cell.column < len(texts) and details.isdisjoint(rows)

    cells = filter(is_headed, table.model.pattern.below())
    headers = {node: texts[cell.column] for cell in cells for node in cell.below()}
    for place, column in enumerate(table.columns):
        column.prefix = "" if place in labels else _common_prefix(_texts(table, place)) or _own_prefix(table, place)
        header = headers.get(column.nodes[0], "")
        column.label = header or labels.get(place, (0, ""))[1] or column.prefix
        column.is_headed = bool(header) or (around is not None and around.is_grid)
    own = {label for label, _ in labels.values()}
    kept = [place for place in range(len(table.columns)) if place not in own]
    columns = tuple(table.columns[place] for place in kept)
    rows = tuple(tuple(_unlabelled(row[place], table.columns[place].prefix) for place in kept) for row in table.rows)
    return replace(table, columns=columns, rows=rows)


def name_columns(table: Table, settings: SimHTreeSettings) -> Table:
    """A table with labelled columns, which get their names; a name that another column has gets a number."""
    given, taken = table.model.tree.analysis.index.attributes.given, set[str]()
    for place, column in enumerate(table.columns):
        if settings.names == "numbered":
            column.name = f"c{place + 1}"
            continue
        elements = list(elements_of(table, column))
        properties = (name_of_property(given[element].get("itemprop", "")) for element in elements)
        found = next(filter(None, properties), "") or plain_name(column.label)
        column.name = found or plain_name(_name_by_looks(table, place, elements))
        if column.name == "price" and column.nodes[0].tag in STRUCK:
            column.name = "old_price"
        column.name = unused(column.name or f"c{place + 1}", taken)
        taken.add(column.name)
    return table


def table_records(table: Table, number: int, confidence: float | None = None) -> list[FoundRecord]:
    """The rows of a table with named columns, the list ``number`` of its page, from 1."""
    names = [column.name for column in table.columns]
    rows = (dict(zip(names, row, strict=True)) for row in table.rows)
    return [FoundRecord(row, unit, number, confidence) for row, unit in zip(rows, table.units, strict=True)]


def _texts(table: Table, place: int) -> list[str]:
    return [cell.text for row in table.rows if (cell := row[place]) is not None]


def _labels(table: Table) -> dict[int, tuple[int, str]]:
    """The column that is the label of another one, and its constant text, by the index of the other."""
    found, series = dict[int, tuple[int, str]](), _series_of_labels(table)
    for place, column in enumerate(table.columns):
        labelled = series.get(place, place + 1)
        if place in found or labelled == len(table.columns):
            continue
        texts = Counter(_texts(table, place))
        text = next(iter(texts), "")
        is_said = bool(_LABEL.search(text)) or column.nodes[0].tag in LABEL_ELEMENTS or place in series
        if text and is_said and len(texts) == 1 and len(text) <= MAX_LENGTH and len(table.rows) > 1:
            found[labelled] = place, _LABEL.sub("", text)
    return found


def _series_of_labels(table: Table) -> dict[int, int]:
    """Columns of one look, which are labels of those right behind or before them: ``Function``, ``Group``."""
    cells, series, found = [*zip(*table.rows, strict=True)], dict[object, list[int]](), dict[int, int]()
    looks: list[object] = [
        (frozenset(one.nodes[0].names) or one.path, _begins_row(table, one)) for one in table.columns
    ]
    for place, look in enumerate(looks):
        series.setdefault(look, []).append(place)
    for places, step in product(series.values(), (1, -1)):
        pairs = {place: place + step for place in places if 0 <= place + step < len(cells)}
        varied = sum(len({value.text for value in cells[other] if value}) > 1 for other in pairs.values())
        is_new = varied > 1 and len(pairs) == len(places) and found.keys().isdisjoint(pairs)
        # a value of their look that has no label would have that of the next one: "1 reply 7 views Ann"
        is_new &= all(set(series[looks[place]]) <= set(pairs.values()) for place in pairs.values())
        if is_new and all(_is_labelled(table, place, pairs) for place in places):
            found |= pairs
    return found


def _begins_row(table: Table, column: Column) -> bool:
    """Whether its values are the first cells of rows of tables, which may look like those that they name."""
    tree, node = table.model.tree, next(iter(column.nodes[0].filled.values()))
    return tree.tag(node) == "td" and tree.children[tree.parents[node]][0] == node


def _is_labelled(table: Table, place: int, pairs: Mapping[int, int]) -> bool:
    """Whether a constant text without a link is exactly where its value is, and such pairs end the element around."""
    rows = [row for row in table.rows if row[place] or row[pairs[place]]]
    said, own = {label and (label.text, label.link) for label in (row[place] for row in rows)}, rows[0][place]
    if own is None or own.link or len(said) > 1 or not all(row[pairs[place]] for row in rows):
        return False
    index, words, around = table.model.tree.analysis.index, table.model.tree.analysis.shown.words, own.elements[0]
    while around > 0 and words[around] <= len(split_words(own.text)):
        around = int(index.parents[around])
    is_loose = around == own.elements[0]  # a text beside its value, and no word of a sentence: ``on``, ``by``
    known = {place, pairs[place]} if is_loose else {*pairs, *pairs.values()}
    span = range(around, int(index.ends[around]))
    inside = {each for each, cell in enumerate(rows[0]) if each >= min(known) and cell and cell.elements[0] in span}
    return any(map(str.isalpha, own.text)) and pairs[place] in inside <= known


def _common_prefix(texts: Sequence[str]) -> str:
    """The label with which nearly all texts begin; *Re* before the subjects of replies is none."""
    found = Counter(match[1] for text in texts if (match := _PREFIX.match(text)) and not REPLY.match(text))
    label, count = found.most_common(1)[0] if found else ("", 0)
    return label if len(texts) > 1 and count >= USUAL * len(texts) else ""


def _own_prefix(table: Table, place: int) -> str:
    """The label in an element of its own with which all of the texts begin: ``<b>Make</b> BMW``; empty without one."""
    index, cells = table.model.tree.analysis.index, [cell for row in table.rows if (cell := row[place])]
    labels = {_first_text(index, cell.elements[0]) if len(cell.elements) == 1 else "" for cell in cells}
    label = labels.pop() if len(labels) == 1 else ""
    if not any(map(str.isalpha, label)):
        return ""
    heads, rests = {cell.text[: len(label) + 1] for cell in cells}, {cell.text[len(label) + 1 :] for cell in cells}
    are_short = len(rests) > 1 and max(map(len, (label, *rests))) <= MAX_LENGTH
    is_whole = any(kind_of(cell) in (ValueKind.PRICE, ValueKind.DATE) for cell in cells)  # ``USD 12,400``, ``May 3``
    return label if are_short and heads == {f"{label} "} and not is_whole else ""


def _first_text(index: ElementIndex, element: int) -> str:
    """The first text in an element, if it is all of one for labels in it; empty in a link, a heading or the like.

    Other elements are as often badges: ``<span>New</span> Alder jacket``.
    """
    first = next((one for one in index.text_numbers(element) if not index.blank[one]), None)
    owner = element if first is None else int(index.text_nodes.owners[first])
    is_label = owner != element and index.tags[owner] in LABEL_TAGS
    if first is None or not is_label or index.tags[element] in {"a", *NAME_OF_TAG}:
        return ""
    is_all = index.first_text_node[owner] + 1 == index.last_text_node[owner]
    return index.text_nodes.texts[first].strip() if is_all else ""


def _labelled_parts(cells: Cells) -> Sequence[Cells]:
    """A column for each label, of texts that are several labelled values: ``Ref: 24/12 | Status: Open``."""
    parts = [_BETWEEN.split(cell.text) if cell else [] for cell in cells]
    said = [{match[1]: part for part in own if (match := _PREFIX.match(part))} for own in parts]
    labels, texts = Counter(chain.from_iterable(said)), sum(map(bool, parts))
    is_usual = sum(count >= USUAL * texts > 1 for count in labels.values()) > 1
    if not is_usual or [*map(len, said)] != [*map(len, parts)]:
        return [cells]
    rows = [*zip(cells, said, strict=True)]
    return [
        [replace(cell, text=own[label]) if cell and label in own else None for cell, own in rows] for label in labels
    ]


def elements_of(table: Table, column: Column) -> Iterator[int]:
    """Elements of a column's values, the innermost first, then those around that hold nothing else."""
    tree = table.model.tree
    nodes = list(islice((own for pattern in column.nodes for own in pattern.filled.values()), EXAMPLES))
    own = {node for pattern in column.nodes for node in pattern.filled.values()}
    while nodes:
        yield from (tree.parts[node].element for node in nodes)
        around = dict.fromkeys(tree.parents[node] for node in nodes)
        nodes = [node for node in around if node > 0 and own.issuperset(tree.children[node])]
        own.update(nodes)


def _name_by_looks(table: Table, place: int, elements: Sequence[int]) -> str:
    index = table.model.tree.analysis.index
    names = chain(
        (name_of_class(index.classes[element]) for element in elements),
        (NAME_OF_TAG.get(index.tags[element], "") for element in elements),
    )
    if found := next(filter(None, names), ""):
        return found
    values = [cell for row in table.rows if (cell := row[place]) is not None]
    kinds = Counter(map(kind_of, values))
    kind, count = kinds.most_common(1)[0] if kinds else (ValueKind.NONE, 0)
    return NAME_OF_KIND.get(kind, "") if count >= USUAL * kinds.total() else ""


def _unlabelled(cell: FieldValue | None, prefix: str) -> FieldValue | None:
    """The value without the label at the beginning of its text."""
    if cell is None or not prefix:
        return cell
    match = _PREFIX.match(cell.text)
    return replace(cell, text=cell.text.removeprefix(match[0] if match and match[1] == prefix else f"{prefix} "))
