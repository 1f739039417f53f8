"""The amounts of money in the cells of records, and the meaning of each by the text around it.

``Starting at $434`` is a price, ``was $20`` an old one, ``$0.10/count`` one of a unit, ``+$5 shipping`` not a price of
the record, ``$5 – $9`` a price and the highest of several. Of two amounts side by side without a label, the lower is
the price, unless a dash between them makes them a range.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.words import split_words
from iawce.data.text.counts import counted
from iawce.data.text.lexicon.columns import leads_to_value, words_of_class
from iawce.data.text.lexicon.products import names_old_price
from iawce.data.text.money import AmountKind, Money, find_money, kind_of_amount, read_amount, unit_of_amount
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import USUAL, ColumnFacts, Values

MAX_WORDS = 8  # Words beside the amounts in a text that is about a price
MAX_LENGTH = 120
MAX_AROUND = 16  # Words of an element with two prices and nothing else
RANGE = re.compile(r"\s*(?:-|–|—|~|to|bis|à)\s*")
_NOT_PRICES = frozenset({
    "salary", "wage", "pay", "compensation", "budget", "funding", "raised", "revenue", "shipping", "delivery",
    "discount", "saving", "savings", "save", "deposit", "tax", "fee", "fees", "cap", "volume", "income", "bid",
})  # fmt: skip
"""Words in names of amounts that are not the price of the record."""
_COUNTED = frozenset({
    "copy", "copies", "item", "items", "piece", "pieces", "unit", "units", "left", "sold", "stück", "exemplar",
    "exemplare", "exemplaire", "exemplaires", "ejemplar", "ejemplares",
})  # fmt: skip
"""Words after numbers that say how many things there are, not what one costs."""
_WITH = frozenset({"with", "without", "incl", "including", "inc", "excl", "excluding", "ex"})
"""Words before the tax that a price includes or excludes."""
PRICES = frozenset({"price", "old_price"})
HIGH_PRICE = "high_price"  # Name of the highest of several prices, from schema.org
UNIT_PRICE, UNIT = "unit_price", "unit"  # Names of the price of a quantity, and of this quantity


@dataclass(frozen=True, slots=True)
class PriceExpression:
    """An amount of money, its meaning, its column, and its place in the page.

    ``is_named``: it is old by the names of its column alone, which may be those of other records. ``beside``: words in
    its text, none if it is alone. ``unit``: of what it is the price, such as ``100 g``.
    """

    kind: AmountKind
    money: Money
    column: ColumnFacts
    elements: tuple[int, ...]
    is_named: bool = False
    beside: frozenset[str] = frozenset()
    unit: str = ""


Prices = tuple[PriceExpression | None, PriceExpression | None, PriceExpression | None]
"""The price of a record, its old price, and the highest of its prices."""


def money_columns(columns: Sequence[ColumnFacts], likely: tuple[str, ...]) -> list[ColumnFacts]:
    """The columns of amounts of money with few other words, or of numbers under a name of prices.

    Of several under headers none of which is a name of prices, none is the price: ``Adults``, ``Children``.
    """
    found = [column for column in columns if column.texts and not _is_other(column) and _holds_money(column, likely)]
    others = [one for one in found if one.is_headed and one.labelled not in PRICES]
    is_told = len(others) < 2 and not (others and any(one.labelled == "price" for one in found))
    return found if is_told else [one for one in found if one not in others]


def with_amounts_apart(columns: Sequence[ColumnFacts], likely: tuple[str, ...]) -> list[ColumnFacts]:
    """The columns; amounts of records without others are apart from what stands in their place in the rest: a badge."""
    known, found = money_columns(columns, likely), list[ColumnFacts]()
    priced = [any(values) for values in zip(*(column.values for column in known), strict=True)]
    if all(priced):  # or no record has a price
        return list(columns)
    for column in columns:
        is_other = column in known or column.is_headed or _is_other(column)
        rows = () if is_other else zip(column.values, priced, strict=True)
        alone = [one if one and not has and _is_amount(one.text, likely) else None for one, has in rows]
        if sum(map(bool, alone)) > 1:
            rest = [one if own is None else None for one, own in zip(column.values, alone, strict=True)]
            found += [replace(column, values=alone), replace(column, values=rest)]
        else:
            found.append(column)
    return found


def _is_amount(text: str, likely: tuple[str, ...]) -> bool:
    """Whether a text is amounts of money alone."""
    found = [money for _, money in _mentions_in(text, likely, is_called=False)]
    return bool(found) and not any(map(split_words, _around(text, found)))


def _holds_money(column: ColumnFacts, likely: tuple[str, ...]) -> bool:
    is_called = _is_called(column)
    share = column.share_of_texts(lambda text: _mentions_in(text, likely, is_called=is_called))
    return share >= (USUAL / 2 if is_called else USUAL)


def _is_called(column: ColumnFacts) -> bool:
    """Whether the name of a column makes prices of plain numbers; a label such as *From* needs a mark of money."""
    return column.called in PRICES and (column.named in PRICES or not leads_to_value(column.label))


def _is_other(column: ColumnFacts) -> bool:
    said = (" ".join(words_of_class(name)) for names in column.classes[:2] for name in names)
    words = {word for one in said for word in one.partition(" and ")[0].split()}  # a price and shipping is a price
    words -= {"tax"} if not _WITH.isdisjoint(words) else set()
    return not _NOT_PRICES.isdisjoint(words | {*split_words(column.label.lower())})


@lru_cache(maxsize=4096)
def _mentions_in(text: str, likely: tuple[str, ...], *, is_called: bool) -> Sequence[tuple[AmountKind, Money]]:
    """The amounts in a text that is about prices, in order."""
    if len(text) > MAX_LENGTH:
        return ()
    found, end = list[tuple[AmountKind, Money]](), 0
    for money in find_money(text, likely):
        before, after = text[end : money.start], text[money.end : money.end + 30]
        is_high = bool(found) and RANGE.fullmatch(before) is not None
        found.append(("high" if is_high else kind_of_amount(before, after), money))
        end = money.end
    if not found and is_called and len(split_words(text)) <= 2 and counted(text)[1] not in _COUNTED:
        amount = read_amount(text)
        return [("price", Money(amount, None, "", 0, len(text)))] if amount is not None else []
    rest = sum(len(split_words(part)) for part in _around(text, [money for _, money in found])) if found else 0
    return found if rest <= MAX_WORDS else []


def _around(text: str, amounts: Sequence[Money]) -> list[str]:
    """The parts of a text before, between and after amounts."""
    bounds = [0, *(bound for money in amounts for bound in (money.start, money.end)), len(text)]
    return [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]


def mentions_in(column: ColumnFacts, row: int, likely: tuple[str, ...], index: ElementIndex) -> list[PriceExpression]:
    """The amounts in a column's value of a record, in order."""
    value = column.values[row]
    if value is None:
        return []
    amounts = _mentions_in(value.text, likely, is_called=_is_called(column))
    around = _around(value.text.lower(), [money for _, money in amounts])
    found = [
        PriceExpression(
            one,
            money,
            column,
            value.elements,
            beside=frozenset(word for part in around for word in split_words(part)),
            unit=unit_of_amount(value.text[: money.start], value.text[money.end : money.end + 30]),
        )
        for one, money in amounts
    ]
    names, is_struck = column.names() - {"price", "with", "has"}, _is_struck(index, value.elements)
    if not (is_struck or column.called == "old_price" or names_old_price(names)):
        return found
    return [replace(one, kind="old", is_named=not is_struck) if one.kind == "price" else one for one in found]


