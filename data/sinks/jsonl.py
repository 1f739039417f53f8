"""JSON lines, plain or gzipped, and one array of JSON for a program that reads it as a whole."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any

from iawce.data.sinks.output_file import repairing, replacing
from iawce.data.sinks.schema import UNTYPED, Schema, json_text
from iawce.data.sinks.sink import JSON_LINES, SINKS, FileSink, Row

GZIPPED = ".gz"
CHUNK = 1 << 20
GZIP_FORMAT = zlib.MAX_WBITS | 16
BEGIN, BETWEEN, END = b"[\n", b",\n", b"\n]\n"


@SINKS.register(".jsonl.gz")
@SINKS.register(JSON_LINES)
class JsonLines(FileSink):
    """One JSON object per line; each line is complete in the file as soon as it is written."""

    title = "JSON lines"
    note = "one object per line, UTF-8; keeps every type; each row is written at once"
    is_typed = False
    _packer: Any = None

    def read(self) -> Iterator[Row]:
        """The rows of a file."""
        with self._lines() as lines:
            yield from map(json.loads, filter(bytes.strip, lines))

    def _columns(self) -> Schema:
        names: dict[str, None] = {}
        for row in self.read():
            if not isinstance(row, dict):
                raise TypeError("a line is no row of a table")
            names |= dict.fromkeys(row)
        return dict.fromkeys(names, UNTYPED)

    @property
    def _is_gzipped(self) -> bool:
        return self._path.suffix.lower() == GZIPPED

    def _repair(self) -> None:
        """Cut off an incomplete last line; a gzipped file is rewritten without it."""
        with repairing(self._path) as file:
            if self._is_gzipped:
                with replacing(self._path) as scratch, gzip.open(scratch, "wb") as packed:
                    packed.writelines(_whole_lines(_unpacked(file), self.schema))
            else:
                file.truncate(sum(map(len, _whole_lines(file, self.schema))))

    def _open(self, *, append: bool) -> None:
        super()._open(append=append)
        self._packer = zlib.compressobj(wbits=GZIP_FORMAT) if self._is_gzipped else None

    def _put(self, row: Row) -> None:
        """Write one line."""
        line = json_text(self._columns_of(row)).encode() + b"\n"
        packer, self._packer = self._packer, None  # an incomplete member is left as it is
        self._file.write(packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH) if packer else line)
        self._packer = packer

    def _rest(self) -> bytes:
        return self._packer.flush() if self._packer else b""

    def _lines(self) -> IO[bytes]:
        return gzip.open(self._path) if self._is_gzipped else self._path.open("rb")  # type: ignore[return-value]


class StandardOutput(JsonLines):
    """JSON lines on standard output, which stays open."""

    title, note = "standard output", JsonLines.title
    can_resume = can_widen = False


def _whole_lines(lines: Iterable[bytes], schema: Schema) -> Iterator[bytes]:
    """The lines up to an incomplete last one. Raises ValueError: a line is not a row of this schema."""
    begin = f'{{"{next(iter(schema))}": '.encode()
    for number, line in enumerate(lines, 1):
        if not line.startswith(begin[: len(line)]):
            raise ValueError(f"line {number} is no such row")
        if not line.endswith(b"\n"):
            return
        yield line


def _unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """Lines of a gzipped file, which may end anywhere. Raises ValueError: it is damaged before its end."""
    unpacker, rest = zlib.decompressobj(wbits=GZIP_FORMAT), b""
    while packed := file.read(CHUNK):
        while packed:
            try:
                rest += unpacker.decompress(packed)
            except zlib.error as error:
                raise ValueError(str(error)) from error
            *lines, rest = rest.split(b"\n")
            yield from (line + b"\n" for line in lines)
            packed = unpacker.unused_data
            if unpacker.eof:
                unpacker = zlib.decompressobj(wbits=GZIP_FORMAT)
    if rest:
        yield rest


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
                try:
                    found = json.loads(row)
                except (json.JSONDecodeError, UnicodeDecodeError):
                    break
                if not isinstance(found, dict) or list(found) != list(self.schema):
                    raise ValueError("its rows are others")
                end = file.tell() - len(line) + len(row)
            file.truncate(end)

    def _open(self, *, append: bool) -> None:
        super()._open(append=append)
        self._holds_any = append and self._path.stat().st_size > 0

    def _put(self, row: Row) -> None:
        self._file.write((BETWEEN if self._holds_any else BEGIN) + json_text(self._columns_of(row)).encode())
        self._holds_any = True

    def _rest(self) -> bytes:
        return END if self._holds_any else b""
