"""The content of pages for people: plain text, Markdown or HTML, all in one file or on standard output."""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from iawce.data.errors import Status
from iawce.data.sinks.json_text import json_text, plain_text
from iawce.data.sinks.output_file import OutputFile, check_file, holds_bytes, sole_writer
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import STDOUT, Row, Sink

UNPRINTABLE = re.compile("[\x7f-\x9f\ufeff\ufffe\uffff]")
"""Characters allowed in JSON, but not in YAML."""


@dataclass(frozen=True, slots=True)
class TextFormat:
    """The form of a page's content: its column, and a line that separates it from other pages.

    ``front_matter``: begin with facts about the page; ``title``: with its title, if the content does not.
    """

    suffix: str
    column: str
    header: Callable[[str], str]
    front_matter: bool = False
    title: bool = False

    def write(self, row: Row, *, among_others: bool = False) -> str:
        """The content of a page; with other pages, it begins with a line that names the page."""
        begin = self.header(_one_line(row["ref"])) + "\n\n" if among_others and not self.front_matter else ""
        begin += front_matter(row) if self.front_matter else ""
        begin += title_line(row) if self.title else ""
        return plain_text(begin + row[self.column]) + "\n"


def _one_line(ref: str) -> str:
    return " ".join(ref.split())


def _comment(ref: str) -> str:
    return f"<!-- {ref.replace('--', '- -').replace('>', '&gt;')} -->"


FRONT_MATTER = ("authors", "date_published", "date_modified", "site_name", "in_language", "description")
"""Facts of ``metadata`` in front matter, if known."""
NO_CONTENT = (Status.FAILURE, Status.SKIPPED)
"""Of pages for which nothing is written."""
TEXT_FORMATS = {
    "text": TextFormat(".txt", "text", lambda ref: f"===== {ref} ====="),
    "markdown": TextFormat(".md", "markdown", _comment),
    "html": TextFormat(".html", "html", _comment),
}
"""Formats by the name in ``--format``."""


def text_format_of(target: str) -> str:
    """The name of the format whose suffix a file has; empty if none."""
    suffix = Path(target).suffix.lower()
    return next((name for name, known in TEXT_FORMATS.items() if known.suffix == suffix), "")


def front_matter(row: Row) -> str:
    """A block of YAML: the page and its source. Its texts are JSON, which YAML includes."""
    fields = {
        "url": row["final_url"] or row["url"],
        "title": row["title"],
        "type": row["type"],
        "rendered": row["rendered"],
    }
    known = {name: row["metadata"][name] for name in FRONT_MATTER if row["metadata"][name]}
    lines = (f"{name}: {_yaml(value)}\n" for name, value in (fields | known).items())
    return "".join(("---\n", *lines, "---\n\n"))


def title_line(row: Row) -> str:
    """The title and an empty line; nothing if the text begins with it."""
    title = row["title"]
    begins = row["text"].lstrip().partition("\n")[0].rstrip() == title
    return "" if begins or not title else f"{title}\n\n"


def _yaml(value: str | list[str]) -> str:
    return UNPRINTABLE.sub(lambda found: json.dumps(found.group())[1:-1], json_text(value))


class TextFile(Sink):
    """Pages one after the other; a page that failed has no content and is left out, as is one that was skipped."""

    title, note = "text of pages", "for people"

    def __init__(self, target: str, schema: Schema, text_format: TextFormat) -> None:
        super().__init__(target, schema)
        self._format = text_format
        self._file: OutputFile | None = None
        self._first: Row | None = None
        self._are_several = False

    @property
    def written(self) -> int:
        """The first page waits."""
        return self._taken - (self._first is not None)

    def _claim(self) -> None:
        if self.target != STDOUT:
            check_file(Path(self.target))
            self._held.enter_context(sole_writer(Path(self.target)))

    def _holds_rows(self) -> bool:
        return self.target != STDOUT and holds_bytes(Path(self.target))

    def _open(self, *, append: bool) -> None:
        self._file = None if self.target == STDOUT else OutputFile(Path(self.target), append=append)

    def _put(self, row: Row) -> None:
        """Write the content of a page; the first one waits until it is known whether there are others."""
        if row["status"] in NO_CONTENT:
            return
        if self._first is None and not self._are_several:
            self._first = row
            return
        if self._first:
            self._append(self._format.write(self._first, among_others=True))
        self._first, self._are_several = None, True
        self._append("\n" + self._format.write(row, among_others=True))

    def _end(self) -> None:
        try:
            if self._first:
                self._append(self._format.write(self._first))
        finally:
            if self._file:
                self._file.close()

    def _append(self, text: str) -> None:
        if self._file:
            self._file.write(text.encode())
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
