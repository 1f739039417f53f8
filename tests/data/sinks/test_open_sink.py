"""Sinks by their addresses, and what is true of each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.sink import SINKS, Row, Sink
from iawce.extract.output.row_schema import row_schema
from tests.data.sinks.plain import ROWS, SCHEMA, plain, write

NAMES = ["o.jsonl", "o.jsonl.gz", "o.v2.JSONL", "o.parquet", "o.csv", "o.sqlite", "o.db"]


@pytest.fixture(params=[*NAMES, "sqlite"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/o.x?table=a%20b" if request.param == "sqlite" else str(tmp_path / request.param)


def test_each_gives_its_rows_back(target: str) -> None:
    write(target, ROWS)
    assert list(read_rows(target, SCHEMA)) == ROWS
    assert [list(row) for row in read_rows(target, SCHEMA)] == [list(SCHEMA)] * 2


def test_each_gives_real_rows_back_with_their_keys_in_order(target: str, rows: list[Row]) -> None:
    write(target, rows, row_schema())
    read = list(read_rows(target, row_schema()))
    assert plain(read) == plain(rows)
    assert [list(row) for row in read] == [list(row) for row in rows]


def test_each_comes_into_being_with_its_first_row(target: str, tmp_path: Path) -> None:
    write(target, [])
    with open_sink(target, SCHEMA) as sink:
        assert all(path.suffix == ".lock" for path in tmp_path.iterdir())
        sink.write(ROWS[0])
    assert list(read_rows(target, SCHEMA)) == ROWS[:1]


def test_each_writes_what_utf_8_cannot_hold_as_a_question_mark(target: str) -> None:
    write(target, [ROWS[0] | {"ref": "\ud800", "shares": {"\udfff": 1.0}, "flags": ["a\ud800b"]}])
    (row,) = read_rows(target, SCHEMA)
    assert (row["ref"], row["shares"], row["flags"]) == ("?", {"?": 1.0}, ["a?b"])


def test_each_says_what_cannot_be_written_or_read(target: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        open_sink(target.replace("/o.", "/no/o."), SCHEMA)
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_rows(target, SCHEMA))
    assert not any(tmp_path.iterdir()), "looking leaves nothing behind"
    next(path for path in [Path(target), tmp_path / "o.x"] if path.parent.is_dir()).write_bytes(
        b"\x1f\x8b\0damaged\xff"
    )
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_rows(target, SCHEMA))


@pytest.mark.parametrize("target", ["o.txt", "rows", "o.json.gz", "https://host/db", "o.txt?.db/x"])
def test_an_unknown_address_is_an_error_that_lists_the_known_ones(target: str) -> None:
    with pytest.raises(
        UsageError, match=r"known are \.jsonl, \.jsonl\.gz, \.json, \.parquet, \.csv, \.sqlite, \.db, sqlite://"
    ):
        open_sink(target, SCHEMA)
    with pytest.raises(UsageError, match="known are"):
        list(read_rows(target, SCHEMA))


def test_a_sink_of_ones_own_is_one_class_and_one_line() -> None:
    kept: list[str] = []

    @SINKS.register("kept://")
    class Kept(Sink):
        title, note = "Kept", "addresses only"

        def _open(self, *, append: bool) -> None:
            kept.append(self.target)

        def _put(self, row: Row) -> None:
            kept.append(row["ref"])

        def _end(self) -> None:
            kept.append("closed")

    try:
        write("kept://here", ROWS)
        found: Iterator[Row] = read_rows("kept://here", SCHEMA)
        with pytest.raises(UsageError, match="Kept cannot be read back"):
            list(found)
    finally:
        SINKS.remove("kept://")
    assert kept == ["kept://here", "ä", "b", "closed"]
