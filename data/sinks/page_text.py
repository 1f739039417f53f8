"""The content of pages for people: plain text, Markdown or HTML, in one file, on standard output or a file a page."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from iawce.data.errors import DAMAGED, NO_CONTENT
from iawce.data.network.address import without_credentials
from iawce.data.page import SAVED_ORIGIN
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.output_file import holds_bytes, make_folder, replacing
from iawce.data.sinks.schema import TEXT, Schema, json_text, plain_text
from iawce.data.sinks.sink import FileSink, Row

UNPRINTABLE = re.compile("[\x7f-\x9f\ufeff\ufffe\uffff]")  # Characters allowed in JSON, but not in YAML
FRONT_MATTER = ("authors", "date_published", "date_modified", "site_name", "in_language", "description")
"""Facts of ``metadata`` in front matter, if known."""
INDEX = "index.jsonl"
"""The rows of all pages, also of those that failed, each with the name of its ``file``, which may be empty."""
ADDRESS_START = re.compile(r"(?<!\w)\w++://(?:[^/@]*@)?")
NAMED_FOLDERS = 3  # Most folders in the name of an index
NAME_BYTES = 100  # Most bytes of the readable part of a name: some file systems take 143 in all


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A page's content: column, line between pages, whether ``front_matter``, or its ``title`` if missing, begin it."""

    suffix: str
    column: str
    header: Callable[[str], str]
    front_matter: bool = False
    title: bool = False

    def write(self, row: Row, *, among_others: bool = False) -> str:
        """The content of a page; with other pages, it begins with a line that names the page."""
        begin = self.header(" ".join(row["ref"].split())) + "\n\n" if among_others and not self.front_matter else ""
        begin += front_matter(row) if self.front_matter else ""
        if self.title and row["title"] and row["text"].lstrip().partition("\n")[0].rstrip() != row["title"]:
            begin += f"{row['title']}\n\n"
        return plain_text(begin + row[self.column]) + "\n"


def _comment(ref: str) -> str:
    return f"<!-- {ref.replace('--', '- -').replace('>', '&gt;')} -->"


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
    address = row["final_url"] or row["url"]
    source = {"url": address} if address and not address.startswith(SAVED_ORIGIN) else {"ref": row["ref"]}
    fields = source | {name: row[name] for name in ("title", "type", "rendered")}
    known = {name: row["metadata"][name] for name in FRONT_MATTER if row["metadata"][name]}
    lines = "".join(f"{name}: {json_text(value)}\n" for name, value in (fields | known).items())
    return f"---\n{UNPRINTABLE.sub(lambda found: json.dumps(found[0])[1:-1], lines)}---\n\n"


class TextFile(FileSink):
    """Pages one after the other; a page that failed has no content and is left out, as is one that was skipped."""

    title, note = "text of pages", "for people"
    can_resume = can_widen = False

    def __init__(self, target: str, schema: Schema, text_format: TextFormat) -> None:
        super().__init__(target, schema)
        self._format = text_format
        self._first: Row | None = None
        self._are_several = False

    @property
    def written(self) -> int:
        """The first page waits."""
        return self._taken - (self._first is not None)

    def _put(self, row: Row) -> None:
        """Write the content of a page; the first one waits until it is known whether there are others."""
        if row["status"] in NO_CONTENT:
            return
        if self._first is None and not self._are_several:
            self._first = row
            return
        if self._first:
            self._file.write(self._format.write(self._first, among_others=True).encode())
        self._first, self._are_several = None, True
        self._file.write(b"\n" + self._format.write(row, among_others=True).encode())

    def _rest(self) -> bytes:
        return self._format.write(self._first).encode() if self._first else b""


class PageFolder(JsonLines):
    """An index of rows, and a file a page, written before its row, so that a row never names a missing file."""

    title, note = "a folder of pages", "a file a page, and the rows in index.jsonl"
    can_widen = False

    def __init__(self, target: str, schema: Schema, text_format: TextFormat) -> None:
        super().__init__(str(Path(target) / INDEX), {**schema, "file": TEXT})
        self.target, self.name = target, without_credentials(target)
        self._folder, self._format = Path(target), text_format

    def _claim(self) -> None:
        make_folder(self._folder, self.target, self._held)
        super()._claim()

    def _open(self, *, append: bool) -> None:
        if not append:
            for path in files_of(self._folder)[1:]:
                path.unlink(missing_ok=True)
        super()._open(append=append)

    def _put(self, row: Row) -> None:
        """Write a page's file, completely or not at all, and its row."""
        name = "" if row["status"] in NO_CONTENT else file_name(row["ref"], row["id"]) + self._format.suffix
        if name:
            with replacing(self._folder / name) as scratch:
                scratch.write_text(self._format.write(row), encoding="utf-8", newline="")
        super()._put(row | {"file": name})


def files_of(folder: Path) -> list[Path]:
    """The index of a folder, if there is one, and the files that were made for its rows."""
    index, names = folder / INDEX, dict[str, None]()
    if not holds_bytes(index):
        return []
    for line in index.read_bytes().splitlines():
        with suppress(*DAMAGED):  # a killed process may have left an incomplete row
            row = json.loads(line)
            name = Path(row["file"])  # other files do not belong to the output
            if name.stem.endswith(row["id"] or "\0") and "\0" not in name.name:
                names[name.name] = None
    return [index, *(folder / name for name in names)]


def file_name(ref: str, row_id: str) -> str:
    """A readable, unique name for a page: it ends in the row's id.

    It is in lower case, without separators, dots at the start and characters that some file systems forbid. A file
    named ``index`` is known by its folders.
    """
    path = Path(ref)
    folders = path.parts[-1 - NAMED_FOLDERS : -1] if path.stem.lower() == "index" else ()
    of_file = "-".join(folders) or path.stem
    readable = ADDRESS_START.sub("", ref) if ADDRESS_START.match(ref) else of_file
    plain = re.sub(r"[^\w.]+", "-", unquote(readable).lower()).strip("-.")
    cut = plain.encode()[:NAME_BYTES].decode(errors="ignore").rstrip("-.")
    return f"{cut}-{row_id}" if cut else row_id
