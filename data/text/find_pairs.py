"""Finds the label and value pairs of a page, such as ``ISBN: 978…``, in every form in which a page lists facts.

They are in definition lists, in tables of two columns, in lines with a colon, and in rows that a style separates:
``<div><span class="label">ISBN</span><span>978…</span></div>``. Several adjacent elements of one kind are such rows if
each has two parts, of which the first is a label, by its tag or by its class, or all are short and some values numbers.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Bools
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.data.dom.texts import Extent, ShownLine, Spot, Texts
from iawce.data.dom.tree import sums_before
from iawce.data.text.lexicon.columns import words_of_classes
from iawce.data.text.money import read_money

COLONS = ":：︓﹕∶꞉׃៖፦᠄"
"""Colons of all scripts: Latin, Cyrillic, Greek, Arabic and Hebrew pages write the first, Chinese and Japanese ones the
second and its vertical and small forms; then the ratio, the modifier letter, Hebrew, Khmer, Ethiopic and Mongolian
ones."""
_PROPERTIES = re.compile(r"spec|propert|attribut|caracter|charakter|ficha", re.I)
MAX_NAMED = 3  # Most elements around a table whose names say what it holds
COLON_ENDS = tuple(COLONS)
EDGES = " \t\n\r\f\v\u00a0\u200b\u200e\u200f\ufeff|;,·•‣◦▪■●◆◇。，★☆►▶»›→✓✔*–—-=" + COLONS
"""Characters between a label and its value, or before both as the mark of an item."""
MAX_LABEL, MAX_VALUE = 50, 300  # Characters
MAX_WORDS = 6  # Most words of a label
LABEL_ELEMENTS = frozenset({"th", "dt", "label"})  # Elements whose purpose is to name the value after them
LABEL_TAGS = LABEL_ELEMENTS | {"b", "strong"}  # Elements whose text may name the text after it without a colon
MAX_PLAIN_WORDS = 20  # Most words of a value whose label has no element of its own; more are prose
ASIDES = frozenset({
    "note", "tip", "hint", "warning", "caution", "update", "edit", "example", "share", "share this", "follow us",
    "we accept", "we ship", "we deliver", "payment methods", "zahlungsarten", "wir akzeptieren", "nous acceptons",
    "aceptamos", "accettiamo", "aceitamos", "akceptujemy", "hinweis", "achtung", "tipp", "teilen", "remarque",
    "attention", "partager", "astuce", "atención", "consejo", "compartir", "condividi", "attenzione", "atenção",
    "compartilhar", "uwaga", "udostępnij", "let op", "примечание", "внимание", "поделиться", "注意", "備考", "提示",
    "分享",
})  # fmt: skip
"""Texts that look like labels but name no fact, in lower case: remarks, buttons to share a page, payment methods."""
_MARKS = re.compile(r"^[^\w(#№%$€£¥&]+")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[!?。！？…“”„\"«]|\.\s+\S+\s|://|@")
_CLAUSE = re.compile(r"[,，、]")
_UNSPACED_PROSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff][。！？；]|[，、].{10,}[，、].{10,}")
_PROSE = re.compile(r"[.!?。！？]\s+[^\W\d_]|[^\W\d_]{2}[.!?。！？]$")
_PROSE_WORDS = 7  # Least words of a value that is prose if it reads as a sentence
_ASKING = frozenset({"input", "select", "textarea"})
MAX_COUNT = 1000  # Pairs of a page
MIN_COUNT = 2  # Least rows of a table whose labels are ordinary cells, and least adjacent rows
MIN_PLAIN = 3  # Least adjacent rows without a mark of their labels
MAX_FACT, MEAN_FACT = 4, 2.5  # Most words of a label or a value in these, and most mean words of a value
USUAL = 0.6  # Least share of the rows of a table, or of adjacent elements of one kind, that are pairs
MAX_CELLS = 8  # Most cells of a row; one with more belongs to another kind of table
Cells = Sequence[int]
MAX_LENGTH = 1000  # Characters of a line that is examined; longer ones are prose
_COLON = re.compile(rf"[{COLONS}]|(?<!\s)\s++[{COLONS}]")
_SEPARATOR = re.compile(r"[|;·•／]\s*|\s[/–—-]\s+|\t|\s{3,}")
_NEVER = (*HEADINGS, "button", "select", "option", "textarea", "code", "pre", "nav", "time")
"""Elements in which a colon does not separate a label from a value."""
MAX_ROW_VALUE = 150  # Characters of a value beside its label
_NAMES = frozenset({
    "label", "lbl", "key", "name", "title", "term", "attr", "attribute", "prop", "property", "spec", "param",
    "parameter", "caption", "dt", "head", "header", "heading", "th", "characteristic", "feature",
})  # fmt: skip
"""Words in class names of labels."""
_WEAK = frozenset({"name", "title", "head", "header", "heading", "caption", "feature"})
"""Those that also name an entry of a list; there the class of the value must name a value."""
_VALUES = frozenset({"value", "val", "data", "dd", "desc", "description", "content", "text", "info", "detail", "td"})


class Pair(NamedTuple):
    """A label and its value, both in one line, with the place of each."""

    label: str
    value: str
    label_at: Extent
    value_at: Extent


def extent_of(subset: DomMask, element: int) -> Extent:
    """All text of an element, which has some."""
    shown = subset.shown_in(element).tolist()
    return Extent(element, Spot(shown[0], 0), Spot(shown[-1], len(subset.index.text_nodes.texts[shown[-1]])))


def clean_value(text: str) -> str:
    """A text in one line without separators of labels and values."""
    return " ".join(text.split()).strip(EDGES)


def clean_label(text: str) -> str:
    """A label in one line without its colon, and without the bullet or picture that marks the item."""
    return _MARKS.sub("", clean_value(text))


def may_be_label(text: str) -> bool:
    """Whether a text without its colon may name a value: short, with a letter, and not a sentence."""
    if not 0 < len(text) <= MAX_LABEL or len(text.split()) > MAX_WORDS or text.casefold() in ASIDES:
        return False
    return bool(_LETTER.search(text)) and not _SENTENCE.search(text)


def may_be_plain_label(text: str) -> bool:
    """Whether a text before a colon in the midst of a text node names a value; a clause of a sentence does not."""
    begins_so = bool(text) and (not text[0].islower() or len(text.split()) <= 2)
    return begins_so and may_be_label(text) and not _CLAUSE.search(text)


def is_value(text: str) -> bool:
    """Whether a text may be the value of a label."""
    return len(text) <= MAX_VALUE and any(map(str.isalnum, text))


def is_plain_value(text: str) -> bool:
    """Whether a text after a plain label is a value, not prose."""
    words = len(text.split())
    is_prose = (words >= _PROSE_WORDS and _PROSE.search(text)) or _UNSPACED_PROSE.search(text)
    return is_value(text) and words <= MAX_PLAIN_WORDS and not is_prose


def pair_of(texts: Texts, label: int, value: int) -> Pair | None:
    """The pair of two elements; None if one is not a label, or the other not a value.

    An element with more words than a value has characters is not read, since nested lists may contain the whole page.
    """
    if max(texts.subset.words[label], texts.subset.words[value]) > MAX_VALUE:
        return None
    named, said = clean_label(texts.line(label)), clean_value(texts.line(value))
    if not (may_be_label(named) and is_value(said)) or _is_asked(texts.subset, value):
        return None
    return Pair(named, said, extent_of(texts.subset, label), extent_of(texts.subset, value))


def _is_asked(subset: DomMask, number: int) -> bool:
    """Whether a value is an input of the reader."""
    index = subset.index
    inside = range(number, int(index.ends[number]))
    asking = (one for one in inside if index.tags[one] in _ASKING)
    return any(index.attributes.given[one].get("type", "").lower() != "hidden" for one in asking)


def find_pairs(texts: Texts) -> tuple[Pair, ...]:
    """The pairs of the visible page, in the order of their values, in linear time.

    Pairs of definition lists and tables are not read again as lines, nor those of lines as rows.
    """
    claimed, found = np.zeros(len(texts.subset.text_nodes), bool), list[Pair]()
    for pairs_of in (_pairs_of_definitions, _pairs_of_tables, _pairs_of_lines, pairs_of_rows):
        pairs = list(islice(pairs_of(texts, claimed), MAX_COUNT))
        for extent in (extent for pair in pairs for extent in (pair.label_at, pair.value_at)):
            claimed[extent.start.text_node : extent.end.text_node + 1] = True
        found += pairs
    return tuple(sorted(found, key=lambda pair: pair.value_at.start))[:MAX_COUNT]


def _pairs_of_definitions(texts: Texts, _claimed: Bools) -> Iterator[Pair]:
    """The pairs, list by list."""
    subset = texts.subset
    terms = dict[int, int]()
    for number in subset.tagged("dt", "dd").tolist():
        around = int(subset.index.parents[number])
        if subset.index.tags[number] == "dt":
            terms[around] = number
        elif around in terms and (pair := pair_of(texts, terms[around], number)):
            yield pair


def _pairs_of_tables(texts: Texts, claimed: Bools) -> Iterator[Pair]:
    """The pairs, from one innermost table after the other; of the first ones, those outside of definitions."""
    subset, index = texts.subset, texts.subset.index
    nearest = index.nearest(index.has_tag(("table",)))
    outer = {int(nearest[index.parents[number]]) for number in index.tagged("table") if index.parents[number] >= 0}
    tables = dict[int, list[Cells]]()
    for row in subset.tagged("tr").tolist():
        cells = [one for one in subset.children(row) if index.tags[one] in CELLS and subset.words[one]]
        if cells and int(nearest[row]) not in outer:
            tables.setdefault(int(nearest[row]), []).append(cells)
    for pair in islice((pair for rows in tables.values() for pair in _pairs_of_table(texts, rows)), MAX_COUNT):
        if not claimed[pair.label_at.start.text_node : pair.value_at.end.text_node + 1].any():
            yield pair


def _pairs_of_table(texts: Texts, rows: list[Cells]) -> list[Pair]:
    """The pairs of a table; none for other tables, such as those with a header, but those named after properties."""
    index = texts.subset.index
    has_header = len(rows) > 1 and all(index.tags[cell] == "th" for cell in rows[0]) and len(rows[0]) > 1
    body = [cells for cells in rows[has_header:] if len(cells) > 1]
    found = [pairs for cells in body if (pairs := _row_pairs(texts, cells))]
    labelled, least = sum(_is_label(texts, cells[0]) for cells in body), USUAL * len(body)
    if len(found) < least or (len(found) < MIN_COUNT and not labelled):
        return []
    pairs = [pair for row in found for pair in row]
    named = (rows[0][0], *islice(index.ancestors(rows[0][0]), MAX_NAMED))
    are_properties = len(rows[0]) == 2 and any(_PROPERTIES.search(index.classes[one]) for one in named)
    is_list = has_header and labelled < least and not (are_properties and _are_varied(pairs))
    return [] if is_list else pairs


def _are_varied(pairs: Sequence[Pair]) -> bool:
    """Whether values are of several kinds, as those of properties are; those of sizes or offers are one measure."""
    values, labels = [pair.value for pair in pairs], {pair.label for pair in pairs}
    kinds = {"".join(filter(str.isalpha, value)).casefold() for value in values}
    return min(len(kinds) / USUAL, len(labels)) >= len(pairs) and not any(map(read_money, values))


def _row_pairs(texts: Texts, cells: Cells) -> list[Pair]:
    """The pairs of a row; none unless each label names a value."""
    if len(cells) % 2 or len(cells) > MAX_CELLS:
        return []
    labels, values = cells[::2], cells[1::2]
    index, linked = texts.subset.index, texts.subset.link_words
    if len(cells) > 2 and not all(_is_label(texts, label) for label in labels):
        return []
    if any(index.tags[value] == "th" for value in values) or any(linked[label] for label in labels):
        return []
    pairs = [pair_of(texts, label, value) for label, value in zip(labels, values, strict=True)]
    return [pair for pair in pairs if pair]


def _is_label(texts: Texts, cell: int) -> bool:
    return texts.subset.index.tags[cell] == "th" or texts.line(cell).endswith(COLON_ENDS)


class _Mark(NamedTuple):
    """A label in a line: its start, start and end of its colon; whether it has its own element."""

    start: int
    end: int
    value: int
    is_element: bool


def _pairs_of_lines(texts: Texts, claimed: Bools) -> Iterator[Pair]:
    """The pairs, line by line."""
    index = texts.subset.index
    lines = [line for line in texts.shown_lines if not claimed[line.text_nodes].any()]
    never, linked = index.inside([*index.tagged(*_NEVER), *index.buttons]), index.linked
    marks = [[] if never[line.owner(0)] or len(line.text) > MAX_LENGTH else _marks(line) for line in lines]
    for number, (line, found) in enumerate(zip(lines, marks, strict=True)):
        for place, mark in enumerate(found):
            if linked[line.owner(mark.start)]:
                continue
            end = found[place + 1].start if place + 1 < len(found) else len(line.text)
            if pair := _pair_in_line(line, mark, end):
                yield pair
            elif not line.text[mark.value :].strip() and number + 1 < len(lines) and not marks[number + 1]:
                below = _below(line, mark, lines[number + 1])
                yield from [below] if below and not never[lines[number + 1].owner(0)] else []


def _marks(line: ShownLine) -> list[_Mark]:
    """The labels of a line; the first one is at its beginning."""
    found = list[_Mark]()
    for colon in _COLON.finditer(line.text):
        if found and colon.start() < found[-1].value:
            continue
        after = found[-1].value if found else 0
        start, is_element = _element_start(line, colon, after), True
        if start is None:
            start, is_element = _plain_start(line, colon, after), False
        if start is not None and (found or not clean_value(line.text[:start])):
            found.append(_Mark(start, colon.start(), colon.end(), is_element))
    return found


def _element_start(line: ShownLine, colon: re.Match[str], after: int) -> int | None:
    """Start of a label with its own element, with or without its colon; None if it is not one."""
    end = len(line.text[: colon.start()].rstrip())
    if end <= after:
        return None
    found, index = None, line.index
    number = line.owner(end - 1)
    while number >= 0:
        bounds = _bounds(line, number)
        if bounds is None or bounds[0] < after or line.text[end : bounds[1]].strip(COLONS + " \n\t\u00a0"):
            break
        if may_be_label(clean_label(line.text[bounds[0] : end])):
            found = bounds[0]
        number = int(index.parents[number])
    return found


def _bounds(line: ShownLine, number: int) -> tuple[int, int] | None:
    """Start and end of an element's text in a line; None if it extends beyond."""
    index = line.index
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    if first < line.text_nodes[0] or last > line.text_nodes[-1] + 1:
        return None
    inside = [place for place, text_node in enumerate(line.text_nodes) if first <= text_node < last]
    end = inside[-1] + 1
    return line.starts[inside[0]], line.starts[end] if end < len(line.text_nodes) else len(line.text)


