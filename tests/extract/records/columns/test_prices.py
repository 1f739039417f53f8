"""Prices of records: which amount is asked, which is old, which is none."""

import pytest

from iawce.data.text.lexicon.columns import role_of_label
from tests.extract.records.columns.made_lists import cards, columns_of


def test_words_before_an_amount_give_its_meaning() -> None:
    texts = ("Starting at $434", "Now $20 was $25", "$12.00 ($0.10/count)", "Reg. $9 $7", "Only $5 + $3 shipping")
    columns = columns_of(cards(*(f"<div>{text}</div>" for text in texts)))
    assert columns["price"] == ["434", "20", "12.00", "7", "5"]
    assert columns["old_price"] == [None, "25", None, "9", None]
    assert columns["price_currency"] == ["USD"] * 5


def test_a_label_that_is_only_list_is_that_of_no_price() -> None:
    assert (role_of_label("List price"), role_of_label("List")) == ("old_price", "")


def test_of_two_amounts_the_lower_is_asked() -> None:
    cells = [f"<div><span>£{old}</span> <span>£{new}</span></div>" for old, new in ((9, 7), (12, 8), (20, 15), (5, 4))]
    columns = columns_of(cards(*cells))
    assert (columns["price"], columns["old_price"]) == (["7", "8", "15", "4"], ["9", "12", "20", "5"])


@pytest.mark.parametrize(
    ("cell", "price"),
    [
        ("<p>{0} € / {1} лв.</p>", "{0}"),
        ("<div><span>${1}</span> <span>€{0}</span></div>", "{1}"),
        ("<div><span>£{1} pcm</span> <span>£{0} pw</span></div>", "{1}"),
        ("<div><span>${0} night</span> <span>${1} total</span></div>", "{0}"),
        ("<div><span>{0} € HT</span> <span>{1} € TTC</span></div>", "{1}"),
        ("<div><span>{1} €</span> <span>zzgl. 0,25 € Pfand</span></div>", "{1}"),
        ("<p>{0} € HT</p>", "{0}"),
        ("<div class=product-price-and-shipping><span class=price>€{0}</span></div>", "{0}"),
        ("<p class=price>€{1}</p><p class=shipping-price>€{0}</p>", "{1}"),
        ("<p class='price with-list-price'>€{0}</p>", "{0}"),
        ("<p>Size 2 <b>£{0}</b></p>", "{0}"),
        ("<div><p>({0} €* / 1 Kilogramm)</p><p class=price>{1} €*</p></div>", "{1}"),
        ("<div><p>{0} Kč / 1 kus</p><p class=price>{1} Kč</p></div>", "{1}"),
        ("<div><p class=price>{1} €</p><p>1 Meter = {0} €</p></div>", "{1}"),
    ],
)
def test_amounts_of_different_kinds_are_no_price_and_old_price(cell: str, price: str) -> None:
    pairs = ((70, 90), (80, 120), (150, 200), (40, 50), (60, 75))
    columns = columns_of(cards(*(cell.format(low, top) for low, top in pairs)))
    assert columns["price"] == [price.format(low, top) for low, top in pairs]
    assert "old_price" not in columns


@pytest.mark.parametrize(
    "looks", ["style='text-decoration: line-through'", "class='line-through'", "class=strikethrough"]
)
@pytest.mark.parametrize("tag", ["span", "div"])
def test_an_amount_that_looks_struck_out_is_old(tag: str, looks: str) -> None:
    cell = "<div><{0} {1}>£{2}</{0}><{0}>£{3}</{0}><{0}>£{4} for members</{0}></div>"
    columns = columns_of(cards(*(cell.format(tag, looks, 90 + one, 70 + one, 60 + one) for one in range(5))))
    assert columns["old_price"] == [str(90 + one) for one in range(5)]


