import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from iawce.data.errors import UsageError
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.database import COMMIT_EVERY
from iawce.data.sinks.sink import Row
from iawce.extract.output.row_schema import row_schema
from tests.data.sinks.plain import ROWS, SCHEMA, write


def ask(path: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(question).fetchall()


def test_scalars_are_columns_and_all_else_is_json(tmp_path: Path, rows: list[Row]) -> None:
    write(tmp_path / "o.db", rows, row_schema())
    counted = ask(tmp_path / "o.db", "SELECT status, count(*), sum(http_status), sum(truncated) FROM pages GROUP BY 1")
    assert {status: number for status, number, *_ in counted}["failure"] == 1
    firsts = ask(tmp_path / "o.db", "SELECT json_extract(blocks, '$[0].text') FROM pages")
    assert [text for (text,) in firsts] == [row["blocks"][0]["text"] if row["blocks"] else None for row in rows]
    columns = {name: kind for _, name, kind, *_ in ask(tmp_path / "o.db", "PRAGMA table_info(pages)")}
    assert list(columns) == list(rows[0])
    assert [columns[name] for name in ("text", "http_status", "truncated", "confidence", "scores")] == [
        "TEXT",
        "INTEGER",
        "INTEGER",
        "REAL",
        "TEXT",
    ]


def test_an_address_names_file_and_table_and_leaves_other_tables_alone(tmp_path: Path) -> None:
    write(f"sqlite:///{tmp_path}/o.db", ROWS[:1])
    write(f'sqlite:///{tmp_path}/o.db?table=select"', ROWS[1:])
    assert list(read_rows(tmp_path / "o.db", SCHEMA)) == ROWS[:1]
    assert list(read_rows(f'sqlite:///{tmp_path}/o.db?table=select"', SCHEMA)) == ROWS[1:]


def test_an_address_is_relative_with_three_slashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("sqlite:///o%20o.x", ROWS)
    assert json.loads(ask(tmp_path / "o o.x", "SELECT shares FROM pages")[0][0]) == ROWS[0]["shares"]


@pytest.mark.parametrize("target", ["sqlite://", "sqlite:///", "sqlite://host/o.db", "sqlite:///o.db?name=x"])
def test_other_addresses_are_bad_usage(target: str) -> None:
    with pytest.raises(UsageError, match="not of the form"):
        open_sink(target, SCHEMA)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "o.db").write_text("a letter, and no database at all")
    with pytest.raises(UsageError, match="cannot be written"):
        open_sink(tmp_path / "o.db", SCHEMA)
    assert (tmp_path / "o.db").read_text() == "a letter, and no database at all"


def test_rows_are_committed_now_and_then(tmp_path: Path) -> None:
    with open_sink(tmp_path / "o.db", SCHEMA) as sink:
        for _ in range(COMMIT_EVERY + 5):
            sink.write(ROWS[0])
        assert len(list(read_rows(tmp_path / "o.db", SCHEMA))) == sink.written == COMMIT_EVERY
    assert sink.written == COMMIT_EVERY + 5
    assert len(list(read_rows(tmp_path / "o.db", SCHEMA))) == COMMIT_EVERY + 5
