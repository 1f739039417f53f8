"""The visible product of a page: the facts beside its title and its button, and its label and value pairs."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.elements import Bools
from iawce.data.dom.web_address import picture_address
from iawce.data.network.address import join
from iawce.data.text.lexicon.products import availability_of, fact_of_label, says_buy
from iawce.data.text.money import CODE_OF_COUNTRY, CODES, read_money
from iawce.data.text.pairs import Pair
from iawce.extract.content.content import Product
from iawce.extract.metadata.product import plain_gtin
from iawce.extract.metadata.product_area import beside_product
from iawce.extract.metadata.shown_price import shown_price
from iawce.extract.metadata.title import Title
from iawce.extract.metadata.title_parts import word_bag, word_f1

ALIKE = 0.6
"""Least word F1 of the description of a picture and the title."""
SMALLEST = 80
"""Least width and height in px, if known."""
_NO_PICTURE = re.compile(
    r"(?:^|[-_/\s.])(?:logo|icon|herstlogo|flag|avatar|sprite|payment|checkout|badge|placeholder|rating|star|loader|loading|theme|preview)s?(?:-\d+)?(?:$|[-_/\s.\d])",
    re.I,
)


def shown_picture(analysis: PageAnalysis, title: Title, beside: Bools) -> str:
    """Its address, absolute; empty if there is none.

    Args:
        analysis: of the page.
        title: of the page.
        beside: elements about other things than the product.
    """
    index = analysis.index
    found = [number for number in index.tagged("img") if analysis.shown.kept[number] and not beside[number]]
    found = [number for number in found if _is_picture(analysis, number)]
    named = [number for number in found if _is_named(index.attributes.given[number].get("alt", ""), title.text)]
    for around in index.ancestors(title.heading):
        if inside := [number for number in named or found if around < number < index.ends[around]]:
            best = max(inside, key=lambda number: (_area(analysis, number), -number))
            return join(analysis.document.base_url, picture_address(index, best))
    return ""


def _is_named(text: str, title: str) -> bool:
    """Whether the description of a picture is similar to the title."""
    return word_f1(word_bag(text), word_bag(title)) >= ALIKE


def _is_picture(analysis: PageAnalysis, number: int) -> bool:
    address, width = picture_address(analysis.index, number), _sides(analysis, number)
    is_named = _NO_PICTURE.search(f"{analysis.index.classes[number]} {address[-80:]}")
    is_small = any(0 < side < SMALLEST for side in width)
    return bool(address) and not address.startswith("data:") and not (is_named or is_small)


def _sides(analysis: PageAnalysis, number: int) -> tuple[float, float]:
    """Width and height in px, 0 where unknown."""
    if analysis.document.places is not None:
        width, height = analysis.document.places[number, 2:].tolist()
        return max(width, 0), max(height, 0)
    given = analysis.index.attributes.given[number]
    width, height = (given.get(name, "").removesuffix("px") for name in ("width", "height"))
    return (float(width) if width.isdecimal() else 0.0, float(height) if height.isdecimal() else 0.0)


def _area(analysis: PageAnalysis, number: int) -> float:
    width, height = _sides(analysis, number)
    return width * height


_CLASS = re.compile(
    r"add[-_]?to[-_]?(?:cart|bag|basket)|buy[-_]?(?:now|button|btn)|btn[-_]?buy|product-form__submit", re.I
)
_TYPES = frozenset({"submit", "button", "image"})


def buy_button(analysis: PageAnalysis, heading: int, beside: Bools) -> int | None:
    """Number of the button nearest below the heading, else nearest above; None if there is none.

    Args:
        analysis: of the page.
        heading: number of the element with the title, 0 if none has it.
        beside: elements about other things than the product.
    """
    found = [number for number in _buttons(analysis) if not beside[number]]
    return min(found, key=lambda number: (number < heading, abs(number - heading)), default=None)


def _buttons(analysis: PageAnalysis) -> Iterator[int]:
    index, texts = analysis.index, analysis.texts
    roles = [number for number in index.attributes.having("role") if index.attributes.given[number]["role"] == "button"]
    for number in np.unique([*index.tagged("button", "a", "input"), *roles]).tolist():
        given = index.attributes.given[number]
        if not analysis.shown.kept[number] or (index.tags[number] == "input" and given.get("type", "") not in _TYPES):
            continue
        said = (texts.line(number), given.get("value", ""), given.get("aria-label", ""), given.get("title", ""))
        names = f"{index.classes[number]} {given.get('id', '')} {given.get('name', '')}"
        if any(map(says_buy, said)) or _CLASS.search(names):
            yield number


BETWEEN = "; "
"""Between several values of a property."""
MOST_VALUES = 4
"""Most values of a property; a label with more belongs to the entries of a list."""
MOST = 200
"""Most properties of a product."""


def product_pairs(analysis: PageAnalysis, beside: Bools) -> list[Pair]:
    """The pairs about the product.

    Args:
        analysis: of the page.
        beside: elements about other things (``beside_product``).
    """
    own = [pair for pair in analysis.pairs if not (beside[pair.label_at.element] or beside[pair.value_at.element])]
    values = Counter(label for label, _ in {(pair.label, pair.value) for pair in own})
    return [pair for pair in own if values[pair.label] <= MOST_VALUES]


def properties_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The properties in pairs, in the order of the page, except for the price, which is a separate fact."""
    said = dict[str, dict[str, None]]()
    for pair in pairs:
        if fact_of_label(pair.label) != "price":
            said.setdefault(pair.label, {})[pair.value] = None
    return {label: BETWEEN.join(values) for label, values in list(said.items())[:MOST]}


