"""The product of a page whose markup says nothing of it."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.text.lexicon.products import fact_of_label
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


def test_the_country_of_the_host_decides_the_currency_of_a_shared_mark() -> None:
    body = "<h1>A red boat</h1><p>$12.50</p><button>Add to cart</button>"
    assert product(body, url="https://shop.example.com.au/red").currency == "AUD"


def test_a_page_without_title_or_text_has_an_empty_product() -> None:
    assert product("<p></p>") == Product(name="A red boat")


BUY = "<button>Add to basket</button>"
CARD = """<div class=card><a href=/p/{0}><img src=/i/{0}.jpg width=200 height=200>Table {0}</a> <span>£{0}9.90</span>
    <button class="{1}">Add to cart</button></div>"""


@pytest.mark.parametrize(
    ("shown", "price", "before"),
    [
        ("<div class=price><span>$</span><span>64</span><span>90</span></div>", "64.90", ""),
        ("<div class=price><span>$1,327</span><sup>00</sup></div>", "1327.00", ""),
        ("<div class=price><span>1.327</span><sup>50</sup> EUR</div>", "1327.50", ""),
        ("<div class=price>1.327 €<sup>1</sup></div>", "1327", ""),
        ("<div class=price>$13.27<sup>2</sup></div>", "13.27", ""),
        ("<div class=price><span>$</span><span>1,327</span><span>00</span><span> /each</span></div>", "1327.00", ""),
        ("<p class=price>Was $120.00 Now $60.00</p>", "60.00", "120.00"),
        ("<p class=price>Was $120.00 Now $60.00 <span>You save $60.00 (50%)</span></p>", "60.00", "120.00"),
        ("<p>statt 89,95 EUR jetzt nur 59,95 EUR</p>", "59.95", "89.95"),
        ("<p>antes 120,00 € ahora 60,00 €</p>", "60.00", "120.00"),
        (
            "<span>Regular price</span> <span>$120.00</span> <span>Sale price</span> <span>$60.00</span>",
            "60.00",
            "120.00",
        ),
        ("<div>Regular price</div><div>$120.00</div><div>Sale price</div><div>$60.00</div>", "60.00", "120.00"),
        ("<s>$120</s> $60", "60", "120"),
        ("<p class=price>$480 or 12 x $40.00</p>", "480", ""),
        ("<p class=price>$480.00</p><p>4 payments of $120.00</p>", "480.00", ""),
        ("<p class=price>ou 3x de R$ 20,00</p><p class=price>R$ 60,00</p>", "60.00", ""),
        ("<p class=price>4,29 €</p><p>21,45 € / kg</p>", "4.29", ""),
        ("<p class=price>$2.10 per lb</p>", "2.10", ""),
        ("<p>£101.00 excl. VAT</p><p>£121.20 incl. VAT</p>", "121.20", ""),
        ("<p>£121.20 inc VAT (£101.00 ex VAT)</p>", "121.20", ""),
        ("<p>£101.00 (excluding taxes)</p>", "101.00", ""),
        ("<p>Size 42 €129,90</p>", "129.90", ""),
        ("<p>45,00 € inkl. MwSt. zzgl. Versandkosten</p>", "45.00", ""),
        ("<span style='text-decoration: line-through'>€120</span> <b>€60</b>", "60", "120"),
        ("<div><div class=line-through>€120</div><div>€60</div></div>", "60", "120"),
        ("<span class='price price--line-through'>€120</span> <b>€60</b>", "60", "120"),
        ("<span class=no-line-through>€60</span>", "60", ""),
        ("<p><span class=regular-price>€120</span></p><p><span class=current-price>€60</span></p>", "60", "120"),
        ("<p><span class=price-standard>€120</span> <span class=price-sales>€60</span></p>", "60", "120"),
        ("<p class=regular-price>€120</p>", "120", ""),
        ("<p class='price with-list-price'>€60<span><span class=list-price-price>€120</span></span></p>", "60", "120"),
        ("<p class='price has-old-price'>€60</p>", "60", ""),
        ("<p><span class=price-promo>€60</span> at once</p>", "60", ""),
        ("<p><span class=MuiTypography-caption>Today</span> €60</p>", "60", ""),
        ("<label><input type=radio> 3-year plan $24.00</label><p>Current price is $179.00</p>", "179.00", ""),
        ("<p><s class='price price--non-sale'>€80</s></p><p class=price>€60</p>", "60", "80"),
        ("<p class='price price--non-sale'>€80</p><p class=price>€60</p>", "60", "80"),
        ("<p class='price price--sale'>€60</p>", "60", ""),
        ("<p>2 or more €55</p><p>5 or more €50</p><p>€60</p>", "60", ""),
        ("<p>2 for €110</p><p>€60</p>", "60", ""),
        ("<p>Used from €40</p><p>€60</p>", "60", ""),
        ("<p>From €60</p>", "60", ""),
        ("<p>€60 x 3</p><p>€180</p>", "180", ""),
        ("<p>60,-</p>", "60", ""),
        ("<p>1 290,-</p><p>1060 bez DPH</p>", "1290", ""),
        ("<p><s>€80</s><b>–25 %</b></p><p>€60</p>", "60", "80"),
        ("<p><s>24 990 Kč</s><b>–12 %</b><strong>21 990 Kč</strong></p>", "21990", "24990"),
        ("<p>€60–80</p>", "60", ""),
        ("<p>Vergiler Hariç: €50</p><p>€60</p>", "60", ""),
        ("<p>€50 KDV hariç</p><p>€60</p>", "60", ""),
        ("<div><span>Før 1.499,00 kr.</span> <b>1.299,00 kr.</b></div>", "1299.00", "1499.00"),
        ("<b>€60</b> <span>€80</span>", "60", "80"),
        ("<p>€60 <span>inkl. MwSt.</span></p><p>Ursprünglich: <i>€80</i><i>-25%</i></p>", "60", "80"),
        ("<p>€100 <span>inkl. 19% MwSt.</span></p><p>Mit Karte: €119</p>", "100", ""),
        ("<p class=price>€60 /шт</p><p class=price>€80</p><p class=price>- <i>25</i>%</p>", "60", "80"),
        ("<p>Paperback €60</p><p>Hardcover €80</p>", "60", ""),
        ("<p>Hardcover €80</p><p>Paperback €60</p>", "80", ""),
        ("<p>€60</p><p>€80</p><p>€90</p>", "60", ""),
        ("<p>€60 / €80</p>", "60", ""),
        ("<p>€80</p><p>€60 fra 2 stk</p>", "80", ""),
        ("<p>Precio normal 80 €</p><p>Precio con tarjeta 60 €</p>", "80", ""),
        ("<label class=price>€80</label><label class=price>Each month: €60 <i>-25%</i></label>", "80", ""),
        ("<div class=price><span>€60</span><span><span>30</span>% off</span></div>", "60", ""),
        ("<p>Regular price €60</p>", "60", ""),
        ("<p class=price>€24</p><p>€4.95</p><p>Delivery fee</p>", "24", ""),
        ("<p class=price>€240</p><p>€20</p><p>monthly</p>", "240", ""),
        ("<p>Buy price €300</p><p>Rental price €30</p>", "300", ""),
        ("<p class=price>€240</p><p>€216 no Pix com 10% de desconto</p>", "240", ""),
        ("<dl><dt>RRP</dt><dd>€60</dd></dl>", "60", ""),
        ("<p>RRP <s>€60</s></p>", "", ""),
    ],
)
def test_the_meaning_of_amounts(shown: str, price: str, before: str) -> None:
    found = product(f"<h1>A red boat</h1>{shown}{BUY}{OTHERS}")
    assert (found.price, found.price_before) == (price, before)


@pytest.mark.parametrize(
    ("shown", "url", "sku"),
    [
        ("<p>Art.-Nr. 77120</p>", "", "77120"),
        ("<p>Item no. SK-26-B</p>", "", "SK-26-B"),
        ("<p>Model KX-9 | SKU 1002301</p>", "", "1002301"),
        ("<p>Product code 5512</p>", "", "5512"),
        ("<p><b>Réf :</b> AB12</p>", "", "AB12"),
        ("<div class=sku>SKU: R-77</div>", "", "R-77"),
        ("<form data-product_sku=R-77></form>", "", "R-77"),
        ("", "https://shop.example/boats/red-boat-1002301.html", "1002301"),
        ("<p><b>Key:</b> 10023</p><p><b>Art.-Nr.:</b> 10023-XL</p>", "https://shop.example/p/10023/", "10023-XL"),
        ("", "https://shop.example/2024/red-boat", ""),
    ],
)  # fmt: skip
def test_the_number_of_a_product(shown: str, url: str, sku: str) -> None:
    body = f"<h1>A red boat</h1><p class=price>€ 9.90</p>{shown}{BUY}"
    assert product(body, url=url or "https://shop.example/red").sku == sku


@pytest.mark.parametrize(
    ("shown", "rating"),
    [
        ("<p>4.6 out of 5 (1,280 reviews)</p>", ("4.6", "1280")),
        ("<div><div>4,6 von 5 Sternen</div><a>128 Bewertungen</a></div>", ("4.6", "128")),
        ("<p>4.6 out of 5</p>", ("", "")),
        ("<p>128 reviews</p>", ("", "")),
        ("<p>4.6 out of 5</p><p>Size 5</p><p>128 reviews</p>", ("", "")),
        (f"<p>{'<b>a boat</b> ' * 40}</p><p>4.6 out of 5 (128 reviews)</p>", ("", "")),
        ("<div class=reviews><p>Sue: 4 out of 5 (2 votes)</p></div>", ("", "")),
        ("<p><span class=sr-only>4.4 out of 5 Customer Rating</span><a>128 reviews</a></p>", ("4.4", "128")),
        ("<p>4.5 out of 5 star rating</p><p>It floats</p>", ("", "")),
        ("<p><b aria-label='4.83 stars'></b><i> 41 reviews </i></p>", ("4.83", "41")),
        ("<p class=star-rating>Bewertet mit <b>4.7</b> von 5, aus <i>3</i> Kundenbewertungen</p>", ("4.7", "3")),
        ("<p><b title='4.5 out of 5 stars'>4.5</b><a>(8,214)</a></p>", ("4.5", "8214")),
        ("<p><b>4.5 z 5</b> <a>(12 opinii klientów)</a></p>", ("4.5", "12")),
        ("<p>5つ星のうち4.5 <a>(1,204件)</a></p>", ("4.5", "1204")),
        ("<div class=rating-line>4.3 <a>156 Değerlendirme</a></div>", ("4.3", "156")),
        ("<div class=item-review><b class=item-review__rating>4.7</b> <i>(1309)</i></div>", ("4.7", "1309")),
        (
            "<div class=rating-result title='87%'><i>87</i>% of <i>100</i></div><div class=reviews>15 Reviews</div>",
            ("87", "15"),
        ),
        ("<div aria-label='Picture 1 of 5'></div><p>12 reviews</p>", ("", "")),
        ("<p> <b> </b> <b> </b> </p>" * 6 + "<p>4.6 out of 5 stars</p><p>44,754 ratings</p>", ("4.6", "44754")),
        ("<img alt='1 Star'><img alt='5 Stars'><p>4.4 out of 5 (23 reviews)</p>", ("4.4", "23")),
        ("<p>4 stars (120 rooms)</p>", ("", "")),
        ("<div class=rating><input title='1 star'><input title='2 stars'></div><p>12 reviews</p>", ("", "")),
    ],
)
def test_the_rating_stands_below_the_title(shown: str, rating: tuple[str, str]) -> None:
    found = product(f"<h1>A red boat</h1>{shown}<p>€ 60.00</p>{'<p>It floats.</p>' * 40}{BUY}{OTHERS}")
    assert (found.rating_value, found.review_count) == rating


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("<p class=in-stock-date>Ships on March 12, 2026</p>", ""),
        ("<p>Arrives by <b>12.3.2026</b></p>", ""),
        ("<table><tr><td>Můžeme doručit do:</td><td>12.3.2026</td></tr></table>", ""),
        ("<p>Published 12.3.2026</p>", "2026-03-12"),
        ("<p>12.3.2026</p>", "2026-03-12"),
    ],
)
def test_the_day_of_a_delivery_is_not_that_on_which_a_product_was_published(line: str, day: str) -> None:
    found = about(f"<h1>A red boat</h1>{line}<p class=price>€ 9.90</p>{BUY}")
    assert found.date_published == day
    found = about("<h1>A red boat</h1><p class=price>€ 9.90</p><p>Lyon · 12.3.2026</p>")
    assert found.date_published == "2026-03-12"


@pytest.mark.parametrize(
    ("said", "button", "stock"),
    [
        ("<p>Out of stock</p>", "<input type=submit value='Out of stock' disabled>", "OutOfStock"),
        ("<p>Out of stock</p>", "<button name=add disabled>Sold out</button>", "OutOfStock"),
        ("<p>Out of stock</p><div class=stock>Sold out</div>", "<button disabled>Add to cart</button>", "OutOfStock"),
        ("<p>Out of stock</p>", "<button>Add to cart</button>", "InStock"),
        ("<p>In stock</p><p>Out of stock</p>", "<button disabled>Add to cart</button>", "InStock"),
        ("", "<button disabled>Add to cart</button>", "InStock"),
    ],
)
def test_the_markup_may_state_the_stock_of_before(said: str, button: str, stock: str) -> None:
    """If several places on the page say that there is none, and the button to buy it is disabled, there is none."""
    claim = '{"@type": "Product", "name": "A red boat", "offers": {"price": 9, "availability": "InStock"}}'
    head = f'<script type="application/ld+json">{claim}</script>'
    assert (
        product(f"<h1>A red boat</h1><p class=price>€ 9.00</p>{said}<form>{button}</form>", head).availability == stock
    )


def test_beside_the_price_of_a_sale_the_usual_price_of_the_markup_is_old() -> None:
    tags = "".join(
        f'<meta property="{name}" content="{value}">'
        for name, value in (
            ("og:type", "product"), ("product:price:amount", 149), ("product:sale_price:amount", 134),
        )
    )  # fmt: skip
    shown = "<tr><th>판매가</th><td>149€</td></tr><tr><th>할인판매가</th><td>134€ <i>(15€ 할인)</i></td></tr>"
    found = product(f"<h1>A red boat</h1><table>{shown}</table>{BUY}", tags)
    assert (found.price, found.price_before) == ("134", "149")


def test_the_price_before_may_be_called_the_previous_amount() -> None:
    amounts = "<s class='money-amount money-amount--previous'>€ 12.00</s> <b class=money-amount>€ 9.00</b>"
    assert product(f"<h1>A red boat</h1><div>{amounts}</div>{BUY}").price_before == "12.00"


@pytest.mark.parametrize(
    ("label", "value", "condition"),
    [
        ("Condition", "Used", "UsedCondition"),
        ("Zustand", "Gebraucht, wie neu", "UsedCondition"),
        ("État", "Neuf", "NewCondition"),
        ("Condition", "Certified Refurbished", "RefurbishedCondition"),
        ("Estado", "Nuevo León", ""),
        ("Condition", "see the pictures", ""),
    ],
)
def test_the_condition_of_a_product_may_be_labelled(label: str, value: str, condition: str) -> None:
    shown = f"<dl><dt>{label}:</dt><dd>{value}</dd></dl><p>€ 60.00</p>"
    assert product(f"<h1>A red boat</h1>{shown}{BUY}").condition == condition


@pytest.mark.parametrize("old", ["", "<span class=old-price>Regular Price <b>£298.80</b></span>"])
@pytest.mark.parametrize("names", [("price-including-tax", "price-excluding-tax"), ("price-ttc", "price-ht")])
def test_a_net_price_may_be_called_so_by_a_class_alone(names: tuple[str, str], old: str) -> None:
    """As where a shop shows both and its style sheet adds the words."""
    gross, net = (f"<span class='price-wrapper {name}'><b class=price>£{{}}</b></span>" for name in names)
    prices = f"<div class=price-box>{gross.format('238.80')}{net.format('199.00')}{old}</div>"
    found = product(f"<h1>A red boat</h1>{prices}{BUY}")
    assert (found.price, found.price_before) == ("238.80", "298.80" if old else "")


@pytest.mark.parametrize("name", ["Shipping container", "Gift card", "Points for a boat", "Credit at the club"])
def test_the_name_of_a_product_is_no_label_of_its_price(name: str) -> None:
    html = f"<title>{name}</title><body><h1>{name}</h1><p>€ 99.00</p>{BUY}"
    found = page_metadata(PageAnalysis.of(Document("x", url="https://shop.example/red", html=html)), "product")
    assert found.metadata.product
    assert found.metadata.product.price == "99.00"
    labelled = product(f"<h1>A red boat</h1><p>Shipping</p><p>€ 9.00</p><p>€ 99.00</p>{BUY}")
    assert labelled.price == "99.00"


@pytest.mark.parametrize(
    ("above", "price"),
    [
        ("Free shipping", "60.00"),
        ("Great gift", "60.00"),
        ("Earn points", "60.00"),
        ("Fast delivery", "60.00"),
        ("Was", ""),
        ("Ex VAT", "60.00"),
    ],
)
def test_a_remark_above_a_price_may_be_no_label(above: str, price: str) -> None:
    assert product(f"<h1>A red boat</h1><p>{above}</p><p>€ 60.00</p>{BUY}").price == price
    assert product(f"<h1>A red boat</h1><p>{above}</p><p>€ 60.00</p><p>€ 50.00</p>{BUY}").price == "50.00"


@pytest.mark.parametrize(
    ("name", "is_caption"),
    [
        ("caption-with-letter-spacing", False),
        ("text-caption", False),
        ("wt-text-caption", False),
        ("wp-caption-text", True),
        ("image-caption", True),
        ("caption", True),
    ],
)
def test_the_name_of_a_size_of_type_is_no_caption(name: str, is_caption: bool) -> None:
    found = product(f"<h1>A red boat</h1><p class={name}>€ 60.00</p><p class={name}>SKU: R-77</p>{BUY}")
    assert (found.price, found.sku) == (("", "") if is_caption else ("60.00", "R-77"))


@pytest.mark.parametrize(
    ("kind", "offers", "is_product"),
    [
        ("Book", ', "offers": {"price": 9, "priceCurrency": "EUR"}', True),
        ("Book", "", False),
        ("Car", ', "offers": {"price": 9, "priceCurrency": "EUR"}', True),
        ("Event", ', "offers": {"price": 9, "priceCurrency": "EUR"}', False),
        ("CarRental", "", False),
    ],
)
def test_books_that_are_sold_and_cars_are_products(kind: str, offers: str, is_product: bool) -> None:
    data = f'{{"@type": "{kind}", "name": "A red boat", "isbn": "9780306406157"{offers}}}'
    head = f'<script type="application/ld+json">{data}</script>'
    found = about("<h1>A red boat</h1><p>€ 9.00</p>", head, page_type="article").product
    assert (found is not None and (found.price, found.gtin) == ("9", "9780306406157")) == is_product


def test_a_number_is_a_gtin_only_if_its_last_digit_checks_the_others() -> None:
    for number, gtin in (
        ("4006381333931", "4006381333931"),
        ("4006381333932", ""),
        ("978-0-306-40615-7", "9780306406157"),
        ("0-306-40615-2", "0306406152"),
        ("080442957X", "080442957X"),
        ("0-306-40615-3", ""),
        ("036000291452", "036000291452"),
        ("12345", ""),
    ):
        assert product(f"<h1>A red boat</h1><p><b>EAN:</b> {number}</p>").gtin == gtin


def claimed(offers: str, shown: str, more: str = "") -> Product:
    thing = f'{{"@type": "Product", "name": "A red boat", {more}"offers": {offers}}}'
    head = f'<script type="application/ld+json">{thing}</script>'
    return product(f"<h1>A red boat</h1>{shown}{BUY}", head)


@pytest.mark.parametrize(
    ("offers", "shown", "price", "currency", "before"),
    [
        ('{"priceSpecification": {"price": "64.90", "priceCurrency": "USD"}}', "<p>$64.90</p>", "64.90", "USD", ""),
        ('{"priceSpecification": [{"priceType": "https://schema.org/ListPrice", "price": 79, "priceCurrency": "USD"},'
         ' {"price": 64.9, "priceCurrency": "USD"}]}', "<p>$64.90</p>", "64.9", "USD", "79"),
        ('{"priceCurrency": "CHF", "priceSpecification": [{"valueAddedTaxIncluded": false, "price": 50},'
         ' {"valueAddedTaxIncluded": true, "price": 54}]}', "<p>CHF 54.00</p>", "54", "CHF", ""),
        ('{"price": "0"}', "<p class=price>€ 64.90</p>", "64.90", "EUR", ""),
        ('{"price": "0", "priceCurrency": "EUR"}', "<p>for nothing</p>", "0", "EUR", ""),
        ('{"price": "1.299", "priceCurrency": "EUR"}', "<p class=price>1.299,00 €</p>", "1299", "EUR", ""),
        ('{"price": "12.345", "priceCurrency": "KWD"}', "<p class=price>12.345 KWD</p>", "12.345", "KWD", ""),
        ('[{"price": 54.9, "priceCurrency": "EUR"}, {"price": 64.9, "priceCurrency": "EUR"}]',
         "<p class=price>64,90 €</p>", "64.90", "EUR", ""),
        ('{"price": 80, "priceCurrency": "EUR"}', "<p class=price><s>€80</s> €60</p>", "60", "EUR", "80"),
        ('[{"price": 80, "priceCurrency": "EUR"}, {"price": 99, "priceCurrency": "EUR"}]',
         "<p>€72 (Save 10%) with a subscription <s>€80</s></p>", "80", "EUR", ""),
        ('[{"price": 60, "priceCurrency": "EUR"}, {"price": 80, "priceCurrency": "EUR"}]',
         "<p class=price><s>€80</s> €60</p>", "60", "EUR", "80"),
        ('{"price": 90, "priceCurrency": "EUR"}', "<p class=price><s>€80</s> €60</p>", "90", "EUR", ""),
        ('{"@type": "AggregateOffer", "priceCurrency": "EUR", "offers": [{"price": 64.9}]}', "", "64.9", "EUR", ""),
    ],
)  # fmt: skip
def test_offers_in_the_markup_and_the_price_on_the_page(
    offers: str, shown: str, price: str, currency: str, before: str
) -> None:
    found = claimed(offers, shown)
    assert float(found.price) == float(price)
    assert (found.currency, found.price_before) == (currency, before)


def test_one_variant_that_is_sold_out_and_its_number_are_not_those_of_the_product() -> None:
    small = '{"sku": "R1-S", "price": 9, "availability": "OutOfStock"}'
    large = '{"sku": "R1-L", "price": 9, "availability": "https://schema.org/InStock"}'
    found = claimed(f"[{small}, {large}]", "", '"sku": "R1", ')
    assert (found.availability, found.sku) == ("InStock", "R1")
    assert claimed(f"[{small}]", "", '"sku": "R1", ').availability == "OutOfStock"


@pytest.mark.parametrize(
    ("head", "availability", "condition"),
    [
        ("<meta property='product:availability' content=oos>", "OutOfStock", ""),
        ("<meta property='product:availability' content='out of stock'>", "OutOfStock", ""),
        ("<meta property='product:availability' content=preorder>", "PreOrder", ""),
        ("<meta property='product:condition' content=used>", "InStock", "UsedCondition"),
    ],
)
def test_tags_of_open_graph(head: str, availability: str, condition: str) -> None:
    found = product(f"<h1>A red boat</h1><p class=price>€ 9.90</p>{BUY}", head)
    assert (found.availability, found.condition) == (availability, condition)


def test_sources_that_agree_make_a_fact_more_certain() -> None:
    alone, agreeing = (
        about(f"<h1>A red boat</h1><p class=price>{price}</p>{BUY}", head)
        for price, head in (
            ("ask", '<meta property="og:type" content=product><meta property="product:price:amount" content="9.90">'),
            (
                "€ 9.90",
                '<meta property="og:type" content=product><meta property="product:price:amount" content="9.90">',
            ),
        )
    )
    assert alone.product
    assert alone.product.price == "9.90"
    assert 0 < alone.confidence["product.price"] < agreeing.confidence["product.price"] <= 1


@pytest.mark.parametrize("price", ["€ 21.00", "€ 21.00 – € 22.00"])
def test_the_old_price_of_another_product_is_not_that_of_the_page(price: str) -> None:
    """Even if that costs as much."""
    card = "<li class=card><a href=/b/{0}>Boat {0}</a><p class=price><del>€ 2{0}.00</del> <ins>€ 21.00</ins></p></li>"
    cards = f"<ul>{''.join(card.format(number) for number in range(2, 6))}</ul>"
    found = product(f"<h1>A red boat</h1><p class=price>{price}</p><button>Add to cart</button>{cards}")
    assert (found.price, found.price_before) == ("21.00", "")


@pytest.mark.parametrize("name", ["Nets &amp;amp; Lines", "Nets &amp; Lines", "Nets & Lines"])
def test_entities_in_the_markup_are_decoded_however_often_they_are_written(name: str) -> None:
    data = f'{{"@type": "Product", "name": "{name}", "offers": {{"price": 9, "priceCurrency": "EUR"}}}}'
    head = f'<script type="application/ld+json">{data}</script>'
    assert product("<h1>Nets for boats</h1><p>€ 9.00</p>", head).name == "Nets & Lines"


STORY = f"<p>{'Each piece passes through the hands of four people, and it takes two days. ' * 8}</p>"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["add-to-cart", "btn"])
def test_cards_of_a_shop_below_an_article_are_other_products(count: int, name: str) -> None:
    cards = "".join(CARD.format(number, name) for number in range(1, count + 1))
    body = f"<article><h1>A red boat</h1>{STORY}</article><div class=shop>{cards}</div>"
    assert about(body, page_type="article").product is None


@pytest.mark.parametrize(
    ("card", "is_of_page"),
    [
        ("<a href=/p/1><img src=/i/1.jpg></a><p>£19.90</p><a class=add-to-cart href=/c>Add to cart</a>", False),
        ("<img src=/1.jpg><h3><a href=/p/1>Table</a></h3><p>£19.90</p><button>Add to cart</button>", False),
        ("<div><a href=/p/1><img src=/1.jpg></a><a href=/c>Add to cart</a></div><p>£19.90</p>", False),
        ("<a href=/i/1.jpg><img src=/i/1.jpg></a><p>£19.90</p><button>Add to cart</button>", True),
        ("<a href='#'><img src=/i/1.jpg></a><p>£19.90</p><button>Add to cart</button>", True),
        ("<img src=/i/1.jpg><p>£19.90</p><button>Add to cart</button> <a href=/help>Delivery</a>", True),
    ],
)
def test_a_card_links_a_picture_or_a_name(card: str, is_of_page: bool) -> None:
    found = about(f"<div><h1>A red boat</h1>{STORY}</div><div>{card}</div>", page_type="article").product
    assert (found is not None) == is_of_page


@pytest.mark.parametrize(
    ("shown", "brand", "sku"),
    [
        ("<div class=product-manufacturer><label>Marque</label> <span><a href=/b>Hull</a></span></div>", "Hull", ""),
        ("<div class=product-vendor><span>Brand</span> <span>Hull &amp; Keel</span></div>", "Hull & Keel", ""),
        ("<div class=brand><b>Hersteller:</b> <a href=/b>Hull</a></div>", "Hull", ""),
        ("<div class=brand><span>Hull</span> <span>Keel</span></div>", "Hull Keel", ""),
        ("<p><a href=/a>A red</a></p>", "A red", ""),
        ("<p>Brand: <a href=/a>A red</a></p>", "A red", ""),
        ("<p>Material: <a href=/a>A red</a></p>", "", ""),
        ("<p>Tags: <a href=/a>A red</a>, <a href=/b>Boats</a></p>", "", ""),
        ("<p>Maker of it: <a href=/brands/a>A red</a></p>", "A red", ""),
        ("<p>Material: <a href=/a>A red</a></p><p class=brand>Hull</p>", "Hull", ""),
        ("<span class=product-sku>Model KX-2041</span>", "", "KX-2041"),
        ("<span class=product-sku><label>Modell</label> KX-2041</span>", "", "KX-2041"),
        ("<span class=sku><i>Artikel-Nr.</i> <i>KX-2041</i></span>", "", "KX-2041"),
        ("<span class=sku>KX 2041</span>", "", "KX 2041"),
        ("<div class=product-reference><label>Indeks</label> <span>KX-2041</span></div>", "", "KX-2041"),
        ("<p class=item_number>KX-2041</p>", "", "KX-2041"),
    ],
)
def test_values_in_elements_named_so_are_without_their_label(shown: str, brand: str, sku: str) -> None:
    found = product(f"<h1>A red boat</h1><p class=price>€ 9.90</p>{shown}{BUY}")
    assert (found.brand, found.sku) == (brand, sku)


@pytest.mark.parametrize(
    ("labels", "fact"),
    [
        ("Artikel-Nr. Artikelnummer Art.-Nr. Bestell-Nr. Produktnummer Produktcode Varenr SKU Referência", "sku"),
        ("Code produit|Código de producto|Codice articolo|Nr katalogowy|N° d'article|Item #|Product ID", "sku"),
        ("EAN-Code EAN/UPC EAN-13 GTIN", "gtin"),
        ("Código EAN|Codice EAN|Kod EAN|EAN code", "gtin"),
        ("Hersteller-Nr. Herstellerartikelnummer MPN Modellnummer", "mpn"),
        ("Kod producenta|Part number|Manufacturer's part number|Réf. fabricant|Model No.", "mpn"),
        ("Marchio Marke Brand", "brand"),
        ("Artikel Nr. Number Produkt Part Order-Nr. Steuernummer Postal-Code Katalog", ""),
        ("Order number|Part of|Article about numbers|Product number range", ""),
    ],
)
def test_labels_of_numbers_are_what_has_them_and_a_word_for_numbers(labels: str, fact: str) -> None:
    for label in labels.split("|") if "|" in labels else labels.split():
        assert (label, fact_of_label(label)) == (label, fact)


@pytest.mark.parametrize(
    ("label", "value", "is_property"),
    [
        ("Was", "£159.90", False),
        ("RRP", "£159.90", False),
        ("UVP", "159,90 €", False),
        ("Now", "£129.90", False),
        ("Original", "yes", True),
        ("List", "B", True),
        ("Width", "45 cm", True),
    ],
)
def test_prices_are_no_properties(label: str, value: str, is_property: bool) -> None:
    found = product(f"<h1>A red boat</h1><p class=price>£129.90</p><p>{label}: {value}</p>{BUY}")
    assert found.properties == ({label: value} if is_property else {})
