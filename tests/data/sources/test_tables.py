import csv
import gzip
import io
import json
from itertools import chain, count, islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.page import SAVED_ORIGIN
from iawce.data.sources.source import count_pages, read_sources
from tests.data.sources.archives import HTML, answer, warc_record
from tests.data.sources.handed_over import EndlessPipe, errors_of, pages_of

Row = dict[str, str | None]
ROWS: list[Row] = [
    {"id": "a", "url": "https://a.example/1", "html": '<p>one, "two";\nthree ü'},
    {"id": "b", "url": "https://a.example/2", "html": "<p>" + "long " * 60_000},
    {"id": "c", "url": "https://a.example/3", "html": None},
]


def put_csv(path: Path, rows: list[Row], delimiter: str = ",") -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(text.getvalue().encode())
    return path


def put_parquet(path: Path, rows: list[Row]) -> Path:
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=2)
    return path


def put_lines(path: Path, rows: list[Row]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def put_array(path: Path, rows: list[Row]) -> Path:
    path.write_text(json.dumps(rows, indent=1))
    return path


@pytest.mark.parametrize("name", ["pages.csv", "pages", "pages.tsv"])
@pytest.mark.parametrize("put", [put_csv, put_parquet, put_lines, put_array])
def test_tables_and_lines_are_the_same_pages(name: str, put: object, tmp_path: Path) -> None:
    assert callable(put)
    found = pages_of(put(tmp_path / name, ROWS))
    assert [(page.ref, page.url, page.body) for page in found] == [
        (row["id"], row["url"], row["html"].encode() if row["html"] else None) for row in ROWS
    ]
    assert [page.is_live for page in found] == [False, False, True]


def test_an_archive_holds_the_same_pages(tmp_path: Path) -> None:
    saved = [row for row in ROWS if row["html"]]
    path = tmp_path / "pages.warc"
    path.write_bytes(b"".join(warc_record(str(row["url"]), answer(str(row["html"]).encode(), HTML)) for row in saved))
    table = pages_of(put_parquet(tmp_path / "pages.parquet", saved))
    assert [(page.url, page.body) for page in pages_of(path)] == [(page.url, page.body) for page in table]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_encodings_and_gzip(delimiter: str, tmp_path: Path) -> None:
    path = put_csv(tmp_path / "pages.csv", ROWS, delimiter)
    whole = path.read_bytes()
    for data in (whole, gzip.compress(whole), b"\xef\xbb\xbf" + whole, whole.decode().encode("utf-16")):
        path.write_bytes(data)
        assert [page.ref for page in pages_of(path)] == ["a", "b", "c"]


def test_bad_rows_are_pages_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("URL,Title\nhttps://a.example/1,A\nexample.org/x,B\nno address,C\nhttps://a.example/2\n\n,D\n")
    reasons = ["", "input/no_scheme", "input/bad_line", "input/bad_line", "input/bad_line"]
    assert errors_of(path) == reasons
    path.write_text('url,html\nhttps://a.example/1,<p>one\nhttps://a.example/2,"' + "<p>never ends\n" * 2_000_000)
    assert errors_of(path) == ["", "input/unreadable"]
    table = put_parquet(tmp_path / "a.parquet", [{"url": "https://a.example/1"}, {"url": None}, {"url": "none"}])
    assert errors_of(table) == ["", "input/bad_line", "input/bad_line"]


def test_html_in_parquet_may_be_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"URL": ["https://a.example/"], "raw_html": ["<p>ü".encode("latin-1")], "n": [1]}), path)
    (page,) = pages_of(path)
    assert (page.body, page.content_type) == ("<p>ü".encode("latin-1"), "")


