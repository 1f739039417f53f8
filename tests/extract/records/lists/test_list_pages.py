"""Hand-made tables of list pages, item by item."""

import json
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import parse
from iawce.data.dom.write_markup import numbered_markup
from iawce.extract.content.content import FoundRecord
from iawce.extract.papers.simhtree.find_tables import extract_records
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from tests.conftest import ROOT
from tests.known_sites.item_scores import Cells, ItemScores, item_scores

PAGES = ROOT / "tests" / "pages" / "records"
PATHS = sorted(PAGES.glob("*.html"))
URL = "http://shop.example/list"


def records_of(page: str, settings: SimHTreeSettings) -> tuple[FoundRecord, ...]:
    return extract_records(PageAnalysis(Document("", url=URL, html=page)), settings).records


def cells_of(page: str, settings: SimHTreeSettings) -> Cells:
    found = records_of(page, settings)
    return [[(field.image or field.text) if field else None for field in record.fields.values()] for record in found]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_item_is_in_its_row_and_column_and_nothing_else_is(path: Path) -> None:
    gold = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["rows"]
    found = item_scores(cells_of(path.read_text(encoding="utf-8"), SimHTreeSettings()), gold)
    assert found == ItemScores(found.items, found.items, 0)
    assert found.items == sum(cell is not None for row in gold for cell in row) > 0


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("shop-grid", ["image", "badge", "title", "stars", "price", "old_price"]),
        ("table", ["team", "played", "won", "points", "remark"]),
        ("microdata", ["name", "address", "rating_value", "price", "extras"]),
        ("layout-table", ["list_price", "our_price"]),
        ("spans", ["line", "from", "to", "departs"]),
        ("two-rows", ["rank", "score", "age"]),
        ("definition-list", ["title"]),
        ("blog", ["title", "date", "author", "summary", "comments"]),
    ],
)
def test_columns_have_names_that_the_page_gives_them(name: str, columns: list[str]) -> None:
    page = (PAGES / f"{name}.html").read_text(encoding="utf-8")
    names = list(records_of(page, SimHTreeSettings())[0].fields)
    assert [column for column in names if column in columns] == columns


def test_columns_of_dates_in_words_are_named_date() -> None:
    rows = "".join(f"<li><a href=/{day}>Letter {day}</a><p>{day} April 2026</p></li>" for day in range(1, 6))
    found = records_of(f"<ul>{rows}</ul>", SimHTreeSettings())
    assert found[2].texts["date"] == "3 April 2026"


def test_in_the_mode_paper_columns_are_numbered() -> None:
    page = (PAGES / "table.html").read_text(encoding="utf-8")
    assert list(records_of(page, SimHTreeSettings.paper())[0].fields) == [f"c{number}" for number in range(1, 7)]


def test_a_page_has_at_most_the_requested_number_of_lists() -> None:
    page = (PAGES / "two-lists.html").read_text(encoding="utf-8")
    found = records_of(page, SimHTreeSettings(tables=2))
    assert [record.list for record in found] == [1] * 6 + [2] * 3
    assert [next(iter(record.texts.values())) for record in found][5:7] == ["Site nurse", "How to write an application"]


def test_a_field_has_its_link_and_its_place() -> None:
    page = (PAGES / "shop-grid.html").read_text(encoding="utf-8")
    record = records_of(page, SimHTreeSettings())[1]
    title, image = record.fields["title"], record.fields["image"]
    assert title is not None
    assert image is not None
    assert (title.text, title.link) == ("Oak shelf, five boards", "http://shop.example/p/oak-shelf")
    path = Document("", html=page).index.path
    assert list(map(path, title.elements)) == ["/html/body/main/div[2]/div[2]/div/h3/a"]
    assert image.image == "http://shop.example/img/oak-shelf.jpg"
    assert list(map(path, record.elements)) == ["/html/body/main/div[2]/div[2]"]
    assert record.fields["stars"] is not None
    assert records_of(page, SimHTreeSettings())[2].fields["stars"] is None


def test_missing_end_tags_change_no_table() -> None:
    page = (PAGES / "layout-table.html").read_text(encoding="utf-8")
    repaired = numbered_markup(ElementIndex(parse(page)), "data-number")
    assert repaired.count("</td>") > page.count("</td>") == 0
    for settings in (SimHTreeSettings(), SimHTreeSettings.paper()):
        tables = [[record.texts for record in records_of(html, settings)] for html in (page, repaired)]
        assert tables[0] == tables[1] != []
