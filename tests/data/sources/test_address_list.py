import gzip
import io
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.page import Page
from iawce.data.sources.source import count_pages, exists, read_sources
from tests.data.sources.handed_over import EndlessPipe, errors_of, pages_of

LIST = "\ufeff# mine\r\nhttps://a.example/1\r\n\r\nftp://b.example/\r\nhttps://a.example/1\r\n".encode()
ADDRESSES = ["https://a.example/1", "ftp://b.example/"]


@pytest.mark.parametrize("name", ["urls.txt", "urls.csv", "urls", "urls.html"])
@pytest.mark.parametrize("screenshots", [False, True])
def test_a_list_is_recognised_by_its_content(name: str, screenshots: bool, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(LIST)
    found = pages_of(path, screenshots=screenshots)
    assert [(page.ref, page.url) for page in found] == [(address, address) for address in ADDRESSES]


def test_a_list_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LIST)))
    assert [page.url for page in pages_of("-")] == ADDRESSES


@pytest.mark.parametrize(
    "text",
    [
        "See https://a.example/ for more.\nAnd so on.",
        "one\nword\na\nline",
        "# only comments",
        "<p>\nhttps://a.example/\nhttps://b.example/\n",
        "prose in which https://a.example/\nhttps://b.example/\nare named in lines of their own,\nand that goes on",
    ],
)
def test_other_text_is_no_list(text: str, tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_text(text)
    (page,) = pages_of(path)
    assert page.body == text.encode()


def test_a_list_of_ten_million_addresses_is_read_as_far_as_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = EndlessPipe(b"https://a.example/%d\n" % number for number in range(10_000_000))
    monkeypatch.setattr("sys.stdin", pipe.as_stdin())
    pages = read_sources(["-"])
    first = [page.url for page in islice(pages, 5)]
    assert first == [f"https://a.example/{number}" for number in range(5)]
    assert pipe.taken < 8_000, "what decides about the format, and no more"
    assert sum(1 for _ in islice(pages, 5_000)) == 5_000
    assert pipe.taken < 16_000


def test_a_large_list_is_not_read_to_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(b"https://a.example/\n" * 5)
    assert count_pages([str(path)]) == 5
    path.write_bytes(b"https://a.example/\n" * 1_200_000)
    assert count_pages([str(path)]) is None
    (first,) = islice(read_sources([str(path)]), 1)
    assert first.url == "https://a.example/"


@pytest.mark.parametrize("cut", [0, 20])
def test_a_gzipped_list_is_read_to_its_end_or_to_its_damage(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "urls.txt.gz"
    packed = gzip.compress(b"".join(b"https://a.example/%d\n" % number for number in range(1000)))
    path.write_bytes(packed[: len(packed) - cut])
    found = [page.error for page in pages_of(path)]
    assert found[:800] == [""] * 800
    assert found[-1] == ("input/unreadable" if cut else "")


LINES = """# what to read
https://a.example/1\tA title after a tab
https://a.example/2 and one after a blank
https://a.example/3 Why? And/or what % of it
https://a.example/My Page.html
https://a.example/search?q=two words&page=2

example.org/path
localhost:8000/x
no address at all
https://a.example/1
<b>markup</b>
"""
OUTCOMES = [
    ("https://a.example/1", ""),
    ("https://a.example/2", ""),
    ("https://a.example/3", ""),
    ("https://a.example/My Page.html", "input/bad_line"),
    ("https://a.example/search?q=two words&page=2", "input/bad_line"),
    ("example.org/path", "input/no_scheme"),
    ("localhost:8000/x", "input/no_scheme"),
    ("no address at all", "input/bad_line"),
    ("<b>markup</b>", "input/bad_line"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_line_is_a_page_or_a_page_with_a_reason(encoding: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(LINES.replace("\n", end).encode(encoding))
    found = pages_of(path)
    assert [(page.ref, page.error) for page in found] == OUTCOMES
    assert f"line 8 of {path}: did you mean https://example.org/path ?" in found[5].message
    assert "did you mean http://localhost:8000/x ?" in found[6].message
    assert "line 10 of" in found[7].message


def test_hosts_alone_are_a_list_too(tmp_path: Path) -> None:
    path = tmp_path / "hosts"
    path.write_text("example.org\nwww.example.com\n192.0.2.7:8080/x\nmünchen.de\n")
    assert errors_of(path) == ["input/no_scheme"] * 4


def test_paths_that_exist_are_read_and_lists_in_lists_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put = {
        "a b.html": "<p>one",
        "folder/c.html": "<p>two",
        "urls.txt": "https://a.example/\na b.html\nfolder\nurls.txt",
    }
    for name, text in put.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    found = pages_of("urls.txt")
    assert [(page.ref, page.error) for page in found] == [
        ("https://a.example/", ""),
        ("a b.html", ""),
        ("folder/c.html", ""),
        ("urls.txt", "input/nested_list"),
    ]


def test_a_line_of_any_length_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    long = "x" * 10_000_000
    path.write_text(f"https://a.example/\nhttps://b.example/{long}\n{long}\nhttps://c.example/\nhttps://d.example/")
    found = pages_of(path)
    assert [page.error for page in found] == ["", "input/bad_line", "input/bad_line", "", ""]
    assert max(len(page.ref + page.message) for page in found) < 5000


def names_nothing(line: str) -> bool:
    return not any(map(exists, (line.strip(), *line.split()[:1])))


@given(
    lines=st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(names_nothing), max_size=5
    )
)
def test_bad_lines_never_make_a_page_of_a_list(lines: list[str]) -> None:
    body = "\n".join([f"https://a.example/{number}" for number in range(6)] + lines).encode()
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(body))):
        found = pages_of("-")
    assert [page.url for page in found[:6]] == [f"https://a.example/{number}" for number in range(6)]
    assert all(page.is_live or page.folder for page in found)


def test_markup_behind_a_byte_order_mark_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("\ufeff<!DOCTYPE html><p>Partners:\nexample.org\nexample.com\nexample.net\n", encoding="utf-8")
    (page,) = pages_of(path)
    assert (page.error, page.is_live) == ("", False)


def test_addresses_that_differ_only_in_credentials_are_not_one_page(tmp_path: Path) -> None:
    users = ["ann:one@", "ann:two@", "", "ann:one@", "bob:one@"]
    (tmp_path / "urls.txt").write_text("".join(f"http://{user}news.example/\n" for user in users))
    first, *others = read_sources([str(tmp_path / "urls.txt"), "http://news.example/"])
    assert isinstance(first, Page)
    assert (first.error, first.is_live) == ("", True)
    assert [page.error for page in others if isinstance(page, Page)] == ["input/other_credentials"] * 3
    assert {page.ref for page in others} == {"http://news.example/"}


@pytest.mark.parametrize("password", ["a/b", "a?b", "a#b"])
def test_an_address_whose_password_breaks_it_is_said_to_be_none(password: str) -> None:
    (page,) = read_sources([f"http://ann:{password}@news.example/"])
    assert isinstance(page, Page)
    assert (page.error, "%2F" in page.message) == ("fetch_error/invalid_url", True)
    assert password not in page.ref + page.url + page.message