def _is_struck(index: ElementIndex, elements: Sequence[int]) -> bool:
    """Whether all text of a value is struck out."""
    texts = [one for number in elements for one in index.text_numbers(number) if not index.blank[one]]
    return bool(texts) and bool(index.in_struck[index.text_nodes.owners[texts]].all())


def read_prices(columns: Sequence[ColumnFacts], likely: tuple[str, ...], analysis: PageAnalysis) -> dict[str, Values]:
    """``price``, ``price_currency``, ``old_price``, ``high_price``, ``unit_price`` and its ``unit``, where any has one.

    ``columns``: with amounts of money; ``likely``: codes of the currencies that a shared mark may stand for, the
    likeliest first.
    """
    ordered = sorted(columns, key=lambda column: (column.called != "price", column.place))
    prices, units = list[Prices](), list[PriceExpression | None]()
    for row in range(len(columns[0].values) if columns else 0):
        mentions = [mention for column in ordered for mention in mentions_in(column, row, likely, analysis.index)]
        units.append(next((mention for mention in mentions if mention.kind == "unit"), None))
        found = _price_of(_with_ranges(mentions, analysis), likely, analysis)
        prices.append(found if any(found) else (units[-1], None, None))
    if not any(price for price, _, _ in prices):  # without a lower price, a list price is the price
        prices = [(old, None, None) for _, old, _ in prices]
    currencies = (price.money.currency or price.money.symbol if price else "" for price, _, _ in prices)
    said: dict[str, Values] = {
        "price": [_field(price) for price, _, _ in prices],
        "price_currency": [FieldValue(currency) if currency else None for currency in currencies],
        "old_price": [_field(old) for _, old, _ in prices],
        HIGH_PRICE: [_field(high) for _, _, high in prices],
        UNIT_PRICE: [_field(unit) for unit in units],
        UNIT: [FieldValue(unit.unit, elements=unit.elements) if unit and unit.unit else None for unit in units],
    }
    return {name: values for name, values in said.items() if any(values)}


