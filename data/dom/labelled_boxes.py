"""Boxes with a label: callouts, called a note, a tip or a warning, the panels of tabs, and numbered paragraphs.

Callouts are recognised by class names of two parts, that of a box and that of a kind, as in Sphinx, MkDocs, Docusaurus,
GitHub, Obsidian, Starlight, VitePress, AsciiDoc, Confluence and Bootstrap; or by one that is a kind and nothing else.
Of the panels of tabs, a reader sees one at a time; their labels stand in a list before all of them. The numbers of
paragraphs stand beside them in laws and contracts.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress, pairwise
from typing import NamedTuple
from unicodedata import category

import numpy as np

from iawce.data.dom.attributes import word_search
from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS

_PART = re.compile(r"[a-z]+|[A-Z][a-z]+|[A-Z]+")
_BOXES = frozenset({"admonition", "admonitionblock", "alert", "aside", "callout", "custom", "hint", "macro", "notice"})
_ALONE = frozenset({"attention", "caution", "danger", "important", "note", "tip", "warning"})
_NOTES = frozenset({"admonition", "alert-primary", "kg-callout-card"})  # Classes of boxes that are notes without a kind
_KINDS = _ALONE | {
    "abstract", "bug", "error", "example", "failure", "hint", "info", "question", "seealso", "success", "todo",
}  # fmt: skip
_TITLES = frozenset({"caption", "head", "header", "heading", "label", "title"})
_TAGS = frozenset({"aside", "blockquote", "details", "div", "p", "section", "table"})
_HINT = word_search(" ".join(sorted(_BOXES | _ALONE)))
_JOINING = (*":–—-",)
MAX_WORDS = 500  # Most words and text nodes of a callout
MAX_TITLE = 20  # Most words of its title
_CALLED = frozenset({"nav-tabs", "tabbed-labels", "tab-list"})
MAX_LABEL = 8  # Most words of the label of a panel
MAX_TABS, MAX_LISTS = 30, 200
_ORDINAL = re.compile(r"\s*+(?:[(\[]?(?:\d{1,3}[a-z]?|[a-z]|[ivxl]{1,7})[.)\]]{1,2}|§{1,2}\s?\d{1,4}[a-z]?)\s*+", re.I)
MAX_ORDINAL = 40  # Most characters of a number, with the blanks around it
_NUMBERED = frozenset({"dd", "div", "p", "td", *HEADINGS})  # Elements that begin with the text beside a number
MAX_CLIMB = 3  # Most elements around a list of labels that hold nothing else


class Callout(NamedTuple):
    """The kind of a callout, and the element with its title, 0 without one."""

    kind: str
    title: int


def find_callouts(index: Elements) -> dict[int, Callout]:
    """The callouts of a page by the number of their element, in document order; none is in another."""
    boxes = {name: kind for name in index.attributes.classes_holding(_HINT) if (kind := _kind(name))}
    given = index.attributes.given
    found = {number: boxes[name] for number, name in enumerate(index.classes) if name in boxes} if boxes else {}
    found |= {number: given[number]["data-callout"].lower() for number in index.attributes.having("data-callout")}
    texts = index.last_text_node - index.first_text_node
    possible = index.topmost(n for n in sorted(found) if index.tags[n] in _TAGS and texts[n] <= MAX_WORDS)
    short = (number for number in possible if 0 < len(index.text_of(number).split()) <= MAX_WORDS)
    return {number: Callout(found[number], _title(index, number, found[number])) for number in short}


@lru_cache(maxsize=4096)
def _kind(names: str) -> str:
    """The kind of callout that class names say; empty if they say none."""
    parts = [_parts(name) for name in names.split()[:20]]
    said = [part for name in parts for part in name]
    if len(said) == 1 and said[0] in _ALONE:
        return said[0]
    if said[:1] in (["note"], ["notecard"]) and not _KINDS.isdisjoint(said[1:2]):  # as in Hexo, and in MDN
        return said[1]
    whole = (name for name in parts if not _BOXES.isdisjoint(name))  # a box and its kind in one name
    kind = next((part for name in whole for part in reversed(name) if part in _KINDS - _BOXES), "")
    kind = kind or next((part for part in reversed(said) if part in _KINDS), "")
    kind = kind or "note" * (not _NOTES.isdisjoint(names.split()))
    is_part = any(name[-1] in _TITLES for name in parts if name)
    return kind if any(part in _BOXES and part != kind for part in said) and not is_part else ""


def _parts(names: str) -> list[str]:
    """The words of which class names consist."""
    return [str(part).lower() for part in _PART.findall(names)]


def _title(index: Elements, box: int, kind: str) -> int:
    """The largest element at the beginning of a callout that is named a title, says its kind, or is an icon; else 0.

    It is none if a colon or a dash behind it makes it a part of the sentence.
    """
    texts = np.flatnonzero(~index.blank[index.span_of(box)])
    first, last = (texts[[0, -1]] + index.first_text_node[box]).tolist()
    owner, found = int(index.text_nodes.owners[first]), 0
    while owner != box and last >= index.last_text_node[owner]:  # it is not all of the callout
        words, tag = index.text_of(owner).split(), index.tags[owner]
        if len(words) > MAX_TITLE:
            break
        said, named = " ".join(words).strip(" :").lower(), not _TITLES.isdisjoint(_parts(index.classes[owner]))
        is_icon = tag in BLOCKS and all(category(one)[0] in "SM" for one in said)
        if named or tag in HEADINGS or tag == "summary" or said == kind or is_icon:
            found = owner
        owner = int(index.parents[owner])
    behind = "".join(index.text_nodes.texts[index.last_text_node[found] : last + 1]).lstrip()
    return found if index.tags[found] in BLOCKS or behind[:1] not in _JOINING else 0


class Tabs(NamedTuple):
    """``labels``: of panels, by the number of their element; ``lists``: the elements with these labels."""

    labels: dict[int, str]
    lists: set[int]


def find_tabs(index: Elements) -> Tabs:
    """The panels of a page whose labels are known: as many as there are labels."""
    given, found = index.attributes.given, Tabs({}, set())
    lists = [number for number in index.attributes.having("role") if given[number]["role"] == "tablist"]
    lists = sorted({*lists, *index.attributes.called(_CALLED)})
    sets = [([number], _filled(index, number), _panels(index, number)) for number in lists[:MAX_LISTS]]
    for elements, labels, panels in [*sets, *_choices(index)]:
        said = [index.text_of(one) for one in labels]
        if 1 < len(said) == len(panels) <= MAX_TABS and all(0 < len(one.split()) <= MAX_LABEL for one in said):
            new = zip(panels, said, strict=True)
            found.labels.update((panel, label) for panel, label in new if _first_text(index, panel) != label)
            found.lists.update(elements)
    return found


def _choices(index: Elements) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Elements with labels of which a reader chooses one, these, and their panels: each right behind it, or code."""
    given, groups = index.attributes.given, defaultdict[int, list[int]](list)
    for one in index.tagged("label"):
        if given[one - 1].get("type") == "radio" and index.parents[one - 1] == index.parents[one]:
            groups[int(index.parents[one])].append(one)
    for around, labels in [*groups.items()][:MAX_LISTS]:
        panels = [int(index.ends[one]) for one in labels]
        if not all(one < index.ends[around] and index.tags[one] == "div" for one in panels):
            panels = [one for one in _panels(index, around) if "pre" in index.tags[one : index.ends[one]]]
        yield labels, labels, panels


