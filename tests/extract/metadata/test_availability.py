"""Whether a product is in stock, and the buttons to buy it."""

import pytest

from iawce.data.text.lexicon.products import says_buy
from tests.extract.metadata.test_shown_product import BUY, CARD, OTHERS, STORY, about, product


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
        ("<ul class='price list-unstyled'><li>£123.20</li><li>Ex Tax: £101.00</li></ul>", "123.20", "GBP"),
        ("<ul class='price_info_list'><li>£123.20</li></ul><p>Ex Tax: £101.00</p>", "123.20", "GBP"),
        ("<div class=list-price>£150.00</div><ul class='pricelist'><li>£123.20</li></ul>", "123.20", "GBP"),
        ("<ul class='list price'><li>£123.20</li></ul><p>Ex Tax: £101.00</p>", "123.20", "GBP"),
        ("<div class='price before-cart'>£9.50</div><button>Add to cart</button>", "9.50", "GBP"),
        ("<p class='list-price'>£150.00</p><p class='price'>£123.20</p>", "123.20", "GBP"),
        ("<p>Free delivery over £50</p><p>£8.99</p>", "8.99", "GBP"),
        ("<p class=regular-price>59,00 CHF</p><p class=price>+ 10,00 CHF</p><button>Buy</button>", "59.00", "CHF"),
        ("<p><b>Цена:</b> 1 299 руб.</p><p>1 500 руб.</p>", "1299", "RUB"),
        ("<span class='price'>1.200.000</span><a href='#'>Mua ngay</a>", "1200000", ""),
        ("<div class=price><div>1 200</div><div>₽</div></div><button>Купить</button>", "1200", "RUB"),
        ("<div class=price><div>€</div> <div>12,50</div></div><button>Buy</button>", "12.50", "EUR"),
        ("<div class=price><div>12,50</div><div>of 80 €</div></div><button>Buy</button>", "12.50", ""),
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


@pytest.mark.parametrize(
    ("shown", "availability"),
    [
        ("<p>Sold out</p>", "OutOfStock"),
        ("<p>Rupture de stock</p>", "OutOfStock"),
        ("<p>Zurzeit nicht lieferbar</p>", "OutOfStock"),
        ("<p>Discontinued</p>", "Discontinued"),
        (f"<p>Not in stock</p>{BUY}", "OutOfStock"),
        (f"<p>Nicht mehr lieferbar</p>{BUY}", "OutOfStock"),
        (f"<p>Pas en stock</p>{BUY}", "OutOfStock"),
        (f"<p>Não disponível</p>{BUY}", "OutOfStock"),
        (f"<p>In stock: No</p>{BUY}", "OutOfStock"),
        (f"<p>Leider ausverkauft</p>{BUY}", "OutOfStock"),
        (f"<p>Zurzeit leider nicht lieferbar</p>{BUY}", "OutOfStock"),
        (f"<p>Dieser Artikel ist nicht verfügbar</p>{BUY}", "OutOfStock"),
        (f"<p>Sin stock</p>{BUY}", "OutOfStock"),
        (f"<p>Нет в наличии</p>{BUY}", "OutOfStock"),
        (f"<p>Není skladem</p>{BUY}", "OutOfStock"),
        (f"<p>Currently not available</p>{BUY}", "OutOfStock"),
        (f"<p>Dieser Artikel ist ausverkauft</p>{BUY}", "OutOfStock"),
        (f"<p>In stock, no returns</p>{BUY}", "InStock"),
        (f"<p>Sofort lieferbar</p>{BUY}", "InStock"),
        (f"<ul><li><a href=/red/m>M <span>Sold out</span></a></ul>{BUY}", "InStock"),
        (f"<p>Available on backorder</p>{BUY}", "BackOrder"),
        (f"<p>Pre-order now, ships 3 May</p>{BUY}", "PreOrder"),
        (f"<p>Only 2 left in stock</p>{BUY}", "InStock"),
        (f"<p><span>Sale</span> <span>Sold out</span></p>{BUY}", "InStock"),
        (f"<span class=x>Oferta</span><span class=y>Agotado</span>{BUY}", "InStock"),
        (f"<div><b>New in</b> <b>Bestseller</b> <b>Sold out</b></div>{BUY}", "InStock"),
        (f"<p><span>Sold out</span> <span>New</span></p>{BUY}", "OutOfStock"),
        (f"<p><b><i>Sale</i></b><b class=sold-out><i>Sold out</i></b></p>{BUY}", "InStock"),
        (f"<p><b><i>Sold out</i></b> <b><i>New</i></b></p>{BUY}", "OutOfStock"),
        (f"<div>{BUY}<span class='displaynone btn'>품절</span></div>", "InStock"),
        (f"<p class='badge hidden'>Sold out</p>{BUY}", "InStock"),
        (f"<div class=d-none><p>Ausverkauft</p></div>{BUY}", "InStock"),
        (f"<div class='stock d-none'>Ausverkauft</div>{BUY}", "InStock"),
        (f"<p class='hidden md:block'>Sold out</p>{BUY}", "OutOfStock"),
        (f"<p class='d-none d-md-block'>Sold out</p>{BUY}", "OutOfStock"),
        (f"<p>This jacket is <b>sold out</b></p>{BUY}", "OutOfStock"),
        ("<p><span>Sale</span> <span>Sold out</span></p><button disabled>Sold out</button>", "OutOfStock"),
        (f"<button class=hidden>Notify me when available</button>{BUY}", "InStock"),
        (f"<a href=#>Email me when back</a><p>{BUY}</p>", "InStock"),
        (f"<button>Notify me</button><ul>{CARD.format(1, 'x')}{CARD.format(2, 'x')}</ul>", "OutOfStock"),
        ("<button>Notify me when available</button>", "OutOfStock"),
        ("<button disabled class=add-to-cart>Sold out</button>", "OutOfStock"),
        (f"<ul><li><label>S</label><li><label>M <span>Sold out</span></label></ul>{BUY}", "InStock"),
        (f"<select><option>S<option>M<option>Sold out</select>{BUY}", "InStock"),
        (f"<p><b>Availability:</b> 5</p>{BUY}", "InStock"),
        (f"<p><b>Availability:</b> 0</p>{BUY}", "OutOfStock"),
    ],
)
def test_availability_beside_the_title_and_the_button(shown: str, availability: str) -> None:
    assert product(f"<h1>A red boat</h1><p class=price>€ 9.90</p>{shown}").availability == availability


