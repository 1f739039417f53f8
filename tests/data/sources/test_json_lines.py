import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.dom.read import MAX_BODY, read_html
from iawce.data.page import SAVED_ORIGIN
from iawce.data.sources.source import count_pages
from tests.data.sources.handed_over import errors_of, pages_of

LINES = [
    '{"url": "https://a.example/1"}',
    '{"url": "https://a.example/2", "html": "<p>ünd\\n", "id": 7}',
    '{"content": "<p>three", "ref": "mine"}',
    '{"raw_html": "<p>four", "url": null}',
    "",
    "[1, 2]",
    '{"title": "no page"}',
    '{"url": "example.org/x"}',
    '{"url": "words", "html": "<p>"}',
    '{"url": "https://a.example/torn", "ht',
]


def put(path: Path, lines: list[str] = LINES) -> Path:
    body = "\n".join(lines).encode("utf-8-sig" if path.stem == "marked" else "utf-8")
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return path


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.txt", "rows", "marked.jsonl"])
@pytest.mark.parametrize("screenshots", [False, True])
def test_each_line_is_a_page_or_a_page_with_a_reason(name: str, screenshots: bool, tmp_path: Path) -> None:
    path = put(tmp_path / name)
    found = pages_of(path, screenshots=screenshots)
    assert [(page.ref, page.url, page.error) for page in found] == [
        ("https://a.example/1", "https://a.example/1", ""),
        ("7", "https://a.example/2", ""),
        ("mine", SAVED_ORIGIN, ""),
        (f"{path}:4", SAVED_ORIGIN, ""),
        (f"{path}:6", SAVED_ORIGIN, "input/bad_line"),
        (f"{path}:7", SAVED_ORIGIN, "input/bad_line"),
        ("example.org/x", SAVED_ORIGIN, "input/no_scheme"),
        ("words", SAVED_ORIGIN, "input/bad_line"),
        (f"{path}:10", SAVED_ORIGIN, "input/bad_line"),
    ]
    assert [page.is_live for page in found[:4]] == [True, False, False, False]
    assert read_html(found[1]).text == "<p>ünd\n"


def test_lines_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(LINES[:3]).encode())))
    assert [page.ref for page in pages_of("-")] == ["https://a.example/1", "7", "mine"]


def test_one_object_without_a_page_is_no_source_of_pages(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"name": "x"}\n')
    (page,) = pages_of(path)
    assert page.body == b'{"name": "x"}\n'


def test_a_line_that_is_too_long_and_a_file_that_is_cut_cost_no_line_before(tmp_path: Path) -> None:
    path = put(tmp_path / "rows.jsonl", [LINES[0], json.dumps({"html": "<p>" + "x" * MAX_BODY}), LINES[2]])
    assert errors_of(path) == ["", "input/bad_line", ""]
    packed = put(tmp_path / "rows.jsonl.gz", [json.dumps({"html": f"<p>{n}"}) for n in range(5000)])
    packed.write_bytes(packed.read_bytes()[:-3000])
    *good, last = errors_of(packed)
    assert len(good) > 100
    assert (set(good), last) == ({""}, "input/unreadable")


def test_larger_files_than_a_page_are_read(tmp_path: Path) -> None:
    lines = [json.dumps({"id": n, "html": "<p>" + "word " * 200_000}) for n in range(30)]
    path = put(tmp_path / "rows.jsonl", lines)
    assert path.stat().st_size > MAX_BODY
    assert [page.ref for page in pages_of(path)] == [str(n) for n in range(30)]


@given(
    lines=st.lists(st.one_of(st.text(max_size=30), st.dictionaries(st.text(), st.text()).map(json.dumps)), max_size=6)
)
def test_any_damaged_lines_leave_the_others_readable(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("lines") / "rows.jsonl"
    texts = [LINES[0], *(line.replace("\n", " ") for line in lines), LINES[2]]
    path.write_bytes("\n".join(texts).encode("utf-8", "replace"))
    found = pages_of(path)
    assert (found[0].ref, found[-1].ref) == ("https://a.example/1", "mine")
    assert len(found) <= len(texts)


def test_pages_are_counted_where_that_is_quick(tmp_path: Path) -> None:
    put(tmp_path / "rows.jsonl")
    (tmp_path / "urls.txt").write_text("# mine\nhttps://a.example/\n\nhttps://b.example/\n")
    for name in ("a.html", "sub/b.html", "sub/c.html", "d.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("<p>x")
    given = ["https://a.example/", *(str(tmp_path / name) for name in ("rows.jsonl", "urls.txt", "none.html", ""))]
    assert count_pages(given) == 1 + 9 + 2 + 1 + 3
    assert count_pages([*given, "-"]) is None
