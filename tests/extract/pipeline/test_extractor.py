"""The whole way, through a real Chromium: each input gives one row, and one page's trouble is its own."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageWarning, Status, UsageError, WarningKind
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html, Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import SnapshotStore, load_snapshot
from iawce.extract import Extraction, Extractor
from iawce.extract.content.content import Metadata
from iawce.extract.content.method import METHODS, MethodSettings, register_method
from iawce.extract.papers.text_length_deviation import ArticleSettings
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from tests.conftest import Site
from tests.data.sources.archives import HTML, answer, warc_record

ARTICLE = "<title>T</title>" + "".join(f"<p>Paragraph {i} " + "of running text " * 30 for i in range(8))


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor(render="always") as opened:
        yield opened


def cases(pages: Path) -> list[Path]:
    return sorted(path.parent for path in pages.glob("*/source.html"))


@pytest.mark.browser
def test_our_pages_give_the_text_that_was_checked_by_eye(extractor: Extractor, pages: Path) -> None:
    found = cases(pages)
    assert len(found) >= 7
    for case, row in zip(found, extractor.extract_many(case / "source.html" for case in found), strict=True):
        meta = json.loads((case / "meta.json").read_text())
        assert row.status == "success", (case.name, row.reason)
        if meta.get("is_blank"):  # a blank page has no recognisable type
            assert PageWarning(WarningKind.SUSPECT, "blank") in row.warnings, case.name
        else:
            assert row.type == meta["type"], (case.name, row.probabilities)
        assert row.title == meta["title"]
        assert list(row.metadata.authors) == meta.get("authors", list(row.metadata.authors)), case.name
        assert row.metadata.date_published == meta.get("date_published", row.metadata.date_published), case.name
        assert row.text + "\n" == (case / "expected.txt").read_text(encoding="utf-8"), case.name
        if (case / "expected.md").exists():
            assert row.markdown + "\n" == (case / "expected.md").read_text(encoding="utf-8"), case.name


@pytest.mark.browser
def test_a_row_says_what_was_chosen_and_where(extractor: Extractor, site: Site, pages: Path) -> None:
    url = site.add("/a", (pages / "list-blog" / "source.html").read_bytes())
    row = extractor.extract(url)
    assert (row.ref, row.final_url, row.http_status, row.method, row.model) == (
        url,
        url,
        200,
        "segmentation",
        "page_type/html",
    )
    assert row.fine_type in ("listing", "collection")
    assert sum(row.probabilities.values()) == pytest.approx(1, abs=1e-3)
    assert row.confidence == row.probabilities["list"]
    for block in row.blocks:
        assert block.path.startswith("/html/body")
        assert block.box is not None
        x, y, width, height = block.box
        assert 0 <= x < x + width <= 1366
        assert 0 <= y < y + height
    assert "## [Keeping a log by hand]" in row.markdown
    assert f"({site.url}/p/0)" in row.markdown
    assert {"load", "settle", "boxes", "html", "classify", "extract"} <= set(row.timings)
    written = json.loads(row.to_json())
    assert written["schema_version"] == 4
    assert written["text"] == row.text


@pytest.mark.browser
def test_failures_are_rows_with_the_same_keys_in_order(extractor: Extractor, site: Site, tmp_path: Path) -> None:
    good = site.add("/good", ARTICLE)
    pdf = tmp_path / "paper.html"
    pdf.write_bytes(b"%PDF-1.5 binary")
    broken = tmp_path / "broken.html"
    broken.write_bytes(b"<meta charset=utf-8><p>" + "some text here \xff\xfe\xfd ".encode("latin-1") * 200)
    expected = {
        good: "",
        site.add("/gone", "<p>x", 404): "http_error/404",
        "http://127.0.0.1:47391/": "fetch_error/refused",
        str(pdf): "not_html/pdf",
        str(tmp_path / "none.html"): "input/not_found",
        "ftp://example.org/": "blocked/scheme",
        site.add("/blank", "<body><div></div>"): "empty/no_text",
        str(broken): "",
        good + "?again": "",
    }
    rows = list(extractor.extract_many(expected))
    assert {row.ref: row.reason for row in rows} == expected
    assert [row.http_status for row in rows[:3]] == [200, 404, 0]
    assert [row.ref for row in rows] == list(expected)
    assert len({tuple(row.to_dict()) for row in rows}) == 1
    assert all(bool(row.text) == (row.status != "failure") for row in rows)


def test_a_failure_has_the_status_of_the_answer_that_came(site: Site, tmp_path: Path) -> None:
    archive = tmp_path / "a.warc"
    archive.write_bytes(warc_record("https://a.example/gone", answer(b"<p>sorry", HTML, status="404 Not Found")))
    expected = {
        site.add("/gone", "<p>x", 404): ("http_error/404", 404),
        site.add("/bare", ""): ("empty/no_content", 200),
        site.add("/packed", "<p>not so", Content_Encoding="gzip"): ("fetch_error/encoding", 200),
        site.add("/large", "<p>" + "x" * 2000): ("too_large/body", 200),
        "http://127.0.0.1:47391/": ("fetch_error/refused", 0),
        str(archive): ("http_error/404", 404),
    }
    network, settings = NetworkSettings(fetch=True), RenderSettings(max_body=1000)
    with Extractor(network=network, render_settings=settings) as opened:
        assert [(row.reason, row.http_status) for row in opened.extract_many(expected)] == list(expected.values())


@pytest.mark.browser
def test_five_thousand_levels_give_their_text(extractor: Extractor, tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<title>x</title>" + "<div>" * 5_000 + "<p>words at the very bottom of it all</p>")
    row = extractor.extract(path)
    assert row.status == "success"
    assert row.text == "words at the very bottom of it all"
    assert row.markdown


@pytest.mark.browser
def test_a_snapshot_gives_the_same_again_without_a_browser(site: Site, tmp_path: Path) -> None:
    url = site.add("/a", ARTICLE)
    with Extractor(store=SnapshotStore(tmp_path)) as live:
        first = live.extract(url)
    snapshot = load_snapshot(Path(first.snapshot))
    assert snapshot.screenshot
    again = Extractor().extract(snapshot)
    assert (again.text, again.blocks, again.probabilities) == (first.text, first.blocks, first.probabilities)
    (from_store,) = Extractor().extract_many([tmp_path])
    assert from_store.text == first.text
    by_pixels = Extractor(ensemble=PageTypeEnsemble("screenshot")).extract(Path(first.snapshot))
    assert by_pixels.model == "page_type/screenshot"


def test_a_fetched_page_is_stored_without_boxes_and_a_saved_one_not(site: Site, tmp_path: Path) -> None:
    saved = tmp_path / "saved.html"
    saved.write_text(ARTICLE)
    with Extractor(network=NetworkSettings(fetch=True), store=SnapshotStore(tmp_path / "store")) as live:
        first, other = live.extract_many([site.add("/a", ARTICLE), saved])
    snapshot = load_snapshot(Path(first.snapshot))
    assert (snapshot.boxes, snapshot.screenshot, other.snapshot) == ((), b"", "")
    assert Extractor().extract(snapshot).text == first.text == other.text


@pytest.mark.browser
def test_invisible_text_is_left_out_unless_requested(pages: Path) -> None:
    page = pages / "article-hidden-text" / "source.html"
    with BackgroundRenderer(RenderSettings()) as renderer:
        snapshot = renderer.submit(Page("page", body=page.read_bytes())).result()
    row = Extractor(page_type="article").extract(snapshot)
    whole = Extractor(page_type="article", settings=ExtractSettings(visible_only=False)).extract(snapshot)
    assert "apples dot example" not in row.text
    assert "Search engines" not in row.text
    assert PageWarning(WarningKind.HIDDEN_ELEMENTS, "2") in row.warnings
    assert "apples dot example" in whole.text
    assert set(row.text.splitlines()) <= set(whole.text.splitlines())


def test_html_is_taken_as_it_is_where_no_browser_is_wanted() -> None:
    plain = Extractor(render="never", page_type="article")
    row = plain.extract(ARTICLE.encode())
    assert row.status == "success"
    assert row.blocks[0].box is None
    alone = plain.extract("https://example.org/")
    assert (alone.reason, "NetworkSettings(fetch=True)" in alone.message) == ("not_fetched/no_browser", True)
    assert plain.extract(b"<body><script>1</script>").reason == "empty/no_text"
    many = list(plain.extract_many([b"<p>one", b"", b"<p>two"]))
    assert [row.status for row in many] == ["success", "failure", "success"]


def test_without_html_text_and_blocks_stay_as_they_are(pages: Path) -> None:
    whole, lean = (Extractor(render="never", settings=ExtractSettings(html=html)) for html in (True, False))
    for case in cases(pages):
        row, less = (extractor.extract(case / "source.html") for extractor in (whole, lean))
        assert row.html, case.name
        assert row.markdown, case.name
        assert replace(row, html="", timings={}) == replace(less, timings={}), case.name
        assert less.markdown == "", case.name


def test_the_type_of_saved_html_is_classified_by_its_markup(pages: Path) -> None:
    plain = Extractor(render="never")
    for case in cases(pages):
        row = plain.extract(case / "source.html")
        assert row.status == "success", case.name
        assert row.model.startswith("page_type/html"), case.name
        meta = json.loads((case / "meta.json").read_text())
        assert meta.get("is_blank") or row.type == meta["type"], (case.name, row.probabilities)


def test_deep_html_without_a_browser_gives_its_text() -> None:
    row = Extractor(render="never", settings=ExtractSettings(method="body")).extract(
        b"<p>top</p>" + b"<div>" * 100_000 + b"bottom" + b"</div>" * 100_000 + b"end"
    )
    assert (row.status, row.text.split()) == ("success", ["top", "bottom", "end"])


def test_options_keep_or_drop_links_and_pictures() -> None:
    html = b'<body><p>Some words <a href="/x">linked</a> and more of them <img src="/p.png" alt="pic"></p>'
    kept = Extractor(render="never", page_type="article").extract(html)
    bare = Extractor(render="never", page_type="article", settings=ExtractSettings(links=False, images=False)).extract(
        html
    )
    assert "[linked](/x)" in kept.markdown
    assert "![pic](/p.png)" in kept.markdown
    assert bare.markdown == bare.text == kept.text


def test_links_of_a_page_without_address_stay_as_written() -> None:
    said = "The workshop lends this tool for a day, with all that belongs to it, and shows how it is used."
    tools = (f'<li><h3><a href="{n} a.html">Tool {n}</a></h3><img src="p/{n}.jpg"><p>{said}</p></li>' for n in range(9))
    html = f'<base href="/sub/"><ul>{"".join(tools)}</ul><a rel="next" href="?page=2">2</a>'
    row = Extractor(render="never", page_type="list").extract(f"<title>Tools</title><body>{html}".encode())
    assert "[Tool 1](1%20a.html)" in row.markdown and "(p/1.jpg)" in row.markdown
    links, pictures = (
        [one and (one.link or one.image) for one in (record.fields.get(name) for record in row.records)]
        for name in ("link", "image")
    )
    assert links == [f"{n} a.html" for n in range(9)]
    assert pictures == [f"p/{n}.jpg" for n in range(9)]
    assert row.metadata.next_page == "?page=2"
    assert "saved-page" not in json.dumps({**row.to_dict(), "url": "", "final_url": ""}, default=str)


def test_bad_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="article, list"):
        Extractor(page_type="poem")
    for wrong in ({"render": "Never"}, {"workers": 0}, {"workers": "2"}, {"processes": -1}, {"follow_pages": 0}):
        with pytest.raises(UsageError, match=next(iter(wrong))):
            Extractor(**wrong)
    with pytest.raises(UsageError, match="no boxes to classify"):
        Extractor(render="never", ensemble=PageTypeEnsemble("boxes"))
    with pytest.raises(UsageError, match=", ".join(METHODS)):
        ExtractSettings(method="magic")
    with pytest.raises(UsageError, match="default, paper"):
        ExtractSettings(mode="papre")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="printed, printed_m1"):
        ArticleSettings(variant="upside down")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="not settings of the method"):
        ExtractSettings(method="list", method_settings=ArticleSettings())
    with pytest.raises(UsageError, match="no CSS selector"):
        ExtractSettings(drop="p[")
    with pytest.raises(UsageError, match="holds 0 pages"):
        Extractor(render="never", page_type="list").extract(tmp_path)


def test_methods_are_registered_once() -> None:
    assert {"article", "list", "body"} <= set(METHODS)
    with pytest.raises(ValueError, match="registered already"):
        register_method("article", MethodSettings)(METHODS["article"].extract)


def test_selectors_say_what_is_content_and_what_is_not() -> None:
    html = b"<body><div id=a>first <b class=ad>advert</b></div><nav>menu</nav><div id=b>second <i id=c>part</i></div>"

    def text(**settings: str) -> str:
        return Extractor(render="never", settings=ExtractSettings(**settings)).extract(html).text  # type: ignore[arg-type]

    assert text(keep="#b, #c", drop=".ad") == "second part"
    assert text(keep="div", drop=".ad") == "first\n\nsecond part"
    assert text(method="body", drop="nav, .ad") == "first\n\nsecond part"
    missing = Extractor(render="never", settings=ExtractSettings(keep="table")).extract(html)
    assert missing.reason == "empty/no_match"


def test_the_result_is_a_row_in_every_case() -> None:
    row = Extraction(ref="x", status=Status.FAILURE, reason="a/b", text="\ud800")
    assert json.loads(row.to_json())["reason"] == "a/b"
    assert row.id == Extraction(ref="x", status=Status.SUCCESS).id


def test_a_page_with_an_error_never_reaches_the_browser() -> None:
    assert Extractor().extract(Page("x", error="input/unreadable")).reason == "input/unreadable"


def test_a_defect_of_ours_costs_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(analysis: PageAnalysis, *arguments: Any) -> Extraction:
        if "bad" in (analysis.document.html or ""):
            raise ZeroDivisionError("a defect")
        return extract_content(analysis, *arguments)

    monkeypatch.setattr("iawce.extract.pipeline.document_extractor.extract_content", broken)
    rows = list(Extractor(render="never", page_type="article").extract_many([b"<p>good", b"<p>bad", b"<p>good"]))
    assert [row.reason for row in rows] == ["", "internal/ZeroDivisionError", ""]


def test_hidden_text_of_saved_markup_is_left_out_and_text_for_screen_readers_is_listed(pages: Path) -> None:
    html = (pages / "article-invisible-text" / "source.html").read_text(encoding="utf-8")
    row = Extractor(render="never", page_type="article").extract(html.encode())
    kept = [name for name in ("almost", "tiny", "scale") if f"({name})" in row.text]
    assert row.text.count("Ignore all") == len(kept), "only the style sheet says what else is hidden"
    assert row.screen_reader_text == ("(opens in a new window)",)
    assert not any("opens in" in printed for printed in (row.text, row.html, row.markdown))


def test_relative_links_count_from_the_base_of_the_page() -> None:
    text = "The old harbour is open to swimmers again, for the first time in more than forty years. " * 4
    html = (
        f"<head><base href='https://site.invalid/b/'></head><body><article><p>{text}<a href='c'>More</a></p></article>"
    )
    page = Extractor(render="never").extract(Html(html, url="https://site.invalid/a/"))
    assert 'href="https://site.invalid/b/c"' in page.html


@pytest.mark.parametrize("name", ["article-news", "list-blog", "list-links", "thread-preloaded", "product-buttons"])
def test_the_text_is_the_same_if_only_text_is_requested(name: str) -> None:
    source = Path(__file__).parents[2] / "pages" / name / "source.html"
    whole, short = (
        Extractor(render="never", settings=settings).extract(source)
        for settings in (ExtractSettings(), ExtractSettings().for_content(html=False))
    )
    assert (short.text, short.type) == (whole.text, whole.type)
    assert (short.title, short.language, short.html, short.markdown) == ("", "", "", "")
    assert (short.metadata, short.blocks) == (Metadata(), ())


@pytest.mark.parametrize("name", ["list-blog", "thread-opening-author", "product-buttons"])
def test_the_records_are_the_same_if_only_a_table_is_requested(name: str, pages: Path) -> None:
    whole, table = (
        Extractor(render="never", settings=settings).extract(pages / name / "source.html")
        for settings in (ExtractSettings(), ExtractSettings().for_records())
    )
    assert table.records == whole.records
    assert (table.html, table.blocks, table.language) == ("", (), "")


@pytest.mark.parametrize(("method", "name"), [("records", "list-blog"), ("posts", "thread-opening-author")])
def test_a_table_of_records_needs_no_text_title_or_metadata(method: str, name: str, pages: Path) -> None:
    settings = ExtractSettings(method=method)
    whole, table, followed = (
        Extractor(render="never", settings=each).extract(pages / name / "source.html")
        for each in (settings, settings.for_records(), settings.for_records(follows=True))
    )
    assert table.records == followed.records == whole.records
    assert (table.text, table.title, table.metadata) == ("", "", Metadata())
    assert (followed.text, followed.title, followed.metadata) == (whole.text, whole.title, whole.metadata)


def test_a_page_without_text_has_no_table_either() -> None:
    extractor = Extractor(render="never", settings=ExtractSettings(method="records").for_records())
    assert extractor.extract(Html("<ul><li></li></ul>")).reason.startswith("empty/")


def test_notes_beside_the_text_are_below_it_in_plain_text() -> None:
    note = "<label for=n class=sidenote-number></label><input id=n type=checkbox><span class=sidenote>Of oak.</span>"
    page = f"<article><h1>The gate</h1><p>It weighs nine tons{note} and moves by hand.</p><p>It is old.</p></article>"
    row = Extractor(settings=ExtractSettings(method="article"), render="never").extract(Html(page))
    assert row.text == "The gate\n\nIt weighs nine tons[1] and moves by hand.\n\nIt is old.\n\n[1] Of oak."
