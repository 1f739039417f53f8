"""A table with a title, and a report made of such tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from iawce.models.common.intervals import Mean

NAMES = {
    "f1": "word F1",
    "rouge_l": "ROUGE-L",
    "wanted": "wanted snippets",
    "unwanted": "unwanted snippets",
    "type": "page type (of four)",
    "fine_type": "page type (of seven)",
    "items_right": "items right",
}
"""Titles of measures whose names need one."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title; ``note`` stands below it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """As Markdown."""
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, ("---",) * len(self.head), *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines, *(("", self.note) if self.note else ())])


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a run, ``intro`` paragraph by paragraph."""

    title: str
    intro: tuple[str, ...]
    command: str
    sections: tuple[Section, ...]

    def markdown(self) -> str:
        """As Markdown."""
        parts = [f"# {self.title}", *self.intro, f"    {self.command}"]
        parts += [section.markdown() for section in self.sections]
        return "\n\n".join(part for part in parts if part) + "\n"


def make_section(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> Section:
    """A section from any sequences."""
    return Section(title, tuple(head), tuple(tuple(row) for row in rows), note)


def show(mean: Mean | None) -> str:
    """A mean with its interval, or a dash."""
    return str(mean) if mean else "-"


def value_of(mean: Mean | None) -> str:
    """A mean alone, or a dash."""
    return f"{mean.value:.3f}" if mean else "-"


def name_of(measure: str) -> str:
    """The name of a measure in a table."""
    return NAMES.get(measure, measure.removeprefix("field_").replace("_", " "))
