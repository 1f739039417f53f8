"""The picture of the clusters of a site."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from iawce.data.boxes import Box
from iawce.data.document import open_document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.cluster_sheet import (
    EMPTY,
    GAP,
    HEIGHT,
    WIDTH,
    choose_pages,
    draw_clusters,
    largest_clusters,
)
from iawce.extract.inspector.picture import OTHER
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


def colour(sheet: Image.Image, card: int, x: float, y: float) -> tuple[int, ...]:
    """Of a place in the picture of a card, in CSS px from the top of what is shown of the page."""
    scale = WIDTH / WIDE
    pixel = sheet.getpixel((GAP + card * (WIDTH + GAP) + round(x * scale), GAP + round(y * scale)))
    assert isinstance(pixel, tuple)
    return pixel


def test_the_block_of_a_template_is_framed_and_the_rest_is_dimmed(learned: SiteTemplates) -> None:
    sheet = draw_clusters(learned, [0, 1], {1: drawn(article(3))})
    assert sheet.size == (2 * WIDTH + 3 * GAP, sheet.height)
    assert colour(sheet, 0, 600, 250) == EMPTY
    assert colour(sheet, 1, 600, 250) == (255, 255, 255)
    assert colour(sheet, 1, 600, 200 - 4) == OTHER
    assert max(colour(sheet, 1, 600, 600)) < 255
    below = sheet.crop((GAP, GAP + HEIGHT + 4, sheet.width, sheet.height)).convert("L")
    assert np.asarray(below).min() < 60  # something is written


def test_a_block_far_down_is_shown_and_not_the_top_of_its_page(learned: SiteTemplates) -> None:
    sheet = draw_clusters(learned, [1], {1: drawn(article(3), top=4000, height=5000)})
    assert colour(sheet, 0, 600, 110) == (255, 255, 255)
    assert max(colour(sheet, 0, 600, 300)) < 255


def test_without_a_screenshot_the_boxes_are_drawn(learned: SiteTemplates) -> None:
    sheet = draw_clusters(learned, [1], {1: drawn(article(3), screenshot=False)})
    assert colour(sheet, 0, 600, 250) == (120, 120, 120)


@pytest.mark.parametrize("broken", [{"screenshot": b"no picture"}, {"html": ""}])
def test_a_page_that_cannot_be_shown_costs_no_other(learned: SiteTemplates, broken: dict[str, bytes | str]) -> None:
    page = replace(drawn(article(3)), **broken)  # type: ignore[arg-type]
    sheet = draw_clusters(learned, [0, 1], {0: page, 1: drawn(article(3))})
    assert colour(sheet, 0, 600, 250) == EMPTY
    assert colour(sheet, 1, 600, 200 - 4) == OTHER


def test_pages_are_read_until_each_cluster_has_one(learned: SiteTemplates) -> None:
    pages = iter([drawn(html) for html in (article(8), article(9), gallery(8), gallery(9))])
    chosen = choose_pages(learned, {0, 1}, ((page, open_document(page)) for page in pages))
    assert {number: page.html.partition("Report ")[2][:1] for number, page in chosen.items()} == {0: "", 1: "8"}
    assert "Album 9" in next(pages).html


def test_the_clusters_with_most_pages_are_shown_in_order(learned: SiteTemplates) -> None:
    assert largest_clusters(learned, 9) == [0, 1]
    assert largest_clusters(learned, 1) == [1]
    assert draw_clusters(learned, [], {}).size[0] > 0
