"""What the writer of Markdown is inside of."""

from dataclasses import dataclass

from iawce.extract.output.markdown.line import Link, Marks
from iawce.extract.output.markdown.table import MarkdownTable


@dataclass(frozen=True, slots=True)
class State:
    """What is open at a place of the markup; an element's end brings back the state before its start."""

    depth: int = 0
    """Containers of blocks."""
    start: int = 0
    """Runs of the line before the element."""
    marks: Marks = Marks()  # noqa: RUF009 - frozen
    link: Link | None = None
    """Around a heading, which alone bears it."""
    heading: int = 0
    table: MarkdownTable | None = None
    cell: str = ""
    code: str = ""
    """Tag of the outermost element whose text is code."""
    script: str = ""
    """Tag of the outermost element whose text is raised or lowered."""

    @property
    def is_one_line(self) -> bool:
        """Whether blocks inside do not begin lines of their own."""
        return bool(self.heading or self.cell)
