"""The visible product of a page: the facts beside its title and its button, and its label and value pairs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from iawce.data.html.element_index import Bools
from iawce.data.reading.currencies import CODE_OF_COUNTRY, CODES
from iawce.data.reading.money import read_money
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Product
from iawce.extract.facts.buy_button import buy_button
from iawce.extract.facts.headings import Title
from iawce.extract.facts.product import plain_gtin
from iawce.extract.facts.product_area import beside_product
from iawce.extract.facts.product_properties import facts_of, product_pairs, properties_of
from iawce.extract.facts.product_words import availability_of
from iawce.extract.facts.shown_picture import shown_picture
from iawce.extract.facts.shown_price import shown_price

LONGEST_BRAND, LONGEST_STOCK = 40, 40
"""Characters."""
LONGEST_SCRIPT = 200_000
"""Characters of a script that are searched."""
_CODE = re.compile(
    r"""currency(?:_?code)?\\?["']?\s{0,3}[:=]\s{0,3}(?:\{\s{0,3}["']active["']\s{0,3}:\s{0,3})?\\?["']([A-Z]{3})\b""",
    re.I,
)
_BRAND = re.compile(r"(?:^|[-_\s])(?:brand|vendor|manufacturer)(?:[-_]{0,2}(?:name|link|title))?(?:$|\s)", re.I)
_STOCK = re.compile(r"(?:^|[-_\s])(?:stock|availability|inventory|in-?stock|out-?of-?stock)(?:$|[-_\s])", re.I)


def complete_product(
    reading: PageReading, title: Title, apart: Bools, claimed: Product | None, language: str
) -> tuple[Product, str]:
    """The product with visible facts where the markup has none, and the address of its picture.

    Args:
        reading: of the page.
        title: of the page.
        apart: elements about other pages (``elsewhere``).
        claimed: the product by the markup; None without one.
        language: of the page, BCP 47.
    """
    beside = beside_product(reading, title.heading, apart)
    pairs = product_pairs(reading, beside)
    known = claimed or Product(name=title.text)
    said = facts_of(pairs)
    button = buy_button(reading, title.heading, beside)
    price, currency = known.price, known.currency
    if not price:
        anchors = [number for number in (title.heading, button) if number]
        price, currency = _price(reading, anchors, beside, said.get("price", ""), language)
    stock = said.get("availability", "") or _stock(reading, beside) or _sale(reading, button)
    shown = replace(
        known,
        price=price,
        currency=currency,
        availability=known.availability or stock,
        brand=known.brand or said.get("brand", "") or _brand(reading, beside),
        sku=known.sku or said.get("sku", ""),
        gtin=known.gtin or plain_gtin(said.get("gtin", "")),
        mpn=known.mpn or said.get("mpn", ""),
        properties=properties_of(pairs),
    )
    besides_pictures = beside_product(
        reading, title.heading, reading.index.inside(reading.index.tagged("nav", "select"))
    )
    return shown, shown_picture(reading, title, besides_pictures) if title.heading else ""


def _price(
    reading: PageReading, anchors: Sequence[int], beside: Bools, labelled: str, language: str
) -> tuple[str, str]:
    """Amount and currency of a labelled price, else of the one beside title and button; empty without one."""
    likely = list(_likely(reading, language))
    if money := read_money(labelled, likely):
        return f"{money.amount:f}", money.currency or ""
    found = shown_price(reading, anchors, beside, likely)
    return (f"{found.amount:f}", found.currency) if found else ("", "")


def _sale(reading: PageReading, button: int | None) -> str:
    """Availability by the button: the product is in stock, unless the button is disabled."""
    if button is None or "disabled" in reading.index.attributes.given[button]:
        return ""
    return availability_of(reading.texts.line(button)) or "InStock"


def _likely(reading: PageReading, language: str) -> Iterator[str]:
    """Codes of currencies that the scripts of the page name, and those of the countries of its language and host."""
    for script in reading.index.unread.values():
        yield from (code for code in _CODE.findall(script[:LONGEST_SCRIPT]) if code in CODES)
    host = reading.document.url.partition("://")[2].partition("/")[0].partition(":")[0]
    for country in (language.rpartition("-")[2], host.rpartition(".")[2]):
        if code := CODE_OF_COUNTRY.get(country.lower()):
            yield code


def _stock(reading: PageReading, beside: Bools) -> str:
    return next(filter(None, map(availability_of, _named(reading, beside, _STOCK, LONGEST_STOCK))), "")


def _brand(reading: PageReading, beside: Bools) -> str:
    return next(_named(reading, beside, _BRAND, LONGEST_BRAND), "")


def _named(reading: PageReading, beside: Bools, name: re.Pattern[str], longest: int) -> Iterator[str]:
    """Texts of the elements with such a class name, without a label before a colon."""
    index = reading.index
    classes = {one for one in set(index.classes) if name.search(one)}
    for number in (number for number, one in enumerate(index.classes) if one in classes):
        if reading.shown.kept[number] and not beside[number] and reading.shown.words[number]:
            text = reading.texts.line(number).rpartition(":")[2].strip()
            if 0 < len(text) <= longest:
                yield text
