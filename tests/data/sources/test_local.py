import io
import os
from pathlib import Path

import pytest

from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.snapshot import Snapshot
from iawce.data.sources.local import read_sources as read_all


def read_sources(sources: list[str], base_url: str = "") -> list[Page]:
    found = list(read_all(sources, base_url))
    assert not any(isinstance(page, Snapshot) for page in found)
    return [page for page in found if isinstance(page, Page)]


def test_an_address_is_live_and_taken_once() -> None:
    found = list(read_sources(["https://example.org/a", "https://example.org/b", "https://example.org/a"]))
    assert [page.url for page in found] == ["https://example.org/a", "https://example.org/b"]
    assert all(page.body is None for page in found)


def test_a_file_carries_its_bytes_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "page.php"
    path.write_bytes(b"<p>hello")
    (page,) = read_sources([str(path)])
    assert (page.body, page.folder, page.url) == (b"<p>hello", tmp_path, SAVED_ORIGIN)
    (page,) = read_sources([str(path)], "https://example.org/x")
    assert page.url == "https://example.org/x"


def test_a_folder_gives_its_html_files_sorted_and_survives_a_loop(tmp_path: Path) -> None:
    for name in ("b.html", "a.HTM", "sub/c.xhtml", "style.css", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("<p>x")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    names = [Path(page.ref).name for page in read_sources([str(tmp_path)])]
    assert names == ["a.HTM", "b.html", "c.xhtml"]


def test_a_list_of_addresses_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "urls.csv"
    path.write_bytes("\ufeff# mine\r\nhttps://a.example/1\r\n\r\nftp://b.example/\r\nhttps://a.example/1\r\n".encode())
    assert [page.url for page in read_sources([str(path)])] == ["https://a.example/1", "ftp://b.example/"]


def test_prose_is_no_list_of_addresses(tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_text("See https://a.example/ for more.\nAnd so on.")
    (page,) = read_sources([str(path)])
    assert page.body is not None


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<p>piped")))
    (page,) = read_sources(["-"])
    assert page.body == b"<p>piped"


def test_what_cannot_be_read_is_a_page_with_a_reason(tmp_path: Path) -> None:
    (missing,) = read_sources([str(tmp_path / "none.html")])
    assert missing.error == "input/not_found"
    dangling = tmp_path / "dangling.html"
    dangling.symlink_to(tmp_path / "nowhere")
    assert [page.error for page in read_sources([str(tmp_path)])] == ["input/not_found"]
    dangling.unlink()
    big = tmp_path / "big.html"
    big.touch()
    os.truncate(big, 21 * 1024 * 1024)
    assert [page.error for page in read_sources([str(tmp_path)])] == ["too_large/body"]
