"""Lists whose records the data of the page describes, too: what is shown holds, what is not shown is added."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import WarningKind
from iawce.extract.content.content import Content
from iawce.extract.records.list_records import RecordsSettings, extract_lists

NAMES = ("Harbour lamp", "Meadow chair", "Willow basket", "Copper kettle")
SAID = (
    "A light for long evenings at the water, made of brass and clear glass.",
    "Four legs of ash, a seat of reed, and a back that does not creak.",
    "Woven by hand in a village by the river, for apples or for letters.",
    "It sings before it boils, and it keeps the tea warm for an hour.",
)


def page(cards: Sequence[str], data: Any = None) -> str:
    script = f"<script type='application/ld+json'>{json.dumps(data)}</script>" if data else ""
    listed = "".join(f"<li class=card>{card}</li>" for card in cards)
    return f"<html lang=en><title>All things</title>{script}<main><h1>All things</h1><ul>{listed}</ul></main>"


def found(html: str, like: str = "") -> Content:
    document = Document("", url="http://shop.example/all", html=html)
    return extract_lists(PageAnalysis(document), RecordsSettings(like=like))


def column(content: Content, name: str) -> list[str]:
    return [record.texts.get(name, "") for record in content.records]


def denied(content: Content) -> list[str]:
    return [warning.detail for warning in content.warnings if warning.kind == WarningKind.DISAGREES]


def cards(*more: str) -> list[str]:
    rest = more or ("",) * len(NAMES)
    return [
        f"<h3><a href=/p/{number}>{name}</a></h3><p>{said}</p>{extra}"
        for number, (name, said, extra) in enumerate(zip(NAMES, SAID, rest, strict=True))
    ]


def things(kind: str, *properties: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"@context": "https://schema.org", "@type": kind, "name": name, "url": f"http://shop.example/p/{number}", **own}
        for number, (name, own) in enumerate(zip(NAMES, properties, strict=True))
    ]


def listed(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    entries = [{"@type": "ListItem", "position": place, "item": item} for place, item in enumerate(items, 1)]
    return {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": entries}


PRICES = ("12.00", "80.00", "25.50", "49.00")
OFFERS = [
    {"sku": f"A-{n}7", "offers": {"@type": "Offer", "price": price, "priceCurrency": "EUR"}}
    for n, price in enumerate(PRICES)
]


@pytest.mark.parametrize("wrap", [list, listed, lambda items: {"@graph": [{"@type": "WebPage"}, listed(items)]}])
def test_what_only_the_data_says_is_added(wrap: Any) -> None:
    content = found(page(cards(), wrap(things("Product", *OFFERS))))
    assert column(content, "price") == list(PRICES)
    assert column(content, "price_currency") == ["EUR"] * 4
    assert column(content, "sku") == ["A-07", "A-17", "A-27", "A-37"]
    assert column(content, "title") == list(NAMES)
    assert denied(content) == []
    assert column(found(page(cards(), wrap(things("Product", *OFFERS))), "sku, title"), "sku")[0] == "A-07"


def test_what_is_shown_holds_where_the_two_differ() -> None:
    shown = [f"<p class=price>€{price}</p>" for price in ("12.00", "64.00", "25.50")]
    content = found(page(cards(*shown, ""), things("Product", *OFFERS)))
    assert column(content, "price") == ["12.00", "64.00", "25.50", "49.00"]
    assert denied(content) == ["price"]
    same = [f"<p class=price>€ {price.replace('.', ',')}</p>" for price in PRICES]
    assert denied(found(page(cards(*same), things("Product", *OFFERS)))) == []


def test_microdata_that_is_not_drawn_belongs_to_its_record() -> None:
    own = [
        f"<div itemscope itemtype='https://schema.org/Product'>{card}<meta itemprop=name content='{name}'>"
        f"<div itemprop=offers itemscope itemtype='https://schema.org/Offer'><meta itemprop=price content={price}>"
        "<meta itemprop=priceCurrency content=CHF><link itemprop=availability href='https://schema.org/OutOfStock'>"
        "</div></div>"
        for card, name, price in zip(cards(), NAMES, PRICES, strict=True)
    ]
    content = found(page(own))
    assert column(content, "price") == list(PRICES)
    assert (column(content, "price_currency")[0], column(content, "availability")[0]) == ("CHF", "Out Of Stock")


@pytest.mark.parametrize(
    ("kind", "properties", "columns"),
    [
        (
            "Event",
            {"startDate": "2025-07-1{}", "location": {"@type": "Place", "address": {"addressLocality": "Oulu {}"}}},
            {"date": "2025-07-1{}", "location": "Oulu {}"},
        ),
        (
            "JobPosting",
            {"hiringOrganization": {"name": "Mill {}"}, "employmentType": "FULL_TIME{}", "title": "{}"},
            {"company": "Mill {}", "employment_type": "FULL_TIME{}"},
        ),
        (
            "Recipe",
            {"recipeYield": ["{} plates"], "totalTime": "PT{}5M", "nutrition": {"calories": "{}40 kcal"}},
            {"servings": "{} plates", "total_time": "PT{}5M", "calories": "{}40 kcal"},
        ),
        (
            "Course",
            {"provider": {"name": "School {}"}, "hasCourseInstance": [{"courseWorkload": "PT{}H"}]},
            {"company": "School {}", "workload": "PT{}H"},
        ),
        (
            "RealEstateListing",
            {"offers": [{"price": "{}000"}], "numberOfRooms": "{}", "floorSize": {"value": "{}2"}},
            {"price": "{}000", "floor_size": "{}2"},
        ),
    ],
)
def test_kinds_of_things_have_columns_of_their_own(kind: str, properties: Any, columns: dict[str, str]) -> None:
    text = json.dumps(properties).replace("{}", "%d")
    own = [json.loads(text.replace("%d", str(number))) for number in range(1, 5)]
    content = found(page(cards(), listed(things(kind, *own))))
    for name, value in columns.items():
        assert column(content, name) == [value.format(number) for number in range(1, 5)], name


def test_data_about_other_things_is_not_added() -> None:
    others = [{**one, "name": f"Fair {n}"} for n, one in enumerate(things("Event", *OFFERS))]
    few = things("Product", *OFFERS)[:1]
    same = [{**one, "brand": name} for one, name in zip(things("Product", {}, {}, {}, {}), NAMES, strict=True)]
    for data in (others, few, same):
        assert set(found(page(cards(), data)).records[0].texts) == {"title", "link", "text"}


def test_what_is_free_has_a_price() -> None:
    offers = [{"offers": {"@type": "Offer", "price": price, "priceCurrency": "EUR"}} for price in ("0", "5", "0", "9")]
    assert column(found(page(cards(), things("Product", *offers))), "price") == ["0", "5", "0", "9"]


@pytest.mark.parametrize("end", ["/", "#top", "/#top", ""])
def test_an_address_with_and_without_a_slash_at_its_end_is_one(end: str) -> None:
    data = [{**thing, "url": thing["url"] + end} for thing in things("Product", *({"sku": f"K{n}"} for n in range(4)))]
    assert column(found(page(cards(), listed(data))), "sku") == ["K0", "K1", "K2", "K3"]


@pytest.mark.parametrize("end", ["0", "/details", "?size=2"])
def test_another_address_describes_another_thing(end: str) -> None:
    data = [{**thing, "url": thing["url"] + end} for thing in things("Product", *({"sku": f"K{n}"} for n in range(4)))]
    assert not any(column(found(page(cards(), listed(data))), "sku"))