@pytest.mark.parametrize(
    ("name", "availability"),
    [
        ("product type-product instock", "InStock"),
        ("product outofstock taxable", "OutOfStock"),
        ("product onbackorder", "BackOrder"),
        ("item out-of-stock", "OutOfStock"),
        ("stock-photo", ""),
        ("in-stock-filter", ""),
    ],
)
def test_the_element_around_a_product_says_whether_it_is_in_stock(name: str, availability: str) -> None:
    others = "<div class='product instock'><h2>A green boat</h2></div><div class='product outofstock'></div>"
    assert product(f"<div class='{name}'><h1>A red boat</h1><p>€ 9.90</p></div>{others}").availability == availability


@pytest.mark.parametrize("text", ["Add to cart – € 60.00", "Buy now € 60.00", "Add to cart <span>€ 60.00</span>"])
def test_the_price_may_stand_in_the_button_alone(text: str) -> None:
    assert product(f"<h1>A red boat</h1><button>€ 20.00 for S</button><button>{text}</button>").price == "60.00"


@pytest.mark.parametrize(
    "button",
    [
        "<button>Add to cart</button>",
        "<button class=btn>Add to bag</button>",
        "<button class=AddToCart_x1>Now</button>",
        "<button class=warenkorb-btn>In den Warenkorb legen</button>",
        "<button id=add-to-cart>Now</button>",
        "<input type=submit value='Buy now'>",
        "<a class=btn href=/order>Buy now</a>",
    ],
)
@pytest.mark.parametrize("page_type", ["article", "list"])
def test_a_button_to_buy_and_a_price_are_those_of_a_product(button: str, page_type: str) -> None:
    found = about(f"<h1>A red boat</h1>{STORY}<p>£129.90</p><form>{button}</form>", page_type=page_type).product
    assert found
    assert (found.price, found.currency, found.availability) == ("129.90", "GBP", "InStock")


@pytest.mark.parametrize("button", ["<button>Subscribe</button>", "<button>Donate</button>", "<a href=/o>Orders</a>"])
def test_another_button_and_a_price_are_those_of_no_product(button: str) -> None:
    assert about(f"<h1>A red boat</h1>{STORY}<p>£129.90</p>{button}", page_type="article").product is None


def test_a_link_in_a_sentence_is_no_button() -> None:
    said = "The new book of our friends costs $5 and you may <a href=/p/1>preorder now</a> from the shop in our town."
    assert about(f"<h1>A red boat</h1>{STORY}<p>{said}</p>", page_type="article").product is None


@pytest.mark.parametrize(
    ("text", "is_buy"),
    [
        ("Add to cart - £129.90", True),
        ("Buy now – 12,90 €", True),
        ("カートに入れる ¥1,296", True),
        ("CHF 12.90", False),
        ("In den Warenkorb legen", True),
        ("Ajouter à mon panier", True),
        ("Add to my shopping bag", True),
        ("Añadir a mi cesta", True),
        ("Add to wishlist", False),
        ("Ajouter aux favoris", False),
        ("Buy gift cards", False),
        ("Buy 1, get 1 free", False),
        ("Pre-order (15)", False),
        ("In den Ordner legen", False),
        ("Zum Warenkorb hinzufügen", True),
        ("Artikel in den Warenkorb", True),
        ("In die Tasche", True),
        ("Mettre au panier", True),
        ("Agregar al carro", True),
        ("Adicionar à sacola", True),
        ("Wrzuć do koszyka", True),
        ("Положить в корзину", True),
        ("Sepete at", True),
        ("أضف للسلة", True),
        ("商品をカゴに入れる", True),
        ("Sofort kaufen", True),
        ("Zum Warenkorb", False),
        ("Im Warenkorb", False),
        ("Ver sacola", False),
        ("Перейти в корзину", False),
        ("Your cart", False),
        ("Add to compare", False),
    ],
)
def test_a_button_that_begins_with_a_phrase_of_buying_is_one(text: str, is_buy: bool) -> None:
    assert says_buy(text) == is_buy
    shown = f"<h1>A red boat</h1><p class=price>€ 9.90</p><button>{text}</button>"
    assert product(shown).availability == "InStock" * is_buy
