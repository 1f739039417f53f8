import gc
import gzip
import os
from pathlib import Path

import pytest

from iawce.data.page import Page
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks.sink import STATE
from iawce.data.sources.source import Source, count_pages, read_sources
from tests.data.sources.handed_over import errors_of, pages_of, put_picture


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<p>x")


def names_of(folder: Path, *, screenshots: bool = False) -> list[str]:
    return [str(Path(page.ref).relative_to(folder)) for page in pages_of(folder, screenshots=screenshots)]


def test_a_folder_gives_its_html_files_sorted_and_survives_a_loop(tmp_path: Path) -> None:
    put(tmp_path, "b.html", "a.HTM", "sub/c.xhtml", "style.css", "notes.txt", "a.dir.html/d.shtml", "none")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    (tmp_path / "z.html.gz").write_bytes(gzip.compress(b"<p>packed"))
    assert names_of(tmp_path) == ["a.HTM", "b.html", "z.html.gz", "a.dir.html/d.shtml", "sub/c.xhtml"]


@pytest.mark.parametrize(
    ("begin", "is_page"),
    [
        ("<!DOCTYPE html><title>A</title>", True),
        ("\ufeff\n <!-- kept --><!-- by a mirror -->\n<HTML lang=en>", True),
        ('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', True),
        ("<?php require 'head.php' ?><html><p>source", False),
        ("<p>a part of a page", False),
        ("// <!doctype html> in a script", False),
        ('<?xml version="1.0"?><rss><item>&lt;html&gt;</item></rss>', False),
        ("", False),
    ],
)
def test_a_whole_page_in_a_folder_is_read_whatever_its_name(begin: str, is_page: bool, tmp_path: Path) -> None:
    names = ["about", "index.php", "old/page.aspx", "sub/page.html.orig", "sub/view.php?id=3"]
    put(tmp_path, *names, "a.html")
    for name in names:
        (tmp_path / name).write_text(begin)
    os.mkfifo(tmp_path / "pipe")
    assert names_of(tmp_path) == (["a.html", *names] if is_page else ["a.html"])
    assert count_pages([str(tmp_path)]) == (6 if is_page else 1)


@pytest.mark.parametrize("address", ["https://a.example/b", "https://a.example/b/"])
def test_pages_of_a_folder_have_the_addresses_below_that_of_the_folder(address: str, tmp_path: Path) -> None:
    put(tmp_path, "index.html", "one page.html", "2023/04/post/INDEX.htm", "2023/index-2.html")
    below = ["", "one%20page.html", "2023/index-2.html", "2023/04/post/"]
    pages = pages_of(tmp_path, base_url=address)
    assert [page.url for page in pages] == [f"https://a.example/b/{path}" for path in below]


def test_a_source_without_pages_is_named_beside_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path, "full/a.html", "bare/style.css")
    assert len(pages_of(tmp_path / "bare", tmp_path / "full", tmp_path / "full")) == 1
    assert caplog.messages == [f"{tmp_path / 'bare'} holds no pages"]
    assert len(pages_of(tmp_path)) == 1
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("saved", ["page_files", "page.files"])
def test_files_that_a_browser_saved_with_a_page_are_no_pages(saved: str, tmp_path: Path) -> None:
    put(tmp_path, "page.html", f"{saved}/frame.html", "my_files/own.html")
    put_picture(tmp_path / saved / "logo.png")
    for screenshots in (False, True):
        assert names_of(tmp_path, screenshots=screenshots) == ["page.html", "my_files/own.html"]
    assert names_of(tmp_path / saved) == ["frame.html"], "asked for by name it is a folder like any other"


def test_the_folder_of_a_run_holds_no_pages(tmp_path: Path) -> None:
    run = tmp_path / "run"
    put(tmp_path, "page.html", "run/report.html", "sub/report.html", "sub/run/report.html")
    for folder in (run, tmp_path / "sub" / "run"):
        with RunState(folder / STATE):
            pass
    assert names_of(tmp_path) == ["page.html", "sub/report.html"], "its report is no page"
    assert count_pages([str(tmp_path)]) == 2
    (page,) = read_sources([str(run)])
    assert isinstance(page, Page)
    assert (page.error, "inspect and label read rows" in page.message) == ("input/unreadable", True)
    assert errors_of(f"{run}/") == ["input/unreadable"]


def test_screenshots_are_read_only_where_wanted(tmp_path: Path) -> None:
    put(tmp_path, "page.html")
    put_picture(tmp_path / "shot.PNG")
    assert names_of(tmp_path) == ["page.html"]
    assert names_of(tmp_path, screenshots=True) == ["page.html", "shot.PNG"]


def test_a_file_in_a_folder_is_never_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("about:me.html").symlink_to("nowhere")
    assert errors_of(".") == ["input/not_found"]


def test_an_unreadable_folder_is_a_page_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dangling.html").symlink_to(tmp_path / "nowhere")
    big = tmp_path / "sub" / "big.html"
    put(tmp_path, "good.html", "sub/big.html")
    os.truncate(big, 21 * 1024 * 1024)
    assert errors_of(tmp_path) == ["input/not_found", "", "too_large/body"]

    listing = Path.iterdir

    def closed(folder: Path) -> object:
        if folder.name == "sub":
            raise PermissionError(folder)
        return listing(folder)

    monkeypatch.setattr(Path, "iterdir", closed)
    assert errors_of(tmp_path) == ["input/not_found", "", "input/unreadable"]


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    assert pages_of(tmp_path) == []


def test_the_beginning_of_a_file_is_not_kept_in_memory(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.html").write_text(f"<p>page {number}")
    held = [
        sum("body" in vars(one) for one in gc.get_objects() if type(one) is Source)
        for _ in read_sources([str(tmp_path)])
    ]
    assert len(held) == 5
    assert max(held) <= held[0] + 1
