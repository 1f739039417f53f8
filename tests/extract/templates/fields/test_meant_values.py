"""Elements named after a price or the stock that hold something else are no fields of these names."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.fields.field_template import field_values
from iawce.extract.templates.fields.learn_fields import are_meant
from iawce.extract.templates.site.site_templates import SiteTemplates
from tests.conftest import ROOT

PAGE = (ROOT / "tests" / "pages" / "fields" / "copies-and-formats.html").read_text(encoding="utf-8")
BOOKS = (
    ("A mill by the lake", "$14.00", "In stock", 22, "for for"),
    ("The second winter", "$9.50", "Sold out", 4, "for"),
    ("Bread without haste", "$21.00", "Only 3 left in stock", 71, "on or"),
    ("Letters to a brother", "$8.25", "Available again in May", 13, "on"),
    ("Maps of small islands", "$30.00", "Out of stock", 9, "or"),
)


def book(title: str, price: str, stock: str, copies: int, formats: str) -> PageAnalysis:
    pitch = f"{title} is a book that is read in one long evening, and then lent to a friend. " * 6
    html = PAGE.format(title=title, pitch=pitch, price=price, stock=stock, copies=copies, formats=formats)
    return PageAnalysis.of(Document(title, html=html))


def test_numbers_of_copies_are_no_prices_and_words_between_links_no_availability() -> None:
    site = SiteTemplates()
    for each in BOOKS:
        site.learn(book(*each).document)
    site.settle()
    (cluster,) = site.clusters
    said = field_values(book(*BOOKS[0]), cluster.fields)
    assert (said["price"], said["stock"]) == (["$14.00"], ["In stock"])
    assert "availability" not in said


@pytest.mark.parametrize("classes", ["availability", "stock", "stock {state}-stock", "product__stock is-{state}"])
def test_two_words_about_the_stock_are_a_field_whatever_class_names_the_state(classes: str) -> None:
    site, found = SiteTemplates(), []
    for number, (title, price, *_) in enumerate(BOOKS * 2):
        said, state = ("Out of stock", "out-of") if number % 4 == 1 else ("In stock", "in")
        html = book(f"{title}, {number}", price, said, number, "for").document.html or ""
        named = html.replace('class="stock"', f'class="{classes.format(state=state)}"')
        found.append((PageAnalysis.of(Document(str(number), html=named)), said))
        site.learn(found[-1][0].document)
    site.settle()
    (cluster,) = site.clusters
    name = "availability" if classes == "availability" else "stock"
    assert [field_values(page, cluster.fields)[name] for page, _ in found] == [[said] for _, said in found]


@pytest.mark.parametrize(
    ("name", "texts", "are"),
    [
        ("price", ["1.299,00 €", "12.50", "9 kr"], True),
        ("price", ["22 copies", "4 copies"], False),
        ("availability", ["In stock", "Ausverkauft"], True),
        ("availability", ["for", "for for"], False),
        ("title", ["for", "for for"], True),
    ],
)
def test_values_suit_the_name_of_their_field(name: str, texts: list[str], are: bool) -> None:
    assert are_meant(name, texts) is are
