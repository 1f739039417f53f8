"""The amounts of money in the cells of records, and the meaning of each by the text around it.

``Starting at $434`` is a price, ``was $20`` an old one, ``$0.10/count`` one of a unit, ``+$5 shipping`` not a price of
the record, ``$5 – $9`` a price and the highest of several. Of two amounts side by side without a label, the lower is
the price, unless a dash between them makes them a range.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.words import split_words
from iawce.data.text.counts import counted
from iawce.data.text.lexicon.columns import leads_to_value, words_of_class
from iawce.data.text.lexicon.products import names_old_price
from iawce.data.text.money import AmountKind, Money, find_money, kind_of_amount, read_amount, unit_of_amount
from iawce.data.text.prices import Amount, kinds_beside, read_amounts
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import USUAL, ColumnFacts, Values

MAX_WORDS = 8  # Words beside the amounts in a text that is about a price
MAX_LENGTH = 120
MAX_BESIDE = 20  # Text nodes of an element that is struck out in which another number is looked for
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

    ``is_named``: it is old by the names of its column alone, which may be those of other records. ``unit``: of what it
    is the price, such as ``100 g``.
    """

    kind: AmountKind
    money: Money
    column: ColumnFacts
    elements: tuple[int, ...]
    is_named: bool = False
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
    found = _mentions_in(text, likely, is_called=False)
    return bool(found) and not _words_beside(found)


def _holds_money(column: ColumnFacts, likely: tuple[str, ...]) -> bool:
    is_called = _is_called(column)
    share = column.share_of_texts(lambda text: _mentions_in(text, likely, is_called=is_called))
    return share >= (USUAL / 2 if is_called else USUAL)


def _is_called(column: ColumnFacts) -> bool:
    """Whether the name of a column makes prices of plain numbers; a label such as *From* needs a mark of money."""
    return column.called in PRICES and (column.named in PRICES or not leads_to_value(column.label))


def _is_other(column: ColumnFacts) -> bool:
    said = (" ".join(words_of_class(name)) for names in column.classes[:2] for name in names)
    said = (one for one in said if one.split().count("price") < 2)  # ``price-shipping--price`` is the price of both
    words = {word for one in said for word in one.partition(" and ")[0].split()}  # a price and shipping is a price
    words -= {"tax"} if not _WITH.isdisjoint(words) else set()
    return not _NOT_PRICES.isdisjoint(words | {*split_words(column.label.lower())})


@lru_cache(maxsize=4096)
def _mentions_in(text: str, likely: tuple[str, ...], label: str = "", *, is_called: bool) -> Sequence[Amount]:
    """The amounts in a text that is about prices, in order. ``label``: that of its column."""
    if len(text) > MAX_LENGTH:
        return ()
    is_old = bool(label) and kind_of_amount(label, "") == "old"  # other labels say more of a price: ``Price incl. VAT``
    found = read_amounts(text, find_money(text, likely), label if is_old else "")
    if not found and is_called and len(split_words(text)) <= 2 and counted(text)[1] not in _COUNTED:
        amount = read_amount(text)
        return read_amounts(text, [Money(amount, None, "", 0, len(text))]) if amount is not None else []
    return found if _words_beside(found) <= MAX_WORDS else []


def _words_beside(amounts: Sequence[Amount]) -> int:
    return sum(len(split_words(f"{amount.before} {amount.after}")) for amount in amounts)


def mentions_in(
    columns: Sequence[ColumnFacts], row: int, likely: tuple[str, ...], analysis: PageAnalysis
) -> list[PriceExpression]:
    """The amounts in the values of a record, those of columns called prices first, and those with a currency."""
    index, found, amounts, last = analysis.index, list[PriceExpression](), list[Amount](), 0
    values = ((value, column) for column in columns if (value := column.values[row]))
    for value, column in sorted(values, key=lambda one: one[0].elements):
        own = _mentions_in(value.text, likely, column.label, is_called=_is_called(column))
        if not own:
            continue
        skipped = analysis.texts.between(last, int(index.first_text_node[value.elements[0]])) if last else ""
        last, is_struck = int(index.last_text_node[value.elements[-1]]), _is_struck(index, value.elements)
        names = column.names() - {"price", "with", "has"}
        is_old = is_struck or column.called == "old_price" or names_old_price(names)
        for amount in own:
            kind = "old" if is_old and amount.kind == "price" else amount.kind
            unit = unit_of_amount(value.text[: amount.money.start], value.text[amount.money.end :])
            amounts.append(amount._replace(kind=kind, before=skipped + amount.before))
            found.append(PriceExpression(kind, amount.money, column, value.elements, is_old and not is_struck, unit))
            skipped = ""
    kinds = zip(found, kinds_beside(amounts, are_of_one=True), strict=True)
    found = [one if one.kind == "old" else replace(one, kind=kind) for one, kind in kinds]
    return sorted(found, key=lambda one: (one.column.called != "price", not one.money.symbol))


def _is_struck(index: ElementIndex, elements: Sequence[int]) -> bool:
    """Whether all text of a value is struck out, by an element without another number: both prices are no old one."""
    texts = [one for number in elements for one in index.text_numbers(number) if not index.blank[one]]
    owners = index.text_nodes.owners[texts].tolist()
    if not texts or not index.in_struck[owners].all():
        return False
    around = next(one for one in (owners[0], *index.ancestors(owners[0])) if one in index.struck)
    beside = (index.text_nodes.texts[one] for one in index.text_numbers(around)[:MAX_BESIDE] if one not in texts)
    return not any(map(str.isdigit, chain.from_iterable(beside)))


def read_prices(columns: Sequence[ColumnFacts], likely: tuple[str, ...], analysis: PageAnalysis) -> dict[str, Values]:
    """``price``, ``price_currency``, ``old_price``, ``high_price``, ``unit_price`` and its ``unit``, where any has one.

    ``columns``: with amounts of money; ``likely``: codes of the currencies that a shared mark may stand for, the
    likeliest first.
    """
    prices, units = list[Prices](), list[PriceExpression | None]()
    for row in range(len(columns[0].values) if columns else 0):
        mentions = mentions_in(columns, row, likely, analysis)
        units.append(next((mention for mention in mentions if mention.kind == "unit"), None))
        found = _price_of(mentions)
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


def _price_of(mentions: Sequence[PriceExpression]) -> Prices:
    """The first price, the first old one that is higher, since one named so may repeat the price, and the highest."""
    said = defaultdict[str, list[PriceExpression]](list)
    for one in mentions:
        if one.money.amount >= 0:
            said[one.kind].append(one)
    price = next((said[kind][0] for kind in ("price", "net", "instalment") if said[kind]), None)
    olds = (one for one in said["old"] + said["replaced"] if not price or one.money.amount > price.money.amount)
    old = next(olds, None)
    if price is None:
        return (old, None, None) if old and old.is_named else (None, old, None)
    return price, old, next(iter(said["high"]), None)
