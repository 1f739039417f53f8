"""Markdown of cleaned HTML: CommonMark with the tables of GitHub.

Text means itself: what would be markup is escaped, and no HTML is written. One pass over the events of the markup,
which costs time in proportion to its length, however deep it is nested.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from iawce.data.html.tags import BLOCKS, CELLS, HEADINGS
from iawce.extract.output.code_language import FORMULA
from iawce.extract.output.markdown.blocks import MarkdownBlocks
from iawce.extract.output.markdown.escape import fenced
from iawce.extract.output.markdown.events import Event, TableShape, read_events
from iawce.extract.output.markdown.line import BREAK, Line, Link, Marks
from iawce.extract.output.markdown.state import State
from iawce.extract.output.markdown.table import MarkdownTable

_BREAKING = BLOCKS - {"br"} | CELLS
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CONTAINERS = frozenset({"blockquote", "ul", "ol", "li", "dd"})
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_LANGUAGE = re.compile(r"(?:^|\s)language-([\w+#.-]+)")
_NUMBER = re.compile("[0-9]{1,8}")


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML: ATX headings, ``-`` for bullets, fenced code, tables without spans."""
    writer = _Writer()
    for event in read_events(html):
        if event.kind == "text":
            writer.write(event.name)
        elif event.kind == "start":
            writer.start(event)
        else:
            writer.end(event.name)
    return writer.finish()


class _Writer:
    def __init__(self) -> None:
        self._blocks, self._line = MarkdownBlocks(), Line()
        self._code, self._language = list[str](), ""
        self._states = [State()]

    @property
    def _marks(self) -> Marks:
        marks = self._states[-1].marks
        return replace(marks, link=None) if marks.link and marks.link.spent else marks

    def write(self, text: str) -> None:
        if self._states[-1].code:
            self._code.append(text)
        else:
            self._line.add_text(text, self._marks)

    def start(self, event: Event) -> None:
        around = self._states[-1]
        if around.code:
            self._states.append(around)
            self._break_code(event.name)
            self._language = self._language or _language(event)
            return
        if event.name in _BREAKING:
            self._border(around)
        state = replace(around, depth=len(self._blocks), start=len(self._line))
        self._states.append(state)
        self._states[-1] = self._open_inline(state, event) or self._open_block(state, event) or state

    def _open_inline(self, state: State, event: Event) -> State | None:
        tag, attributes = event.name, event.attributes
        if tag == "br":
            self._break(state)
        elif tag == "img" and attributes.get("src"):
            self._line.add_picture(attributes.get("alt", ""), attributes["src"], self._marks)
        elif tag in _EMPHASIS:
            return replace(state, marks=state.marks.emphasised(_EMPHASIS[tag]))
        elif tag in ("sup", "sub") and not state.script:
            return replace(state, script=tag)
        elif tag in ("pre", *_CODE):
            self._code, self._language = [], _language(event)
            return replace(state, code=tag)
        elif isinstance(event.facts, Link) and event.facts.address:
            if event.facts.holds_heading and not state.is_one_line:
                return replace(state, link=event.facts)
            return replace(state, marks=replace(state.marks, link=event.facts))
        return None

    def _open_block(self, state: State, event: Event) -> State | None:
        tag, attributes = event.name, event.attributes
        if tag in CELLS and state.table:
            return replace(state, cell=attributes.get("colspan") or "1")
        if tag == "tr" and state.table:
            state.table.begin_row()
        elif state.is_one_line:
            return None
        elif tag in HEADINGS:
            marks = replace(state.marks, link=state.link) if state.link and not state.link.spent else state.marks
            return replace(state, heading=int(tag[1]), marks=marks)
        elif tag in _CONTAINERS:
            self._open_container(tag, attributes)
        elif tag == "hr":
            self._blocks.add(["---"])
        elif isinstance(event.facts, TableShape):
            return replace(state, table=MarkdownTable(event.facts.width) if event.facts.is_grid else None)
        return None

    def _open_container(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "blockquote":
            self._blocks.open_quotation()
        elif tag == "ul":
            self._blocks.open_list(None)
        elif tag == "ol":
            self._blocks.open_list(_number(attributes.get("start", "")) or 1)
        else:
            self._blocks.open_item(_number(attributes.get("value", "")))

    def end(self, tag: str) -> None:
        state, around = self._states.pop(), self._states[-1]
        if around.code:
            self._break_code(tag)
            return
        if state.code:
            self._close_code(state)
        elif state.script and not around.script:
            self._line.script(state.start, tag)
        elif state.heading and not around.heading:
            self._flush(state.heading)
        elif tag in CELLS and state.table:
            state.table.add(self._line.render_cell(), is_head=tag == "th", columns=state.cell)
            self._line = Line()
        elif tag == "table" and state.table:
            self._flush()
            self._add(state.table.lines())
        if tag in _BREAKING:
            self._border(around)
        self._blocks.close_to(state.depth)

    def finish(self) -> str:
        self._flush()
        return self._blocks.text()

    def _border(self, state: State) -> None:
        """A block begins or ends."""
        if state.is_one_line:
            self._line.add_text(" ", self._marks)
        else:
            self._flush()

    def _break(self, state: State) -> None:
        """A second line break in a row ends the paragraph."""
        if self._line.ends_with_break and not state.is_one_line:
            self._flush()
        else:
            self._line.add_break(self._marks)

    def _flush(self, heading: int = 0) -> None:
        """Write the line as a block of its own."""
        if heading:
            text = self._line.render_heading()
            lines = [f"{'#' * heading} {text}"] if text else []
        else:
            lines = self._line.render()
            lines[:-1] = [line + BREAK for line in lines[:-1]]
        if lines:
            self._line.spend_links()
            self._add(lines)
        self._line = Line()

    def _add(self, lines: list[str]) -> None:
        if lines:
            self._blocks.add(lines)

    def _break_code(self, tag: str) -> None:
        if tag in BLOCKS and self._code and (tag == "br" or not self._code[-1].endswith("\n")):
            self._code.append("\n")

    def _close_code(self, state: State) -> None:
        text = "".join(self._code).strip("\n").rstrip()
        if self._language == FORMULA:
            self._close_formula(" ".join(text.split()), state)
        elif state.code == "pre" or ("\n" in text and not state.is_one_line and self._line.is_blank):
            self._flush()
            self._add(fenced(text, self._language) if text.strip() else [])
        else:
            self._line.add_code(text, self._marks)

    def _close_formula(self, tex: str, state: State) -> None:
        if state.code == "pre" and tex and not state.is_one_line:
            self._flush()
            self._add(["$$", tex, "$$"])
        else:
            self._line.add_formula(tex, self._marks)


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


def _language(event: Event) -> str:
    found = _LANGUAGE.search(event.attributes.get("class", ""))
    return found[1] if found else ""
