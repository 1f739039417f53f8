"""Control characters, which a terminal would obey, never become part of a row, whatever way they enter a page."""

import json
from typing import Any

import pytest

from iawce.data.page import Html
from iawce.data.snapshot import Snapshot
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.settings import ExtractSettings

PROSE = "The ferry leaves the island at noon, and whoever comes late has to wait for the next tide. "
BAD = "\x1b]0;x\x07\x9b31m\x90\x9d\x7f\x01"
NAMED = "&#27;[2J&#x1b;&#155;&#x9b;&#144;&#x9d;"
CONTROLS = {*map(chr, (*range(9), 11, 12, *range(14, 32), *range(127, 160)))}
DATA = json.dumps({
    "@type": "Article", "headline": f"Fer{BAD}ry &#x9d;", "author": {"name": f"Ann{BAD} Lee"},
    "articleBody": 9 * PROSE + BAD,
})  # fmt: skip
PAGES = {
    "text": f"<title>Fer{BAD}ry</title><h1>Fer{BAD}ry</h1><article><p>{2 * PROSE}{BAD}<p>{2 * PROSE}{NAMED}",
    "attributes": f'<meta name=description content="{BAD}ferries {NAMED}"><meta property="og:title" content="F{BAD}">'
    f'<article><p title="{BAD}">{2 * PROSE}<a href="/x{BAD}">more</a><img src="/y{BAD}" alt="boat {NAMED}">',
    "JSON-LD": f'<title>Ferry</title><script type="application/ld+json">{DATA}</script><p>{PROSE}',
    "state": f"<script>window.__STATE__={json.dumps({'content': 9 * PROSE + BAD})}</script><div></div>",
    "for browsers without scripts": f"<article><p>{PROSE}</p><noscript><p>{4 * PROSE}{BAD}{NAMED}</noscript></article>",
}


def texts(value: Any) -> str:
    if isinstance(value, dict):
        return "".join(str(name) + texts(one) for name, one in value.items())
    return "".join(map(texts, value)) if isinstance(value, list | tuple) else str(value)


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(settings=ExtractSettings(chunk_words=50), render="never", page_type="article")


def check(row: Extraction) -> None:
    assert row.status == "success"
    assert "ferry" in row.text
    assert not CONTROLS & set(texts(row.to_dict()) + row.markdown)


@pytest.mark.parametrize("way", PAGES)
def test_saved_and_rendered_pages_lose_them(way: str, extractor: Extractor) -> None:
    check(extractor.extract(Html(PAGES[way])))
    address = "https://harbour.example/a"
    check(extractor.extract(Snapshot(address, address, address, 200, PAGES[way], (), 0, 0, 0, (0, 0))))
