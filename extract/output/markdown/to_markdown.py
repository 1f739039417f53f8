"""Markdown of cleaned HTML: CommonMark with the tables of GitHub.

Characters that Markdown would interpret are escaped, and no HTML is written. The tags of the markup are read in one
pass, in linear time for any depth of nesting: a flat list of tags has no depth. Cleaned HTML (``clean_html``) comes
from a serialiser: every start tag has an end tag, values of attributes are in double quotes. Everything else is text.
"""

import re
from collections.abc import Sequence
from html import unescape
from typing import NamedTuple

from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.escape_markdown import code_span, escape_address, escape_text, fenced
from iawce.extract.output.html import FORMULA
from iawce.extract.output.markdown.blocks import LISTS, NO_CELL, MarkdownBlocks, MarkdownTable, TableShape
from iawce.extract.output.markdown.line import PLAIN, Line, Link, Marks

_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:[^"<>]++|"[^"]*+")*+)>')
_ATTRIBUTE = re.compile(r'([^\s="]++)="([^"]*+)"')
_NUMBER = re.compile("[0-9]{1,8}")
_LANGUAGE = re.compile(r"(?:^|\s)language-([\w+#.-]+)")
_CODE = frozenset({"pre", "code", "kbd", "samp", "tt"})
_RELEVANT = NO_CELL | LISTS | CELLS | {"a", "tr"}
Tag = tuple[str, str, str, str]
"""The slash of an end tag, the name, attributes as they are written, and the text after the tag, as it is written."""


def _attributes(written: str) -> dict[str, str]:
    """Attributes of a start tag."""
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def _number(written: str, name: str) -> int | None:
    """The attribute of a start tag that is a number."""
    given = _attributes(written).get(name, "") if written else ""
    return int(given) if _NUMBER.fullmatch(given) else None


def _facts(tags: Sequence[Tag]) -> dict[int, Link | TableShape]:
    """The facts about each link and table that are needed before it is written, by the place of its start tag."""
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
            facts[place] = link = Link(_attributes(attributes).get("href", ""))
            links.append(link)
        elif name == "table":
            facts[place] = table = TableShape()
            tables.append(table)
    return facts


class _Code:
    """An element whose text is code; ``is_block``: it is a ``pre``; ``language`` of the first tag that names one."""

    def __init__(self, tag: str, attributes: str) -> None:
        self.is_block, self.language, self.parts = tag == "pre", "", list[str]()
        self.add_tag("", attributes)

    def add_tag(self, tag: str, attributes: str = "") -> None:
        """Add a start or end tag in the code: that of a block begins a line."""
        if tag in BLOCKS and self.parts and (tag == "br" or not self.parts[-1].endswith("\n")):
            self.parts.append("\n")
        if attributes and not self.language and (found := _LANGUAGE.search(_attributes(attributes).get("class", ""))):
            self.language = found[1]

    @property
    def text(self) -> str:
        return "".join(self.parts).strip("\n").rstrip()


class _State(NamedTuple):
    """The open constructs at a place of the markup; the end of an element restores the state before its start.

    ``depth``: open containers of blocks; ``link``: around a heading, and written on that alone; ``code``: the outermost
    element whose text is code; ``script``: tag of the outermost superscript or subscript; ``start``: runs of the line
    before it.
    """

    depth: int = 0
    start: int = 0
    marks: Marks = PLAIN
    link: Link | None = None
    heading: int = 0
    table: MarkdownTable | None = None
    cell: str = ""
    code: _Code | None = None
    script: str = ""

    @property
    def is_one_line(self) -> bool:
        """Whether blocks inside do not begin lines of their own."""
        return bool(self.heading or self.cell)


