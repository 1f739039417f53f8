"""A growing table as comma-separated values."""

import csv
from pathlib import Path

from iawce.data.sinks.csv import cells_of_any_length
from iawce.data.sinks.json_text import plain_text
from iawce.data.tables.growing_table import Cell, ColumnType
from iawce.data.tables.rewritten_table import RewrittenTable


class CsvTable(RewrittenTable):
    """Columns have no types: a number or a date stands as such, whatever stands in other rows."""

    is_typed = False

    def _read(self) -> None:
        with self.path.open(encoding="utf-8", newline="") as file, cells_of_any_length():
            reader = csv.reader(file, strict=True)
            names = next(reader, [])
            rows = [row for row in reader if row]
        if len(set(names)) < len(names):
            raise ValueError("two columns have the same name")
        if any(len(row) != len(names) for row in rows):
            raise ValueError("a row has more or fewer cells than there are columns")
        self.rows = [{name: cell or None for name, cell in zip(names, row, strict=True)} for row in rows]
        self.columns = dict.fromkeys(names, ColumnType.TEXT)

    def _write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(self.columns))
            writer.writeheader()
            writer.writerows({name: _written(cell) for name, cell in row.items()} for row in self.rows)


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return plain_text(cell) if isinstance(cell, str) else f"{cell:.15g}"
