"""The product of a page, from its annotations and its ``meta`` elements."""

import re
from collections.abc import Mapping
from typing import Any

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of
from iawce.data.text.money import read_amount, read_money
from iawce.extract.content.content import Product

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