def _plain_start(line: ShownLine, colon: re.Match[str], after: int) -> int | None:
    """Start of a label in the same text as its value; None if it is not one."""
    text = line.text
    follows = text[colon.end() : colon.end() + 1]
    if text[colon.end() - 1] == ":" and follows and not follows.isspace():
        is_number = text[: colon.start()][-1:].isdigit()
        is_measure = not after and follows.isdigit()
        if is_number or follows in "/:=)(-" or (" " in clean_value(text[after : colon.start()]) and not is_measure):
            return None
    starts = list[int]() if after else [0]
    starts += [found.end() for found in _SEPARATOR.finditer(text, after, colon.start())]
    starts += [
        start for start in line.starts if after < start < colon.start() and line.owner(start) != line.owner(start - 1)
    ]
    labels = ((one, clean_label(text[one : colon.start()])) for one in sorted(starts, reverse=True))
    return next((one for one, label in labels if may_be_plain_label(label)), None)


def _pair_in_line(line: ShownLine, mark: _Mark, end: int) -> Pair | None:
    value = clean_value(line.text[mark.value : end])
    if not (is_value(value) if mark.is_element else is_plain_value(value)):
        return None
    label = clean_label(line.text[mark.start : mark.end])
    return Pair(label, value, line.extent(mark.start, mark.end), line.extent(*_stripped(line.text, mark.value, end)))


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The value within a part of a line."""
    value = text[start:end]
    own = value.strip("|;,·• \t\n\r\u00a0")
    begin = start + value.index(own)
    return begin, begin + len(own)


def _below(line: ShownLine, mark: _Mark, value: ShownLine) -> Pair | None:
    """The pair of a label and the line below it, if both are adjacent in one element."""
    parents, said = line.index.parents, clean_value(value.text)
    if value.text.rstrip().endswith(COLON_ENDS):
        return None
    is_beside = parents[line.block] in (parents[value.block], value.block)
    if not (mark.is_element and is_beside and is_plain_value(said)):
        return None
    label = clean_label(line.text[mark.start : mark.end])
    return Pair(label, said, line.extent(mark.start, mark.end), value.extent(0, len(value.text)))


class _Row(NamedTuple):
    """A row: its parent, its element, its label, and its value, or None for all text after the label."""

    around: int
    element: int
    label: int
    value: int | None
    is_named: bool


def pairs_of_rows(texts: Texts, claimed: Bools | Sequence[bool]) -> Iterator[Pair]:
    """The pairs, rows by rows. ``claimed``: whether each text node belongs to a pair already."""
    index = texts.subset.index
    kinds, groups = index.kinds.tolist(), dict[tuple[int, int, int, bool], list[_Row]]()
    for row in _rows(texts, np.asarray(claimed, bool)):
        groups.setdefault((row.around, kinds[row.element], kinds[row.label], row.is_named), []).append(row)
    alike = {one: Counter(kinds[part] for part in texts.subset.children(one)) for one in {one for one, *_ in groups}}
    for (around, kind, _, is_named), rows in groups.items():
        beside = alike[around][kind] if rows[0].element != around else 0
        if len(rows) < max(MIN_COUNT if is_named else MIN_PLAIN, (USUAL if is_named else 1) * beside):
            continue
        pairs = [pair for row in rows if (pair := _pair_of_row(texts, row))]
        labels = Counter(pair.label for pair in pairs)
        if not is_named and (len(labels) < len(rows) or not _are_facts(pairs)):
            continue
        if len(labels) >= max(MIN_COUNT, USUAL * len(pairs)) and len(pairs) >= USUAL * len(rows):
            yield from pairs


def _rows(texts: Texts, claimed: Bools) -> Iterator[_Row]:
    subset, index = texts.subset, texts.subset.index
    before, own = sums_before(claimed).tolist(), dict[int, list[int]]()
    for text_node in np.flatnonzero(subset.text_nodes & ~index.blank & ~claimed).tolist():
        own.setdefault(int(index.text_nodes.owners[text_node]), []).append(text_node)
    parents = {int(index.parents[owner]) for owner in own if owner > 0}
    parents |= {int(index.parents[one]) for one in parents if one > 0}
    for number in sorted(parents):
        children = [one for one in subset.children(number) if subset.words[one]]
        first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
        if not children or index.tags[children[0]] in CELLS or before[first] < before[last]:
            continue
        if len(children) <= 2:
            yield from _as_row(texts, number, children, own.get(number, []))
        elif number not in own:
            yield from _as_rows(texts, number, children)


def _as_row(texts: Texts, number: int, children: Sequence[int], own: Sequence[int]) -> Iterator[_Row]:
    """The element as a row, if it is one: two elements, or one and the text after it."""
    index = texts.subset.index
    label, value = children[0], children[1] if len(children) == 2 else None
    is_whole = not own if value else bool(own) and own[0] >= index.last_text_node[label]
    is_named = is_whole and _is_named(texts, label, value)
    if is_named or (is_whole and value is not None and _may_be_fact(texts, number, label, value)):
        whole = index.count_texts(number)
        while (parent := int(index.parents[number])) > 0 and index.count_texts(parent) == whole:
            number = parent  # an element around it alone, such as the item of a list
        yield _Row(int(index.parents[number]), number, label, value, is_named)


def _as_rows(texts: Texts, number: int, children: Sequence[int]) -> Iterator[_Row]:
    """The rows of an element whose children are labels and values in turn."""
    kinds = texts.subset.index.kinds[children]
    if len(children) % 2 or len(set(kinds[::2].tolist())) > 1 or kinds[0] in kinds[1::2]:
        return
    for label, value in zip(children[::2], children[1::2], strict=True):
        if _is_named(texts, label, value):
            yield _Row(number, number, label, value, is_named=True)


def _may_be_fact(texts: Texts, number: int, label: int, value: int) -> bool:
    """Whether two parts are short and without links, so that several such rows may be labels and values."""
    subset, tags = texts.subset, {texts.subset.index.tags[one] for one in (number, label, value)}
    is_short = subset.words[label] <= MAX_FACT and subset.words[value] <= MAX_FACT
    return bool(is_short and not subset.link_words[number]) and tags.isdisjoint(_NEVER)


def _are_facts(pairs: Sequence[Pair]) -> bool:
    """Whether labels that are not marked as such are words, and their values short, some numbers, none a price."""
    labels, values = "".join(pair.label for pair in pairs), [pair.value for pair in pairs]
    are_short = sum(len(value.split()) for value in values) <= MEAN_FACT * len(values)  # unlike advantages of a shop
    numbers = sum(any(map(str.isdigit, value)) for value in values)  # all of one form are hours, votes, sums
    is_varied = 0 < numbers < len(values) and not any(map(str.isdigit, labels))
    return are_short and is_varied and not any(map(read_money, values))


def _is_named(texts: Texts, label: int, value: int | None) -> bool:
    """Whether the first of two parts of a row is marked as a label, and is not a link."""
    subset, index = texts.subset, texts.subset.index
    if subset.link_words[label] or index.tags[label] in HEADINGS:
        return False
    words = words_of_classes(index.classes[label])
    is_value_named = value is not None and not _VALUES.isdisjoint(words_of_classes(index.classes[value]))
    is_told = index.tags[label] in LABEL_TAGS or not (_NAMES - _WEAK).isdisjoint(words)
    return is_told or (is_value_named and not _NAMES.isdisjoint(words))


def _pair_of_row(texts: Texts, row: _Row) -> Pair | None:
    if row.value is not None:
        pair = pair_of(texts, row.label, row.value)
        return pair if pair and len(pair.value) <= MAX_ROW_VALUE else None
    subset, index = texts.subset, texts.subset.index
    label, whole = texts.line(row.label), texts.line(row.element)
    value = clean_value(whole.removeprefix(label))
    if not (may_be_label(clean_label(label)) and is_value(value) and len(value) <= MAX_ROW_VALUE):
        return None
    last = extent_of(subset, row.element).end
    after = Extent(row.element, Spot(int(index.last_text_node[row.label]), 0), last)
    return Pair(clean_label(label), value, extent_of(subset, row.label), after)
