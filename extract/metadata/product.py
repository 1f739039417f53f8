"""The product of a page: from its annotations, and as it is shown beside its title and its button."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.page_currencies import likely_currencies
from iawce.data.dom.elements import Bools
from iawce.data.dom.tags import STRUCK
from iawce.data.dom.texts import ShownLine, lines_of
from iawce.data.dom.web_address import picture_address
from iawce.data.network.address import join
from iawce.data.text.lexicon.columns import words_of_classes
from iawce.data.text.lexicon.products import availability_of, fact_of_label, names_old_price, says_buy
from iawce.data.text.money import find_money, read_amount, read_money
from iawce.data.text.pairs import Pair
from iawce.extract.content.content import Product
from iawce.extract.metadata.off_topic import beside_product
from iawce.extract.metadata.title import Title, word_bag, word_f1

PRICE_TAGS = ("product:price:amount", "og:price:amount", "product:sale_price:amount", "twitter:data1:price", "price")
CURRENCY_TAGS = ("product:price:currency", "og:price:currency", "product:sale_price:currency", "pricecurrency")
_CURRENCY = re.compile(r"[A-Za-z]{3}")


def find_product(thing: SchemaItem | None, tags: MetaTags, title: str) -> Product | None:
    """The product, None without one; named after the page if the markup does not name it."""
    is_product = tags.first("og:type").lower() in ("product", "og:product", "product.item")
    shared = tags.first(*PRICE_TAGS) if is_product else ""
    if thing is None and not shared:
        return None
    known = thing or {}
    offer = _offer(known.get("offers") or _first(known.get("hasVariant")).get("offers"))
    price = _text(offer, "price", "lowPrice") or _text(_first(offer.get("priceSpecification")), "price") or shared
    available = _text(offer, "availability") or tags.first("product:availability", "og:availability")
    rating = _first(known.get("aggregateRating"))
    reviews = _text(rating, "reviewCount", "ratingCount")
    return Product(
        name=_text(known, "name") or title,
        price=plain_price(price),
        currency=_currency(_text(offer, "priceCurrency") or tags.first(*CURRENCY_TAGS), price),
        availability=_availability(available),
        sku=_text(known, "sku") or _text(offer, "sku"),
        gtin=plain_gtin(_text(known, "gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn")),
        mpn=_text(known, "mpn"),
        brand=_text(known, "brand", "manufacturer") or tags.first("product:brand", "og:brand"),
        rating_value=_mean_rating(_text(rating, "ratingValue"), reviews),
        best_rating=_text(rating, "bestRating"),
        review_count=reviews,
    )


def plain_price(text: str) -> str:
    """The first number of a price, with a decimal point: ``1.299,00 €`` is ``1299.00``; empty if none."""
    amount = read_amount(text)
    return "" if amount is None else str(amount)


def _mean_rating(text: str, reviews: str) -> str:
    """The mean rating; empty if it is 0 without reviews, since nobody has rated the product then."""
    return "" if read_amount(text) == 0 and not read_amount(reviews) else text


def _offer(value: Any) -> SchemaItem:
    """The first offer, or the first of a list of them."""
    offer = _first(value)
    inner = _first(offer.get("offers"))
    return offer if _text(offer, "price", "lowPrice") or not inner else {**inner, **offer}


def _first(value: Any) -> SchemaItem:
    one = value[0] if isinstance(value, list) and value else value
    return one if isinstance(one, Mapping) else {}


def _text(thing: SchemaItem, *names: str) -> str:
    return next((text for name in names for text in texts_of(thing.get(name))), "")


def plain_gtin(text: str) -> str:
    """The digits of an EAN, UPC or ISBN; empty if the text is not one."""
    digits = re.sub(r"[\s-]", "", text)
    return digits if re.fullmatch(r"\d{8,14}|\d{9}X", digits) else ""


def _currency(text: str, price: str) -> str:
    named = text.strip().upper() if _CURRENCY.fullmatch(text.strip()) else ""
    money = None if named else read_money(price)
    return named or (money.currency if money else None) or ""


def _availability(text: str) -> str:
    """A name of schema.org's ItemAvailability, from any spelling."""
    name = text.rpartition("/")[2].replace(" ", "").replace("_", "").lower()
    return _AVAILABILITIES.get(name, "")


_AVAILABILITIES = {
    name.lower(): name
    for name in (
        "BackOrder", "Discontinued", "InStock", "InStoreOnly", "LimitedAvailability", "MadeToOrder", "OnlineOnly",
        "OutOfStock",
        "PreOrder", "PreSale", "Reserved", "SoldOut",
    )
}  # fmt: skip


