"""Amounts of money in texts."""

from decimal import Decimal

import pytest

from iawce.data.text.money import Money, code_of, find_money, kind_of_amount, read_amount, read_money, unit_of_amount


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1.299,00 €", "1299.00", "EUR"), ("US$ 12.50", "12.50", "USD"), ("$12.99", "12.99", None),
        ("1 299 kr.", "1299", None), ("$1.2M", "1200000", None), ("$12 USD", "12", "USD"),
        ("Rs. 1,23,456.00", "123456.00", None), ("CHF 1'299.50", "1299.50", "CHF"), ("12,– €", "12", "EUR"),
        ("Starting at $434", "434", None), ("R$ 1.299,90", "1299.90", "BRL"), ("12€50", "12.5", "EUR"),
        ("1.250 KWD", "1.250", "KWD"), ("-12,50 €", "-12.50", "EUR"), ("(−$5)", "-5", None),
        ("1,299円(税込)", "1299", "JPY"), ("100 руб.", "100", "RUB"), ("Rp 12.000", "12000", "IDR"),
        ("0,99 €", "0.99", "EUR"), ("١٢٣ ر.س", "123", "SAR"), ("1.000.000 ₫", "1000000", "VND"),
        ("Model 2020 costs £5", "5", "GBP"), ("€ 1\u202f299,00", "1299.00", "EUR"),
        ("149,50 Bs.S", "149.50", "VES"), ("Bs. 35,00", "35.00", None), ("ج.م.\u200f 25.00", "25.00", "EGP"),
        ("\u200f25.00 ر.س.\u200f", "25.00", "SAR"), ("15.000 FCFA", "15000", "XOF"), ("99 Lei", "99", "RON"),
        ("Fr 12.50", "12.50", "CHF"), ("Fr 1. Mai: Fr 15", "15", "CHF"),
        ("AUD $990.00", "990.00", "AUD"), ("From CAD $ 5", "5", "CAD"), ("$5 or AUD 7", "5", None),
    ],
)  # fmt: skip
def test_an_amount_is_read_however_it_is_written(text: str, amount: str, currency: str | None) -> None:
    money = read_money(text)
    assert money is not None
    assert (money.amount, money.currency) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12.46",
        "free",
        "EUR",
        "Renault R 12",
        "5 krill",
        "page 3",
        "MYSQL 5",
        "a$b",
        "3 din 5",
        "12 CFA",
        "Fr 1. Mai 2020, 11:02",
        "Fr 19:30 Uhr",
    ],
)
def test_texts_without_an_amount_of_money(text: str) -> None:
    assert read_money(text) is None


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Now £9.99 was £12.99", ["£9.99", "£12.99"]), ("12 € 15 €", ["12 €", "15 €"]), ("$12 $15", ["$12", "$15"]),
        ("12–15 EUR", ["12", "15 EUR"]), ("$10 - 20", ["$10", "20"]), ("$120K – $150K", ["$120K", "$150K"]),
        ("3 for $5", ["$5"]), ("12 USD $15", ["12 USD", "$15"]), ("NZD $9 NZD $12", ["NZD $9", "NZD $12"]),
    ],
)  # fmt: skip
def test_all_amounts_with_their_places(text: str, spans: list[str]) -> None:
    assert [text[money.start : money.end] for money in find_money(text)] == spans


def test_both_ends_of_a_range_have_its_currency() -> None:
    assert list(find_money("10 - 15 €")) == [Money(Decimal(10), "EUR", "€", 0, 2), Money(Decimal(15), "EUR", "€", 5, 9)]


def test_a_range_is_no_negative_amount() -> None:
    assert [money.amount for money in find_money("$10 - $20")] == [10, 20]


def test_the_likely_currencies_decide_about_a_shared_mark() -> None:
    assert code_of("kr") is None
    assert code_of("kr", ["EUR", "NOK"]) == "NOK"
    money = read_money("$5", ["CAD"])
    assert money is not None
    assert (money.currency, money.symbol) == ("CAD", "$")


def test_the_rand_is_read_where_it_is_likely() -> None:
    money = read_money("R 1 299.00", ["ZAR"])
    assert money is not None
    assert (money.amount, money.currency) == (Decimal("1299.00"), "ZAR")


def test_amounts_of_numbers_known_to_be_prices() -> None:
    assert read_amount("1,299,000") == 1299000
    assert read_amount("12,5") == Decimal("12.5")
    assert read_amount("1.250", "KWD") == Decimal("1.25")
    assert read_amount("free") is None


def test_a_long_text_is_read_to_a_limit() -> None:
    assert read_money("x" * 3000 + " $5") is None


@pytest.mark.parametrize("code", ["1e999", "1.5E5", "12e5 EUR", "4K60"])
def test_a_number_within_a_code_is_no_amount(code: str) -> None:
    assert read_amount(code) is None
    assert [*find_money(f"{code} EUR")] == [*find_money(f"EUR {code}")] == [*find_money(f"{code}€")] == []


@pytest.mark.parametrize("text", ["3x20 EUR", "3X20€", "3x 20 EUR"])
def test_the_amount_of_each_of_several_is_read(text: str) -> None:
    assert [found.amount for found in find_money(text)] == [20]
    assert read_amount("3x20") == 20


