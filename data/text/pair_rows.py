"""Pairs of rows that a style separates: ``<div><span class="label">ISBN</span><span>978…</span></div>``.

Several adjacent elements of one kind are such rows if each has two parts, of which the first is a label: by its tag, or
by its class.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.data.dom.texts import Texts
from iawce.data.text.lexicon.columns import words_of_classes
from iawce.data.text.pairs import (
    LABEL_TAGS,
    Extent,
    Pair,
    Spot,
    clean_label,
    clean_value,
    extent_of,
    is_value,
    may_be_label,
    pair_of,
)

FEWEST = 2
"""Least adjacent rows."""
USUAL = 0.6
"""Least share of such rows among adjacent elements of one kind."""
MOST_VALUE = 150
"""Characters of a value."""
_NAMES = frozenset({
    "label", "lbl", "key", "name", "title", "term", "attr", "attribute", "prop", "property", "spec", "param",
    "parameter", "caption", "dt", "head", "header", "heading", "th", "characteristic", "feature",
})  # fmt: skip
"""Words in class names of labels."""
_WEAK = frozenset({"name", "title", "head", "header", "heading", "caption", "feature"})
"""Those that also name an entry of a list; there the class of the value must name a value."""
_VALUES = frozenset({"value", "val", "data", "dd", "desc", "description", "content", "text", "info", "detail", "td"})


class _Row(NamedTuple):
    """A row: its parent, its element, its label, and its value, or None for all text after the label."""

    around: int
    element: int
    label: int
    value: int | None


def pairs_of_rows(texts: Texts, claimed: Sequence[bool]) -> Iterator[Pair]:
    """The pairs, rows by rows.

    Args:
        texts: of the page.
        claimed: whether each text node belongs to a pair already.
    """
    index = texts.subset.index
    kinds, groups = index.kinds.tolist(), dict[tuple[int, int, int], list[_Row]]()
    for row in _rows(texts, claimed):
        groups.setdefault((row.around, kinds[row.element], kinds[row.label]), []).append(row)
    alike = {
        one: Counter(kinds[child] for child in texts.subset.children(one)) for one in {one for one, _, _ in groups}
    }
    for (around, kind, _), rows in groups.items():
        beside = alike[around][kind] if rows[0].element != around else 0
        if len(rows) < max(FEWEST, USUAL * beside):
            continue
        pairs = [pair for row in rows if (pair := _pair(texts, row))]
        labels = Counter(pair.label for pair in pairs)
        if len(labels) >= max(FEWEST, USUAL * len(pairs)) and len(pairs) >= USUAL * len(rows):
            yield from pairs


def _rows(texts: Texts, claimed: Sequence[bool]) -> Iterator[_Row]:
    subset, index = texts.subset, texts.subset.index
    taken = np.asarray(claimed, bool)
    before, own = np.concatenate([[0], np.cumsum(taken)]).tolist(), dict[int, list[int]]()
    for text_node in np.flatnonzero(subset.text_nodes & ~index.blank & ~taken).tolist():
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
    if is_whole and _is_named(texts, label, value):
        yield _Row(int(index.parents[number]), number, label, value)


def _as_rows(texts: Texts, number: int, children: Sequence[int]) -> Iterator[_Row]:
    """The rows of an element whose children are labels and values in turn."""
    kinds = texts.subset.index.kinds[children]
    if len(children) % 2 or len(set(kinds[::2].tolist())) > 1 or kinds[0] in kinds[1::2]:
        return
    for label, value in zip(children[::2], children[1::2], strict=True):
        if _is_named(texts, label, value):
            yield _Row(number, number, label, value)


def _is_named(texts: Texts, label: int, value: int | None) -> bool:
    """Whether the first of two parts of a row is marked as a label, and is not a link."""
    subset, index = texts.subset, texts.subset.index
    if subset.link_words[label] or index.tags[label] in HEADINGS:
        return False
    words = words_of_classes(index.classes[label])
    is_value_named = value is not None and not _VALUES.isdisjoint(words_of_classes(index.classes[value]))
    is_told = index.tags[label] in LABEL_TAGS or not (_NAMES - _WEAK).isdisjoint(words)
    return is_told or (is_value_named and not _NAMES.isdisjoint(words))


def _pair(texts: Texts, row: _Row) -> Pair | None:
    if row.value is not None:
        pair = pair_of(texts, row.label, row.value)
        return pair if pair and len(pair.value) <= MOST_VALUE else None
    subset, index = texts.subset, texts.subset.index
    label, whole = texts.line(row.label), texts.line(row.element)
    value = clean_value(whole.removeprefix(label))
    if not (may_be_label(clean_label(label)) and is_value(value) and len(value) <= MOST_VALUE):
        return None
    last = extent_of(subset, row.element).end
    after = Extent(row.element, Spot(int(index.last_text_node[row.label]), 0), last)
    return Pair(clean_label(label), value, extent_of(subset, row.label), after)
