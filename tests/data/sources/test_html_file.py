import gzip
import os
from pathlib import Path

import pytest

from iawce.data.page import SAVED_ORIGIN
from iawce.data.sources.source import read_sources
from tests.data.sources.handed_over import errors_of, pages_of


def test_a_file_carries_its_bytes_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "page.php"
    path.write_bytes(b"<p>hello")
    (page,) = pages_of(path)
    assert (page.body, page.folder, page.url) == (b"<p>hello", tmp_path, SAVED_ORIGIN)
    (page,) = pages_of(path, base_url="https://example.org/x")
    assert page.url == "https://example.org/x"


def test_a_file_that_is_named_again_is_read_once(tmp_path: Path) -> None:
    path, listed = tmp_path / "page.html", tmp_path / "list.txt"
    path.write_bytes(b"<p>hello")
    listed.write_text(f"{path}\n{path}\n")
    assert [page.ref for page in read_sources([str(path), str(listed), str(path)])] == [str(path)]


@pytest.mark.parametrize("name", ["page.html.gz", "page.html", "page"])
def test_gzip_is_recognised_by_its_content(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"<p>packed"))
    (page,) = pages_of(path)
    assert (page.ref, page.body) == (str(path), b"<p>packed")


def test_damaged_and_endless_gzip_is_a_page_with_a_reason(tmp_path: Path) -> None:
    packed = gzip.compress(b"<p>packed" + os.urandom(9000))
    for name, body, reason in (
        ("cut.html.gz", packed[:-2000], "input/unreadable"),
        ("bent.html.gz", packed[:10] + b"\xff" * 50 + packed[60:], "input/unreadable"),
        ("bomb.html.gz", gzip.compress(b"<p>" + b" " * 30_000_000), "too_large/body"),
    ):
        (tmp_path / name).write_bytes(body)
        assert errors_of(tmp_path / name) == [reason], name


@pytest.mark.parametrize("screenshots", [False, True])
def test_files_that_are_no_html_become_pages_without_an_error(screenshots: bool, tmp_path: Path) -> None:
    path = tmp_path / "paper.html"
    for body in (b"%PDF-1.4", b"", b"plain words", b'{"a": 1}'):
        path.write_bytes(body)
        (page,) = pages_of(path, screenshots=screenshots)
        assert (page.body, page.error) == (body, "")


def test_a_picture_is_no_screenshot_unless_wanted(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    (page,) = pages_of(path)
    assert page.body == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("screenshots", [False, True])
def test_an_unreadable_file_is_a_page_with_a_reason(screenshots: bool, tmp_path: Path) -> None:
    big = tmp_path / "big.html"
    big.touch()
    os.truncate(big, 21 * 1024 * 1024)
    for source, reason in (
        (tmp_path / "none.html", "input/not_found"),
        (big, "too_large/body"),
        ("zero\0byte.html", "input/unreadable"),
        ("x" * 5000, "input/unreadable"),
        (big / "below", "input/unreadable"),
    ):
        assert errors_of(source, screenshots=screenshots) == [reason]