def test_a_damaged_parquet_file_is_a_page_with_a_reason(tmp_path: Path) -> None:
    whole = put_parquet(tmp_path / "a.parquet", ROWS).read_bytes()
    for data in (whole[:-20], whole[:200], b"PAR1", whole[:50] + b"\xff" * 40 + whole[90:]):
        (tmp_path / "a.parquet").write_bytes(data)
        assert errors_of(tmp_path / "a.parquet")[-1] == "input/unreadable"
    pq.write_table(pa.table({"title": ["x"]}), tmp_path / "a.parquet")
    assert errors_of(tmp_path / "a.parquet") == ["input/unreadable"]


@pytest.mark.parametrize("header", ["Name,Website,Clicks", ",homepage,n", "id,Link,n"])
def test_the_only_column_of_addresses_is_taken_whatever_its_name(header: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f'{header}\nOne,https://a.example/1,3\nTwo,,4\n"Three, four",https://a.example/3,5\n')
    assert [page.url for page in pages_of(path) if not page.error] == ["https://a.example/1", "https://a.example/3"]
    assert errors_of(path) == ["", "input/bad_line", ""]


@pytest.mark.parametrize("row", ["1,two", "https://a.example/1,https://a.example/2"])
def test_a_table_without_a_column_of_pages_says_which_it_has(row: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"first,second\n{row}\n")
    (page,) = pages_of(path)
    assert page.error == "input/unreadable"
    assert page.message.endswith("first, second")


def test_other_texts_are_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("url", "url\nand no address", "Content, or what is called so\nis text", "<p>url,html</p>\n<p>x"):
        path.write_text(text)
        (page,) = pages_of(path)
        assert page.body == text.encode()
    path.write_text("url\nhttps://a.example/1\nhttps://a.example/2\n")
    assert [page.url for page in pages_of(path)] == ["https://a.example/1", "https://a.example/2"]


def test_rows_are_read_as_they_are_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rows = EndlessPipe(chain([b"url,html\n"], (b"https://a.example/%d,<p>x\n" % number for number in count())))
    monkeypatch.setattr("sys.stdin", rows.as_stdin())
    found = list(islice(read_sources(["-"]), 5000))
    assert found[-1].url == "https://a.example/4999"
    assert rows.taken < 10_000
    table = put_parquet(tmp_path / "a.parquet", ROWS)
    assert count_pages([str(table)]) == 3


@given(text=st.text(max_size=80))
def test_whatever_a_table_holds_there_is_no_exception(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("table") / "a.csv"
    path.write_bytes(b"url,html\nhttps://a.example/,<p>x\n" + text.encode("utf-8", "replace"))
    assert all(not page.error.startswith("internal") for page in pages_of(path))


@pytest.mark.parametrize("put", [put_csv, put_parquet, put_lines, put_array])
def test_the_address_of_saved_pages_in_rows_is_none(put: object, tmp_path: Path) -> None:
    """As this program writes it."""
    assert callable(put)
    rows: list[Row] = [
        {"ref": "a.html", "url": SAVED_ORIGIN, "html": "<p>saved"},
        {"ref": "b.html", "url": SAVED_ORIGIN, "html": None},
    ]
    saved, failed = pages_of(put(tmp_path / "rows", rows))
    assert (saved.ref, saved.url, saved.is_live) == ("a.html", SAVED_ORIGIN, False)
    assert failed.error == "input/bad_line"


@pytest.mark.parametrize("body", ['[{"url": "https://a.example/1"}', '[{"url": "https://a.example/1"}] x'])
def test_a_damaged_array_is_unreadable(body: str, tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text(body)
    assert errors_of(tmp_path / "rows.json") == ["input/unreadable"]


def test_items_of_an_array_that_are_no_pages_cost_no_others(tmp_path: Path) -> None:
    (tmp_path / "rows.json.gz").write_bytes(gzip.compress(b'\xef\xbb\xbf[{"title": 1}, 7, {"html": "<p>one"}]'))
    assert [page.error for page in pages_of(tmp_path / "rows.json.gz")] == ["input/bad_line", "input/bad_line", ""]