@pytest.mark.parametrize(
    "cell",
    ["{0}<sup>99</sup> zł", "{0}<sup>99</sup>€", "<span>{0}</span><span>99</span><span>kr</span>", "€{0}<sup>99</sup>"],
)
@pytest.mark.parametrize("whole", ["12{0}", "1 29{0}", "1.29{0}"])
def test_cents_stand_before_or_after_the_currency(cell: str, whole: str) -> None:
    columns = columns_of(cards(*(f"<p class=price>{cell.format(whole.format(one))}</p>" for one in range(5))))
    digits = whole.translate({ord(" "): None, ord("."): None})
    assert columns["price"] == [f"{digits.format(one)}.99" for one in range(5)]


@pytest.mark.parametrize("cell", ["{}€<sup>1</sup>", "€{}<sup>2</sup>", "{}<sup>3</sup> €", "{} €<sup><i>1</i></sup>"])
@pytest.mark.parametrize("amount", ["22.49{}", "19{}", "24{},50", "1.29{},99"])
def test_the_mark_of_a_note_is_no_part_of_the_price(cell: str, amount: str) -> None:
    columns = columns_of(cards(*(f"<p class=price>{cell.format(amount.format(one))}</p>" for one in range(5))))
    assert columns["price"] == [amount.format(one).replace(".", "").replace(",", ".") for one in range(5)]
    assert columns["price_currency"] == ["EUR"] * 5


def test_a_note_of_two_digits_stands_behind_cents() -> None:
    columns = columns_of(cards(*(f"<p class=price>$1{one}.99<sup>12</sup></p>" for one in range(5))))
    assert columns["price"] == [f"1{one}.99" for one in range(5)]


@pytest.mark.parametrize("whole", ["$1{0}", "$1,29{0}.00", "1{0} €"])
@pytest.mark.parametrize("off", ["<span>25% off</span>", "<span><b>25</b>% off</span>", "<em>-25%</em>"])
def test_a_discount_in_an_element_of_its_own_is_no_part_of_the_price(whole: str, off: str) -> None:
    cell = "<div class=price><span>{}</span>{}</div>"
    columns = columns_of(cards(*(cell.format(whole.format(one), off * (one % 2)) for one in range(5))))
    assert columns["price"] == [whole.format(one).replace(",", "").strip("$ €") for one in range(5)]


@pytest.mark.parametrize(
    "struck", ["<s class=price-item--regular>{}</s>", "<span style='text-decoration:line-through'>{}</span>"]
)
@pytest.mark.parametrize("others", ["", "$99.00"])
def test_a_regular_price_that_repeats_the_price_is_not_the_old_one(struck: str, others: str) -> None:
    card = (
        "<div class=price><div class=price__regular>"
        "<span>Regular price</span><span class=price-item--regular>{0}</span></div>"
        "<div class=price__sale><span>Regular price</span><span>{1}</span>"
        "<span>Sale price</span><span class='price-item price-item--sale'>{0}</span></div></div>"
    )
    shown = [(f"${60 + one}.00", "$80.00" if one % 2 else others) for one in range(5)]
    columns = columns_of(cards(*(card.format(price, struck.format(old)) for price, old in shown)))
    assert columns["price"] == [price.strip("$") for price, _ in shown]
    assert columns["old_price"] == [old.strip("$") or None for _, old in shown]


@pytest.mark.parametrize("words", [("Original price was: ", "Current price is: "), ("Was: ", ""), ("Statt ", "jetzt ")])
@pytest.mark.parametrize("price", ["<span>{0}</span>", "<del aria-hidden=true>{1}</del> <span>{0}</span>"])
def test_a_price_that_each_label_calls_old_is_old_though_it_is_repeated(words: tuple[str, str], price: str) -> None:
    said = f"{words[0]}${{1}}.00</span> <ins>${{0}}.00</ins> <span>{words[1]}${{0}}.00"
    shown = [(60 + one, 80 + 2 * one) for one in range(5)]
    columns = columns_of(cards(*(price.format(said.format(low, top), f"${top}.00") for low, top in shown)))
    assert columns["price"] == [f"{low}.00" for low, _ in shown]
    assert columns["old_price"] == [f"{top}.00" for _, top in shown]


