"""The paths of a row lead, in the markup as it was delivered, to the elements that its parts came from.

A page that was written as XML is HTML here by ``as_html``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given

from iawce.data.document import open_document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import as_html
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.extract import Extractor
from iawce.extract.output.extraction import Extraction
from tests.conftest import ROOT
from tests.data.dom.browser import Browser, browsing
from tests.data.dom.markup import odd_markup
from tests.data.dom.plain_tree import PlainTree, delivered, runs_scripts

PAGES = sorted([*(ROOT / "tests" / "pages").rglob("*.html"), *(ROOT / "tests" / "gate" / "pages").glob("*.html")])


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(render="never")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The element of each path that a document wrote."""
    numbers: dict[str, int] = {}
    write = ElementIndex.path

    def path(index: ElementIndex, number: int) -> str:
        found = write(index, number)
        assert numbers.setdefault(found, number) == number
        return found

    monkeypatch.setattr(ElementIndex, "path", path)
    return numbers


def paths(row: Extraction) -> Iterator[str]:
    """Of all blocks, records and fields; a field that stands in no element has none."""
    yield from (block.path for block in row.blocks)
    for record in row.records:
        yield from (record.path, *(one.path for one in record.fields.values() if one and one.path))


@pytest.mark.parametrize("source", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rows_of_our_pages(source: Path, extractor: Extractor, written: dict[str, int]) -> None:
    document = open_document(Page("r", body=source.read_bytes()))
    row, html = extractor.extract(document), as_html(document.html or "")
    found, scripts = set(paths(row)), runs_scripts(html)
    assert found <= written.keys()
    assert found or row.status == "failure"
    plain, numbers = PlainTree(html, scripts=scripts), delivered(document.index, scripts=scripts)
    attributes = document.index.attributes.given
    assert [list(node.attributes) for node in plain.elements] == [list(attributes[number]) for number in numbers]
    assert {path: plain.find(path) for path in found} == {path: [numbers.index(written[path])] for path in found}


@given(odd_markup)
def test_every_element_of_unusual_markup(markup: str) -> None:
    html = f"<body>start{markup}<p>end"
    try:
        index = ElementIndex.of(html)
    except PageError:
        return
    scripts = runs_scripts(html)
    plain, numbers = PlainTree(html, scripts=scripts), delivered(index, scripts=scripts)
    assume(len(numbers) == len(plain.elements))  # else a "template" in a formula, say, which holds nothing apart
    assert [plain.find(index.path(number)) for number in numbers] == [[place] for place in range(len(plain.elements))]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.mark.browser
@pytest.mark.parametrize("source", PAGES[::4], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rows_in_the_browser(source: Path, browser: Browser, extractor: Extractor, written: dict[str, int]) -> None:
    document = open_document(Page("r", body=source.read_bytes()))
    found, html = list(dict.fromkeys(paths(extractor.extract(document)))), as_html(document.html or "")
    scripts = runs_scripts(html)
    numbers = delivered(document.index, scripts=scripts)
    places = browser.find_loaded(html, found) if scripts else browser.find(html, found)
    assert places == [[numbers.index(written[path])] for path in found]