def _first_text(index: Elements, number: int) -> str:
    """The first text of an element; empty if it is preformatted, as a word of code may be that of a label."""
    place = next((one for one in index.text_numbers(number) if not index.blank[one]), None)
    if place is None or index.verbatim[index.text_nodes.owners[place]]:
        return ""
    return index.text_nodes.texts[place].strip()


def _panels(index: Elements, labels: int) -> list[int]:
    """The panels behind a list of labels: those that are called so, or the elements in the one behind it."""
    for _ in range(MAX_CLIMB):
        around, end = int(index.parents[labels]), int(index.ends[labels])
        if around < 0 or end < index.ends[around]:
            break
        labels = around
    else:
        return []
    given, inside = index.attributes.given, range(end, int(index.ends[around]))
    called = [one for one in inside if given[one].get("role") == "tabpanel"]
    return index.topmost(called) or _filled(index, end) if around >= 0 else []


def _filled(index: Elements, number: int) -> list[int]:
    return [one for one in index.children(number) if index.first_text_node[one] < index.last_text_node[one]]


def find_ordinals(index: Elements) -> dict[int, int]:
    """The numbers of paragraphs, each all that stands beside its paragraph, by the first text of that; text nodes."""
    shown, texts, found = np.flatnonzero(~index.blank).tolist(), index.text_nodes.texts, dict[int, int]()
    is_ordinal = [len(texts[one]) <= MAX_ORDINAL and _ORDINAL.fullmatch(texts[one]) is not None for one in shown]
    if not any(is_ordinal):
        return found
    blocks = index.nearest(index.has_tag(BLOCKS | CELLS))
    for own, behind in compress(pairwise(shown), is_ordinal):
        label, beside = (int(index.text_nodes.owners[one]) for one in (own, behind))
        is_text = index.tags[blocks[beside]] in _NUMBERED and not _ORDINAL.fullmatch(texts[behind])
        while (around := int(index.parents[label])) > 0 and index.last_text_node[around] <= behind:
            label = around
        while beside > around and index.parents[beside] != around:
            beside = int(index.parents[beside])
        tag, other = index.tags[label], index.tags[beside]
        is_alone = index.count_texts(around) == index.count_texts(beside) + 1 or tag == "dt"
        is_row = (tag, other) in (("dt", "dd"), ("td", "td")) or (tag == "div" and other in BLOCKS)
        if is_text and is_row and is_alone and index.count_texts(label) == 1:
            found[behind] = own
    return found