@pytest.mark.parametrize("label", ["List: ", "RRP "])
def test_two_prices_at_other_depths_of_an_element_of_their_own(label: str) -> None:
    old = f"<div>{label}<span class=a><i class=offscreen>${{1}}</i><b>${{1}}</b></span></div>"
    price = "<a href=/{0}><span class=a><i class=offscreen>${0}</i><b>${0}</b></span>{1}</a>"
    shown = [(60 + one, 80 if one % 2 else 0) for one in range(5)]
    columns = columns_of(cards(*(price.format(low, old.format(low, top) if top else "") for low, top in shown)))
    assert columns["price"] == [str(low) for low, _ in shown]
    assert columns["old_price"] == [str(top) if top else None for _, top in shown]


def test_of_two_amounts_the_lower_is_asked_where_others_have_one() -> None:
    both = "<div class=money><span class=old>£{old}</span><span class=new>£{new}</span></div>"
    one = "<div class=money><span class=new>£{new}</span></div>"
    prices = ((9, 7), (12, 8), (None, 4), (None, 6), (None, 11))
    columns = columns_of(cards(*((both if old else one).format(old=old, new=new) for old, new in prices)))
    assert columns["price"] == ["7", "8", "4", "6", "11"]
    assert columns["old_price"] == ["9", "12", None, None, None]


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("<b>Alone -</b> ${0}0.00 <br><b>With a package - $<i></i>{0}.00</b>", "0.00"),
        ("<b>Alone</b> ${0}0.00 <br><b>with membership ${0}.00</b>", "0.00"),
        ("<b>${0}0.00</b> <b>With Prime: ${0}.00</b>", "0.00"),
        ("<b>${0}0.00</b> <b>Deal: ${0}.00</b>", ".00"),
    ],
)
def test_an_amount_that_is_asked_with_something_else_is_not_the_price(text: str, price: str) -> None:
    columns = columns_of(cards(*(f"<span class=money>{text.format(number)}</span>" for number in range(3, 8))))
    assert columns["price"] == [f"{number}{price}" for number in range(3, 8)]


@pytest.mark.parametrize(
    "price",
    [
        "<div><i>$</i><b>14{0}</b><i style='vertical-align: 1ex'>02</i></div>",
        "<span class=price>€1,14{0}<small>02</small></span>",
        "<p><span>£</span> <span>14{0}</span> <span>02</span></p>",
        "<b>$14{0}<sup>02</sup></b>",
    ],
)
def test_cents_in_an_element_of_their_own_are_no_hundreds(price: str) -> None:
    columns = columns_of(cards(*(price.format(number) for number in range(3, 8))))
    thousand = "1" * (",14" in price)
    assert columns["price"] == [f"{thousand}14{number}.02" for number in range(3, 8)]


@pytest.mark.parametrize("number", ["<p>#3 <b>4{0}</b></p>", "<p>+3 <b>1{0}</b></p>", "<p>№3 <i>1{0}</i></p>"])
def test_two_digits_in_an_element_of_their_own_are_no_cents_without_a_currency(number: str) -> None:
    columns = columns_of(cards(*(number.format(place) for place in range(3, 8))))
    assert not [value for values in columns.values() for value in values if value and "." in value.partition("/")[0]]


def test_an_instalment_is_no_price_but_a_monthly_price_is() -> None:
    instalments = "<div class=money>${0}99 <span>or ${0}.25/mo.</span></div>"
    columns = columns_of(cards(*(instalments.format(number) for number in range(3, 8))))
    assert (columns["price"], columns.get("old_price")) == (["399", "499", "599", "699", "799"], None)
    for text in ("${}/mo.", "For the price of ${}/month", "Buy later or ${}/month"):
        columns = columns_of(cards(*(f"<div>{text.format(number)}</div>" for number in range(3, 8))))
        assert columns["price"] == ["3", "4", "5", "6", "7"]


