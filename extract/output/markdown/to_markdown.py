"""Markdown of cleaned HTML: CommonMark with the tables of GitHub.

Characters that Markdown would interpret are escaped, and no HTML is written. The tags of the markup are read in one
pass, in linear time for any depth of nesting.
"""

from html import unescape
from typing import NamedTuple

from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.escape_markdown import fenced
from iawce.extract.output.html import FORMULA
from iawce.extract.output.markdown.blocks import MarkdownBlocks
from iawce.extract.output.markdown.code import CODE, Code
from iawce.extract.output.markdown.line import PLAIN, Line, Link, Marks
from iawce.extract.output.markdown.markup import TableShape, attributes_of, number_of, read_markup
from iawce.extract.output.markdown.table import MarkdownTable


class State(NamedTuple):
    """The open constructs at a place of the markup; the end of an element restores the state before its start."""

    depth: int = 0
    """Number of open containers of blocks."""
    start: int = 0
    """Number of runs of the line before the outermost ``script``."""
    marks: Marks = PLAIN
    link: Link | None = None
    """The link around a heading, which is written on the heading alone."""
    heading: int = 0
    table: MarkdownTable | None = None
    cell: str = ""
    code: Code | None = None
    """The outermost element whose text is code."""
    script: str = ""
    """Tag of the outermost element with superscript or subscript text."""

    @property
    def is_one_line(self) -> bool:
        """Whether blocks inside do not begin lines of their own."""
        return bool(self.heading or self.cell)

    def in_link(self, link: Link) -> "State":
        """The state in a link."""
        if link.holds_heading and not self.is_one_line:
            return self._replace(link=link)
        return self._replace(marks=self.marks._replace(link=link))

    def in_heading(self, tag: str) -> "State":
        """The state in a heading."""
        is_linked = self.link and not self.link.spent
        marks = self.marks._replace(link=self.link) if is_linked else self.marks
        return self._replace(heading=int(tag[1]), marks=marks)


