"""The page with the clusters of a site."""

import io

import pytest
from PIL import Image

from iawce.data.boxes import Box
from iawce.data.document import Document, open_document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.cluster_sheet import choose_pages, largest_clusters, outline_clusters
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates
from tests.extract.templates.site.made_pages import article, documents, gallery

WIDE = 1366


def drawn(html: str, *, top: int = 200, height: int = 900, screenshot: bool = True) -> Snapshot:
    """A white page on which the first paragraph is drawn 1,000 px wide and 100 px high."""
    stream = io.BytesIO()
    Image.new("RGB", (WIDE // 2, height // 2), "white").save(stream, "WEBP", lossless=True)
    numbered = html.replace("<p>", f"<p {ELEMENT_ATTRIBUTE}=7>")
    box = Box("t", 7, 100, top, 1000, 100, 4, 400, 16, 400, 0, 0)
    return Snapshot(
        "r", "http://a.example/", "http://a.example/", 200, numbered, (box,), WIDE, height, height, (WIDE, 768),
        screenshot=stream.getvalue() if screenshot else b"", scale=0.5,
    )  # fmt: skip


@pytest.fixture(scope="module")
def learned() -> SiteTemplates:
    site = SiteTemplates(SiteSettings(voter="density"))
    for page in documents(*map(gallery, range(4)), *map(article, range(6))):
        site.learn(page)
    site.settle()
    return site


@pytest.fixture(scope="module")
def sheet(learned: SiteTemplates) -> Document:
    """The page of two clusters, with a page of the second one."""
    return Document("sheet", html=outline_clusters(learned, [0, 1], {1: open_document(drawn(article(3)))}))


def test_the_block_of_a_template_is_framed(sheet: Document) -> None:
    kept, dropped = (
        [sheet.index.text_of(number) for number in sheet.select(f"ol.{name}")] for name in ("kept", "dropped")
    )
    assert ["Report 3. The harbour bridge" in text for text in kept] == [True]
    assert dropped
    assert not any("harbour bridge" in text for text in dropped)


def test_a_cluster_without_a_page_is_described(sheet: Document) -> None:
    cards = [sheet.index.text_of(number) for number in sheet.select("section")]
    assert [card.strip()[:19] for card in cards] == ["cluster 1: 4 pages ", "cluster 2: 6 pages "]
    assert ["no page of it" in card for card in cards] == [True, False]


def test_pages_are_read_until_each_cluster_has_one(learned: SiteTemplates) -> None:
    pages = iter([drawn(html) for html in (article(8), article(9), gallery(8), gallery(9))])
    chosen = choose_pages(learned, {0, 1}, map(open_document, pages))
    assert {number: (page.html or "").partition("Report ")[2][:1] for number, page in chosen.items()} == {0: "", 1: "8"}
    assert "Album 9" in next(pages).html


def test_the_clusters_with_most_pages_are_shown_in_order(learned: SiteTemplates) -> None:
    assert largest_clusters(learned, 9) == [0, 1]
    assert largest_clusters(learned, 1) == [1]
    assert "<section>" not in outline_clusters(learned, [], {})
