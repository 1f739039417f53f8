"""One paragraph, heading or table cell: runs of text with their links and emphasis."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from operator import itemgetter
from typing import Literal, NamedTuple
from unicodedata import category

from iawce.data.dom.text_layout import plain_script
from iawce.data.escape_markdown import code_span, escape_address, escape_label, escape_start, escape_text

Escape = Callable[[str], str]
Kind = Literal["text", "code", "markdown", "picture", "box", "break"]  # Of a run
BREAK = "  "  # End of a line before another one of the same paragraph
_CLOSING = re.compile(r"(?<!\S)#+$")


@dataclass(slots=True, eq=False)
class Link:
    """A link; around blocks, it is written on the first picture and the first text, or on a heading alone."""

    address: str
    holds_heading: bool = False
    spent: bool = False  # It has been written on a text
    pictured: bool = False  # It has been written on a picture


class Marks(NamedTuple):
    """The constructs around a run. ``emphasis`` is ``*``, ``**`` or ``***``; ``is_struck``: struck out."""

    link: Link | None = None
    emphasis: str = ""
    is_struck: bool = False

    def emphasised(self, mark: str) -> "Marks":
        """The same marks inside one more emphasis; repeated ones count once."""
        both = {self.emphasis, mark} - {""}
        return self._replace(emphasis="***" if len(both) > 1 else both.pop())


PLAIN = Marks()


class _Run(NamedTuple):
    kind: Kind
    text: str
    marks: Marks


class Line:
    """Runs in order, written as Markdown by ``render``; none where the line is blank. ``kinds``: without blanks."""

    def __init__(self) -> None:
        self.runs: list[_Run] = []
        self.kinds = set[str]()

    @property
    def ends_with_break(self) -> bool:
        """Whether nothing has been added since a line break."""
        shown = (run.kind for run in reversed(self.runs) if run.kind != "text" or not run.text.isspace())
        return next(shown, "text") == "break"

    def add_text(self, text: str, marks: Marks) -> None:
        """Add text as on the page, a space behind a picture; those at the beginning of a line are left out."""
        if self.runs or text.strip():
            is_new = text[:1].isupper() and self.runs and self.runs[-1].kind == "picture"  # not the rest of a word
            self.add("text", f" {text}" if is_new else text, marks)

    def add(self, kind: Kind, text: str, marks: Marks) -> None:
        """Add text, code on one line, or Markdown, a picture or a line break as it is written."""
        self.runs.append(_Run(kind, text, marks if kind == "text" else Marks(marks.link)))
        self.kinds |= {kind} if kind != "text" or not text.isspace() else set()

    def script(self, start: int, tag: str) -> None:
        """Mark runs from ``start`` on as superscript or subscript (``sup``, ``sub``)."""
        added = self.runs[start:]
        if added and all(run.kind == "text" and run.marks.link is None for run in added):
            text = plain_script(tag, "".join(run.text for run in added))
            self.runs[start:] = [_Run("text", text, added[0].marks)]

    def render(self) -> list[str]:
        """Lines of a paragraph."""
        lines = [escape_start(plain) for line in _write(self.runs).split("\n") if (plain := " ".join(line.split()))]
        return lines if len(lines) < 2 else [*(line + BREAK for line in lines[:-1]), lines[-1]]

    def render_heading(self) -> str:
        """Text of a heading: no emphasis but struck words, and no picture beside words."""
        runs = [_Run(run.kind, run.text, Marks(run.marks.link, is_struck=run.marks.is_struck)) for run in self.runs]
        if any(run.kind == "text" and not run.text.isspace() for run in runs):
            runs = [run for run in runs if run.kind != "picture"]
        return _CLOSING.sub(r"\\\g<0>", " ".join(_write(runs).split()))

    def render_cell(self) -> str:
        """Text of a table cell."""
        return " ".join(_write(self.runs).split()).replace("|", "\\|")

    def spend_links(self) -> None:
        """Mark the links of this line as written, before the next block."""
        for run in self.runs:
            if run.marks.link and run.kind == "picture":
                run.marks.link.pictured = True
            elif run.marks.link and not run.text.isspace():
                run.marks.link.spent = True


def _merge(runs: Sequence[_Run]) -> list[_Run]:
    """The runs, with texts and codes of the same marks joined that are adjacent or only have a space between them."""
    merged, marked = list[_Run](), list(runs)
    for place, (before, run, after) in enumerate(zip(runs, runs[1:], runs[2:], strict=False), 1):
        if run.text.isspace() and run.kind == "text" and before.marks == after.marks:
            marked[place] = run._replace(marks=before.marks)
    for (kind, marks), group in groupby(marked, key=itemgetter(0, 2)):
        if kind == "text":
            merged.append(_Run(kind, "".join([text for _, text, _ in group]).replace("\n", " "), marks))
        elif kind == "code":  # two spans side by side would be one with more backticks
            lines = "".join([text for _, text, _ in group]).split("\n")
            merged.append(_Run("markdown", " ".join(filter(None, map(code_span, lines))), marks))
        else:
            merged.extend(group)
    return merged


def _write(runs: Sequence[_Run]) -> str:
    """Markdown of runs; spaces are those of the page."""
    if len(runs) == 1 and runs[0].kind == "text" and runs[0].marks == PLAIN:
        return escape_text(runs[0].text).replace("\n", " ")
    merged = [run for run in _merge(runs) if run.text]
    has_words = [any(map(str.isalnum, run.text)) for run in merged]
    if any(has_words):  # emphasis of signs beside them is a remainder of editing
        pairs = zip(merged, has_words, strict=True)
        merged = [run if is_word else run._replace(marks=run.marks._replace(emphasis="")) for run, is_word in pairs]
    written = list[_Run]()
    for link, group in groupby(merged, key=lambda run: run.marks.link):
        if link is None:
            written.extend(group)
        else:
            text = _emphasise(list(group), "[", "]", escape_label)
            if core := text.strip():
                text = text.replace(core, f"[{core}]({escape_address(link.address)})", 1)
            written.append(_Run("markdown", text, PLAIN))
    return _emphasise(written)


def _emphasise(runs: Sequence[_Run], last: str = "", following: str = "", escape: Escape = escape_text) -> str:
    """Runs with marks of emphasis between the characters ``last`` and ``following``."""
    parts = []
    firsts = [*[run.text[:1] for run in runs[1:]], following]
    for (kind, text, marks), after in zip(runs, firsts, strict=False):
        plain = _mark(text, marks, last, after, escape) if kind == "text" else text
        parts.append(f"{plain[:-1]}\\!" if plain[-1] == "!" and after == "[" else plain)
        last = plain[-1]
    return "".join(parts)


def _mark(text: str, marks: Marks, last: str, after: str, escape: Escape) -> str:
    """A text in its marks, as a parser reads them: if need be, signs at its edges are outside, or one mark is left."""
    struck = "~~" * marks.is_struck
    for around, is_bare in product((struck + marks.emphasis, struck), (False, True)):
        if around and (inner := _strip_signs(text) if is_bare else text.strip()):
            lead, _, trail = text.partition(inner)
            before, behind = lead[-1:] or last, trail[:1] or after
            shown = around[-1] + inner + around[-1] if struck and around != struck else inner  # inside the first mark
            if before != around[0] and _is_open(before, shown[0]) and _is_open(behind, shown[-1]):
                return f"{escape(lead)}{around}{escape(inner)}{around[::-1]}{escape(trail)}"
    return escape(text)


def _strip_signs(text: str) -> str:
    """A text without blanks and signs at its edges, but for those of a formula."""
    edges = (one for one in set(text) if one.isspace() or (category(one)[0] in "PS" and one not in "$\\"))
    return text.strip("".join(edges))


def _is_open(outer: str, inner: str) -> bool:
    """Whether marks of emphasis between two characters are valid according to CommonMark."""
    return category(inner)[0] not in "PS" or category(outer.strip() or " ")[0] in "PSZ"
