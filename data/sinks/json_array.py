"""One array of JSON, in a file or on standard output, for data that a program reads as a whole."""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress

from iawce.data.sinks.json_text import json_text
from iawce.data.sinks.jsonl import JsonLines, StandardOutput
from iawce.data.sinks.output_file import OutputFile, repairing
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import SINKS, Row

BEGIN, BETWEEN, END = b"[\n", b",\n", b"\n]\n"


@SINKS.register(".json")
class JsonArray(JsonLines):
    """An array with a row on each line, which ends when the sink is closed."""

    title = "JSON"
    note = "an array of objects, UTF-8; keeps every type; is complete when the command ends, and read as a whole"
    _holds_any = False

    def read(self) -> Iterator[Row]:
        """The rows of a file, even if its end is missing."""
        content = self._path.read_bytes()
        try:
            rows = json.loads(content)
        except ValueError:
            rows = [json.loads(line.rstrip(BETWEEN)) for line in content.splitlines()[1:]]
        if not isinstance(rows, list):
            raise TypeError("it is no array of rows")
        yield from rows

    def _repair(self) -> None:
        """Cut off the end of the array, and an incomplete last row."""
        with repairing(self._path) as file:
            if not BEGIN.startswith(file.readline()):
                raise ValueError("it is no array with a row on each line")
            end = 0
            while line := file.readline():
                row = line.rstrip(BETWEEN)
                if not _is_row(row, self.schema):
                    break
                end = file.tell() - len(line) + len(row)
            file.truncate(end)

    def _open(self, *, append: bool) -> None:
        self._file = OutputFile(self._path, append=append)
        self._holds_any = append and self._path.stat().st_size > 0

    def _put(self, row: Row) -> None:
        self._file.write((BETWEEN if self._holds_any else BEGIN) + json_text(self._columns_of(row)).encode())
        self._holds_any = True

    def _end(self) -> None:
        try:
            if self._holds_any:
                self._file.write(END)
        finally:
            self._file.close()


class JsonArrayOutput(StandardOutput):
    """An array on standard output, which stays open."""

    title = JsonArray.title

    def _put(self, row: Row) -> None:
        line = json_text(self._columns_of(row)).encode()
        sys.stdout.buffer.write((BETWEEN if self._taken else BEGIN) + line)
        sys.stdout.buffer.flush()

    def _end(self) -> None:
        if self._taken:
            sys.stdout.buffer.write(END)
            sys.stdout.buffer.flush()


def _is_row(text: bytes, schema: Schema) -> bool:
    """Whether a line is a whole row.

    Raises:
        ValueError: it is a whole row of another schema.
    """
    with suppress(json.JSONDecodeError, UnicodeDecodeError):
        row = json.loads(text)
        if not isinstance(row, dict) or list(row) != list(schema):
            raise ValueError("its rows are others")
        return True
    return False
