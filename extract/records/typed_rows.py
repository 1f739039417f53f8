"""Records as rows of a table with types: numbers, prices with their currency, dates, addresses, texts.

The type of a column is one that nearly all of its values on the page have; a value of another type stays a text. A
price becomes a number and a column for its currency; links and pictures become separate columns.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec.inspect import Type

from iawce.data.sinks.growing_table import SOURCE, PageRows, TypedValue
from iawce.data.sinks.schema import DATE, NUMBER, TEXT
from iawce.data.sinks.sink import KEY
from iawce.data.text.lexicon.columns import unused
from iawce.data.text.money import CODES, read_amount, read_money
from iawce.data.text.times import month_first_in, times_in
from iawce.extract.content.content import Field, Record

USUAL = 0.9  # Least share of a column's values that have its type
FIRST = 20  # Number of values that are tried first
MAX_PRICE = 24
MAX_COLUMNS = 300  # Most columns of one page; databases limit the columns of a table
LINK, CURRENCY, ALTERNATIVE = "_link", "_currency", "_alt"
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]{1,9})?")
_GROUPED = re.compile(r"[-+]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_WORDS = re.compile(r"[^\W\d_]{4,}")
CONFIDENCE = "list_confidence"  # Name of the column with the confidence that the list is the purpose of the page
TypedColumn = tuple[str, Type, list[TypedValue | None]]


def typed_rows(records: Sequence[Record], source: str, confidence: object = None) -> PageRows:
    """The records of one list as rows.

    ``source``: address of the page; ``confidence``: that the list is the purpose of the page; a column of each row that
    is not part of its key.
    """
    columns: dict[str, tuple[Type, list[TypedValue | None]]] = {}
    said = Counter(field.text for record in records if (field := record.fields.get("price_currency")))
    likely = tuple(text for text, _ in said.most_common() if text in CODES)  # ``$`` is the same in other columns
    links = [record.fields.get("link") for record in records]
    written = {tuple(field.link if field else "" for field in links)}  # no other column repeats these
    for name in dict.fromkeys(name for record in records for name in record.fields):
        fields = [record.fields.get(name) for record in records]
        for column, kind, values in _columns(name, fields, written, likely):
            if len(columns) < MAX_COLUMNS:
                columns[unused(column, {KEY, SOURCE, *columns})] = kind, values
    if isinstance(confidence, float):
        columns[unused(CONFIDENCE, {KEY, SOURCE, *columns})] = NUMBER, [TypedValue(confidence, "") for _ in records]
    rows = [{name: values[row] for name, (_, values) in columns.items()} for row in range(len(records))]
    return PageRows(source, {name: kind for name, (kind, _) in columns.items()}, rows)


def _columns(
    name: str, fields: Sequence[Field | None], written: set[tuple[str, ...]], likely: tuple[str, ...]
) -> Iterator[TypedColumn]:
    """The column of a field, and those of its parts that do not repeat another column."""
    texts = [field.text if field and not field.image else "" for field in fields]
    if any(texts):
        yield from _typed(name, texts, likely)
        written.add(tuple(texts))
    if any(field and field.image for field in fields):
        yield name, TEXT, [_text(field.image) if field else None for field in fields]
        if said := _new([field.text if field and field.image else "" for field in fields], written):
            yield name + ALTERNATIVE, TEXT, said
    if links := _new([field.link if field else "" for field in fields], written):
        yield name + LINK, TEXT, links


def _new(texts: Sequence[str], written: set[tuple[str, ...]]) -> list[TypedValue | None]:
    """The values of a new column; none if all are empty, or if another column has the same values."""
    known = (zip(texts, column, strict=True) for column in written)
    if not any(texts) or any(all(not own or own == other for own, other in pairs) for pairs in known):
        return []
    written.add(tuple(texts))
    return [_text(text) for text in texts]


def _text(text: str) -> TypedValue | None:
    return TypedValue(text, text) if text else None


def _typed(name: str, texts: Sequence[str], likely: tuple[str, ...]) -> Iterator[TypedColumn]:
    """A column of the first type that nearly all of its values have."""
    fractions = [text for text in texts if "." in text]
    is_grouped = bool(fractions) and all(map(_GROUPED.fullmatch, fractions))  # ``12.840`` in German, or with a fraction
    if not is_grouped and (numbers := _of_type(texts, _number)):
        yield name, NUMBER, numbers
    elif prices := _of_type(texts, lambda text: _price(text)[0]):
        currencies = [_text(_price(text, likely)[1]) if text else None for text in texts]
        yield name, NUMBER, prices
        if any(currencies):
            yield name + CURRENCY, TEXT, currencies
    elif dates := _dates(texts):
        yield name, DATE, dates
    else:
        yield name, TEXT, [_text(text) for text in texts]


def _dates(texts: Sequence[str]) -> list[TypedValue | None]:
    """The values as days if nearly all are dates; other values decide whether ``4/5/2024`` is in April."""
    first = [text for text in texts if text][:FIRST]
    if sum(bool(times_in(text).whole_day(month_first=False)) for text in first) < USUAL * len(first):
        return []
    month_first = month_first_in(texts)
    return _of_type(texts, lambda text: times_in(text).whole_day(month_first=month_first) or None)


def _of_type(texts: Sequence[str], read: Callable[[str], str | float | None]) -> list[TypedValue | None]:
    """The values read by ``read``, or texts if that fails; none if it fails for too many."""
    said = [text for text in texts if text]
    for part in (said[:FIRST], said):  # reading all is slow
        if sum(read(text) is not None for text in part) < USUAL * len(part):
            return []
    values = ((text, read(text) if text else None) for text in texts)
    return [TypedValue(text if value is None else value, text) if text else None for text, value in values]


def _number(text: str) -> float | None:
    """A plain number; one that begins with 0 is an identifier."""
    plain = text.replace("\u2212", "-")
    if re.match(r"[-+]*0[^.]", plain) or not _NUMBER.fullmatch(plain):
        return None
    return float(plain.replace(",", "")) if "." in plain else int(plain.replace(",", ""))


@lru_cache(maxsize=4096)
def _price(text: str, likely: tuple[str, ...] = ()) -> tuple[float | None, str]:
    """Amount and currency of a text that is a price and nothing else."""
    money = read_money(text, likely) if len(text) <= MAX_PRICE else None
    rest = text[: money.start] + text[money.end :] if money else ""
    if money is None or _WORDS.search(rest) or read_amount(rest) is not None:
        return None, ""
    return float(money.amount), money.currency or money.symbol
