"""The product of a page: of what its markup, its address and its visible part say, what most speaks for."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import cycle, islice
from operator import mul
from typing import Any, NamedTuple
from urllib.parse import unquote

from iawce.data.analysis.markup_metadata import (
    MetaTags,
    SchemaItem,
    decode_json,
    text_of,
    texts_of,
    thing_in,
    things_in,
)
from iawce.data.analysis.page_analysis import CURRENCY_TAGS, PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.words import letters
from iawce.data.labels import PageType
from iawce.data.text.lexicon.products import availability_of, condition_of, fact_of_label, option_of
from iawce.data.text.money import CODES, code_of, read_amount, read_money
from iawce.extract.content.content import Offer, Product
from iawce.extract.metadata.evidence import Choice, Evidence, Signs, choose
from iawce.extract.metadata.shown_product import Price, ShownProduct, properties_of
from iawce.extract.metadata.title import Title, without_site

SALE_TAG, USUAL_TAG = "product:sale_price:amount", "product:price:amount"
PRICE_TAGS = SALE_TAG, USUAL_TAG, "og:price:amount", "twitter:data1:price", "price"
"""The most certain first."""
SHOWN = ("text", "class", "label", "button")  # Sources on the page
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
MAX_RATING = 10  # A shown rating above it is in per cent
MIN_OF_ADDRESS = 5  # Least characters of a number in an address
_SELLER = "seller", "offeredBy"
_VARIATIONS = "data-product_variations"
_OLD_TYPE = re.compile(r"ListPrice|Strikethrough|MSRP|SRP$|RegularPrice")
_ID = re.compile(r"(?=[^\d]*\d)[A-Za-z0-9][A-Za-z0-9._-]*")
_THOUSANDS = re.compile(r"\D*(\d{1,3})[.,](\d{3})\D*")
_BRAND_CLASS = re.compile(r"(?:^|[-_\s])(?:brand|vendor|manufacturer)(?:[-_]{0,2}(?:name|link|title))?(?:$|\s)", re.I)
_SKU_CLASS = re.compile(
    r"(?:^|[-_\s])(?:sku(?:[-_]?(?:value|number|code))?|(?:product|item|article)[-_]?(?:reference|code|number))(?:$|\s)",
    re.I,
)
_NUMBER = re.compile(r"\d|[^\W\d_]{3}")  # In the number of a product, unlike in ``N/A``
_SKU_ATTRIBUTES = ("data-sku", "data-product_sku", "data-product-sku")
_BRAND_PATH = re.compile(r"/(?:brands?|marken?|marques?|marcas?|vendors?|manufacturers?|designers?)[/=?]", re.I)
MAX_BRAND_WORDS = 4
_LABEL_OF_SKU = re.compile(r"\b(?:sku|id|no|nr)\b[\s:#.]*|^(?-i:[^\W\d_]*[a-z]{3})[\s:#.]++(?=\S*\d)", re.I)
MAX_NUMBER = 40  # Characters of the number of a product
_AVAILABILITIES = {
    name.lower(): name
    for name in (
        "BackOrder", "Discontinued", "InStock", "InStoreOnly", "LimitedAvailability", "MadeToOrder", "OnlineOnly",
        "OutOfStock", "PreOrder", "PreSale", "Reserved", "SoldOut",
    )
} | {"oos": "OutOfStock", "availablefororder": "BackOrder", "pending": "PreOrder"}  # fmt: skip
_CONDITIONS = {name: f"{name.title()}Condition" for name in ("new", "used", "refurbished", "damaged")}


class ProductFacts(NamedTuple):
    """The product of a page, the address of its picture if it is shown, and why each fact is believed.

    ``is_sure``: whether the markup or the type of the page says that it has a product.
    """

    product: Product
    is_sure: bool
    picture: str = ""
    choices: Mapping[str, Choice[Any]] = {}


def find_product(
    analysis: PageAnalysis, title: Title, thing: SchemaItem | None, apart: Bools, page_type: str
) -> ProductFacts | None:
    """The product that is the subject of a page, whatever the page's type; None if there is none, or several.

    Without a claim of the markup, a page of another type has one if it shows a button to buy and a price beside it.
    ``thing``: the product of the markup; ``apart``: elements about other pages (``elsewhere``).
    """
    tags = analysis.document.meta_tags
    claimed = thing is not None or bool(tags.is_product and tags.first(*PRICE_TAGS))
    shown = ShownProduct(analysis, title, apart)
    is_sure = claimed or page_type == PageType.PRODUCT
    if not is_sure and (not title.heading or shown.button is None or shown.is_of_card(shown.button)):
        return None
    said, known = _Gathered({}, [], []), thing or {}
    _add_claims(said, known, tags)
    likely = analysis.currencies
    is_sold = page_type == PageType.PRODUCT or shown.button is not None
    if is_sold:
        _add_shown(said, shown, likely)
    # Without a lower price, a list price is the price.
    listed = (one.add({"old": 0}) for one in said.old if one.signs.get("a list price"))
    price = choose("price", said.prices, _is_same_amount) or choose("price", listed, _is_same_amount)
    if price is None and not is_sure:
        return None
    choices: dict[str, Choice[Any]] = {name: one for name, given in said.facts.items() if (one := choose(name, given))}
    if price:
        choices |= {"price": price} | _beside_price(said, price, likely, tags.texts(CURRENCY_TAGS))
    rating = thing_in(known.get("aggregateRating"))
    mean, reviews = text_of(rating, "ratingValue"), text_of(rating, "reviewCount", "ratingCount")
    best = text_of(rating, "bestRating")
    if is_sold and not mean:
        mean, reviews = shown.rating()
        best = "100" if (read_amount(mean) or 0) > MAX_RATING else best
    is_rated = read_amount(mean) != 0 or bool(read_amount(reviews))
    name, code = text_of(known, "name"), choices["currency"].value if "currency" in choices else ""
    sold = [_offer({}, offer) for offer in islice(_offers(known), MAX_OFFERS) if text_of(offer, *_SELLER)]
    product = Product(
        name=title.text if not name or letters(without_site(name)) == letters(title.text) else name,
        price=f"{price.value.amount:f}" if price else "",
        price_before=f"{choices['price_before'].value.amount:f}" if "price_before" in choices else "",
        **{name: choices[name].value for name in (*_PROPERTIES, "currency", "availability") if name in choices},
        rating_value=mean if is_rated else "",
        best_rating=best,
        review_count=reviews,
        properties=properties_of(shown.pairs if is_sold else ()),
        variants=_several(_variants(known), code) or _several(_variations(analysis.index), code),
        offers=_several(sold, code) if len({one.seller for one in sold}) > 1 else (),
    )
    return ProductFacts(product, is_sure, shown.picture(), {f"product.{name}": one for name, one in choices.items()})


class _Gathered(NamedTuple):
    """Evidence by the name of the fact, that for the price, and prices that no longer apply."""

    facts: dict[str, list[Evidence[str]]]
    prices: list[Evidence[Price]]
    old: list[Evidence[Price]]

    def add(self, name: str, evidence: Evidence[str]) -> None:
        """Add what speaks for a fact, in its usual form, if it is one."""
        if value := _plain(name, evidence.value):
            self.facts.setdefault(name, []).append(evidence._replace(value=value))


def _add_claims(said: _Gathered, thing: SchemaItem, tags: MetaTags) -> None:
    """Add what the markup says."""
    offers = list(islice(_offers(thing), MAX_OFFERS))
    for one in dict.fromkeys(_available(text_of(offer, "availability")) for offer in offers):
        # One variant that is sold out does not make the product so.
        said.add("availability", Evidence(one, "schema.org", {"an annotation": 1, "not in stock": one != "InStock"}))
    for name, properties in _PROPERTIES.items():
        for number, given in enumerate((thing, *offers[:1])):
            value = next((text for key in properties if _plain(name, text := text_of(given, key))), "")
            said.add(name, Evidence(value, "schema.org", {"an annotation": 1, "of its offer": number}))
    for name, names in _TAGS.items():
        said.add(name, Evidence(tags.first(*names), "meta", {"a <meta> element": 1}))
    for place, offer in enumerate(offers):
        for price in _prices_of(offer, {"an annotation": 1, "a further offer": place > 0}):
            (said.old if "old" in price.signs else said.prices).append(price)
    is_on_sale = bool(read_amount(tags.first(SALE_TAG)))
    for place, name in enumerate(PRICE_TAGS if tags.is_product else ()):
        for text in tags.all(name)[:1]:
            signs = {"a <meta> element": 1, "less usual": place / 4}
            is_old = is_on_sale and name == USUAL_TAG  # that without the sale
            found = _readings(text, tags.first(*CURRENCY_TAGS), "meta", signs | {"old": is_old}, name)
            (said.old if is_old else said.prices).extend(found)
    for text in tags.texts(OLD_PRICE_TAGS):
        said.old.extend(_readings(text, "", "meta", {"a <meta> element": 1, "old": 1}, "")[:1])


def _add_shown(said: _Gathered, shown: ShownProduct, likely: Sequence[str]) -> None:
    """Add what the page shows."""
    for is_old, price in shown.prices(likely):
        (said.old if is_old else said.prices).append(price)
    # Markup may still state the prices before a reduction.
    old = {one.value.amount for one in said.old if _is_replaced(one.signs)}
    asked = {one.value.amount for one in said.prices if one.source == "text"}
    ended = [one for one in said.prices if one.text == SALE_TAG and asked and one.value.amount not in asked]
    usual = [one for one in said.old if one.text == USUAL_TAG and one.value.amount in asked]
    if ended and usual:  # The sale has ended
        said.prices[:] = [one for one in said.prices if one not in ended] + [one.add({"old": 0}) for one in usual]
        said.old[:] = [one for one in said.old if one not in usual]
    claimed = {one.value.amount for one in said.prices if one.source != "text"}
    if not claimed.isdisjoint(old) and claimed.isdisjoint(asked):
        said.prices[:] = [one.add({"replaced on the page": one.source != "text"}) for one in said.prices]
    for name, one in shown.labelled():
        if name != "price":
            said.add(name, one)
        elif money := read_money(one.value, likely):
            said.prices.append(Evidence(Price(money.amount, money.currency or ""), *one[1:]))
    for name, found in (("availability", shown.stock()), ("brand", _brands(shown)), ("sku", _numbers(shown))):
        for one in found:
            said.add(name, one)
    stock = said.facts.get("availability", [])
    told = [one for one in stock if one.source in SHOWN and one.element]
    is_told = {one.value for one in told} == {"OutOfStock"} and len({one.element for one in told}) > 1
    if is_told and shown.is_closed:  # the markup may still state what was before
        stock[:] = told


def _is_same_amount(one: Price, other: Price) -> float:
    return float(one.amount == other.amount)


def _is_replaced(signs: Signs) -> bool:
    """Whether a price near the title or the button stands beside a lower one."""
    return bool(signs.get("beside a lower price")) and signs["distance"] < 1 and not signs["in a card"]


def _beside_price(
    said: _Gathered, price: Choice[Price], likely: Sequence[str], tagged: Sequence[str]
) -> dict[str, Choice[Any]]:
    """The currency of a price and the higher one that it replaces. ``tagged``: currencies in ``meta`` elements."""
    amount, code = price.value
    same = [one for one in price.evidence if one.value.amount == amount]
    codes = [
        Evidence(one.value.currency, one.source, {"with the price": one.weight}, one.text, one.element) for one in same
    ]
    codes += [Evidence(one.upper(), "meta", {"a <meta> element": 1}) for one in tagged]
    codes += [Evidence(one, "page", {"usual on the page, in its country or language": 1}) for one in likely[:1]]
    is_apart = any(not one.signs.get("in a card") for one in same)
    old = (one for one in said.old if not (is_apart and one.signs.get("in a card")))  # that of another product
    replaced = (one for one in old if one.value.amount > amount and one.value.currency in ("", code))
    found = {
        "currency": choose("currency", (one for one in codes if one.value in CODES)),
        "price_before": choose("price_before", replaced),
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
                currency = text_of(value, "priceCurrency") or currency
                if any(name in value for name in ("price", "lowPrice", "priceSpecification")):
                    yield {"priceCurrency": currency, **value}
                level.append((value.get("offers"), currency))


def _variants(thing: SchemaItem) -> Iterator[Offer]:
    """The variants of a product: those that its annotation calls so, and offers with numbers of their own."""
    for one in things_in(thing.get("hasVariant")):
        yield _offer(one, next(_offers(one), {}))
    for offer in islice(_offers({"offers": thing.get("offers")}), MAX_OFFERS):
        if "itemOffered" in offer or "sku" in offer:
            yield _offer({**offer, **thing_in(offer.get("itemOffered"))}, offer)


def _variations(index: ElementIndex) -> Iterator[Offer]:
    """The variants of a product in the form of WooCommerce."""
    for number in index.attributes.having(_VARIATIONS):
        for one in things_in(decode_json(index.attributes.given[number][_VARIATIONS])[0]):
            given = {name: str(value) for name, value in thing_in(one.get("attributes")).items() if value}
            known = {option_of(name) or "other": value for name, value in given.items()}
            stock = "InStock" if one.get("is_in_stock") else "OutOfStock" if "is_in_stock" in one else ""
            offer = {"price": one.get("display_price"), "availability": stock}
            yield _offer({"name": ", ".join(given.values()), "sku": one.get("sku"), **known}, offer)


def _offer(thing: SchemaItem, offer: SchemaItem) -> Offer:
    price = read_amount(
        text_of(offer, "price", "lowPrice") or text_of(thing_in(offer.get("priceSpecification")), "price")
    )
    return Offer(
        **{name: text_of(thing, name) for name in ("name", "size", "color", "sku")},
        gtin=next((text for key in _PROPERTIES["gtin"] if (text := plain_gtin(text_of(thing, key)))), ""),
        seller=text_of(offer, *_SELLER),
        price="" if price is None else f"{price:f}",
        currency=text_of(offer, "priceCurrency") if price is not None else "",
        availability=_available(text_of(offer, "availability")),
        condition=_plain("condition", text_of(offer, "itemCondition")),
    )


def _several(offers: Iterable[Offer], code: str) -> tuple[Offer, ...]:
    """Those that differ and say something, none if there is only one. ``code``: the currency if they have none."""
    found = tuple(one for one in dict.fromkeys(offers) if one != Offer())[:MAX_OFFERS]
    return tuple(replace(one, currency=one.currency or code * bool(one.price)) for one in found if len(found) > 1)


def _prices_of(offer: SchemaItem, signs: Signs) -> Iterator[Evidence[Price]]:
    currency = text_of(offer, "priceCurrency")
    for name in ("price", "lowPrice"):
        yield from _readings(
            text_of(offer, name), currency, "schema.org", {**signs, "of several": name != "price"}, name
        )
    for specified in things_in(offer.get("priceSpecification")):
        own = {**signs, "of several": 1, "without tax": text_of(specified, "valueAddedTaxIncluded").lower() == "false"}
        own |= {"unit": bool(specified.get("referenceQuantity"))}
        own |= {"old": 1} if _OLD_TYPE.search(" ".join(texts_of(specified.get("priceType")))) else {}
        code = text_of(specified, "priceCurrency") or currency
        yield from _readings(text_of(specified, "price", "minPrice"), code, "schema.org", own, "priceSpecification")


def _readings(text: str, currency: str, source: str, signs: Signs, place: str) -> list[Evidence[Price]]:
    """A price; with three digits after its only separator, both as thousands and, less likely, as a fraction."""
    code = currency.strip().upper() if currency.strip().upper() in CODES else code_of(currency) or ""
    money = None if code else read_money(text)
    code, amount = code or (money.currency if money else "") or "", read_amount(text, code)
    if amount is None or amount < 0:
        return []
    found = [Evidence(Price(amount, code), source, {**signs, "for nothing": not amount}, place)]
    if parts := _THOUSANDS.fullmatch(text):
        other = Decimal(f"{parts[1]}.{parts[2]}")
        both = other if other != amount else Decimal(parts[1] + parts[2])
        found.append(Evidence(Price(both, code), source, {**signs, "its separator read otherwise": 1}, place))
    return found


def _plain(name: str, text: str) -> str:
    """The value of a fact in its usual form; empty if the text is not one."""
    match name:
        case "gtin":
            return plain_gtin(text)
        case "availability":
            return _available(text)
        case "condition":
            known = _CONDITIONS.get(re.sub("condition|[-_ ]", "", text.rpartition("/")[2].lower()), "")
            return known or (f"{said}Condition" if (said := condition_of(text)) else "")
        case "sku" | "mpn" if not _NUMBER.search(text):
            return ""
        case "sku" | "mpn" | "brand":
            return text if len(text) <= MAX_NUMBER and "://" not in text else ""  # else the identity of a thing
    return text


def plain_gtin(text: str) -> str:
    """The digits of an EAN, UPC or ISBN; empty if the text is not one, or its last digit does not check the others."""
    digits = re.sub(r"[\s-]", "", text)
    is_isbn = re.fullmatch(r"\d{9}[\dX]", digits, re.ASCII)
    if not is_isbn and not re.fullmatch(r"\d{8}|\d{12,14}", digits, re.ASCII):
        return ""
    weights, modulus = (range(1, 11), 11) if is_isbn else (cycle((1, 3)), 10)
    values = (10 if digit == "X" else int(digit) for digit in reversed(digits))
    return "" if sum(map(mul, values, weights)) % modulus else digits


def _available(text: str) -> str:
    """A name of schema.org's ItemAvailability, from any spelling."""
    if re.fullmatch(r"\d{1,6}", text):
        return "InStock" if int(text) else "OutOfStock"
    return _AVAILABILITIES.get(re.sub("[ _-]", "", text.rpartition("/")[2].lower()), "") or availability_of(text[:80])