def facts_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The facts of a product by the name of their field, as far as labels name them; the first of each counts."""
    said = dict[str, str]()
    for pair in pairs:
        if name := fact_of_label(pair.label):
            value = availability_of(pair.value) if name == "availability" else pair.value
            if value:
                said.setdefault(name, value)
    return said


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
    analysis: PageAnalysis, title: Title, apart: Bools, claimed: Product | None, language: str
) -> tuple[Product, str]:
    """The product with visible facts where the markup has none, and the address of its picture.

    Args:
        analysis: of the page.
        title: of the page.
        apart: elements about other pages (``elsewhere``).
        claimed: the product by the markup; None without one.
        language: of the page, BCP 47.
    """
    beside = beside_product(analysis, title.heading, apart)
    pairs = product_pairs(analysis, beside)
    known = claimed or Product(name=title.text)
    said = facts_of(pairs)
    button = buy_button(analysis, title.heading, beside)
    price, currency = known.price, known.currency
    if not price:
        anchors = [number for number in (title.heading, button) if number]
        price, currency = _price(analysis, anchors, beside, said.get("price", ""), language)
    stock = said.get("availability", "") or _stock(analysis, beside) or _sale(analysis, button)
    shown = replace(
        known,
        price=price,
        currency=currency,
        availability=known.availability or stock,
        brand=known.brand or said.get("brand", "") or _brand(analysis, beside),
        sku=known.sku or said.get("sku", ""),
        gtin=known.gtin or plain_gtin(said.get("gtin", "")),
        mpn=known.mpn or said.get("mpn", ""),
        properties=properties_of(pairs),
    )
    besides_pictures = beside_product(
        analysis, title.heading, analysis.index.inside(analysis.index.tagged("nav", "select"))
    )
    return shown, shown_picture(analysis, title, besides_pictures) if title.heading else ""


def _price(
    analysis: PageAnalysis, anchors: Sequence[int], beside: Bools, labelled: str, language: str
) -> tuple[str, str]:
    """Amount and currency of a labelled price, else of the one beside title and button; empty without one."""
    likely = list(_likely(analysis, language))
    if money := read_money(labelled, likely):
        return f"{money.amount:f}", money.currency or ""
    found = shown_price(analysis, anchors, beside, likely)
    return (f"{found.amount:f}", found.currency) if found else ("", "")


def _sale(analysis: PageAnalysis, button: int | None) -> str:
    """Availability by the button: the product is in stock, unless the button is disabled."""
    if button is None or "disabled" in analysis.index.attributes.given[button]:
        return ""
    return availability_of(analysis.texts.line(button)) or "InStock"


def _likely(analysis: PageAnalysis, language: str) -> Iterator[str]:
    """Codes of currencies that the scripts of the page name, and those of the countries of its language and host."""
    for script in analysis.index.unread.values():
        yield from (code for code in _CODE.findall(script[:LONGEST_SCRIPT]) if code in CODES)
    host = analysis.document.url.partition("://")[2].partition("/")[0].partition(":")[0]
    for country in (language.rpartition("-")[2], host.rpartition(".")[2]):
        if code := CODE_OF_COUNTRY.get(country.lower()):
            yield code


def _stock(analysis: PageAnalysis, beside: Bools) -> str:
    return next(filter(None, map(availability_of, _named(analysis, beside, _STOCK, LONGEST_STOCK))), "")


def _brand(analysis: PageAnalysis, beside: Bools) -> str:
    return next(_named(analysis, beside, _BRAND, LONGEST_BRAND), "")


def _named(analysis: PageAnalysis, beside: Bools, name: re.Pattern[str], longest: int) -> Iterator[str]:
    """Texts of the elements with such a class name, without a label before a colon."""
    index = analysis.index
    classes = {one for one in set(index.classes) if name.search(one)}
    for number in (number for number, one in enumerate(index.classes) if one in classes):
        if analysis.shown.kept[number] and not beside[number] and analysis.shown.words[number]:
            text = analysis.texts.line(number).rpartition(":")[2].strip()
            if 0 < len(text) <= longest:
                yield text
