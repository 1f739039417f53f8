import sys
from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks import parquet as sink_module
from iawce.data.sinks.parquet import GROUP
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from tests.data.sinks.plain import ROWS, SCHEMA, write

parquet = pytest.importorskip("pyarrow.parquet")


def test_rows_come_back_in_order_from_several_row_groups(tmp_path: Path) -> None:
    many = [{**ROWS[number % 2], "n": number} for number in range(GROUP + 5)]
    write(tmp_path / "o.parquet", many)
    assert list(read_rows(tmp_path / "o.parquet", SCHEMA)) == many
    assert parquet.read_metadata(tmp_path / "o.parquet").num_row_groups == 2


def test_long_pages_make_short_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sink_module, "GROUP_CHARACTERS", 1000)
    write(tmp_path / "o.parquet", [ROWS[0] | {"ref": "x" * 400}] * 9)
    assert parquet.read_metadata(tmp_path / "o.parquet").num_row_groups == 3


def test_columns_are_typed_and_nested_for_any_first_row(tmp_path: Path, rows: list[Row]) -> None:
    failures = [row for row in rows if row["status"] == "failure"]
    write(tmp_path / "o.parquet", [*failures, *rows], row_schema())
    types = {field.name: str(field.type) for field in parquet.read_schema(tmp_path / "o.parquet")}
    assert list(types) == list(rows[0])
    assert types["blocks"] == "list<element: struct<path: string, box: list<element: int64>, text: string>>"
    assert types["probabilities"].startswith("map<string, double")
    assert types["scores"].startswith("map<string, string")
    assert (types["truncated"], types["http_status"], types["confidence"]) == ("bool", "int64", "double")
    read = parquet.read_table(tmp_path / "o.parquet").to_pylist()
    assert [block["text"] for block in read[-1]["blocks"]] == [block["text"] for block in rows[-1]["blocks"]]


def test_rows_written_before_an_error_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), open_sink(tmp_path / "o.parquet", SCHEMA) as sink:
        sink.write(ROWS[0])
        raise RuntimeError
    assert list(read_rows(tmp_path / "o.parquet", SCHEMA)) == ROWS[:1]


def test_without_pyarrow_the_install_line_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(EnvironmentMissing, match=r"iawce\[parquet\]"):
        open_sink(tmp_path / "o.parquet", SCHEMA)
