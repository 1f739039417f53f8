"""One paragraph, heading or table cell: runs of text with their links and emphasis."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from iawce.data.html.superscripts import plain_script
from iawce.extract.output.markdown.escape import code_span, escape_address, escape_start, escape_text

BREAK = "  "
"""What a line ends with that is followed by another one of the same paragraph."""
_BLANKS = re.compile(r"\s+")
_BLANK = re.compile(r"[ \t]+")
_CLOSING = re.compile(r"(?<!#)#+$")


@dataclass(slots=True, eq=False)
class Link:
    """A link; around several blocks it is written on the first of them, or on a heading alone if it holds one.

    ``spent``: it has been written.
    """

    address: str
    holds_heading: bool = False
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What a run stands in. ``emphasis`` is ``*``, ``**`` or ``***``."""

    link: Link | None = None
    emphasis: str = ""

    def emphasised(self, sign: str) -> "Marks":
        """The same within one more emphasis, which counts once."""
        both = {self.emphasis, sign} - {""}
        return replace(self, emphasis="***" if len(both) > 1 else both.pop())


@dataclass(frozen=True, slots=True)
class _Run:
    kind: Literal["text", "markdown", "picture", "break"]
    text: str
    marks: Marks


class Line:
    """Runs in order, written as Markdown by ``render``."""

    def __init__(self) -> None:
        self._runs: list[_Run] = []

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def ends_with_break(self) -> bool:
        """Whether nothing has been added since a line break."""
        last = next((run for run in reversed(self._runs) if run.kind != "text" or not run.text.isspace()), None)
        return last is not None and last.kind == "break"

    @property
    def is_blank(self) -> bool:
        """Whether nothing but blanks has been added."""
        return all(run.kind == "text" and run.text.isspace() for run in self._runs)

    def add_text(self, text: str, marks: Marks) -> None:
        """Text as it stands on the page."""
        self._runs.append(_Run("text", text, marks))

    def add_code(self, text: str, marks: Marks) -> None:
        """Code, written on one line."""
        self._runs.append(_Run("markdown", code_span(text), marks))

    def add_formula(self, tex: str, marks: Marks) -> None:
        """TeX on one line between dollars; in code if it holds dollars itself."""
        if tex:
            self._runs.append(_Run("markdown", code_span(tex) if "$" in tex else f"${tex}$", marks))

    def add_picture(self, alt: str, address: str, marks: Marks) -> None:
        """A picture with its alternative text."""
        name = escape_text(" ".join(alt.split()))
        self._runs.append(_Run("picture", f"![{name}]({escape_address(address)})", marks))

    def add_break(self, marks: Marks) -> None:
        """A line break within the paragraph."""
        self._runs.append(_Run("break", "\n", marks))

    def script(self, start: int, tag: str) -> None:
        """What was added from ``start`` on is raised or lowered text (``sup``, ``sub``)."""
        added = self._runs[start:]
        if added and all(run.kind == "text" and run.marks.link is None for run in added):
            text = plain_script(tag, "".join(run.text for run in added))
            self._runs[start:] = [_Run("text", text, added[0].marks)]

    def render(self) -> list[str]:
        """Lines of a paragraph."""
        lines = (_BLANK.sub(" ", line).strip() for line in _write(self._merged()).split("\n"))
        return [escape_start(line) for line in lines if line]

    def render_heading(self) -> str:
        """Text of a heading: no emphasis, and no picture beside words."""
        runs = [replace(run, marks=replace(run.marks, emphasis="")) for run in self._runs]
        if any(run.kind == "text" and not run.text.isspace() for run in runs):
            runs = [run for run in runs if run.kind != "picture"]
        return _CLOSING.sub(r"\\\g<0>", " ".join(_write(_merge(runs)).split()))

    def render_cell(self) -> str:
        """Text of a table cell."""
        return " ".join(_write(self._merged()).split()).replace("|", "\\|")

    def _merged(self) -> list[_Run]:
        return _merge(self._runs)

    def spend_links(self) -> None:
        """What follows is another block: no link of this line is written again."""
        for run in self._runs:
            if run.marks.link and not run.text.isspace():
                run.marks.link.spent = True


def _merge(runs: Sequence[_Run]) -> list[_Run]:
    """Neighbours of one kind and the same marks as one."""
    merged = []
    for (kind, marks), group in groupby(runs, key=lambda run: (run.kind, run.marks)):
        if kind == "text":
            merged.append(_Run(kind, _BLANKS.sub(" ", "".join(run.text for run in group)), marks))
        else:
            merged.extend(group)
    return merged


def _write(runs: Sequence[_Run]) -> str:
    groups = [(link, list(group)) for link, group in groupby(runs, key=lambda run: run.marks.link)]
    firsts = ["[" if link else group[0].text[:1] for link, group in groups] + [""]
    parts, last = list[str](), ""
    for (link, group), following in zip(groups, firsts[1:], strict=True):
        text = _emphasise(group, "[", "]") if link else _emphasise(group, last, following)
        if link and text.strip():
            if last == "!":
                parts[-1] = f"{parts[-1][:-1]}\\!"
            lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            text = f"{lead}[{text.strip()}]({escape_address(link.address)}){trail}"
        if text:
            parts.append(text)
            last = text[-1]
    return "".join(parts)


def _emphasise(runs: Sequence[_Run], last: str, following: str) -> str:
    """Runs between the characters ``last`` and ``following``."""
    parts = []
    firsts = [*(run.text[:1] for run in runs[1:]), following]
    for run, after in zip(runs, firsts, strict=True):
        text = escape_text(run.text) if run.kind == "text" else run.text
        core = text.strip()
        if core and run.kind == "text" and run.marks.emphasis:
            lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            if _may_stand(lead[-1:] or last, core, trail[:1] or after):
                text = f"{lead}{run.marks.emphasis}{core}{run.marks.emphasis}{trail}"
        if text:
            parts.append(text)
            last = text[-1]
    return "".join(parts)


def _may_stand(last: str, core: str, following: str) -> bool:
    """Whether signs of emphasis around ``core`` would be read as such, by the rules of CommonMark."""
    return last != "*" and _is_open(last, core[0]) and _is_open(following, core[-1])


def _is_open(outer: str, inner: str) -> bool:
    return inner.isalnum() or not outer.isalnum()
