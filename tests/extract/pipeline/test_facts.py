"""Facts of which a page has more than are read: the first ones, in no more time."""

from iawce.data.analysis.markup_metadata import MAX_THINGS
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.dom.code_listings import MAX_LINES
from iawce.data.dom.footnotes import MAX_LINKS
from iawce.data.dom.special_text import MAX_LENGTH, plain_tex
from iawce.data.dom.table_grid import FREE_PLACES, TableCell, TableRow, form_grid
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


def test_a_long_listing_is_read_as_the_page_has_it() -> None:
    page = "<pre class=code>" + "".join(f"<div>call({number})</div>" for number in range(MAX_LINES + 20)) + "</pre>"
    index = Document("page", html=page).index
    assert len(index.text_nodes.texts) == MAX_LINES + 20


def test_of_very_many_links_none_is_the_mark_of_a_note() -> None:
    note = "<p>Words<sup><a href=#n id=r>1</a></sup></p><ol><li id=n>The note. <a href=#r>back</a></li></ol>"
    for count, notes in ((MAX_LINKS - 20, 1), (MAX_LINKS + 20, 0)):
        assert len(Document("page", html=note + "<a href=#n>x</a> " * count).index.footnotes) == notes


def test_later_cells_of_a_table_of_spans_span_one_place() -> None:
    rows = [TableRow(1, is_in_head=False, cells=[TableCell("x", is_head=False, columns=900)] * 900) for _ in range(20)]
    first, *_, last = form_grid(rows, 900)
    assert (len(first) > 900, len(last)) == (True, 900)
    assert sum(map(len, form_grid(rows, 900))) <= FREE_PLACES + 5 * 900 * 20 + 900


def test_the_first_things_in_the_data_of_a_page_are_read() -> None:
    things = ",".join(f'{{"@type":"Thing","name":"{number}"}}' for number in range(MAX_THINGS + 20))
    page = f'<title>x</title><script type="application/ld+json">[{things}]</script>'
    items = PageAnalysis.of(Document("page", html=page)).markup_metadata.schema_items
    assert (len(items), items[0]["name"]) == (MAX_THINGS, "0")


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
