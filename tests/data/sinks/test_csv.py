import csv
import json
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.sinks import read_rows
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from tests.data.sinks.plain import ROWS, SCHEMA, write


def test_text_is_unchanged_and_other_values_are_json(tmp_path: Path) -> None:
    write(tmp_path / "o.csv", ROWS)
    assert (tmp_path / "o.csv").read_bytes().decode().split("\r\n") == [
        "ref,n,sure,is_new,shares,flags,note",
        'ä,1,0.5,true,"{""b"": 0.5, ""a"": 0.5}","[""blank""]",x',
        "b,2,0.0,false,{},[],",
        "",
    ]


def test_a_spreadsheet_sees_one_line_a_page(tmp_path: Path, rows: list[Row]) -> None:
    write(tmp_path / "o.csv", rows, row_schema())
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [row["text"] for row in read] == [row["text"] for row in rows]
    assert [len(json.loads(row["blocks"])) for row in read] == [len(row["blocks"]) for row in rows]


def test_text_longer_than_the_limit_of_the_reader_comes_back_and_the_limit_stays(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    write(tmp_path / "o.csv", [ROWS[0] | {"ref": "x" * (2 * before)}])
    assert len(next(read_rows(tmp_path / "o.csv", SCHEMA))["ref"]) == 2 * before
    list(read_rows(tmp_path / "o.csv", SCHEMA))
    assert csv.field_size_limit() == before


def test_null_and_an_empty_text_are_the_same(tmp_path: Path) -> None:
    write(tmp_path / "o.csv", [ROWS[0] | {"note": ""}])
    assert next(read_rows(tmp_path / "o.csv", SCHEMA))["note"] is None


def test_a_line_without_all_cells_is_damage(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("ref,n,sure,is_new,shares,flags,note\r\nb,2\r\n")
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_rows(tmp_path / "o.csv", SCHEMA))


def test_formulas_are_inert_and_read_as_they_were(tmp_path: Path) -> None:
    texts = ["=1+1", "+cmd|' /C calc'!A0", "-2 degrees", "@SUM(A1)", "\tx", "'=2", "-3.5", "'quoted'"]
    rows = [ROWS[0] | {"ref": str(number), "note": text} for number, text in enumerate(texts)]
    write(tmp_path / "o.csv", rows)
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        notes = [row["note"] for row in csv.DictReader(file)]
    assert notes == [*("'" + text for text in texts[:6]), *texts[6:]]
    assert list(read_rows(tmp_path / "o.csv", SCHEMA)) == rows