def _field(mention: PriceExpression | None) -> FieldValue | None:
    return FieldValue(format(mention.money.amount, "f"), elements=mention.elements) if mention else None


def _with_ranges(mentions: Sequence[PriceExpression], analysis: PageAnalysis) -> list[PriceExpression]:
    """The amounts, those after another and nothing but a dash as the upper ends of ranges."""
    index, found = analysis.index, list(mentions[:1])
    for before, mention in pairwise(mentions):
        start = int(index.last_text_node[before.elements[-1]])
        between = index.text_nodes.texts[start : int(index.first_text_node[mention.elements[0]])]
        is_high = mention.kind == before.kind == "price" and 0 < len(between) <= 3 and RANGE.fullmatch("".join(between))
        found.append(replace(mention, kind="high") if is_high else mention)
    return found


def _price_of(mentions: Sequence[PriceExpression], likely: tuple[str, ...], analysis: PageAnalysis) -> Prices:
    of_kinds = ([one for one in mentions if one.kind == kind] for kind in ("price", "net", "instalment"))
    prices = next(filter(None, of_kinds), [])
    asked = [one for one in prices if one.money.amount >= 0]
    olds, highs = ([one for one in mentions if one.kind == kind] for kind in ("old", "high"))
    old, high = next(iter(olds), None), next(iter(highs), None)
    if not asked:
        return (old, None, None) if old and old.is_named else (None, old, None)
    price = asked[0]
    others = [one for one in asked if one.money.amount != price.money.amount]
    if high is None and others and len({mention.money.amount for mention in asked}) == 2:
        low, top = sorted((price, others[0]), key=lambda mention: mention.money.amount)
        # an old price is at most 12 times as high
        is_for_all = _WITH.isdisjoint(low.beside)  # and not *with rental package*
        said = {low.unit, top.unit}, {one.money.currency or one.money.symbol for one in (low, top)}
        are_alike = all(len(one - {""}) < 2 for one in said)  # unlike ``$129 (€118)``
        is_near = 0 < low.money.amount * 12 >= top.money.amount
        if is_near and is_for_all and are_alike and _are_beside(low, top, likely, analysis):
            return low, _above(olds, low) or top, None
    return price, _above(olds, price), high


def _above(olds: Sequence[PriceExpression], price: PriceExpression) -> PriceExpression | None:
    """The first old price that is higher; an element named so may repeat the price."""
    return next((one for one in olds if one.money.amount > price.money.amount), None)


def _are_beside(low: PriceExpression, top: PriceExpression, likely: tuple[str, ...], analysis: PageAnalysis) -> bool:
    """Whether two amounts stand in one part of the record, or one of them in the element of the other without words.

    The part may be any element without other words than those for an old price.
    """
    one, other = low.column.path, top.column.path
    is_inside = not low.beside and (one.startswith(f"{other}/") or other.startswith(f"{one}/"))
    is_beside = is_inside or one.split("/")[:-2] == other.split("/")[:-2]
    if low.column is top.column or low.column.is_headed:
        return low.column is top.column
    return is_beside or _are_alone(low, top, likely, analysis)


def _are_alone(low: PriceExpression, top: PriceExpression, likely: tuple[str, ...], analysis: PageAnalysis) -> bool:
    """Whether the words in the smallest element with both amounts call the higher one old."""
    index, (first, second) = analysis.index, sorted((low.elements[0], top.elements[0]))
    around = next((one for one in (first, *index.ancestors(first)) if second < index.ends[one]), 0)
    if analysis.shown.words[around] > MAX_AROUND:
        return False
    found = _mentions_in(analysis.texts.line(around), likely, is_called=False)
    return any(kind == "old" and money.amount == top.money.amount for kind, money in found)
