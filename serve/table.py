"""Records as a table in JSON."""

from typing import Any

from iawce.data.sinks.sink import KEY
from iawce.extract.output.extraction import Extraction
from iawce.extract.records.typed_rows import typed_rows


def table_of(row: Extraction) -> dict[str, Any]:
    """The table of a page: its address, the confidence that it is a list page, columns and rows."""
    page = typed_rows(row.records, row.final_url or row.url or row.ref, row.scores.get("list_confidence"))
    rows: list[dict[str, Any]] = [
        {KEY: key, **{name: cell and cell.value for name, cell in cells.items()}}
        for key, cells in zip(page.keys, page.rows, strict=True)
    ]
    return {
        "source": page.source,
        "list_confidence": row.scores.get("list_confidence"),
        "columns": list(page.columns),
        "rows": rows,
        "warnings": [str(warning) for warning in row.warnings],
    }
