"""``iawce inspect``: pages to look at, of sources and of rows."""

from pathlib import Path

import pytest
from PIL import Image

from iawce.data.sinks import open_sink
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.extractor import Extractor
from tests.scripts.commands import iawce

FEW = ("-s", "inspect.pages=2", "-s", "inspect.compare=body")
"""Settings with which little is shown."""


def test_one_page_is_one_file(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.html"
    done = iawce("inspect", pages / "article-news" / "source.html", "--render", "never", "-o", out)
    assert done.returncode == 0, done.stderr
    assert "<meter" in out.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["seen.html"]
    assert iawce("inspect", pages / "article-news", "--render", "never", "-o", out).returncode == 2, "it is kept"


def test_without_an_output_each_call_has_a_new_name(pages: Path, tmp_path: Path) -> None:
    page = pages / "article-news" / "source.html"
    for _ in range(2):
        assert iawce("inspect", page, "--render", "never", folder=tmp_path).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"inspected.html", "inspected-2.html"}


def test_many_pages_are_an_index_and_the_first_have_details(pages: Path, tmp_path: Path) -> None:
    out, sources = tmp_path / "seen.html", [pages / name for name in ("article-news", "list-links")]
    done = iawce("inspect", *sources, "no.html", "--render", "never", *FEW, "-o", out)
    assert done.returncode == 1
    assert "no.html: " in done.stderr
    index = out.read_text("utf-8")
    assert "input/not_found" in index
    assert index.count('<a href="seen_pages/') == 2
    assert sorted(path.name for path in (tmp_path / "seen_pages").iterdir()) == ["00001.html", "00002.html"]
    assert "../seen.html" in (tmp_path / "seen_pages" / "00001.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["rows.jsonl", "run/"])
def test_rows_of_a_run_are_shown_with_the_most_doubtful_in_detail(pages: Path, tmp_path: Path, name: str) -> None:
    target, out = f"{tmp_path}/{name}", tmp_path / "seen.html"
    with open_sink(target, row_schema()) as sink, Extractor(render="never") as extractor:
        for row in extractor.extract_many([pages / "article-news" / "source.html", tmp_path / "none.html"]):
            sink.write(row.to_dict())
        sink.complete()
    done = iawce("inspect", target, "-s", "inspect.pages=1", "-o", out)
    assert done.returncode == 1, done.stderr
    index = out.read_text("utf-8")
    assert index.count("<a href=") == 1
    assert index.index("input/not_found") < index.index("article-news"), "the failure is the most doubtful"


def test_an_output_that_cannot_be_written_gives_a_message(pages: Path, tmp_path: Path) -> None:
    page = pages / "article-news" / "source.html"
    none = ("-s", "inspect.compare=none-such")
    for typed in (("-o", tmp_path / "a.txt"), (*none, "-o", tmp_path / "a.html")):
        assert iawce("inspect", page, "--render", "never", *typed).returncode == 2
    assert iawce("inspect", page, page.parent.parent / "list-links", "-o", tmp_path / "a.png").returncode == 2
    undrawn = iawce("inspect", page, "--render", "never", "-o", tmp_path / "a.png")
    assert (undrawn.returncode, "leave out --render never" in undrawn.stderr) == (2, True)
    (tmp_path / "empty").mkdir()
    assert iawce("inspect", tmp_path / "empty", "--render", "never", "-o", tmp_path / "a.html").returncode == 2
    assert list(tmp_path.glob("a.*")) == []


@pytest.mark.browser
def test_inspect_marks_what_was_taken(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "marked.png"
    done = iawce("inspect", pages / "article-news" / "source.html", "--type", "article", "-o", out)
    assert done.returncode == 0, done.stderr
    with Image.open(out) as picture:
        colours = {colour for _, colour in picture.getcolors(1 << 20) or []}
    assert (214, 40, 40) in colours
    again = iawce("inspect", tmp_path / "none.html", "-o", out)
    assert (again.returncode, "--overwrite" in again.stderr) == (2, True)
    assert iawce("inspect", tmp_path / "none.html", "-o", out, "--overwrite").returncode == 3
    assert out.exists(), "a page that cannot be read costs no picture"
    assert iawce("inspect", pages / "list-links" / "source.html", "--type", "list", "-o", tmp_path).returncode == 2
