"""Facts of which a page has more than are read: the first ones, in no more time."""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.dom.special_text import MAX_LENGTH, plain_tex
from iawce.data.page import Html
from iawce.data.text.find_pairs import MAX_COUNT
from iawce.extract import Extractor
from iawce.extract.content.content import Field, Record
from iawce.extract.crawl import page_links
from iawce.extract.records.typed_rows import MAX_COLUMNS, typed_rows


def test_a_long_formula_is_not_read() -> None:
    assert plain_tex("x" * MAX_LENGTH)
    assert plain_tex("x" * (MAX_LENGTH + 1)) == ""


def test_the_first_labels_have_their_values() -> None:
    lines = "".join(f"<p><b>Label {number}:</b> value {number}</p>" for number in range(MAX_COUNT + 20))
    found = PageAnalysis.of(Document("page", html=lines)).pairs
    assert len(found) == MAX_COUNT
    assert found[0].label == "Label 0"


def test_the_first_columns_are_kept() -> None:
    record = Record({f"column {number}": Field(f"text {number}") for number in range(MAX_COLUMNS + 9)})
    assert len(typed_rows([record], "page").columns) == MAX_COLUMNS


def test_the_first_links_are_followed() -> None:
    links = "".join(f"<a href=/{number}>{number}</a> " for number in range(page_links.MAX_COUNT + 20))
    page = Html(f"<title>Links</title><p>Many links.{links}", "https://a.example/")
    with Extractor(render="never") as extractor:
        row = extractor.extract(page)
    found = {link.url for link in page_links.page_links(open_document(page.page()), row)}
    assert len(found) == page_links.MAX_COUNT
    assert "https://a.example/0" in found
