"""Cleaned HTML as a list of events: start tags, texts, end tags, and what has to be known before a part is written.

A list has no depth, so nesting costs nothing.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from lxml import etree

from iawce.data.html.tags import CELLS, HEADINGS
from iawce.extract.output.markdown.line import Link

_NO_CELL = frozenset({*HEADINGS, "table", "pre", "blockquote", "hr", "figure", "dl"})
"""What cannot stand in a cell of a Markdown table."""
_LISTS = frozenset({"ul", "ol"})


@dataclass(slots=True)
class TableShape:
    """What a table is made of, nested tables aside."""

    width: int = 0
    rows: int = 0
    has_heads: bool = False
    has_lists: bool = False
    has_blocks: bool = False
    cells: int = 0
    """Of the row being read."""

    @property
    def is_grid(self) -> bool:
        """Whether it is written as a table; all else is a means of layout, and its cells are blocks."""
        return self.width > 1 and not self.has_blocks and (self.has_heads or (self.rows > 1 and not self.has_lists))


class Event(NamedTuple):
    """``start`` and ``end`` of an element, ``text`` of a text."""

    kind: str
    name: str
    """Tag, or the text itself."""
    attributes: dict[str, str] = {}  # noqa: RUF012 - never written to
    facts: Link | TableShape | None = None


class _Reader:
    """Target of the parser."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._links: list[Link] = []
        self._tables: list[TableShape] = []

    def start(self, tag: str, attributes: Any) -> None:
        facts: Link | TableShape | None = None
        self._look(tag)
        if tag == "a":
            facts = Link(attributes.get("href", ""))
            self._links.append(facts)
        elif tag == "table":
            facts = TableShape()
            self._tables.append(facts)
        self.events.append(Event("start", tag, dict(attributes), facts))

    def _look(self, tag: str) -> None:
        if self._links and tag in HEADINGS:
            self._links[-1].holds_heading = True
        if not self._tables:
            return
        shape = self._tables[-1]
        shape.has_blocks |= tag in _NO_CELL
        shape.has_lists |= tag in _LISTS
        shape.has_heads |= tag == "th"
        if tag == "tr":
            shape.rows, shape.cells = shape.rows + 1, 0
        elif tag in CELLS:
            shape.cells += 1
            shape.width = max(shape.width, shape.cells)

    def end(self, tag: str) -> None:
        if tag == "a":
            self._links.pop()
        elif tag == "table":
            self._tables.pop()
        self.events.append(Event("end", tag))

    def data(self, text: str) -> None:
        self.events.append(Event("text", text))

    def comment(self, text: str) -> None:
        """Passed over."""

    def close(self) -> None:
        """Nothing is left to do."""


def read_events(html: str) -> list[Event]:
    """Events of cleaned HTML; every start has its end."""
    if not html.strip():
        return []
    reader = _Reader()
    parser = etree.HTMLParser(target=cast("Any", reader), encoding="utf-8", huge_tree=True)
    etree.fromstring(html.encode("utf-8", "replace"), parser)
    return reader.events
