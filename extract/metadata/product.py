"""The product of a page: of what its markup, its address and its visible part say, what most speaks for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.page_currencies import likely_currencies
from iawce.data.dom.elements import Bools
from iawce.data.dom.words import letters
from iawce.data.labels import PageType
from iawce.data.text.lexicon.products import availability_of
from iawce.data.text.money import CODES, code_of, read_amount, read_money
from iawce.extract.content.content import Product
from iawce.extract.metadata.evidence import Choice, Evidence, choose
from iawce.extract.metadata.shown_product import Price, ShownProduct, properties_of
from iawce.extract.metadata.title import Title

PRICE_TAGS = {
    "product:sale_price:amount": 4.5, "product:price:amount": 4.0, "og:price:amount": 4.0, "twitter:data1:price": 3.0,
    "price": 3.0,
}  # fmt: skip
CURRENCY_TAGS = ("product:price:currency", "og:price:currency", "product:sale_price:currency", "pricecurrency")
OLD_PRICE_TAGS = ("product:original_price:amount", "og:standard_amount")
_PROPERTIES = {
    "sku": ("sku",),
    "gtin": ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn"),
    "mpn": ("mpn",),
    "brand": ("brand", "manufacturer"),
    "condition": ("itemCondition",),
}
"""Properties of schema.org with a fact, in order."""
_TAGS = {
    "sku": ("product:retailer_item_id",),
    "gtin": ("product:ean", "product:isbn", "product:upc", "product:gtin"),
    "mpn": ("product:mfr_part_no",),
    "brand": ("product:brand", "og:brand"),
    "availability": ("product:availability", "og:availability"),
    "condition": ("product:condition", "og:condition"),
}
MAX_OFFERS = 50
MIN_OF_ADDRESS = 5
"""Least characters of a number in an address."""
_OLD_TYPE = re.compile(r"ListPrice|Strikethrough|MSRP|SRP$|RegularPrice")
_ID = re.compile(r"(?=[^\d]*\d)[A-Za-z0-9][A-Za-z0-9._-]*")
_THOUSANDS = re.compile(r"\D*(\d{1,3})[.,](\d{3})\D*")
_BRAND_CLASS = re.compile(r"(?:^|[-_\s])(?:brand|vendor|manufacturer)(?:[-_]{0,2}(?:name|link|title))?(?:$|\s)", re.I)
_SKU_CLASS = re.compile(r"(?:^|[-_\s])sku(?:[-_]?(?:value|number|code))?(?:$|\s)", re.I)
_SKU_ATTRIBUTES = ("data-sku", "data-product_sku", "data-product-sku")
_BRAND_PATH = re.compile(r"/(?:brands?|marken?|marques?|marcas?|vendors?|manufacturers?|designers?)[/=?]", re.I)
MAX_BRAND_WORDS = 4
_LABEL_OF_SKU = re.compile(r"\b(?:sku|id|no|nr)\b[\s:#.]*", re.I)
_OLD = "schema.org price before"
"""The reason of a price that no longer applies."""


class ProductFacts(NamedTuple):
    """The product of a page, the address of its picture if it is shown, and why each fact is believed.

    ``is_sure``: whether the markup or the type of the page says that it has a product.
    """

    product: Product
    is_sure: bool
    picture: str = ""
    choices: Mapping[str, Choice[Any]] = {}


def find_product(analysis: PageAnalysis, title: Title, apart: Bools, page_type: str) -> ProductFacts | None:
    """The product that is the subject of a page, whatever the page's type; None if there is none, or several.

    Without a claim of the markup, a page of another type has one if it shows a button to buy and a price beside it.
    ``apart``: elements about other pages (``elsewhere``).
    """
    tags, thing = analysis.document.meta_tags, analysis.markup_metadata.product(title.text)
    is_tagged = tags.first("og:type").lower() in ("product", "og:product", "product.item")
    claimed = thing is not None or bool(is_tagged and tags.first(*PRICE_TAGS))
    if not (claimed or page_type == PageType.PRODUCT or _may_sell(analysis)):
        return None
    shown = ShownProduct(analysis, title, apart)
    is_sure = claimed or page_type == PageType.PRODUCT
    if not is_sure and (not title.heading or shown.button is None or shown.cards[shown.button]):
        return None
    said, known = _Gathered({}, [], []), thing or {}
    _add_claims(said, known, tags, is_tagged=is_tagged)
    likely = likely_currencies(analysis, ())
    is_sold = page_type == PageType.PRODUCT or shown.button is not None
    if is_sold:
        _add_shown(said, shown, likely)
    price = choose(said.prices, lambda one, other: float(one.amount == other.amount))
    if price is None and not is_sure:
        return None
    choices: dict[str, Choice[Any]] = {name: one for name, given in said.facts.items() if (one := choose(given))}
    if price:
        choices |= {"price": price} | _beside_price(said, price.value, likely, tags.texts(CURRENCY_TAGS))
    rating = _first(known.get("aggregateRating"))
    reviews = _text(rating, "reviewCount", "ratingCount")
    product = Product(
        name=_text(known, "name") or title.text,
        price=f"{price.value.amount:f}" if price else "",
        price_before=f"{choices['price_before'].value.amount:f}" if "price_before" in choices else "",
        **{name: choices[name].value for name in (*_PROPERTIES, "currency", "availability") if name in choices},
        rating_value=_mean_rating(_text(rating, "ratingValue"), reviews),
        best_rating=_text(rating, "bestRating"),
        review_count=reviews,
        properties=properties_of(shown.pairs if is_sold else ()),
    )
    return ProductFacts(product, is_sure, shown.picture(), {f"product.{name}": one for name, one in choices.items()})


def _may_sell(analysis: PageAnalysis) -> bool:
    """Whether a page may have a button to buy: a quick test."""
    names = set(analysis.index.classes)
    return any("cart" in name or "buy" in name for name in names) and bool(analysis.index.tagged("button", "input"))


class _Gathered(NamedTuple):
    """Evidence by the name of the fact, that for the price, and prices that no longer apply."""

    facts: dict[str, list[Evidence[str]]]
    prices: list[Evidence[Price]]
    old: list[Evidence[Price]]

    def add(self, name: str, evidence: Evidence[str]) -> None:
        """Add what speaks for a fact, in its usual form, if it is one."""
        if value := _plain(name, evidence.value):
            self.facts.setdefault(name, []).append(evidence._replace(value=value))


def _add_claims(said: _Gathered, thing: SchemaItem, tags: MetaTags, *, is_tagged: bool) -> None:
    """Add what the markup says."""
    offers = list(islice(_offers(thing), MAX_OFFERS))
    for one in dict.fromkeys(_available(_text(offer, "availability")) for offer in offers):
        # One variant that is sold out does not make the product so.
        said.add("availability", Evidence(one, "schema.org", 5.0 - (one != "InStock") / 2, "schema.org offer"))
    for name, properties in _PROPERTIES.items():
        for number, given in enumerate((thing, *offers[:1])):
            value = next((text for key in properties if _plain(name, text := _text(given, key))), "")
            said.add(name, Evidence(value, "schema.org", 5.0 - 2 * number, f"schema.org {name}"))
    for name, names in _TAGS.items():
        said.add(name, Evidence(tags.first(*names), "meta", 2.0 if name == "sku" else 4.0, "<meta>"))
    for place, offer in enumerate(offers):
        for price in _prices_of(offer, 3.5 if place else 5.0):
            (said.old if price.reason == _OLD else said.prices).append(price)
    for name, weight in PRICE_TAGS.items() if is_tagged else ():
        for text in tags.all(name)[:1]:
            said.prices.extend(_readings(text, tags.first(*CURRENCY_TAGS), "meta", weight, f"<meta> {name}"))
    for text in tags.texts(OLD_PRICE_TAGS):
        said.old.extend(_readings(text, "", "meta", 0.0, "<meta>")[:1])


def _add_shown(said: _Gathered, shown: ShownProduct, likely: Sequence[str]) -> None:
    """Add what the page shows."""
    for kind, price in shown.prices(likely):
        (said.old if kind == "old" else said.prices).append(price)
    for name, one in shown.labelled():
        money = read_money(one.value, likely) if name == "price" else None
        if money:
            labelled = Price(money.amount, money.currency or "")
            said.prices.append(Evidence(labelled, one.source, one.weight + 0.1, one.reason, one.element))
        elif name != "price":
            said.add(name, one)
    for name, found in (("availability", shown.stock()), ("brand", _brands(shown)), ("sku", _numbers(shown))):
        for one in found:
            said.add(name, one)


def _beside_price(
    said: _Gathered, price: Price, likely: Sequence[str], tagged: Sequence[str]
) -> dict[str, Choice[Any]]:
    """The currency of a price and the higher one that it replaces. ``tagged``: currencies in ``meta`` elements."""
    equal = (one for one in said.prices if one.value.amount == price.amount)
    codes = [Evidence(one.value.currency, one.source, one.weight, one.reason, one.element) for one in equal]
    codes += [Evidence(code.upper(), "meta", 3.0, "<meta>") for code in tagged]
    codes += [Evidence(code, "page", 0.5, "usual on the page, in its country or language") for code in likely[:1]]
    higher = (one for one in said.old if one.value.amount > price.amount)
    replaced = (one for one in higher if one.value.currency in ("", price.currency))
    found = {
        "currency": choose(one for one in codes if one.value in CODES),
        "price_before": choose(one._replace(weight=one.weight + 5.5) for one in replaced),
    }
    return {name: one for name, one in found.items() if one}


def _offers(thing: SchemaItem) -> Iterator[SchemaItem]:
    """The offers of a product, of a list of them, and of its variants."""
    for key in ("offers", "hasVariant"):
        level: list[tuple[Any, str]] = [(thing.get(key), "")]
        while level:
            value, currency = level.pop(0)
            if isinstance(value, list):
                level += [(one, currency) for one in value[:MAX_OFFERS]]
            elif isinstance(value, Mapping):
                currency = _text(value, "priceCurrency") or currency
                if any(name in value for name in ("price", "lowPrice", "priceSpecification")):
                    yield {"priceCurrency": currency, **value}
                level.append((value.get("offers"), currency))


def _prices_of(offer: SchemaItem, weight: float) -> Iterator[Evidence[Price]]:
    currency = _text(offer, "priceCurrency")
    for name, cost in (("price", 0.0), ("lowPrice", 0.5)):
        yield from _readings(_text(offer, name), currency, "schema.org", weight - cost, f"schema.org offer.{name}")
    given = offer.get("priceSpecification")
    for one in (given if isinstance(given, list) else [given])[:MAX_OFFERS]:
        kind = " ".join(texts_of(one.get("priceType"))) if isinstance(one, Mapping) else ""
        code = _text(_first(one), "priceCurrency") or currency
        is_net = _text(_first(one), "valueAddedTaxIncluded").lower() == "false"
        cost = 3.0 if is_net or _first(one).get("referenceQuantity") else 0.5
        reason = _OLD if _OLD_TYPE.search(kind) else "schema.org priceSpecification" + " without tax" * is_net
        yield from _readings(_text(_first(one), "price", "minPrice"), code, "schema.org", weight - cost, reason)


def _readings(text: str, currency: str, source: str, weight: float, reason: str) -> list[Evidence[Price]]:
    """A price; with three digits after its only separator, both as thousands and, less likely, as a fraction."""
    code = currency.strip().upper() if currency.strip().upper() in CODES else code_of(currency) or ""
    money = None if code else read_money(text)
    code, amount = code or (money.currency if money else "") or "", read_amount(text, code)
    if amount is None or amount < 0:
        return []
    found = [Evidence(Price(amount, code), source, weight if amount else 1.0, reason)]
    if parts := _THOUSANDS.fullmatch(text):
        other = Decimal(f"{parts[1]}.{parts[2]}")
        both = other if other != amount else Decimal(parts[1] + parts[2])
        found.append(Evidence(Price(both, code), source, weight - 1, f"{reason}, its separator read otherwise"))
    return found


def plain_price(text: str) -> str:
    """The first number of a price, with a decimal point: ``1.299,00 €`` is ``1299.00``; empty if none."""
    amount = read_amount(text)
    return "" if amount is None else str(amount)


def _mean_rating(text: str, reviews: str) -> str:
    """The mean rating; empty if it is 0 without reviews, since nobody has rated the product then."""
    return "" if read_amount(text) == 0 and not read_amount(reviews) else text


def _first(value: Any) -> SchemaItem:
    one = value[0] if isinstance(value, list) and value else value
    return one if isinstance(one, Mapping) else {}


def _text(thing: SchemaItem, *names: str) -> str:
    return next((text for name in names for text in texts_of(thing.get(name))), "")


def _plain(name: str, text: str) -> str:
    """The value of a fact in its usual form; empty if the text is not one."""
    match name:
        case "gtin":
            return plain_gtin(text)
        case "availability":
            return _available(text)
        case "condition":
            return _CONDITIONS.get(re.sub("condition|[-_ ]", "", text.rpartition("/")[2].lower()), "")
        case "sku" | "mpn" | "brand":
            return text if len(text) <= MAX_NUMBER else ""
    return text


MAX_NUMBER = 40
"""Characters of the number of a product."""


def plain_gtin(text: str) -> str:
    """The digits of an EAN, UPC or ISBN; empty if the text is not one, or its last digit does not check the others."""
    digits = re.sub(r"[\s-]", "", text)
    if re.fullmatch(r"\d{9}[\dX]", digits, re.ASCII):
        values = (10 if digit == "X" else int(digit) for digit in reversed(digits))
        return digits if sum(place * value for place, value in enumerate(values, 1)) % 11 == 0 else ""
    is_whole = re.fullmatch(r"\d{8}|\d{12,14}", digits, re.ASCII)
    weighted = (
        int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits if is_whole else "1"))
    )
    return digits if sum(weighted) % 10 == 0 else ""


def _available(text: str) -> str:
    """A name of schema.org's ItemAvailability, from any spelling."""
    if re.fullmatch(r"\d{1,6}", text):
        return "InStock" if int(text) else "OutOfStock"
    return _AVAILABILITIES.get(re.sub("[ _-]", "", text.rpartition("/")[2].lower()), "") or availability_of(text[:80])