_BREAKING = BLOCKS - {"br"} | CELLS
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CONTAINERS = frozenset({"blockquote", "ul", "ol", "li", "dd"})
_ENCLOSING = frozenset({*_EMPHASIS, *_CONTAINERS, *_CODE, *HEADINGS, *CELLS, "sup", "sub", "a", "table"})
"""Tags that change the state of their content."""
_PARTS = frozenset({"thead", "tbody", "tfoot"})
"""Parts of a table."""
_BEHIND_HEADING = frozenset({"p", "table", "ul", "ol", "dl", "blockquote"})
"""Tags that, after the text of a heading, show that its end tag is missing."""
_HEEDED = _ENCLOSING | BLOCKS | {"img"}
"""All other tags have no effect."""


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML: ATX headings, ``-`` for bullets, fenced code, tables without spans."""
    writer, (text, *found) = _Writer(), _TAG.split(html)
    tags = list(zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True))
    facts = _facts(tags)
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
        self._state, self._around = _State(), list[_State]()

    @property
    def _marks(self) -> Marks:
        marks = self._state.marks
        return marks._replace(link=None) if marks.link and marks.link.spent else marks

    def write(self, text: str) -> None:
        plain = unescape(text) if "&" in text else text
        if self._state.code:
            self._state.code.parts.append(plain)
        else:
            self._line.add("text", plain, self._marks)

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
        elif tag == "br" and self._line.ends_with_break and not state.is_one_line:  # the second one ends the paragraph
            self._flush()
        elif tag == "br":
            self._line.add("break", "\n", self._marks)
        elif tag == "img":
            given = _attributes(attributes)
            name, address = escape_text(" ".join(given.get("alt", "").split())), given.get("src")
            if address:
                self._line.add("picture", f"![{name}]({escape_address(address)})", self._marks)
        elif state.table and tag in _PARTS:
            state.table.begin_part(tag)
        elif state.table and tag == "tr":
            state.table.begin_row()
        elif tag == "hr" and not state.is_one_line:
            self._blocks.add(["---"])

    def _inside(self, state: _State, tag: str, attributes: str, facts: Link | TableShape | None) -> _State:
        """The state in an element."""
        if tag in _EMPHASIS:
            return state._replace(marks=state.marks.emphasised(_EMPHASIS[tag]))
        if tag in ("sup", "sub"):
            return state if state.script else state._replace(script=tag, start=len(self._line.runs))
        if tag in _CODE:
            return state._replace(code=_Code(tag, attributes))
        if isinstance(facts, Link) and facts.address:
            is_on_heading = facts.holds_heading and not state.is_one_line
            return state._replace(**{"link": facts} if is_on_heading else {"marks": state.marks._replace(link=facts)})
        if tag in CELLS and state.table:
            return state._replace(cell=_attributes(attributes).get("colspan") or "1")
        if state.is_one_line:
            return state
        if tag in HEADINGS:
            is_linked = state.link and not state.link.spent
            return state._replace(
                heading=int(tag[1]), marks=state.marks._replace(link=state.link) if is_linked else state.marks
            )
        if isinstance(facts, TableShape):
            return state._replace(table=MarkdownTable(facts.width) if facts.is_grid else None)
        if tag not in _CONTAINERS:
            return state
        if tag == "blockquote":
            self._blocks.open_quotation()
        elif tag in LISTS:
            self._blocks.open_list((_number(attributes, "start") or 1) if tag == "ol" else None)
        else:
            self._blocks.open_item(_number(attributes, "value"))
        return state._replace(depth=len(self._blocks))

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

    def _close(self, state: _State, around: _State, tag: str) -> None:
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
            self._blocks.add(state.table.lines())

    def finish(self) -> str:
        self._flush()
        return self._blocks.text()

    def _border(self) -> None:
        """End the line at the border of a block."""
        if self._state.is_one_line:
            self._line.add("text", " ", self._marks)
        else:
            self._flush()

    def _flush(self, heading: int = 0) -> None:
        """Write the line as a separate block."""
        if heading:
            text = self._line.render_heading()
            lines = [f"{'#' * heading} {text}"] if text else []
        else:
            lines = self._line.render()
        if lines:
            self._line.spend_links()
            self._blocks.add(lines)
        self._line = Line()

    def _close_code(self, code: _Code) -> None:
        is_line, text = self._state.is_one_line, code.text
        if code.language == FORMULA:
            tex = " ".join(text.split())
            if tex and code.is_block and not is_line:
                self._flush()
                self._blocks.add(["$$", tex, "$$"])
            elif tex:
                self._line.add("markdown", code_span(tex) if "$" in tex else f"${tex}$", self._marks)
        elif code.is_block or ("\n" in text and not is_line and not self._line.runs):
            self._flush()
            self._blocks.add(fenced(text, code.language) if text.strip() else [])
        else:
            self._line.add("markdown", code_span(text), self._marks)
