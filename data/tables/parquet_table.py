"""A growing table as Parquet, by pyarrow."""

from pathlib import Path
from typing import Any

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks.json_text import plain_text
from iawce.data.tables import TABLES
from iawce.data.tables.growing_table import ColumnType
from iawce.data.tables.rewritten_table import RewrittenTable


@TABLES.register(".parquet")
class ParquetTable(RewrittenTable):
    """Numbers are doubles, dates are texts of ISO 8601 in a column that its metadata calls ``date``."""

    def _read(self) -> None:
        table = _pyarrow().parquet.read_table(self.path)
        self.rows = table.to_pylist()
        self.columns = {item.name: ColumnType((item.metadata or {})[b"type"].decode()) for item in table.schema}

    def _write(self, path: Path) -> None:
        arrow = _pyarrow()
        columns = [
            arrow.field(
                name, arrow.float64() if kind is ColumnType.NUMBER else arrow.string(), metadata={"type": str(kind)}
            )
            for name, kind in self.columns.items()
        ]
        rows = [
            {name: plain_text(cell) if isinstance(cell, str) else cell for name, cell in row.items()}
            for row in self.rows
        ]
        arrow.parquet.write_table(arrow.Table.from_pylist(rows, schema=arrow.schema(columns)), path, compression="zstd")


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise EnvironmentMissing("Parquet needs pyarrow: pip install 'iawce[parquet]'") from error
    return pyarrow