_AVAILABILITIES = {
    name.lower(): name
    for name in (
        "BackOrder", "Discontinued", "InStock", "InStoreOnly", "LimitedAvailability", "MadeToOrder", "OnlineOnly",
        "OutOfStock", "PreOrder", "PreSale", "Reserved", "SoldOut",
    )
} | {"oos": "OutOfStock", "availablefororder": "BackOrder", "pending": "PreOrder"}  # fmt: skip
_CONDITIONS = {name: f"{name.title()}Condition" for name in ("new", "used", "refurbished", "damaged")}


def _brands(shown: ShownProduct) -> Iterator[Evidence[str]]:
    for number, text in islice(shown.named(_BRAND_CLASS), 3):
        yield Evidence(text, "class", 2.0, "in an element named after brands", number)
    analysis = shown.analysis
    sites = [analysis.document.meta_tags.first("og:site_name"), *analysis.markup_metadata.sites]
    for site in filter(None, sites):
        if letters(shown.title.text).startswith(letters(site)):
            yield Evidence(site, "site", 1.0, "the site, with which the title begins")
    for number in analysis.shown.tagged("a").tolist():
        if not shown.beside[number] and 0 < analysis.shown.words[number] <= MAX_BRAND_WORDS:
            text = analysis.texts.line(number)
            if shown.title.text.startswith(f"{text} ") and not text.islower():
                is_brand = _BRAND_PATH.search(analysis.index.attributes.given[number].get("href", ""))
                yield Evidence(text, "link", 2.5 if is_brand else 1.0, "a link with the beginning of the title", number)


