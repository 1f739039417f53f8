import csv
import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import EnvironmentMissing, PageError, UsageError
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.csv import as_written, inert, long_cells
from iawce.data.sinks.database import MAX_COLUMNS
from iawce.data.sinks.growing_table import SOURCE, PageRows, TypedValue, open_table
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Cell, Schema
from iawce.data.sinks.sink import KEY, RUN, SINKS
from tests.data.sinks.plain import ROWS, SCHEMA

TARGETS: dict[str, Callable[[Path], str]] = {
    "database": lambda folder: f"sqlite:///{folder / 'out.db'}",
    "csv": lambda folder: str(folder / "out.csv"),
    "jsonl": lambda folder: str(folder / "out.jsonl"),
    "jsonl.gz": lambda folder: str(folder / "out.jsonl.gz"),
    "sqlite file": lambda folder: str(folder / "out 100%?.db"),
    "parquet": lambda folder: str(folder / "out.parquet"),
}


def page(source: str, columns: Schema, *rows: tuple[Cell, ...]) -> PageRows:
    cells = [
        {
            name: None if cell is None else TypedValue(cell, f"about {cell}" if isinstance(cell, float) else str(cell))
            for name, cell in zip(columns, row, strict=True)
        }
        for row in rows
    ]
    return PageRows(source, columns, cells)


FIRST = page("a", {"title": TEXT, "price": NUMBER, "day": DATE}, ("Lamp", 3.5, "2024-05-01"), ("Desk", None, None))


def read(target: str) -> list[dict[str, Any]]:
    """Rows as the format gives them, without their keys."""
    if "://" in target or target.endswith(".db"):
        with closing(sqlite3.connect(target.removeprefix("sqlite:///"))) as database:
            database.row_factory = sqlite3.Row
            rows = [dict(row) for row in database.execute("SELECT * FROM items")]
    elif target.endswith(".csv"):
        with Path(target).open(encoding="utf-8", newline="") as file, long_cells():
            names, *cells = [[as_written(cell) for cell in line] for line in csv.reader(file)]
        rows = [{name: cell or None for name, cell in zip(names, line, strict=True)} for line in cells]
    elif target.endswith(".parquet"):
        rows = pytest.importorskip("pyarrow.parquet").read_table(target).to_pylist()
    else:
        content = Path(target).read_bytes()
        rows = [
            json.loads(line) for line in (gzip.decompress(content) if target.endswith(".gz") else content).splitlines()
        ]
    return [{name: cell for name, cell in row.items() if name != KEY} for row in rows]


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return TARGETS[request.param](tmp_path)


def add(target: str, *pages: PageRows) -> list[int]:
    with open_table(target, "items") as table:
        return [table.add(rows) for rows in pages]


