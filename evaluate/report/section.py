"""A table with a title, and a report made of such tables."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title; ``note`` stands below it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def markdown(self) -> str:
        """As Markdown."""
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, ["---"] * len(self.head), *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines, *(("", self.note) if self.note else ())])


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a run, ``intro`` paragraph by paragraph."""

    title: str
    intro: Sequence[str]
    command: str
    sections: Sequence[Section]

    def markdown(self) -> str:
        """As Markdown."""
        parts = [f"# {self.title}", *self.intro, f"    {self.command}"]
        parts += [section.markdown() for section in self.sections]
        return "\n\n".join(part for part in parts if part) + "\n"