@pytest.mark.parametrize(
    ("text", "amount"), [("USD1299", "1299"), ("1299kr", "1299"), ("1.2k", "1.2"), ("Rs.500", "500")]
)
def test_a_mark_may_touch_the_amount(text: str, amount: str) -> None:
    assert read_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Phone 15 $799.00", ["799.00"]), ("Pack of 6 £129.90", ["129.90"]), ("Size 42 €129,90", ["129.90"]),
        ("WH-1000XM5 $349", ["349"]), ("Size 2£129.90", ["129.90"]), ("Size 42 € 129,90", ["129.90"]),
        ("Set of 2 £12 each", ["12"]), ("Size 4 €129,90 €159,90", ["129.90", "159.90"]), ("Phone 15 $799 USD", ["799"]),
        ("6er Pack 12,99 €", ["12.99"]), ("12,50 €15,90 €", ["12.50", "15.90"]), ("12 € 0,75 l", ["12"]),
        ("12,99 €3 Farben", ["12.99"]), ("12 €500 ml", ["12"]), ("285 €299 €5%", ["285", "299"]), ("12€50", ["12.5"]),
        ("12 р.5 шт", ["12"]),
    ],
)  # fmt: skip
def test_a_mark_belongs_to_the_nearer_number(text: str, amounts: list[str]) -> None:
    assert [money.amount for money in find_money(text)] == list(map(Decimal, amounts))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("₹1,29,900", "129900"), ("Rs 12,49,000", "1249000"), ("৳ 1,29,900", "129900"), ("₹1,29,900.50", "129900.50"),
        ("$4.2B", "4200000000"), ("$480 billion", "480000000000"), ("€4.2 million", "4200000"), ("₹45 Lac", "4500000"),
        ("₹ 1.2 Cr", "12000000"), ("₹2 crores", "20000000"), ("1,280万円", "12800000"), ("12 Mio. €", "12000000"),
        ("$5 Bnei Street", "5"), ("€ 1.29", "1.29"), ("$12 m", "12"),
    ],
)  # fmt: skip
def test_groups_and_factors_of_large_amounts(text: str, amount: str) -> None:
    assert [money.amount for money in find_money(text)] == [Decimal(amount)]


@pytest.mark.parametrize(
    ("text", "amount"), [("($310.20)", "-310.20"), (" (€5) ", "-5"), ("($5 off)", "5"), ("Set ($39)", "39")]
)
def test_an_amount_alone_in_brackets_is_below_zero(text: str, amount: str) -> None:
    assert [money.amount for money in find_money(text)] == [Decimal(amount)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("45,00 € inkl. MwSt. zzgl. Versandkosten", ["price"]), ("$45.00 Free shipping over $50", ["price", "other"]),
        ("45,00 € Livraison gratuite", ["price"]), ("45,00 € versandkostenfrei", ["price"]),
        ("€ 45,00 excl. verzendkosten", ["price"]), ("1,29 € zzgl. 0,25 € Pfand", ["price", "other"]),
        ("$5 shipping", ["other"]), ("$5 off", ["other"]), ("4,90 € Livraison", ["other"]),
        ("$45 + $5 shipping", ["price", "other"]), ("$45 exchange fee", ["other"]), ("59 € + 10 €", ["price", "other"]),
        ("166 € HT / 199,20 € TTC", ["net", "price"]), ("129 zł netto 159 zł brutto", ["net", "price"]),
        ("1 000 Kč bez DPH", ["net"]), ("6900 Ft nettó", ["net"]), ("1,200円（税抜）", ["net"]),
        ("1,320円（税込）", ["price"]), ("£10 ex. VAT (£12 inc. VAT)", ["net", "price"]), ("5 € per stuk", ["unit"]),
        ("5 € la pièce", ["unit"]),
    ],
)  # fmt: skip
def test_the_meaning_of_an_amount_by_the_words_beside_it(text: str, kinds: list[str]) -> None:
    found, end = list[str](), 0
    for money in find_money(text):
        found.append(kind_of_amount(text[end : money.start], text[money.end :]))
        end = money.end
    assert found == kinds


@pytest.mark.parametrize(
    ("after", "unit"), [(" pw", "pw"), (" per week", "week"), ("/night", "night"), (" total", "total"), (" now", "")]
)
def test_the_time_that_an_amount_is_paid_for(after: str, unit: str) -> None:
    assert unit_of_amount("", after) == unit


@pytest.mark.parametrize(
    ("before", "after", "unit"),
    [
        ("", "* / 1 Kilogramm)", "1 Kilogramm"),
        ("", "¹ / 100 g", "100 g"),
        ("", " / 1 kus", "1 kus"),
        ("(1 Meter = ", ")", "1 Meter"),
        ("", " / 12 months", ""),
        ("21 items = ", "", ""),
    ],
)
def test_one_or_a_hundred_of_anything_is_a_unit(before: str, after: str, unit: str) -> None:
    assert unit_of_amount(before, after) == unit
    assert kind_of_amount(before, after) == ("unit" if unit else "price")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("1 290,-", ["1290"]),
        ("nu 60,– (spar 20,–)", ["60", "20"]),
        ("1290:-", ["1290"]),
        ("60,- bez DPH", ["60"]),
        ("In 1885,— the year", []),
        ("1.- Introducción", []),
        ("1,-2", []),
        ("In 1985, - and", []),
        ("24 990 Kč–12 %", ["24990"]),
        ("$10–15", ["10", "15"]),
        ("$10-15 kg", ["10"]),
    ],
)
def test_a_dash_for_cents_is_a_mark_of_money(text: str, amounts: list[str]) -> None:
    assert [f"{money.amount:f}" for money in find_money(text)] == amounts


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("", " x 3", "instalment"),
        ("", "×12 months", "instalment"),
        ("", " x 300", "price"),
        ("", " x-large", "price"),
        ("", " × 24 bottles", "price"),
        ("", " x 20 cm", "price"),
    ],
)
def test_an_amount_that_is_paid_several_times_is_an_instalment(before: str, after: str, kind: str) -> None:
    assert kind_of_amount(before, after) == kind
