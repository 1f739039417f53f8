"""Cleaned HTML as a flat list of tags, with the facts needed before a part of it is written.

A list has no depth, so nesting costs nothing. Cleaned HTML (``clean_html``) comes from a serialiser: every start tag
has an end tag, values of attributes are in double quotes. Everything else is text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.extract.output.markdown.line import Link

_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:[^"<>]++|"[^"]*+")*+)>')
_ATTRIBUTE = re.compile(r'([^\s="]++)="([^"]*+)"')
_NUMBER = re.compile("[0-9]{1,8}")
_LISTS = frozenset({"ul", "ol"})
_NO_CELL = frozenset({*HEADINGS, "table", "pre", "blockquote", "hr", "figure", "dl"})
"""Elements not allowed in a cell of a Markdown table."""
_RELEVANT = _NO_CELL | _LISTS | CELLS | {"a", "tr"}


@dataclass(slots=True)
class TableShape:
    """The shape of a table, without nested tables."""

    width: int = 0
    rows: int = 0
    has_heads: bool = False
    has_lists: bool = False
    has_blocks: bool = False
    cells: int = 0
    """Of the current row."""

    @property
    def is_grid(self) -> bool:
        """Whether it is written as a table; others are layout tables, whose cells are blocks."""
        return self.width > 1 and not self.has_blocks and (self.has_heads or (self.rows > 1 and not self.has_lists))

    def look(self, tag: str) -> None:
        """Examine a start tag."""
        self.has_blocks |= tag in _NO_CELL
        self.has_lists |= tag in _LISTS
        self.has_heads |= tag == "th"
        if tag == "tr":
            self.rows, self.cells = self.rows + 1, 0
        elif tag in CELLS:
            self.cells += 1
            self.width = max(self.width, self.cells)


Tag = tuple[str, str, str, str]
"""The slash of an end tag, the name, attributes as they are written, and the text after the tag, as it is written."""


class Markup(NamedTuple):
    """The text before the first tag, all tags, and facts about some elements by the position of their start tag."""

    text: str
    tags: Sequence[Tag]
    facts: dict[int, Link | TableShape]


def read_markup(html: str) -> Markup:
    """The tags of cleaned HTML."""
    text, *found = _TAG.split(html)
    tags = list(zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True))
    return Markup(text, tags, _facts(tags))


def attributes_of(written: str) -> dict[str, str]:
    """Attributes of a start tag."""
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def number_of(written: str, name: str) -> int | None:
    """The attribute of a start tag that is a number."""
    given = attributes_of(written).get(name, "") if written else ""
    return int(given) if _NUMBER.fullmatch(given) else None


def _facts(tags: Sequence[Tag]) -> dict[int, Link | TableShape]:
    """The facts about each link and table."""
    facts, links, tables = dict[int, Link | TableShape](), list[Link](), list[TableShape]()
    relevant = ((place, tag) for place, tag in enumerate(tags) if tag[1] in _RELEVANT)
    for place, (slash, name, attributes, _) in relevant:
        if slash:
            opened = links if name == "a" else tables if name == "table" else None
            if opened:
                opened.pop()
            continue
        if links and name in HEADINGS:
            links[-1].holds_heading = True
        if tables:
            tables[-1].look(name)
        if name == "a":
            facts[place] = link = Link(attributes_of(attributes).get("href", ""))
            links.append(link)
        elif name == "table":
            facts[place] = table = TableShape()
            tables.append(table)
    return facts
