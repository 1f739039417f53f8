"""What exists is never lost: refused, replaced on request, or resumed."""

import gzip
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import UsageError
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.sink import Existing, Row
from tests.data.sinks.plain import ROWS, SCHEMA, write

NAMES = ["o.jsonl", "o.jsonl.gz", "o.csv", "o.parquet", "o.db"]
MANY: list[Row] = [ROWS[number % 2] | {"n": number, "ref": f'line\nbreak, \r\n"{number}" ä'} for number in range(5)]


@pytest.fixture(params=NAMES)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def go_on(target: Path, rows: list[Row]) -> list[Row]:
    """Add rows as a second run would; returns those that it found."""
    with open_sink(target, SCHEMA, Existing.RESUME) as sink:
        found = list(sink.rows_so_far())
        for row in rows:
            sink.write(row)
    return found


def test_rows_that_exist_are_refused_and_left_alone(target: Path) -> None:
    write(target, MANY)
    before = target.read_bytes()
    with pytest.raises(UsageError, match="--overwrite to replace it, --resume to continue"):
        open_sink(target, SCHEMA)
    assert target.read_bytes() == before


def test_they_are_replaced_only_with_the_first_row(target: Path) -> None:
    write(target, MANY)
    with open_sink(target, SCHEMA, Existing.OVERWRITE) as sink:
        assert list(read_rows(target, SCHEMA)) == MANY
        sink.write(ROWS[0])
    assert list(read_rows(target, SCHEMA)) == ROWS[:1]


def test_they_are_continued_any_number_of_times(target: Path) -> None:
    assert go_on(target, MANY[:2]) == []
    assert go_on(target, MANY[2:3]) == MANY[:2]
    assert go_on(target, []) == MANY[:3]
    assert go_on(target, MANY[3:]) == MANY[:3]
    assert list(read_rows(target, SCHEMA)) == MANY
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_an_empty_file_holds_nothing(target: Path) -> None:
    target.touch()
    write(target, ROWS)
    assert list(read_rows(target, SCHEMA)) == ROWS


@pytest.mark.parametrize("name", NAMES[:3])
@given(data=st.data())
def test_a_file_cut_at_any_place_is_continued(name: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / name
        write(target, MANY[:3])
        whole = target.read_bytes()
        target.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
        found = go_on(target, MANY[3:])
        assert found == MANY[: len(found)]
        assert list(read_rows(target, SCHEMA)) == found + MANY[3:]


def test_parquet_keeps_the_rows_of_a_killed_process_beside_the_file(tmp_path: Path) -> None:
    target = tmp_path / "o.parquet"
    write(target, MANY[:1])
    beside = target.with_name("o.parquet.after-1.jsonl")
    write(beside, MANY[1:3])
    assert list(read_rows(target, SCHEMA)) == MANY[:1]
    with pytest.raises(UsageError, match="--resume"):
        open_sink(target, SCHEMA)
    beside.write_bytes(beside.read_bytes() + b'{"ref": "torn')
    kept = beside.read_bytes()
    assert go_on(target, MANY[3:]) == MANY[:3]
    assert list(read_rows(target, SCHEMA)) == MANY
    beside.write_bytes(kept)
    assert go_on(target, []) == MANY, "rows that are in the file are not taken again"


@pytest.mark.parametrize("name", NAMES)
def test_targets_with_other_content_are_left_unchanged(name: str, tmp_path: Path) -> None:
    target = tmp_path / name
    if name.endswith(".db"):
        with sqlite3.connect(target) as database:
            database.execute("CREATE TABLE pages (mine TEXT)")
        database.close()
    else:
        target.write_bytes(gzip.compress(b"a letter") if name.endswith(".gz") else b"a letter\nwith two lines")
    before = target.read_bytes()
    with pytest.raises(UsageError):
        open_sink(target, SCHEMA, Existing.RESUME)
    assert target.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1
