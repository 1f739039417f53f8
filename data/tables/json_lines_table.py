"""A growing table as JSON lines."""

import json
from pathlib import Path

from iawce.data.sinks.json_text import json_text
from iawce.data.tables.growing_table import KEY, Cell, ColumnType
from iawce.data.tables.rewritten_table import RewrittenTable


class JsonLinesTable(RewrittenTable):
    """An object a row with all columns, null where it has no value; columns have no types."""

    is_typed = False

    def _read(self) -> None:
        with self.path.open(encoding="utf-8") as file:
            self.rows = [_row(line) for line in file if line.strip()]
        self.columns = dict.fromkeys((name for row in self.rows for name in row), ColumnType.TEXT)

    def _write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for row in self.rows:
                file.write(json_text({name: row.get(name) for name in self.columns}) + "\n")


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