def _brands(shown: ShownProduct) -> Iterator[Evidence[str]]:
    for number, text in islice(shown.named(_BRAND_CLASS), 3):
        yield Evidence(text, "class", {"an element named so": 1}, "", number)
    analysis = shown.analysis
    sites = [analysis.document.meta_tags.first("og:site_name"), *analysis.markup_metadata.sites]
    for site in filter(None, sites):
        if letters(shown.title.text).startswith(letters(site)):
            yield Evidence(site, "site", {"the site, with which the title begins": 1})
    others = [pair.value_at for pair in shown.pairs if fact_of_label(pair.label) != "brand"]  # category, material, tags
    for number in analysis.shown.tagged("a").tolist():
        if not shown.beside[number] and 0 < analysis.shown.words[number] <= MAX_BRAND_WORDS:
            text = analysis.texts.line(number)
            if shown.title.text.startswith(f"{text} ") and not text.islower():
                is_brand = bool(_BRAND_PATH.search(analysis.index.attributes.given[number].get("href", "")))
                at = analysis.shown.shown_in(number)[0]
                if not is_brand and any(one.start.text_node <= at <= one.end.text_node for one in others):
                    continue
                signs = {"a link with the beginning of the title": 1, "an address of brands": is_brand}
                yield Evidence(text, "link", signs, "", number)


def _numbers(shown: ShownProduct) -> Iterator[Evidence[str]]:
    """Numbers of the product in elements named so, in attributes and in the address of the page."""
    analysis, index = shown.analysis, shown.analysis.index
    for number, text in islice(shown.named(_SKU_CLASS, MAX_NUMBER), 3):
        yield Evidence(_LABEL_OF_SKU.split(text)[-1], "class", {"an element named so": 1}, "", number)
    for number in index.attributes.having(*_SKU_ATTRIBUTES)[:MAX_OFFERS]:
        given = next(filter(None, map(index.attributes.given[number].get, _SKU_ATTRIBUTES)), "")
        if len(given) > 1 and not shown.beside[number]:
            yield Evidence(given, "attribute", {"an attribute named so": 1}, "", number)
    values = {pair.value: pair for pair in shown.pairs}
    for text in _numbers_in(analysis.document.base_url):
        pair = values.get(text)
        signs = {"in the address": 1, "the value of some label": pair is not None}
        label, place = (f"“{pair.label}”", pair.value_at.element) if pair else ("", 0)
        yield Evidence(text, "address", signs, label, place)


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
