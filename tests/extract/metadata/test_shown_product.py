"""The product of a page whose markup says nothing of it."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract import Extractor
from iawce.extract.content.content import Metadata, Product
from iawce.extract.metadata.page_metadata import page_metadata

OTHERS = """<section><h2>Related products</h2><ul>
    <li><a href="/b"><img src="/b.jpg" width="300" height="300">Green boat</a><span class="price">€ 99.00</span>
    <button>Add to cart</button></li><li><a href="/c">Blue boat</a><span class="price">€ 89.00</span></li></ul>
    </section><div class="reviews"><p><b>Sue:</b> lovely</p></div><footer><p>Phone: 123 456</p></footer>
    <div class="sticky-add-to-cart"><span>You are viewing:</span> <b>A red boat</b></div>"""
SHOWN = """<nav><a href="/">Home</a></nav><header><img src="/logo.png"><p>Free shipping over €50.00</p></header>
    <main><div class="product"><img src="/red.jpg" width="600" height="600"><h1>A red boat</h1>
    <p class="price"><del>1.499,00 €</del> <ins>1.299,00 €</ins></p><p class="stock">2 left in stock</p>
    <form><button type="submit">In den Warenkorb</button></form>
    <p><b>Hersteller:</b> Hull<br><b>Artikelnummer:</b> R1<br><b>EAN:</b> 4006381333931<br><b>Gewicht:</b> 3 kg</p>
    <dl><dt>Farbe</dt><dd>rot</dd><dd>blau</dd></dl></div></main>"""
EXPECTED = Product(
    name="A red boat", price="1299.00", price_before="1499.00", currency="EUR", availability="InStock", sku="R1",
    gtin="4006381333931", brand="Hull",
    properties={"Hersteller": "Hull", "Artikelnummer": "R1", "EAN": "4006381333931", "Gewicht": "3 kg",
                "Farbe": "rot; blau"},
)  # fmt: skip


def about(body: str, head: str = "", page_type: str = "product", url: str = "https://shop.example/red") -> Metadata:
    html = f"<html lang='de'><head><title>A red boat</title>{head}</head><body>{body}</body></html>"
    return page_metadata(PageAnalysis.of(Document("x", url=url, html=html)), page_type).metadata


def product(body: str, head: str = "", url: str = "https://shop.example/red") -> Product:
    found = about(body, head, url=url).product
    assert found is not None
    return found


def test_a_product_is_read_from_what_its_page_shows() -> None:
    found = about(SHOWN + OTHERS)
    assert found.product == EXPECTED
    assert found.main_image == "https://shop.example/red.jpg"


def test_a_heading_of_other_products_ends_the_part_about_the_product() -> None:
    menu = "<a href='/x'>One of very many things that are sold here</a> " * 20
    body = f"""<p>{menu}</p><main><h1>A red boat</h1><div class="summary-description">
        <div class="meta"><span>SKU: <b>R1</b></span> <span>Category: <b>Boats</b></span>
        <span>Tag: <b>Hull</b></span></div>
        <div class="others"><h2>Related products</h2><ul><li><a href="/b">Green boat</a> SKU: G2</ul></div>
        </div></main>"""
    assert product(body).properties == {"SKU": "R1", "Category": "Boats", "Tag": "Hull"}


@pytest.mark.parametrize("page_type", ["article", "list", ""])
def test_the_product_that_is_the_subject_of_a_page_is_read_whatever_its_type(page_type: str) -> None:
    assert about(SHOWN + OTHERS, page_type=page_type).product == EXPECTED


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>All that floats</h1><p>{'The tide was low and the boats lay in the mud. ' * 20}</p>{OTHERS}",
        "<h1>All that floats</h1><ul>"
        + "".join(
            f"<li class=card><a href=/{name}>{name} boat</a> <span class=price>€ 9{name}.00</span>"
            "<button class=add-to-cart>Add to cart</button></li>"
            for name in "12345"
        )
        + "</ul>",
        "<h1>How to buy a boat</h1><p>It costs € 99.00, as a rule.</p><form><button>Search</button></form>",
        "<h1>Give</h1><p>With € 20.00 you help.</p><button>Donate</button>",
    ],
)
def test_a_page_that_sells_no_single_thing_has_no_product(body: str) -> None:
    assert about(body, page_type="list").product is None


def test_a_row_of_a_product_has_its_properties() -> None:
    html = f"<html lang='de'><title>A red boat</title><body>{SHOWN}{OTHERS}</body></html>"
    row = Extractor(render="never", page_type="product").extract(Document("x", url="https://shop.example/", html=html))
    assert row.metadata.product == EXPECTED


def test_facts_in_the_markup_have_priority() -> None:
    head = """<script type="application/ld+json">{"@type": "Product", "name": "A red boat", "brand": "Keel",
        "offers": {"@type": "Offer", "price": "1250", "priceCurrency": "CHF"}}</script>"""
    found = product(SHOWN, head)
    assert (found.price, found.currency, found.brand) == ("1250", "CHF", "Keel")
    assert (found.sku, found.properties["Gewicht"]) == ("R1", "3 kg")


@pytest.mark.parametrize(
    ("shown", "price", "currency"),
    [
        ("<p>$12.50</p><button>Add to cart</button>", "12.50", ""),
        (
            "<p>Was £20.00 <span class='old-price'>£20.00</span></p><p>£15.00</p><button>Buy now</button>",
            "15.00",
            "GBP",
        ),
        ("<ul class='list-unstyled'><li><h2>£123.20</h2></li><li>Ex Tax: £101.00</li></ul>", "123.20", "GBP"),
        ("<p class='list-price'>£150.00</p><p class='price'>£123.20</p>", "123.20", "GBP"),
        ("<p>Free delivery over £50</p><p>£8.99</p>", "8.99", "GBP"),
        ("<p class=regular-price>59,00 CHF</p><p class=price>+ 10,00 CHF</p><button>Buy</button>", "59.00", "CHF"),
        ("<p><b>Цена:</b> 1 299 руб.</p><p>1 500 руб.</p>", "1299", "RUB"),
        ("<span class='price'>1.200.000</span><a href='#'>Mua ngay</a>", "1200000", ""),
        ("<p>¥2,480</p><button>カートに入れる</button><script>var s = {'currency': 'JPY'}</script>", "2480", "JPY"),
        ("<p>Rs.760.00</p><button>Buy</button>", "760.00", ""),
        ("<p>No price here, call 555 1234</p>", "", ""),
    ],
)
def test_the_price_stands_beside_title_and_button(shown: str, price: str, currency: str) -> None:
    found = product(f"<h1>A red boat</h1>{shown}{OTHERS}")
    assert (found.price, found.currency) == (price, currency)


@pytest.mark.parametrize(
    ("shown", "availability"),
    [
        ("<p class='stock out-of-stock'>Ausverkauft</p>", "OutOfStock"),
        ("<p>Disponibilité : En stock</p>", "InStock"),
        ("<p>Наличие: нет в наличии</p>", "OutOfStock"),
        ("<button>Add to cart</button>", "InStock"),
        ("<button disabled>Add to cart</button>", ""),
        ("<button>Pre-order</button>", "PreOrder"),
        ("<p>A boat.</p>", ""),
    ],
)
def test_availability_from_texts_about_the_stock(shown: str, availability: str) -> None:
    assert product(f"<h1>A red boat</h1>{shown}").availability == availability


def test_the_country_of_the_host_decides_the_currency_of_a_shared_mark() -> None:
    body = "<h1>A red boat</h1><p>$12.50</p><button>Add to cart</button>"
    assert product(body, url="https://shop.example.com.au/red").currency == "AUD"


def test_a_page_without_title_or_text_has_an_empty_product() -> None:
    assert product("<p></p>") == Product(name="A red boat")
