"""Markdown of cleaned HTML: CommonMark with the tables of GitHub.

Characters that Markdown would interpret are escaped, and no HTML is written. The tags of the markup are read in one
pass, in linear time for any depth of nesting: a flat list of tags has no depth. Cleaned HTML (``clean_html``) comes
from a serialiser: every start tag has an end tag, values of attributes are in double quotes. Everything else is text.
"""

import re
from collections.abc import Sequence
from html import unescape
from textwrap import indent
from typing import NamedTuple

from iawce.data.dom.tags import BLOCKS, CELLS, HEADINGS, ROW_GROUPS, STRUCK, VOID
from iawce.data.escape_markdown import code_span, escape_address, escape_label, fenced
from iawce.extract.output.html import CALLOUT, FORMULA, NOTE
from iawce.extract.output.markdown.blocks import RULE, MarkdownBlocks, MarkdownTable
from iawce.extract.output.markdown.line import PLAIN, Line, Link, Marks

_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*+)((?>[^"<>]++|"[^"]*+")*+)>')
_ATTRIBUTE = re.compile(r'(?<![^\s="])([^\s="]++)="([^"]*+)"')
_NUMBER = re.compile("[0-9]{1,8}")
_LANGUAGE = re.compile(r"(?:^|\s)language-([\w+#.-]+)")
_CODE = frozenset({"pre", "code", "kbd", "samp", "tt"})
Tag = tuple[str, str, str, str]  # Slash of an end tag, name, attributes as written, and the text after it as written
_BREAKING = BLOCKS - {"br"} | CELLS
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_CONTAINERS = frozenset({"blockquote", "ul", "ol", "li", "dd"})
_ENCLOSING = frozenset({
    *_EMPHASIS, *STRUCK, "q", *_CONTAINERS, *_CODE, *HEADINGS, *CELLS, "sup", "sub", "a", "table", "figure", "header",
})  # fmt: skip
"""Tags that change the state of their content."""
QUOTES, ITEM = "“”", "• "  # ``ITEM`` begins an item in a cell
_BEHIND_HEADING = frozenset({"p", "table", "ul", "ol", "dl", "blockquote"})  # Show that its end tag is missing
_HEEDED = _ENCLOSING | BLOCKS | {"img", "input"}  # All other tags have no effect
_NOTE = re.compile(rf'\sid="{NOTE}([0-9]+)"')
_MARK = re.compile(rf'\shref="#{NOTE}([0-9]+)"')
_CALLOUT = re.compile(rf"{CALLOUT}([\w-]+)")
_HELD = frozenset({"div", "figcaption", "figure", "p"})  # Tags that may begin the caption of a picture


def _attributes(written: str) -> dict[str, str]:
    """Attributes of a start tag."""
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def _number(written: str) -> int | None:
    """An attribute that is a number."""
    return int(written) if _NUMBER.fullmatch(written) else None


def _links(tags: Sequence[Tag]) -> dict[int, Link]:
    """The links, by the place of the start tag of each."""
    found, around = dict[int, Link](), list[Link]()
    for place, (slash, name, attributes, _) in enumerate(tags):
        if name == "a" and not slash:
            found[place] = link = Link(_attributes(attributes).get("href", ""))
            around.append(link)
        elif name == "a" and around:
            around.pop()
        elif around and name in HEADINGS:
            around[-1].holds_heading = True
    return found


class _Code:
    """An element whose text is code; ``is_block``: it is a ``pre``; ``language`` of the first tag that names one."""

    def __init__(self, tag: str, attributes: str) -> None:
        self.is_block, self.language = tag == "pre", _language(attributes)
        self._parts = list[str]()

    def add(self, text: str) -> None:
        self._parts.append(text)

    def add_tag(self, tag: str, attributes: str = "") -> None:
        """Add a start or end tag in the code: that of a block begins a line."""
        if tag in BLOCKS and self._parts and (tag == "br" or not self._parts[-1].endswith("\n")):
            self._parts.append("\n")
        self.language = self.language or _language(attributes)

    @property
    def text(self) -> str:
        return "".join(self._parts).replace("\xa0", " ").strip("\n").rstrip()


def _language(attributes: str) -> str:
    found = _LANGUAGE.search(_attributes(attributes).get("class", "")) if attributes else None
    return found[1] if found else ""


class _State(NamedTuple):
    """The open constructs at a place of the markup; the end of an element restores the state before its start."""

    depth: int = 0  # Open containers of blocks
    start: int = 0  # Runs of the line before it
    marks: Marks = PLAIN
    link: Link | None = None  # Around a heading, and written on that alone
    heading: int = 0
    table: MarkdownTable | None = None
    cell: str = ""
    rows: str = ""
    code: _Code | None = None  # The outermost element whose text is code
    script: str = ""  # Tag of the outermost superscript or subscript
    is_silent: bool = False  # Whether the text is not written
    is_quoted: bool = False
    is_title: bool = False  # Whether the text is that of a callout
    figures: int = 0  # That are around

    @property
    def is_one_line(self) -> bool:
        """Whether blocks inside do not begin lines of their own."""
        return bool(self.heading or self.cell or self.is_title)


def _notes(tags: Sequence[Tag]) -> dict[int, int]:
    """The places of the start and end tags of footnotes, with their numbers; none is in another."""
    found, depth, number = dict[int, int](), 0, 0
    for place, (slash, tag, attributes, _) in enumerate(tags):
        if depth and tag not in VOID:
            depth += -1 if slash else 1
            if not depth:
                found[place] = number
        elif not depth and 'id="' in attributes and (note := _NOTE.search(attributes)):
            number, depth = int(note[1]), 1
            found[place] = number
    return found


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML: ATX headings, ``-`` for bullets, fenced code, tables without spans, footnotes last."""
    writer, (text, *found) = _Writer(), _TAG.split(html)
    tags = list(zip(found[::4], found[1::4], found[2::4], found[3::4], strict=True))
    links, notes = _links(tags), _notes(tags) if f'id="{NOTE}' in html else {}
    writer.write(text)
    for place, (slash, tag, attributes, text) in enumerate(tags):
        if note := notes.get(place):
            writer.end_note(note) if slash else writer.begin_note()
        elif tag in _HEEDED:
            writer.end(tag) if slash else writer.start(tag, attributes, links.get(place))
        if text:
            writer.write(text)
    return writer.finish()


class _Writer:
    def __init__(self) -> None:
        self._blocks, self._line = MarkdownBlocks(), Line()
        self._state, self._around = _State(), list[_State]()
        self._notes = dict[int, str]()

    def begin_note(self) -> None:
        """Begin a footnote, whose text is written at the end, behind that of the page."""
        self._page = self._blocks, self._line, self._state, self._around
        self._blocks, self._line, self._state, self._around = MarkdownBlocks(), Line(), _State(), []

    def end_note(self, number: int) -> None:
        """End the note, and go on with the text around it."""
        self._flush()
        self._notes[number] = self._blocks.text()
        self._blocks, self._line, self._state, self._around = self._page
        if not self._line.runs:  # it is not in the heading itself
            self._blocks.leave_note()
        while self._line.runs and self._line.runs[-1].text.isspace():  # it was before the note
            self._line.runs.pop()

    @property
    def _marks(self) -> Marks:
        marks = self._state.marks
        return marks._replace(link=None) if marks.link and marks.link.spent else marks

    def write(self, text: str) -> None:
        if self._state.is_silent:
            return
        plain = unescape(text) if "&" in text else text
        if self._state.code:
            self._state.code.add(plain)
        else:
            if self._state.figures and self._line.kinds == {"picture"} and text.strip():
                self._line.add("break", "\n", self._marks)
            self._line.add_text(plain, self._marks)

    def start(self, tag: str, attributes: str, link: Link | None) -> None:
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
            self._border(is_held=tag in _HELD)
        if tag in _ENCLOSING:
            self._state = self._inside(state, tag, attributes, link)
        elif tag == "br" and self._line.ends_with_break and not state.is_one_line:
            self._flush()  # a second one in a row ends the paragraph
        elif tag == "br":
            self._line.add("break", "\n", self._marks)
        elif tag == "img":
            self._add_picture(attributes)
        elif state.table and not state.cell and tag in ROW_GROUPS:
            state.table.begin_part(tag)
        elif state.table and not state.cell and tag == "tr":
            state.table.begin_row()
        elif tag == "input":
            self._line.add("box", "[x] " if "checked" in attributes else "[ ] ", self._marks)
        elif tag == "hr" and not state.is_one_line:
            self._blocks.add([RULE])

    def _inside(self, state: _State, tag: str, attributes: str, link: Link | None) -> _State:
        """The state in an element."""
        if tag in _EMPHASIS:
            return state._replace(marks=state.marks.emphasised(_EMPHASIS[tag]))
        if tag in STRUCK:
            return state._replace(marks=state.marks._replace(is_struck=True))
        if tag == "q":
            self._line.add_text(QUOTES[0], self._marks)
            return state._replace(is_quoted=True)
        if tag in ("sup", "sub"):
            return state if state.script else state._replace(script=tag, start=len(self._line.runs))
        if tag in _CODE:
            return state._replace(code=_Code(tag, attributes))
        if link and (mark := _MARK.search(attributes)):
            self._line.add("markdown", f"[^{int(mark[1])}]", state.marks)
            return state._replace(is_silent=True)
        if link and link.address and link.holds_heading and not state.is_one_line:
            return state._replace(link=link)
        if link:
            return state._replace(marks=state.marks._replace(link=link)) if link.address else state
        if tag in CELLS and state.table and not state.cell:
            spans = _attributes(attributes)
            return state._replace(cell=spans.get("colspan") or "1", rows=spans.get("rowspan") or "1")
        if tag == "li" and state.cell:
            self._line.add_text(ITEM, PLAIN)
        return state if state.is_one_line else self._inside_block(state, tag, _attributes(attributes))

    def _inside_block(self, state: _State, tag: str, given: dict[str, str]) -> _State:
        if tag in HEADINGS:
            is_linked = state.link and not state.link.spent
            marks = state.marks._replace(link=state.link) if is_linked else state.marks
            return state._replace(heading=int(tag[1]), marks=marks)
        if tag == "table":
            return state._replace(table=MarkdownTable())
        if tag == "figure":
            return state._replace(figures=state.figures + 1)
        if tag not in _CONTAINERS:
            return state._replace(is_title=True) if tag == "header" and self._blocks.is_headed else state
        if tag == "blockquote":
            callout = _CALLOUT.fullmatch(given.get("class", ""))
            self._blocks.open_quotation(f"[!{callout[1]}]" if callout else "")
        elif tag == "ul":
            self._blocks.open_list(None)
        elif tag == "ol":
            step = -1 if "reversed" in given else 1
            start = _number(given.get("start", "1"))
            self._blocks.open_list(1 if start is None else start, step, given.get("type", "1"))
        elif letter := self._blocks.open_item(_number(given.get("value", ""))):
            self._line.add_text(letter, PLAIN)
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
            self._border(is_held=tag not in ("figure", "li"))
        if state.depth > around.depth:
            self._blocks.close_to(around.depth)

    def _close(self, state: _State, around: _State, tag: str) -> None:
        """Handle the end of an element whose state differs from that around it."""
        if tag == "q":
            self._line.add_text(QUOTES[1], self._marks)
        elif state.code:
            self._close_code(state.code)
        elif state.script and not around.script:
            self._line.script(state.start, state.script)
        elif state.heading and not around.heading:
            self._flush(state.heading)
        elif state.is_title and not around.is_title:
            self._blocks.entitle(self._line.render_heading())
            self._line = Line()
        elif state.cell and not around.cell and state.table:
            state.table.add(self._line.render_cell(), is_head=tag == "th", columns=state.cell, rows=state.rows)
            self._line = Line()
        elif tag == "table" and state.table:
            self._flush()
            self._blocks.add(state.table.lines())

    def finish(self) -> str:
        self._flush()
        notes = [f"[^{number}]: {indent(text, '    ').lstrip()}" for number, text in sorted(self._notes.items())]
        return "\n\n".join(filter(None, [self._blocks.text(), *notes]))

    def _border(self, *, is_held: bool) -> None:
        """End the line at the border of a block; a picture of a figure is held for its caption, a box for its task."""
        is_held &= self._line.kinds == {"box"} or (self._state.figures > 0 and self._line.kinds == {"picture"})
        if self._state.is_one_line or is_held:
            self._line.add_text(" ", self._marks)
        else:
            self._flush()

    def _add_picture(self, attributes: str) -> None:
        given = _attributes(attributes)
        if given.get("src"):
            if self._state.figures and self._line.kinds == {"picture"}:
                self._line.add_text(" ", self._marks)
            name = escape_label(" ".join(given.get("alt", "").split()))
            link = self._marks.link
            shown = f"![{name}]({escape_address(given['src'])})"
            self._line.add("picture", shown, Marks(link if link and not link.pictured else None))

    def _flush(self, heading: int = 0) -> None:
        """Write the line as a separate block."""
        if heading:
            text = self._line.render_heading()
            lines = [f"{'#' * heading} {text}"] if text else []
        else:
            lines = self._line.render()
        if lines:
            self._line.spend_links()
            self._blocks.add(lines, heading)
        self._line = Line()

    def _close_code(self, code: _Code) -> None:
        is_line, tex = self._state.is_one_line, " ".join(code.text.split()) if code.language == FORMULA else ""
        is_block = code.is_block or (not tex and "\n" in code.text and not self._line.runs)
        if code.text.strip() and is_block and not is_line:
            self._flush()
            self._blocks.add(["$$", tex, "$$"] if tex and "$$" not in tex else fenced(code.text, code.language))
        elif code.language != FORMULA:
            self._line.add("code", code.text if code.is_block else code.text.replace("\n", " "), self._marks)
        elif tex:
            self._line.add("markdown", code_span(tex) if "$" in tex else f"${tex}$", self._marks)
