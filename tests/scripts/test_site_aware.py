"""``iawce extract --site-aware``."""

import json
from pathlib import Path

import pytest

from iawce.extract.templates.site_boilerplate import MIN_PAGES
from tests.data.sources.archives import page_record, warc_record
from tests.extract.templates.site.made_pages import SENTENCE, article
from tests.scripts.commands import iawce

JOIN = "Join the paper today and read all of it on every day of the year."
OPTIONS = ("--type", "article", "--method", "body", "--render", "never", "-s", "run.processes=0")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for letter in "abcdefg":
        text = article(1).replace("</p></div>", f"</p><p>{JOIN}</p><p>{letter} {SENTENCE * 12}</p></div>", 1)
        (folder / f"{letter}.html").write_text(text, encoding="utf-8")
    return folder


def written(file: Path) -> list[dict[str, object]]:
    """Rows without what differs from run to run."""
    return [{**json.loads(line), "timings": {}} for line in file.read_text(encoding="utf-8").splitlines()]


def test_rows_are_the_same_whether_interrupted_or_not(pages: Path, tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    assert iawce("extract", pages, "-o", whole, *OPTIONS).returncode == 0
    torn.write_text("".join(whole.read_text(encoding="utf-8").splitlines(keepends=True)[:5]), encoding="utf-8")
    assert iawce("extract", pages, "-o", torn, *OPTIONS, "--resume").returncode == 0
    assert written(whole) == written(torn)
    assert all(JOIN not in str(row["text"]) for row in written(whole))
    assert all("site_pages" in str(row["scores"]) for row in written(whole))


def test_off_extracts_each_page_by_itself(pages: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    assert iawce("extract", pages, "-o", rows, *OPTIONS, "-s", "run.site_aware=off").returncode == 0
    assert all(JOIN in str(row["text"]) for row in written(rows))


def test_a_pipe_is_read_once_with_a_message(pages: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    lines = "".join(f"{file}\n" for file in sorted(pages.iterdir()))
    done = iawce("extract", "-", "-o", rows, *OPTIONS, text=lines.encode())
    assert "run.site_aware" in done.stderr
    assert all(JOIN in str(row["text"]) for row in written(rows))


def test_an_archive_that_is_read_twice_is_remarked_on_once(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc"
    request = warc_record("https://a.example/1", b"GET /1 HTTP/1.1\r\n\r\n", kind="request")
    archive.write_bytes(request + b"".join(map(page_record, range(MIN_PAGES))))
    done = iawce("extract", archive, "-o", tmp_path / "rows.jsonl", *OPTIONS)
    assert done.stderr.count("1 record skipped") == 1