_BREAKING = BLOCKS - {"br"} | CELLS
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CONTAINERS = frozenset({"blockquote", "ul", "ol", "li", "dd"})
_ENCLOSING = frozenset({*_EMPHASIS, *_CONTAINERS, *CODE, *HEADINGS, *CELLS, "sup", "sub", "a", "table"})
"""Tags that change the state of their content."""
_PARTS = frozenset({"thead", "tbody", "tfoot"})
"""Parts of a table."""
_BEHIND_HEADING = frozenset({"p", "table", "ul", "ol", "dl", "blockquote"})
"""Tags that, after the text of a heading, show that its end tag is missing."""
_HEEDED = _ENCLOSING | BLOCKS | {"img"}
"""All other tags have no effect."""


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML: ATX headings, ``-`` for bullets, fenced code, tables without spans."""
    writer, (text, tags, facts) = _Writer(), read_markup(html)
    writer.write(text)
    for place, (slash, tag, attributes, text) in enumerate(tags):
        if tag not in _HEEDED:
            pass
        elif slash:
            writer.end(tag)
        else:
            writer.start(tag, attributes, facts.get(place))
        if text:
            writer.write(text)
    return writer.finish()


class _Writer:
    def __init__(self) -> None:
        self._blocks, self._line = MarkdownBlocks(), Line()
        self._state, self._around = State(), list[State]()

    @property
    def _marks(self) -> Marks:
        marks = self._state.marks
        return marks._replace(link=None) if marks.link and marks.link.spent else marks

    def write(self, text: str) -> None:
        plain = unescape(text) if "&" in text else text
        if self._state.code:
            self._state.code.add(plain)
        else:
            self._line.add_text(plain, self._marks)

    def start(self, tag: str, attributes: str, facts: Link | TableShape | None) -> None:
        if tag in _BEHIND_HEADING and self._state.heading and self._line.runs and not self._state.code:
            self._flush(self._state.heading)
            self._state = self._state._replace(heading=0)
        state = self._state
        if tag in _ENCLOSING:
            self._around.append(state)
        if state.code:
            state.code.add_tag(tag, attributes)
            return
        if tag in _BREAKING and self._line.runs:
            self._border()
        if tag in _ENCLOSING:
            self._state = self._inside(state, tag, attributes, facts)
        elif tag == "br":
            self._break()
        elif tag == "img":
            self._add_picture(attributes)
        elif state.table and tag in _PARTS:
            state.table.begin_part(tag)
        elif state.table and tag == "tr":
            state.table.begin_row()
        elif tag == "hr" and not state.is_one_line:
            self._blocks.add(["---"])

    def _inside(self, state: State, tag: str, attributes: str, facts: Link | TableShape | None) -> State:
        """The state in an element."""
        if tag in _EMPHASIS:
            return state._replace(marks=state.marks.emphasised(_EMPHASIS[tag]))
        if tag in ("sup", "sub"):
            return state if state.script else state._replace(script=tag, start=len(self._line.runs))
        if tag in CODE:
            return state._replace(code=Code(tag, attributes))
        if isinstance(facts, Link):
            return state.in_link(facts) if facts.address else state
        if tag in CELLS and state.table:
            return state._replace(cell=attributes_of(attributes).get("colspan") or "1")
        return state if state.is_one_line else self._inside_block(state, tag, attributes, facts)

    def _inside_block(self, state: State, tag: str, attributes: str, facts: Link | TableShape | None) -> State:
        if tag in HEADINGS:
            return state.in_heading(tag)
        if isinstance(facts, TableShape):
            return state._replace(table=MarkdownTable(facts.width) if facts.is_grid else None)
        if tag in _CONTAINERS:
            self._open_container(tag, attributes)
            return state._replace(depth=len(self._blocks))
        return state

    def _open_container(self, tag: str, attributes: str) -> None:
        if tag == "blockquote":
            self._blocks.open_quotation()
        elif tag == "ul":
            self._blocks.open_list(None)
        elif tag == "ol":
            self._blocks.open_list(number_of(attributes, "start") or 1)
        else:
            self._blocks.open_item(number_of(attributes, "value"))

    def end(self, tag: str) -> None:
        state = around = self._state
        if tag in _ENCLOSING and self._around:
            self._state = around = self._around.pop()
        if around.code:
            around.code.add_tag(tag)
            return
        if state is not around:
            self._close(state, around, tag)
        if tag in _BREAKING and self._line.runs:
            self._border()
        if state.depth > around.depth:
            self._blocks.close_to(around.depth)

    def _close(self, state: State, around: State, tag: str) -> None:
        """Handle the end of an element whose state differs from that around it."""
        if state.code:
            self._close_code(state.code)
        elif state.script and not around.script:
            self._line.script(state.start, state.script)
        elif state.heading and not around.heading:
            self._flush(state.heading)
        elif state.cell and not around.cell and state.table:
            state.table.add(self._line.render_cell(), is_head=tag == "th", columns=state.cell)
            self._line = Line()
        elif tag == "table" and state.table:
            self._flush()
            self._add(state.table.lines())

    def finish(self) -> str:
        self._flush()
        return self._blocks.text()

    def _border(self) -> None:
        """End the line at the border of a block."""
        if self._state.is_one_line:
            self._line.add_text(" ", self._marks)
        else:
            self._flush()

    def _break(self) -> None:
        """Add a line break; a second one in a row ends the paragraph."""
        if self._line.ends_with_break and not self._state.is_one_line:
            self._flush()
        else:
            self._line.add_break(self._marks)

    def _add_picture(self, attributes: str) -> None:
        given = attributes_of(attributes)
        if given.get("src"):
            self._line.add_picture(given.get("alt", ""), given["src"], self._marks)

    def _flush(self, heading: int = 0) -> None:
        """Write the line as a separate block."""
        if heading:
            text = self._line.render_heading()
            lines = [f"{'#' * heading} {text}"] if text else []
        else:
            lines = self._line.render()
        if lines:
            self._line.spend_links()
            self._add(lines)
        self._line = Line()

    def _add(self, lines: list[str]) -> None:
        if lines:
            self._blocks.add(lines)

    def _close_code(self, code: Code) -> None:
        is_line = self._state.is_one_line
        if code.language == FORMULA:
            self._close_formula(" ".join(code.text.split()), is_block=code.is_block and not is_line)
        elif code.is_block or ("\n" in code.text and not is_line and not self._line.runs):
            self._flush()
            self._add(fenced(code.text, code.language) if code.text.strip() else [])
        else:
            self._line.add_code(code.text, self._marks)

    def _close_formula(self, tex: str, *, is_block: bool) -> None:
        if tex and is_block:
            self._flush()
            self._add(["$$", tex, "$$"])
        else:
            self._line.add_formula(tex, self._marks)