MAX_WORDS = 25
"""Words of a line with a price."""
AROUND = 4
"""Elements around an amount whose names are read."""
NEAR = 60
"""Text nodes of distance that cost one point."""
MIN_VALUE = -2.0
"""Points of a price."""
_PRICE = frozenset(
    {"price", "prices", "preis", "prix", "precio", "preco", "prezzo", "prijs", "cena", "harga", "amount"}
)
_OTHER = re.compile(
    r"(?<![^\W\d_])(?:shipping|delivery|deliver|save|saving|off|discount|coupon|deposit|ex\.? ?tax|excl|tax|vat|"
    r"points?|subtotal|total|minimum|spend|over|above|free|versand|lieferung|sparen|livraison|frais|envío|envio|ahorra|frete|"
    r"spedizione|verzend|dostaw|wysył|doprav|frakt|fragt|kargo|доставк|скидк|送料|运费|運費|배송|phí|ongkir|per|was|"
    r"instal|rate|reward|gift|you earn)(?![^\W\d_])",
    re.I,
)
_BARE = re.compile(r"[\d.,'’ \u00a0]{1,15}")


class ShownPrice(NamedTuple):
    """A price: its amount, the code of its currency (empty if uncertain), and its element."""

    amount: Decimal
    currency: str
    element: int


class _Candidate(NamedTuple):
    points: float
    price: ShownPrice


def shown_price(
    analysis: PageAnalysis, anchors: Sequence[int], beside: Bools, likely: Sequence[str] = ()
) -> ShownPrice | None:
    """The price of the product; None if the page shows none.

    Args:
        analysis: of the page.
        anchors: elements near the price: the title and the button.
        beside: elements about other things than the product.
        likely: codes of currencies that a shared mark, such as ``$``, may stand for here.
    """
    places = [int(analysis.index.first_text_node[number]) for number in anchors]
    best: _Candidate | None = None
    for line in lines_of(analysis.shown):
        if beside[line.owner(0)] or not any(map(str.isdigit, line.text)) or len(line.text.split()) > MAX_WORDS:
            continue
        for found in _candidates(line, places, likely):
            if best is None or found.points > best.points:
                best = found
    return best.price if best and best.points >= MIN_VALUE else None


def _candidates(line: ShownLine, places: Sequence[int], likely: Sequence[str]) -> Iterator[_Candidate]:
    money = [(one.amount, one.currency or "", one.start) for one in find_money(line.text, likely)]
    for amount, currency, start in money or list(_bare(line)):
        if amount > 0:
            element = line.owner(start)
            points = _points(line, start, line.text[:start]) - _distance(line.spot(start).text_node, places)
            yield _Candidate(points, ShownPrice(amount, currency, element))


def _bare(line: ShownLine) -> Iterator[tuple[Decimal, str, int]]:
    """Numbers without a mark of a currency that a class calls a price, with no currency, and where they begin."""
    for start, text_node in zip(line.starts, line.text_nodes, strict=True):
        text = line.index.text_nodes.texts[text_node]
        amount = read_amount(text) if _BARE.fullmatch(text) and _is_price(line, start) else None
        if amount is not None:
            yield amount, "", start


def _points(line: ShownLine, start: int, before: str) -> float:
    points = 3.0 * _is_price(line, start) - len(line.text.split()) / 6
    around = _around(line, start)
    points -= 4.0 * any(line.index.tags[number] in STRUCK for number in around)
    # In Magento, the only price of a product is ``regular-price``; beside a reduced one, it is struck or named old.
    names = (words_of_classes(line.index.classes[number]) - {"regular"} for number in around)
    points -= 2.0 * any(map(names_old_price, names))
    return points - 4.0 * bool(_OTHER.search(before) or _OTHER.search(line.text[start:]))


def _distance(text_node: int, places: Sequence[int]) -> float:
    """How far a text node is from the nearest of these; twice as far before the first."""
    nearest = min((abs(text_node - place) for place in places), default=0)
    return nearest / NEAR * (2 if places and text_node < min(places) else 1)


def _is_price(line: ShownLine, start: int) -> bool:
    return any(not _PRICE.isdisjoint(words_of_classes(line.index.classes[number])) for number in _around(line, start))


def _around(line: ShownLine, start: int) -> list[int]:
    owner = line.owner(start)
    return [owner, *list(line.index.ancestors(owner))[: AROUND - 1]]


ALIKE = 0.6
"""Least word F1 of the description of a picture and the title."""
MIN_SIZE = 80
"""Least width and height in px, if known."""
_NO_PICTURE = re.compile(
    r"(?:^|[-_/\s.])(?:logo|icon|herstlogo|flag|avatar|sprite|payment|checkout|badge|placeholder|rating|star|loader|loading|theme|preview)s?(?:-\d+)?(?:$|[-_/\s.\d])",
    re.I,
)


