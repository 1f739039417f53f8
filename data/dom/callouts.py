"""Callouts: boxes beside the text that a writer calls a note, a tip or a warning, with their titles.

They are recognised by class names of two parts, that of a box and that of a kind, as in Sphinx, MkDocs, Docusaurus,
GitHub, Obsidian, Starlight, VitePress, AsciiDoc, Confluence and Bootstrap; or by one that is a kind and nothing else.
"""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from iawce.data.dom.attributes import word_search
from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import HEADINGS

_PART = re.compile(r"[a-z]+|[A-Z][a-z]+|[A-Z]+")
_BOXES = frozenset({"admonition", "admonitionblock", "alert", "aside", "callout", "custom", "hint", "macro", "notice"})
_ALONE = frozenset({"attention", "caution", "danger", "important", "note", "tip", "warning"})
_KINDS = _ALONE | {
    "abstract", "bug", "error", "example", "failure", "hint", "info", "question", "seealso", "success", "todo",
}  # fmt: skip
_TITLES = frozenset({"caption", "head", "header", "heading", "label", "title"})
_TAGS = frozenset({"aside", "blockquote", "details", "div", "p", "section", "table"})
_HINT = word_search(" ".join(sorted(_BOXES | _ALONE)))
MAX_WORDS = 500
"""Most words and text nodes of a callout."""
MAX_TITLE = 20
"""Most words of its title."""


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
    kind = next((part for part in reversed(said) if part in _KINDS), "note" if "admonition" in names.split() else "")
    is_part = any(name[-1] in _TITLES for name in parts if name)
    return kind if any(part in _BOXES and part != kind for part in said) and not is_part else ""


def _parts(names: str) -> list[str]:
    """The words of which class names consist."""
    return [str(part).lower() for part in _PART.findall(names)]


def _title(index: Elements, box: int, kind: str) -> int:
    """The largest element at the beginning of a callout that is named a title, or says its kind; 0 if there is none."""
    texts = np.flatnonzero(~index.blank[index.first_text_node[box] : index.last_text_node[box]])
    first, last = (texts[[0, -1]] + index.first_text_node[box]).tolist()
    owner, found = int(index.text_nodes.owners[first]), 0
    while owner != box and last >= index.last_text_node[owner]:  # it is not all of the callout
        words, tag = index.text_of(owner).split(), index.tags[owner]
        if len(words) > MAX_TITLE:
            break
        named = not _TITLES.isdisjoint(_parts(index.classes[owner]))
        if named or tag in HEADINGS or tag == "summary" or " ".join(words).strip(" :").lower() == kind:
            found = owner
        owner = int(index.parents[owner])
    return found