def _numbers(shown: ShownProduct) -> Iterator[Evidence[str]]:
    """Numbers of the product in elements named so, in attributes and in the address of the page."""
    analysis, index = shown.analysis, shown.analysis.index
    for number, text in islice(shown.named(_SKU_CLASS, MAX_NUMBER), 3):
        yield Evidence(_LABEL_OF_SKU.split(text)[-1], "class", 2.5, "in an element named after SKUs", number)
    for number in index.attributes.having(*_SKU_ATTRIBUTES)[:MAX_OFFERS]:
        given = next(filter(None, map(index.attributes.given[number].get, _SKU_ATTRIBUTES)), "")
        if len(given) > 1 and not shown.beside[number]:
            yield Evidence(given, "attribute", 2.0, "in an attribute named after SKUs", number)
    values = {pair.value: pair for pair in shown.pairs}
    for text in _numbers_in(analysis.document.base_url):
        pair = values.get(text)
        weight, reason = (2.5, f"in the address and after “{pair.label}”") if pair else (0.3, "in the address")
        yield Evidence(text, "address", weight, reason, pair.value_at.element if pair else 0)


def _numbers_in(url: str) -> Sequence[str]:
    """What may be the number of the product in an address: the last step, or its end, if it has digits enough."""
    path = unquote(url.partition("?")[0]).rstrip("/").split("/")[3:]
    steps = [re.sub(r"\.\w{2,5}$", "", step) for step in path[-2:]]
    ends = [end for step in reversed(steps) for end in (step, re.split("[-_,]", step)[-1])]
    return [
        end
        for end in dict.fromkeys(ends)
        if MIN_OF_ADDRESS <= len(end) <= 20 and _ID.fullmatch(end) and 2 * sum(map(str.isdigit, end)) >= len(end)
    ][:2]
