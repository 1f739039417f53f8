"""The open constructs of the writer of Markdown."""

from typing import NamedTuple

from iawce.extract.output.markdown.code import Code
from iawce.extract.output.markdown.line import PLAIN, Link, Marks
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
