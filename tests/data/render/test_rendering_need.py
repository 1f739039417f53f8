"""Which saved pages are worth drawing."""

from pathlib import Path

import pytest

from iawce.data.page import Html, Page
from iawce.data.render.rendering_need import gains_from_rendering
from iawce.extract import Extractor
from tests.conftest import PATIENT

TEXT = "<p>" + "A paragraph of running text that says enough. " * 20
SHEET = "<link rel='stylesheet' href='{}'>"


def saved(folder: Path, html: str) -> Page:
    (folder / "style.css").write_text("p { color: red }")
    (folder / "page_files").mkdir()
    (folder / "page_files" / "a b.css").write_text("p { color: red }")
    return Page("x", "https://example.org/deep/page.html", html.encode(), folder=folder)


@pytest.mark.parametrize(
    ("html", "gains"),
    [
        (SHEET.format("style.css") + TEXT, True),
        (SHEET.format("page_files/a%20b.css?v=3") + TEXT, True),
        ("<LINK media=all\nREL=stylesheet HREF=style.css>" + TEXT, True),
        (SHEET.format("https://example.org/deep/style.css") + TEXT, True),
        (SHEET.format("https://cdn.example.org/style.css") + TEXT, False),
        (SHEET.format("other.css") + TEXT, False),
        (SHEET.format("http://[") + TEXT, False),
        (SHEET.format("a%00.css") + TEXT, False),
        (SHEET.format("x" * 9_000 + ".css") + TEXT, False),
        ("<link rel=icon href=style.css>" + TEXT, False),
        (TEXT, False),
        ("<script>var x</script>" + TEXT, False),
        ("<div id=app>Loading</div><script src=app.js></script>", True),
        ("<div id=app>Loading</div>", False),
        ("%PDF-1.5 binary", False),
        ("", False),
    ],
)
def test_style_sheets_and_missing_text_are_reasons_to_draw(html: str, gains: bool, tmp_path: Path) -> None:
    assert gains_from_rendering(saved(tmp_path, html)) is gains


@pytest.mark.browser
def test_auto_draws_what_gains_and_reads_the_rest(tmp_path: Path) -> None:
    styled = tmp_path / "styled.html"
    styled.write_text(SHEET.format("style.css") + TEXT)
    (tmp_path / "style.css").write_text("p { margin-left: 100px }")
    bare = "<div id=app>Loading</div><script>document.getElementById('app').innerHTML = `" + TEXT + "`</script>"
    with Extractor(page_type="article", render_settings=PATIENT) as extractor:
        drawn, read, filled = extractor.extract_many([styled, Html(TEXT), Html(bare)])
    assert (drawn.blocks[0].box is not None, read.blocks[0].box) == (True, None)
    assert "running text" in filled.text
    with Extractor(page_type="article", render="never") as extractor:
        assert all(row.blocks[0].box is None for row in extractor.extract_many([styled, Html(TEXT)]))
    with Extractor(page_type="article", render="always", render_settings=PATIENT) as extractor:
        assert extractor.extract(Html(TEXT)).blocks[0].box is not None


@pytest.mark.parametrize("part", ["<style ", "<script>", "<", "<link ", "<template></"])
def test_repeated_unclosed_beginnings_take_linear_time(part: str, tmp_path: Path) -> None:
    assert not gains_from_rendering(saved(tmp_path, TEXT + "<p>" + part * (2_000_000 // len(part))))
