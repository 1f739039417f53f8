"""A growing table as comma-separated values."""

import csv
from pathlib import Path

from iawce.data.sinks.csv import cells_of_any_length
from iawce.data.sinks.csv_formulas import as_written, inert
from iawce.data.sinks.json_text import plain_text
from iawce.data.tables import TABLES
from iawce.data.tables.growing_table import Cell, ColumnType
from iawce.data.tables.rewritten_table import RewrittenTable


@TABLES.register(".csv")
class CsvTable(RewrittenTable):
    """Columns have no types: a number or a date stands as such, whatever stands in other rows. Formulas are inert."""

    is_typed = False

    def _read(self) -> None:
        with self.path.open(encoding="utf-8", newline="") as file, cells_of_any_length():
            reader = csv.reader(file, strict=True)
            names = list(map(as_written, next(reader, [])))
            rows = [list(map(as_written, row)) for row in reader if row]
        if len(set(names)) < len(names):
            raise ValueError("two columns have the same name")
        if any(len(row) != len(names) for row in rows):
            raise ValueError("a row has more or fewer cells than there are columns")
        self.rows = [{name: cell or None for name, cell in zip(names, row, strict=True)} for row in rows]
        self.columns = dict.fromkeys(names, ColumnType.TEXT)

    def _write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(map(inert, self.columns))
            writer.writerows([_written(row.get(name)) for name in self.columns] for row in self.rows)


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return inert(plain_text(cell)) if isinstance(cell, str) else f"{cell:.15g}"