def shown_picture(analysis: PageAnalysis, title: Title, beside: Bools) -> str:
    """Its address, absolute; empty if there is none. ``beside``: elements about other things than the product."""
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
    is_small = any(0 < side < MIN_SIZE for side in width)
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

    ``heading``: number of the element with the title, 0 if none has it; ``beside``: elements about other things than
    the product.
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
MAX_VALUES = 4
"""Most values of a property; a label with more belongs to the entries of a list."""
MAX_COUNT = 200
"""Most properties of a product."""


def product_pairs(analysis: PageAnalysis, beside: Bools) -> list[Pair]:
    """The pairs about the product. ``beside``: elements about other things than the product."""
    own = [pair for pair in analysis.pairs if not (beside[pair.label_at.element] or beside[pair.value_at.element])]
    values = Counter(label for label, _ in {(pair.label, pair.value) for pair in own})
    return [pair for pair in own if values[pair.label] <= MAX_VALUES]


def properties_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The properties in pairs, in the order of the page, except for the price, which is a separate fact."""
    said = dict[str, dict[str, None]]()
    for pair in pairs:
        if fact_of_label(pair.label) != "price":
            said.setdefault(pair.label, {})[pair.value] = None
    return {label: BETWEEN.join(values) for label, values in list(said.items())[:MAX_COUNT]}


def facts_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The facts of a product by the name of their field, as far as labels name them; the first of each counts."""
    said = dict[str, str]()
    for pair in pairs:
        if name := fact_of_label(pair.label):
            value = availability_of(pair.value) if name == "availability" else pair.value
            if value:
                said.setdefault(name, value)
    return said


MAX_BRAND, MAX_STOCK = 40, 40
"""Characters."""
_BRAND = re.compile(r"(?:^|[-_\s])(?:brand|vendor|manufacturer)(?:[-_]{0,2}(?:name|link|title))?(?:$|\s)", re.I)
_STOCK = re.compile(r"(?:^|[-_\s])(?:stock|availability|inventory|in-?stock|out-?of-?stock)(?:$|[-_\s])", re.I)


def complete_product(
    analysis: PageAnalysis, title: Title, apart: Bools, claimed: Product | None
) -> tuple[Product, str]:
    """The product with visible facts where the markup has none, and the address of its picture.

    ``apart``: elements about other pages (``elsewhere``); ``claimed``: the product by the markup; None without one.
    """
    others = beside_product(analysis, title.heading)
    beside = np.asarray(apart | others)
    pairs = product_pairs(analysis, beside)
    known = claimed or Product(name=title.text)
    said = facts_of(pairs)
    button = buy_button(analysis, title.heading, beside)
    price, currency = known.price, known.currency
    if not price:
        anchors = [number for number in (title.heading, button) if number]
        price, currency = _price(analysis, anchors, beside, said.get("price", ""))
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
    besides_pictures = others | analysis.index.inside(analysis.index.tagged("nav", "select"))
    return shown, shown_picture(analysis, title, besides_pictures) if title.heading else ""


def _price(analysis: PageAnalysis, anchors: Sequence[int], beside: Bools, labelled: str) -> tuple[str, str]:
    """Amount and currency of a labelled price, else of the one beside title and button; empty without one."""
    likely = likely_currencies(analysis, ())
    if money := read_money(labelled, likely):
        return f"{money.amount:f}", money.currency or ""
    found = shown_price(analysis, anchors, beside, likely)
    return (f"{found.amount:f}", found.currency) if found else ("", "")


def _sale(analysis: PageAnalysis, button: int | None) -> str:
    """Availability by the button: the product is in stock, unless the button is disabled."""
    if button is None or "disabled" in analysis.index.attributes.given[button]:
        return ""
    return availability_of(analysis.texts.line(button)) or "InStock"


def _stock(analysis: PageAnalysis, beside: Bools) -> str:
    return next(filter(None, map(availability_of, _named(analysis, beside, _STOCK, MAX_STOCK))), "")


def _brand(analysis: PageAnalysis, beside: Bools) -> str:
    return next(_named(analysis, beside, _BRAND, MAX_BRAND), "")


def _named(analysis: PageAnalysis, beside: Bools, name: re.Pattern[str], longest: int) -> Iterator[str]:
    """Texts of the elements with such a class name, without a label before a colon."""
    index = analysis.index
    classes = {one for one in set(index.classes) if name.search(one)}
    for number in (number for number, one in enumerate(index.classes) if one in classes):
        if analysis.shown.kept[number] and not beside[number] and analysis.shown.words[number]:
            text = analysis.texts.line(number).rpartition(":")[2].strip()
            if 0 < len(text) <= longest:
                yield text
