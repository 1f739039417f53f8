"""Columns that are asked for: by names in several languages, by labels and classes of the page, and by examples."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageError, UsageError, WarningKind
from iawce.extract.content.content import Content
from iawce.extract.records.list_records import MAX_ASKED, RecordsSettings, extract_lists

BOOTS = [
    ("Marten hiking boot", "129.00", "Größe: 42", "leather", "14 March 2025"),
    ("Otter rain boot", "59.50", "Größe: 38", "rubber", "2 April 2025"),
    ("Heron wading boot", "84.90", "Größe: 44", "neoprene", "28 April 2025"),
    ("Vole slipper", "24.00", "Größe: 40", "felt", "5 May 2025"),
]
CARDS = "".join(
    f"<li class=card><h3><a href=/b/{number}>{title}</a></h3><p class=price>{price} €</p><p>{size}</p>"
    f"<p class=upper-material>{material}</p><p class=since>since <time>{day}</time></p></li>"
    for number, (title, price, size, material, day) in enumerate(BOOTS)
)
HELP = (
    ("How we ship", "by post, in two days"),
    ("Returns of boots", "within a month"),
    ("Our shops", "five in all towns"),
)
LINKS = "".join(f"<li><a href=/help/{said[:3]}>{said}</a><p>{more}</p></li>" for said, more in HELP)
ROWS = "".join(
    f"<tr><td><a href=/b/{number}>{title}</a><td>{size[-2:]}<td>{price}"
    for number, (title, price, size, *_) in enumerate(BOOTS)
)
SHOP = (
    f"<html lang=de><title>Boots</title><main><h1>Boots</h1><ul>{CARDS}</ul>"
    f"<h2>Help</h2><ul class=help>{LINKS}</ul></main>"
)
TABLE = f"<title>Boots</title><main><table><tr><th>Model<th>EU size<th>Amount due{ROWS}</table></main>"


def lists_of(page: str, like: str, **settings: float) -> Content:
    analysis = PageAnalysis(Document("", url="http://shop.example/boots", html=page))
    return extract_lists(analysis, RecordsSettings(like=like, **settings))  # type: ignore[arg-type]


def first_of(page: str, like: str) -> dict[str, str]:
    return lists_of(page, like).records[0].texts


@pytest.mark.parametrize(
    ("like", "first"),
    [
        ("title, price", {"title": BOOTS[0][0], "price": "129.00", "price_currency": "EUR"}),
        ("Preis, Titel,", {"preis": "129.00", "preis_currency": "EUR", "titel": BOOTS[0][0]}),
        ("größe, price_currency, price", {"größe": "42", "price_currency": "EUR", "price": "129.00"}),
        ("upper material,  upper material", {"upper_material": "leather"}),
        ("Otter rain boot, 2025-04-28, URL", {"title": BOOTS[0][0], "date": "14 March 2025", "url": "http://shop.example/b/0"}),
        ("rubber, 84.90 €", {"other": "leather", "price": "129.00", "price_currency": "EUR"}),
        ("€ 1.99, 1 January 2020", {"price": "129.00", "price_currency": "EUR", "date": "14 March 2025"}),
        ("How we ship", {"title": "How we ship"}),
    ],
)  # fmt: skip
def test_columns_of_cards_are_found_by_name_label_class_and_example(like: str, first: dict[str, str]) -> None:
    found = lists_of(SHOP, like)
    assert found.records[0].texts == first
    assert list(found.records[0].texts) == list(first)
    assert len(found.records) == (len(BOOTS) if "price" in like or "boot" in like else len(found.records))
    assert not [one for one in found.warnings if one.kind == WarningKind.NO_COLUMN]


def test_columns_of_tables_are_found_by_their_headers_and_parts_of_these() -> None:
    assert first_of(TABLE, "model, eu size") == {"model": BOOTS[0][0], "eu_size": "42"}
    assert first_of(TABLE, "size, amount, name") == {"size": "42", "amount": "129.00", "name": BOOTS[0][0]}
    assert first_of(TABLE, '44, "129,00"') == {"eu_size": "42", "amount_due": "129.00"}


def test_what_a_list_lacks_is_named_with_what_it_has() -> None:
    (warning,) = (one for one in lists_of(SHOP, "title, voltage").warnings if one.kind == WarningKind.NO_COLUMN)
    assert warning.detail.startswith("voltage, among title, link, price")
    with pytest.raises(PageError, match="no list has voltage, wattage; the first has title, link, price"):
        lists_of(SHOP, "voltage, wattage")


def test_a_list_with_most_columns_is_taken_whatever_its_confidence() -> None:
    with pytest.raises(PageError, match="min_confidence"):
        lists_of(SHOP, "", min_confidence=1.0)
    with pytest.raises(PageError, match="min_confidence"):
        lists_of(SHOP, "title, voltage", min_confidence=1.0)
    assert len(lists_of(SHOP, "title, price, voltage", min_confidence=1.0).records) == len(BOOTS)


def test_no_more_columns_are_asked_for_than_a_person_would() -> None:
    names = [f"name {number}" for number in range(MAX_ASKED + 1)]
    assert RecordsSettings(like=",".join(names[1:])).like
    with pytest.raises(UsageError, match="101"):
        RecordsSettings(like=",".join(names))
