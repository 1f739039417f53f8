import json
import sys
from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.sinks.files import GROUP, open_sink

ROWS = [
    {"ref": "ä", "n": 1, "sure": 0.5, "shares": {"article": 0.5, "list": 0.5}, "flags": ["blank"]},
    {"ref": "b", "n": 2, "sure": 0.0, "shares": {}, "flags": []},
]


def test_lines_of_json(tmp_path: Path) -> None:
    with open_sink(tmp_path / "o.jsonl") as sink:
        for row in ROWS:
            sink.write(row)
    assert [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()] == ROWS
    with pytest.raises(UsageError, match="cannot be written"):
        open_sink(tmp_path / "no" / "o.jsonl")


def test_parquet_gives_the_rows_back_in_order(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    many = [{**ROWS[number % 2], "n": number} for number in range(GROUP + 5)]
    with open_sink(tmp_path / "o.parquet") as sink:
        for row in many:
            sink.write(row)
    read = parquet.read_table(tmp_path / "o.parquet").to_pylist()
    assert [{**row, "shares": dict(row["shares"])} for row in read] == many
    with pytest.raises(UsageError, match="cannot be written"), open_sink(tmp_path / "no" / "o.parquet") as sink:
        sink.write(ROWS[0])


def test_without_pyarrow_the_install_line_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(EnvironmentMissing, match=r"iawce\[parquet\]"):
        open_sink(tmp_path / "o.parquet")