def plain(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Cells as text, for formats that know no numbers."""
    return [["" if cell is None else str(cell) for cell in row.values()] for row in rows]


def test_rows_come_back_with_their_types(target: str) -> None:
    assert add(target, FIRST) == [2]
    assert list(read(target)[0]) == [SOURCE, "title", "price", "day"]
    assert plain(read(target)) == [["a", "Lamp", "3.5", "2024-05-01"], ["a", "Desk", "", ""]]
    if not target.endswith(".csv"):
        assert read(target)[0]["price"] == 3.5


def test_the_same_page_adds_nothing_and_a_page_with_more_adds_that(target: str) -> None:
    more = page("a", dict(FIRST.columns), ("Rug", 8.0, None), ("Lamp", 3.5, "2024-05-01"))
    assert add(target, FIRST, FIRST) == [2, 0]
    assert add(target, FIRST, more) == [0, 1]
    assert [row["title"] for row in read(target)] == ["Lamp", "Desk", "Rug"]


def test_equal_rows_are_distinguished_by_page_and_number(target: str) -> None:
    twice = page("a", {"score": TEXT}, ("1:1",), ("1:1",))
    assert add(target, twice, twice, page("b", {"score": TEXT}, ("1:1",))) == [2, 0, 1]


def test_new_columns_are_added_and_nothing_is_lost(target: str) -> None:
    add(target, FIRST)
    add(target, page("b", {"title": TEXT, "colour": TEXT}, ("Shelf", "red")))
    rows = read(target)
    assert list(rows[0]) == [SOURCE, "title", "price", "day", "colour"]
    assert plain(rows)[0] == ["a", "Lamp", "3.5", "2024-05-01", ""]
    assert plain(rows)[2] == ["b", "Shelf", "", "", "red"]


def test_a_value_of_another_type_has_a_separate_column_or_stays_unchanged(target: str) -> None:
    add(target, FIRST)
    assert add(target, page("b", {"title": NUMBER, "price": TEXT}, (7.0, "on request"))) == [1]
    last = read(target)[-1]
    if target.endswith((".csv", ".jsonl", ".jsonl.gz")):
        assert (str(last["title"]).removesuffix(".0"), last["price"]) == ("7", "on request")
    else:
        assert (last["title"], last["price"], last["price_text"]) == ("about 7.0", None, "on request")


def test_names_and_texts_of_any_kind_are_kept(target: str) -> None:
    odd = 'a "b" %s; DROP TABLE items--'
    add(target, page("ö", {odd: TEXT, "بيت": TEXT}, ("x, 'y'\n\"z\"", "\u202e\ud800")))
    (row,) = read(target)
    assert row[odd] == "x, 'y'\n\"z\""
    assert row["بيت"] == "\u202e?"
    add(target, page("ö", {odd + "2": TEXT}, ("more",)))
    assert read(target)[1][odd + "2"] == "more"


def test_other_tables_are_left_alone(tmp_path: Path) -> None:
    address = TARGETS["database"](tmp_path)
    with closing(sqlite3.connect(tmp_path / "out.db")) as database:
        database.execute("CREATE TABLE mine (x)")
        database.execute("INSERT INTO mine VALUES (1)")
        database.commit()
        add(address, FIRST)
        assert database.execute("SELECT * FROM mine").fetchall() == [(1,)]
    with pytest.raises(UsageError, match="not made by this command"):
        open_table(address, "mine")


def test_rows_and_a_table_are_written_to_one_database_at_once(tmp_path: Path) -> None:
    with open_sink(tmp_path / "out.db", SCHEMA) as rows, open_table(str(tmp_path / "out.db"), "items") as table:
        rows.write(ROWS[0])
        assert table.add(FIRST) == 2
        rows.write(ROWS[1])
        assert table.add(page("b", {"title": TEXT, "colour": TEXT}, ("Shelf", "red"))) == 1
    assert list(read_rows(tmp_path / "out.db", SCHEMA)) == ROWS
    assert [row["title"] for row in read(str(tmp_path / "out.db"))] == ["Lamp", "Desk", "Shelf"]


def test_a_file_with_nothing_but_the_head_of_another_table_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("name,price\n", encoding="utf-8")
    with pytest.raises(UsageError, match="not made by this command"):
        open_table(str(tmp_path / "other.csv"), "items")
    assert (tmp_path / "other.csv").read_text(encoding="utf-8") == "name,price\n"


@pytest.mark.parametrize("wrong", ["out.txt", "nowhere/out.csv", "sqlite:///nowhere/at/all/out.db", "://", "no/such"])
def test_a_target_that_cannot_be_one_is_refused(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(UsageError):
        open_table(wrong if "://" in wrong else str(tmp_path / wrong), "items")


def test_a_database_without_its_library_says_so() -> None:
    with pytest.raises(EnvironmentMissing, match="no database can be opened"):
        open_table("postgresql+pg8000://somebody@localhost/x", "items")


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_file_of_something_else_is_refused_and_stays(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"out.{kind}"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n' if kind == "jsonl" else b"a,b\n1,2\n")
    before = path.read_bytes()
    with pytest.raises(UsageError):
        open_table(str(path), "items")
    assert path.read_bytes() == before


def test_impossible_dates_are_no_dates(target: str) -> None:
    days = page("a", {"day": DATE}, ("2024-05-01",), ("2024-99-99",), ("0000-00-00",))
    assert add(target, days) == [3]
    assert add(target, days) == [0]
    said = {text for row in plain(read(target)) for text in row}
    assert {"2024-05-01", "2024-99-99", "0000-00-00"} <= said


def test_a_value_of_another_type_never_replaces_that_of_another_column(target: str) -> None:
    add(target, page("a", {"size": NUMBER, "size_text": NUMBER}, (1.0, 2.0), ("large", 3.0)))
    cells = plain(read(target))[1]
    assert "large" in cells
    assert any(cell.startswith("3") for cell in cells)


def test_cells_of_any_length_and_characters_are_read_again(target: str) -> None:
    long = page("a", {"text": TEXT}, ("x" * 300_000,), ("=1+1\r\n\0,\"'\ud800",))
    assert add(target, long) == [2]
    assert add(target, long, page("b", {"text": TEXT}, ("y",))) == [0, 1]
    assert len(read(target)) == 3


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("out.jsonl", "5\n"),
        ("out.jsonl", "[1, 2]\n"),
        ("out.jsonl", "null\n"),
        ("out.jsonl", "[" * 200_000),
        ("out.jsonl", '{"row_key": [1]}\n'),
        ("out.csv", 'row_key,a\n"1,2\n'),
        ("out.csv", "row_key,a\n1,2,3\n"),
        ("out.csv", "row_key,a,a\n1,2,3\n"),
    ],
)
def test_damaged_tables_are_refused_and_stay(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="cannot be resumed"):
        open_table(str(path), "items")
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(("address", "table"), [("sqlite:///a\0b", "items"), ("sqlite://", "a\ud800")])
def test_addresses_and_names_that_no_database_can_have_are_refused(address: str, table: str) -> None:
    with pytest.raises(UsageError):
        open_table(address, table)


def test_tables_have_the_suffixes_of_the_sinks() -> None:
    assert all(SINKS[address].can_widen for address in SINKS if address != RUN)


FORMULAS = (
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2 degrees",
    "@SUM(A1)",
    "＝1+1",
    "\tx",
    "'=2",
    "-3.5",
    "'quoted'",
    "2024-05-01",
)


def test_formulas_are_inert_in_csv_and_read_as_they_were(tmp_path: Path) -> None:
    target = str(tmp_path / "out.csv")
    add(target, page("=a", {"=name": TEXT}, *((text,) for text in FORMULAS)))
    with Path(target).open(newline="") as file:
        names, *rows = csv.reader(file)
    assert names[1:] == ["source", "'=name"]
    assert [row[2] for row in rows] == [
        *("'=1+1", "'+cmd|' /C calc'!A0", "'-2 degrees", "'@SUM(A1)", "'＝1+1", "'\tx", "''=2"),
        *("-3.5", "'quoted'", "2024-05-01"),
    ]
    add(target, page("b", {"=name": TEXT}, ("plain",)))
    assert [row["=name"] for row in read(target)] == [*FORMULAS, "plain"]
    assert read(target)[0]["source"] == "=a"


@given(st.text(alphabet="'=+-@\t15a", max_size=6))
def test_inert_cells_are_read_as_the_original(text: str) -> None:
    assert as_written(inert(text)) == text
    assert inert(text).startswith("'") or not text.startswith(("=", "@", "\t"))


def test_a_table_does_not_grow_beyond_what_a_database_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_COLUMNS["sqlite"] == 2000
    monkeypatch.setitem(MAX_COLUMNS, "sqlite", 12)
    target = TARGETS["database"](tmp_path)
    with open_table(target, "items") as table:
        assert table.add(page("a", {f"a{number}": TEXT for number in range(10)}, ("x",) * 10)) == 1
        with pytest.raises(PageError, match="its 1 new column and the 12 of the table"):
            table.add(page("b", {"b": TEXT}, ("y",)))
        assert table.add(page("c", {"a1": TEXT}, ("more",))) == 1
    assert [row["a1"] for row in read(target)] == ["x", "more"]


def described(target: Path) -> dict[str, dict[str, Any]]:
    schema = json.loads(target.with_name(f"{target.name}.schema.json").read_text(encoding="utf-8"))
    assert (schema["primaryKey"], schema["missingValues"]) == (KEY, [""])
    return {field.pop("name"): field for field in schema["fields"]}


def test_a_file_beside_comma_separated_values_describes_their_columns(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    columns = {"price": NUMBER, "price_currency": TEXT, "old_price": NUMBER, "day": DATE, "isbn": TEXT}
    with open_table(str(target), "items") as table:
        table.add(page("a", columns, (3.5, "EUR", None, "2024-05-01", "0306406152"), (4.0, "EUR", 5.0, None, "1")))
    found = described(target)
    assert found["price"] == {"type": "number", "currency": "EUR", "filled": 1}
    assert found["old_price"] == {"type": "number", "currency": "EUR", "filled": 0.5}
    assert (found["day"], found["isbn"]) == ({"type": "date", "filled": 0.5}, {"type": "string", "filled": 1})
    assert (found[KEY]["type"], list(found)[:2]) == ("string", [KEY, SOURCE])
    more = {"price": NUMBER, "price_currency": TEXT, "unit_price": NUMBER, "unit": TEXT, "note": TEXT}
    for _ in range(2):  # the second time, nothing is new
        with open_table(str(target), "items") as table:
            table.add(page("b", more, (6.0, "EUR", 1.5, "kg", "=1"), (7.0, "EUR", 2.5, "kg", None)))
    found = described(target)
    assert found["price"] == {"type": "number", "currency": "EUR", "filled": 1}
    assert found["unit_price"] == {"type": "number", "currency": "EUR", "unit": "kg", "filled": 0.5}
    assert (found["day"]["filled"], found["note"]) == (0.25, {"type": "string", "filled": 0.25})
    with open_table(str(target), "items") as table:
        table.add(page("c", {"price": TEXT, "price_currency": TEXT}, ("on request", "CHF")))
    found = described(target)
    assert (found["price"], found["old_price"]["type"]) == ({"type": "string", "filled": 1}, "number")
    assert not {"currency"} & {*found["old_price"]}


def test_a_file_of_this_name_that_describes_no_table_stays(tmp_path: Path) -> None:
    target, beside = tmp_path / "out.csv", tmp_path / "out.csv.schema.json"
    beside.write_text("mine", encoding="utf-8")
    with open_table(str(target), "items") as table:
        table.add(FIRST)
    assert beside.read_text(encoding="utf-8") == "mine"


def test_only_tables_that_grow_in_text_are_described(tmp_path: Path) -> None:
    for name in ("out.jsonl", "out.db"):
        with open_table(str(tmp_path / name), "items") as table:
            table.add(FIRST)
    with open_sink(tmp_path / "rows.csv", SCHEMA) as sink:
        sink.write(ROWS[0])
    assert not list(tmp_path.glob("*.schema.json"))


LINKED = {"title": TEXT, "link": TEXT, "price": NUMBER}


def linked(source: str, *rows: tuple[str, str | None, float]) -> PageRows:
    return page(source, LINKED, *rows)


def test_a_record_with_an_address_is_one_row_on_all_pages_that_show_it(tmp_path: Path) -> None:
    lamp, desk = ("Lamp", "http://shop.example/p/1", 3.5), ("Desk", "http://shop.example/p/2", 80.0)
    with open_table(str(tmp_path / "out.csv"), "items") as table:
        assert table.add(linked("http://shop.example/", lamp, desk, lamp)) == 2
        assert table.add(linked("http://shop.example/?page=2", desk)) == 0
        assert table.add(linked("http://shop.example/", ("Lamp", lamp[1], 3.0))) == 1  # a new price
    assert [row["price"] for row in read(str(tmp_path / "out.csv"))] == ["3.5", "80", "3"]


@pytest.mark.parametrize("address", [None, "http://shop.example/a#p1", "p/1"])
def test_equal_rows_without_an_address_of_their_own_are_several(address: str | None, tmp_path: Path) -> None:
    one = ("Lamp", address, 3.5)
    with open_table(str(tmp_path / "out.csv"), "items") as table:
        assert table.add(linked("http://shop.example/a", one, one)) == 2
        assert table.add(linked("http://shop.example/b", one)) == 1
