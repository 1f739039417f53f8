"""JSON lines, plain, gzipped or on standard output."""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from iawce.data.sinks import JSON_LINES, SINKS, STDOUT
from iawce.data.sinks.json_text import json_text
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import Row, Sink, opening

GZIPPED = ".gz"


@SINKS.register(".jsonl.gz")
@SINKS.register(JSON_LINES)
class JsonLines(Sink):
    """One JSON object a line; each line is whole in the file as soon as it is written."""

    title = "JSON lines"
    note = "an object a line, UTF-8; keeps every type; each row is there at once"

    def __init__(self, target: str, schema: Schema) -> None:  # noqa: ARG002 - JSON says the types itself
        self._is_ours = target != STDOUT
        with opening(target):
            self._file = _open(target, "wb") if self._is_ours else sys.stdout.buffer

    def write(self, row: Row) -> None:
        """Write one line."""
        self._file.write(json_text(row).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file; standard output stays open."""
        if self._is_ours:
            self._file.close()

    @classmethod
    def read(cls, target: str, schema: Schema) -> Iterator[Row]:  # noqa: ARG003 - JSON says the types itself
        """The rows of a file."""
        with _open(target, "rb") as lines:
            yield from map(json.loads, lines)


def _open(target: str, mode: str) -> IO[bytes]:
    path = Path(target)
    return gzip.open(path, mode) if path.suffix.lower() == GZIPPED else path.open(mode)  # type: ignore[return-value]
