"""The price of a product among those of other products, which its page shows in the same markup."""

import pytest
from msgspec.structs import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.fields.field_template import FieldTemplate, field_values, page_texts
from iawce.extract.templates.fields.learn_fields import Examples
from iawce.extract.templates.site.site_templates import SiteTemplates

Price = tuple[int, int]
"""The usual price, and by how much it is reduced, 0 if it is not."""
OTHERS = ("Mug", "Bowl", "Plate")


def product(name: str, price: Price, *others: Price) -> Document:
    """A page of a product and, below, a row of other products; ``others`` are their prices."""
    cards = "".join(
        f"<li class=item><a href=/{other}>{other}</a><span class=price>{_shown(each)}</span></li>"
        for other, each in zip(OTHERS, others, strict=True)
    )
    data = f'{{"@type": "Product", "name": "{name}", "offers": {{"price": "{price[0] - price[1]}.00"}}}}'
    return Document(
        name,
        html=f"<title>{name}</title><script type=application/ld+json>{data}</script><body><div class=sheet>"
        f"<h1>{name}</h1><p class=price>{_shown(price)}</p><button>Add to cart</button><div class=story>"
        f"{'It is made by hand in our own workshop, and lasts for a life. ' * 8}</div></div>"
        f"<div class=row><h2>Our shop</h2><ul>{cards}</ul></div>",
    )


def _shown(price: Price) -> str:
    usual, off = price
    amounts = [f"<span class=price-amount>${each}.00</span>" for each in (usual, usual - off)]
    return f"<del>{amounts[0]}</del> <ins>{amounts[1]}</ins>" if off else amounts[0]


PAGES = (
    product("Kettle", (40, 0), (12, 0), (15, 5), (18, 2)),
    product("Lamp", (90, 20), (13, 0), (16, 6), (19, 3)),
    product("Chair", (40, 0), (14, 0), (17, 7), (20, 4)),
    product("Stool", (60, 10), (15, 0), (18, 8), (21, 5)),
    product("Clock", (40, 0), (16, 0), (19, 9), (22, 6)),
)


@pytest.fixture(scope="module")
def fields() -> tuple[FieldTemplate, ...]:
    return learned()


def learned(examples: Examples | None = None) -> tuple[FieldTemplate, ...]:
    site = SiteTemplates(examples=examples)
    for page in PAGES:
        site.learn(page)
    site.settle()
    (cluster,) = site.clusters
    return cluster.fields


def test_a_price_has_a_place_for_usual_and_one_for_reduced_prices(fields: tuple[FieldTemplate, ...]) -> None:
    prices = [field for field in fields if field.name == "price"]
    assert [(field.found, field.named_by) for field in prices] == [(3, "markup"), (2, "markup")]


@pytest.mark.parametrize(("price", "said"), [((70, 0), ["$70.00"]), ((70, 15), ["$55.00"])])
def test_the_price_is_that_of_the_product(fields: tuple[FieldTemplate, ...], price: Price, said: list[str]) -> None:
    page = PageAnalysis.of(product("Vase", price, (17, 0), (20, 9), (23, 7)))
    assert field_values(page, fields)["price"] == said


def test_the_price_of_a_range_is_its_lower_end(fields: tuple[FieldTemplate, ...]) -> None:
    ends = "<span class=price-amount>$70.00</span> – <span class=price-amount>$85.00</span>"
    html = product("Vase", (70, 0), (17, 0), (20, 9), (23, 7)).html or ""
    page = PageAnalysis.of(Document("Vase", html=html.replace(_shown((70, 0)), ends)))
    assert field_values(page, fields)["price"] == ["$70.00"]
    named = [replace(field, name="deposit") if field.name == "price" else field for field in fields]
    assert field_values(page, named)["deposit"] == ["$70.00", "$85.00"], "only prices have ranges"


@pytest.mark.parametrize("examples", [None, {"Kettle": {"price": ["$40.00"]}}, {"Lamp": {"price": ["70.00"]}}])
def test_a_reduced_price_is_the_price_and_the_one_struck_out_the_old_one(examples: Examples | None) -> None:
    page = PageAnalysis.of(product("Vase", (70, 15), (17, 0), (20, 9), (23, 7)))
    said = field_values(page, learned(examples))
    assert (said["price"][0].strip("$"), said["old_price"]) == ("55.00", ["$70.00"])


def test_an_example_names_a_field_at_all_of_its_places() -> None:
    fields = learned({"Kettle": {"cost": ["$40.00"]}})
    pages = [PageAnalysis.of(product("Vase", price, (17, 0), (20, 9), (23, 7))) for price in ((70, 0), (70, 15))]
    assert [field_values(page, fields)["cost"] for page in pages] == [["$70.00"], ["$55.00"]]
    assert "price" not in {field.name for field in fields}


def test_no_text_of_other_products_is_a_field() -> None:
    said = {text.whole for text in page_texts(PageAnalysis.of(PAGES[0]))}
    assert {"Kettle", "$40.00"} <= said
    assert not said & {"Mug", "$12.00", "$15.00", "$10.00"}
