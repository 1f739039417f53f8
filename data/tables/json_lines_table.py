"""A growing table as JSON lines."""

import json
from gzip import GzipFile
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from iawce.data.sinks.json_text import json_text
from iawce.data.tables import TABLES
from iawce.data.tables.growing_table import KEY, Cell, ColumnType
from iawce.data.tables.rewritten_table import RewrittenTable


@TABLES.register(".jsonl")
@TABLES.register(".jsonl.gz")
class JsonLinesTable(RewrittenTable):
    """An object a row with all columns, null where it has no value; columns have no types."""

    is_typed = False

    def _read(self) -> None:
        with self._opened(self.path, "r") as file:
            self.rows = [_row(line) for line in file if line.strip()]
        self.columns = dict.fromkeys((name for row in self.rows for name in row), ColumnType.TEXT)

    def _write(self, path: Path) -> None:
        with self._opened(path, "w") as file:
            for row in self.rows:
                file.write(json_text({name: row.get(name) for name in self.columns}) + "\n")

    def _opened(self, path: Path, mode: str) -> IO[str]:
        """The file as text, gzipped if the name of the table says so."""
        if self.path.suffix.lower() == ".gz":
            return TextIOWrapper(GzipFile(path, f"{mode}b"), encoding="utf-8")
        return path.open(mode, encoding="utf-8")


def _row(line: str) -> dict[str, Cell]:
    """A row as it was written.

    Raises:
        ValueError: the line is none.
    """
    try:
        row = json.loads(line)
    except RecursionError as error:
        raise ValueError("a line is nested too deeply") from error
    if isinstance(row, dict) and isinstance(row.get(KEY, ""), str):
        return row
    raise ValueError("a line is no row of a table")