@pytest.mark.parametrize(("attributes", "code"), [(" lang=en-CA", "CAD"), (" lang=en", "USD")])
def test_a_shared_mark_is_the_currency_of_the_page(attributes: str, code: str) -> None:
    columns = columns_of(cards(*(f"<b>${number}.50</b>" for number in range(2, 6)), attributes=attributes))
    assert columns["price_currency"] == [code] * 4


def test_of_three_prices_the_lowest_is_asked_and_the_named_one_is_old() -> None:
    prices = "<div class=money><div class=rrp-price>£{0}</div>{1}<div class=now-price>£{2}</div></div>"
    between = "<div class=offer-price>£{}</div>"
    cells = [
        prices.format(20 + number, between.format(15 + number) if number % 2 else "", 9 + number) for number in range(5)
    ]
    columns = columns_of(cards(*cells))
    assert columns["price"] == ["9", "10", "11", "12", "13"]
    assert columns["old_price"] == ["20", "21", "22", "23", "24"]


@pytest.mark.parametrize(
    ("badge", "price", "amount"),
    [
        ("<span>Sale!</span>", "<span><del>$20.00</del> <ins>$15.00</ins></span>", "15.00"),
        ("<span>New</span>", "<div><span>$30.00</span></div>", "30.00"),
        ("<span>-20 %</span>", "<p>$12.50</p>", "12.50"),
    ],
)
@pytest.mark.parametrize("badged", [{1, 2}, {0, 3, 4}])
def test_a_price_in_the_place_of_a_badge_is_a_price(badge: str, price: str, amount: str, badged: set[int]) -> None:
    """Where other records have a badge, in an element of the same tag and without names."""
    cells = [f"{badge} {price}" if row in badged else "<span>$7.00</span>" for row in range(5)]
    assert columns_of(cards(*cells))["price"] == [amount if row in badged else "7.00" for row in range(5)]


@pytest.mark.parametrize("label", ["Price (VAT incl.)", "Precio (IVA incluido)", "Preis zzgl. Versand", "Net price"])
def test_a_label_that_says_more_of_a_price_takes_it_from_none(label: str) -> None:
    cells = (f"<span class=lbl>{label}:</span> <span>€{20 + n}.50</span>" for n in range(5))
    assert columns_of(cards(*cells))["price"] == [f"{20 + n}.50" for n in range(5)]


def test_a_class_with_the_price_in_it_twice_is_of_no_shipping() -> None:
    cell = "<p class=item-main--middle--price-shipping--price>{} €</p>"
    assert columns_of(cards(*(cell.format(20 + n) for n in range(5))))["price"] == [str(20 + n) for n in range(5)]
    assert "price" not in columns_of(cards(*(cell.replace("--price>", ">").format(20 + n) for n in range(5))))


def test_an_amount_is_no_price_where_no_record_has_one() -> None:
    cells = [f"<span>{text}</span>" for text in ("New", "$7.00", "Used", "New", "As good as new")]
    assert "price" not in columns_of(cards(*cells))


@pytest.mark.parametrize(
    "cells",
    [
        [f"<span class=price>$1{n}.00</span><span class=deposit>${n}0.00</span>" for n in range(1, 5)]
        + ["<span class=deposit>$50.00</span>"],
        [*["<b>$12.00</b><em>In stock</em><u>Deposit in shop</u>"] * 4, "<em>Sold out</em><u>$4.00</u>"],
    ],
)
def test_amounts_of_other_things_are_no_prices_of_records_without(cells: list[str]) -> None:
    assert [one for one, cell in zip(columns_of(cards(*cells))["price"], cells, strict=True) if "$1" not in cell] == [
        None for cell in cells if "$1" not in cell
    ]


def test_an_element_struck_out_by_its_name_that_holds_both_prices_is_no_old_one() -> None:
    card = "<p class='price price-strikethrough'><span class=a>${}</span> <span class=b>${}</span></p>"
    columns = columns_of(cards(*(card.format(120 + n, 90 + n) for n in range(4))))
    assert columns["price"] == ["90", "91", "92", "93"]
    assert columns["old_price"] == ["120", "121", "122", "123"]
