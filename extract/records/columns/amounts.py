"""The present and earlier prices of records.

Of two amounts side by side without a label, the lower is the price, unless a dash between them makes them a range.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.columns.column_facts import ColumnFacts, Values
from iawce.extract.records.columns.mentions import RANGE, Mention, mentions_in

LARGEST_DISCOUNT = 12
"""Most times that an old price may be as high as the price."""
HIGH_PRICE = "high_price"
"""Name of the highest of several prices, from schema.org."""


def read_prices(columns: Sequence[ColumnFacts], likely: Sequence[str], reading: PageReading) -> dict[str, Values]:
    """``price``, ``price_currency``, ``old_price`` and ``high_price`` of the records, if any of them has one.

    Args:
        columns: with amounts of money.
        likely: codes of the currencies that a shared mark may stand for, the likeliest first.
        reading: of the page.
    """
    ordered = sorted(columns, key=lambda column: (not column.is_called("price"), column.place))
    prices = list[tuple[Mention | None, Mention | None, Mention | None]]()
    for row in range(len(columns[0].values) if columns else 0):
        mentions = [mention for column in ordered for mention in mentions_in(column, row, likely)]
        prices.append(_price_of(_with_ranges(mentions, reading)))
    if not any(price for price, _, _ in prices):  # without a lower price, a list price is the price
        prices = [(old, None, None) for _, old, _ in prices]
    found: dict[str, Values] = {
        "price": [_field(price) for price, _, _ in prices],
        "price_currency": [_currency(price) for price, _, _ in prices],
        "old_price": [_field(old) for _, old, _ in prices],
        HIGH_PRICE: [_field(high) for _, _, high in prices],
    }
    return {name: values for name, values in found.items() if any(values)}


def _currency(price: Mention | None) -> FoundField | None:
    currency = price.money.currency or price.money.symbol if price else ""
    return FoundField(currency) if currency else None


def _with_ranges(mentions: Sequence[Mention], reading: PageReading) -> list[Mention]:
    """The amounts, those after another and a dash as the upper ends of ranges."""
    found = list(mentions[:1])
    for before, mention in pairwise(mentions):
        is_high = mention.kind == before.kind == "price" and _is_range(before, mention, reading)
        found.append(replace(mention, kind="high") if is_high else mention)
    return found


def _is_range(first: Mention, second: Mention, reading: PageReading) -> bool:
    """Whether nothing but a dash stands between two elements."""
    index = reading.index
    start, end = int(index.last_piece[first.elements[-1]]), int(index.first_piece[second.elements[0]])
    return 0 < end - start <= 3 and RANGE.fullmatch("".join(index.pieces.texts[start:end])) is not None


def _price_of(mentions: Sequence[Mention]) -> tuple[Mention | None, Mention | None, Mention | None]:
    """The price of a record, its old price, and the highest of its prices."""
    prices = [one for one in mentions if one.kind == "price"] or [one for one in mentions if one.kind == "instalment"]
    asked = [one for one in prices if one.money.amount >= 0]
    old, high = (next((one for one in mentions if one.kind == kind), None) for kind in ("old", "high"))
    if not asked:
        return (old, None, None) if old and old.is_named else (None, old, None)
    price = asked[0]
    others = [mention for mention in asked if mention.money.amount != price.money.amount]
    if old is high is None and others and len({mention.money.amount for mention in asked}) == 2:
        low, top = sorted((price, others[0]), key=lambda mention: mention.money.amount)
        if 0 < low.money.amount * LARGEST_DISCOUNT >= top.money.amount and _are_beside(low, top):
            return low, top, None
    return price, old if old and old.money.amount > price.money.amount else None, high


def _are_beside(low: Mention, top: Mention) -> bool:
    """Whether two amounts stand in one part of the record, or one of them in the element of the other without words."""
    one, other = low.column.path, top.column.path
    is_inside = low.is_alone and (one.startswith(f"{other}/") or other.startswith(f"{one}/"))
    return low.column is top.column or is_inside or one.split("/")[:-2] == other.split("/")[:-2]


def _field(mention: Mention | None) -> FoundField | None:
    return FoundField(format(mention.money.amount, "f"), elements=mention.elements) if mention else None
