"""Records as rows of a table with types: numbers, prices with their currency, dates, addresses, texts.

The type of a column is one that nearly all of its values on the page have; a value of another type stays a text. A
price becomes a number and a column for its currency; links and pictures become separate columns.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.inspect import Type

from iawce.data.network.address import host_of
from iawce.data.sinks.growing_table import SOURCE, PageRows, TypedValue
from iawce.data.sinks.schema import DATE, NUMBER, TEXT
from iawce.data.sinks.sink import KEY
from iawce.data.text.lexicon.columns import unused
from iawce.data.text.money import CODES, read_amount, read_money
from iawce.data.text.times import DAY_FIRST, IN_NUMBERS, month_first_in, times_in
from iawce.extract.content.content import Field, Record

USUAL = 0.9  # Least share of a column's values that have its type
FIRST = 20  # Number of values that are tried first
MAX_PRICE = 24
MAX_SHOWN = 60  # Most characters of a text that shows how others are written
READ = frozenset({"price", "old_price", "high_price", "unit_price", "rating"})
"""Columns whose numbers have a point before fractions, whatever the page has."""
MAX_COLUMNS = 300  # Most columns of one page; databases limit the columns of a table
LINK, CURRENCY, ALTERNATIVE = "_link", "_currency", "_alt"
_NUMBER = re.compile(
    r"[-+]?(?:[0-9]{1,15}|[0-9]{1,3}(?P<group>[,\s'’])[0-9]{3}(?:(?P=group)[0-9]{3})*)(?:\.[0-9]{1,9})?"
)
_NOTES = re.compile(r"(?<=[0-9%)])(?:\s?\[[0-9]{1,3}\]|\[[a-z]\]|\s?[*†‡]){1,3}\Z")
"""Marks of footnotes behind a number: ``1,234[a]``, ``12.3*``."""
_BRACKETED = re.compile(r"\A\(([0-9][^()]*)\)\Z")
_GROUPED = re.compile(r"[-+]?[1-9][0-9]{0,2}(?:([.,])[0-9]{3})(?:\1[0-9]{3})*")
_FRACTION = re.compile(r"[-+\u2212]?[0-9]{1,3}(?:[.,\s'’]?[0-9]{3}){0,4}([.,])[0-9]{1,2}")
"""A number whose last sign cannot separate thousands."""
_SWAPPED = str.maketrans(",.", ".,")
_MISSING = re.compile(r"[-–—.…:·]{1,3}|n\.?/?a\.?", re.I)
"""Marks of tables for a value that there is not."""
_WORDS = re.compile(r"[^\W\d_]{4,}")
CONFIDENCE = "list_confidence"  # Name of the column with the confidence that the list is the purpose of the page
TypedColumn = tuple[str, Type, list[TypedValue | None]]


@dataclass(frozen=True, slots=True)
class _Notation:
    """How values are written: likely currencies, the order of days, and the sign before fractions, empty if unknown."""

    currencies: tuple[str, ...]
    month_first: bool | None
    fraction: str


def _notation(records: Sequence[Record], language: str, country: str) -> _Notation:
    """The notation of the values of a list, from all of its columns, and the language and country of the page."""
    said = Counter(field.text for record in records if (field := record.fields.get("price_currency")))
    likely = tuple(text for text, _ in said.most_common() if text in CODES)  # ``$`` is the same in other columns
    fields = (pair for record in records for pair in record.fields.items())
    shown = [field.text for name, field in fields if field and len(field.text) < MAX_SHOWN and name not in READ]
    month_first = month_first_in([text for text in shown if IN_NUMBERS.search(text)], language, country)
    # languages in which no day begins with the month have a comma before fractions
    return _Notation(likely, month_first, _fraction(shown) or "." * (language not in DAY_FIRST))


def _fraction(texts: Sequence[str]) -> str:
    """The sign before the fractions of most numbers; empty if there is none."""
    signs = Counter(found[1] for text in texts if (found := _FRACTION.fullmatch(text)))
    return signs.most_common(1)[0][0] if signs else ""


def typed_rows(records: Sequence[Record], source: str, confidence: object = None, language: str = "") -> PageRows:
    """The records of one list as rows.

    ``source``: address of the page; ``confidence``: that the list is the purpose of the page; a column of each row that
    is not part of its key. ``language``: of the page, BCP 47.
    """
    columns: dict[str, tuple[Type, list[TypedValue | None]]] = {}
    spoken, _, country = language.lower().partition("-")
    notation = _notation(records, spoken, country or host_of(source).rpartition(".")[2])
    links = [record.fields.get("link") for record in records]
    written = {tuple(field.link if field else "" for field in links)}  # no other column repeats these
    for name in dict.fromkeys(name for record in records for name in record.fields):
        fields = [record.fields.get(name) for record in records]
        for column, kind, values in _columns(name, fields, written, notation):
            if len(columns) < MAX_COLUMNS:
                columns[unused(column, {KEY, SOURCE, *columns})] = kind, values
    if isinstance(confidence, float):
        columns[unused(CONFIDENCE, {KEY, SOURCE, *columns})] = NUMBER, [TypedValue(confidence, "") for _ in records]
    rows = [{name: values[row] for name, (_, values) in columns.items()} for row in range(len(records))]
    return PageRows(source, {name: kind for name, (kind, _) in columns.items()}, rows)


def _columns(
    name: str, fields: Sequence[Field | None], written: set[tuple[str, ...]], notation: _Notation
) -> Iterator[TypedColumn]:
    """The column of a field, and those of its parts that do not repeat another column."""
    texts = [field.text if field and not field.image else "" for field in fields]
    if any(texts):
        yield from _typed(name, texts, notation)
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


def _typed(name: str, texts: Sequence[str], notation: _Notation) -> Iterator[TypedColumn]:
    """A column of the first type that nearly all of its values have, except those that are missing."""
    said = ["" if _MISSING.fullmatch(text) else text for text in texts]
    plain = _plain_numbers(said)
    fraction = _fraction(plain) or notation.fraction
    unsure = [text for text in plain if "." in text]
    unsure = unsure or [text for text in plain if text and not fraction]  # numbers below 1,000 have no comma
    is_grouped = fraction != "," and bool(unsure) and all(map(_GROUPED.fullmatch, unsure))  # ``12.840``, ``1,759``
    is_code = any(" " in text for text in plain) and len({*map(len, filter(None, plain))}) == 1  # ``560 001``
    read = dict(zip(said, plain, strict=True))
    if not (is_grouped or is_code) and (numbers := _of_type(said, lambda one: _number(read[one], fraction=fraction))):
        yield name, NUMBER, numbers
    elif prices := _of_type(said, lambda text: _price(text)[0]):
        currencies = [_text(_price(text, notation.currencies)[1]) if text else None for text in said]
        yield name, NUMBER, prices
        if any(currencies):
            yield name + CURRENCY, TEXT, currencies
    elif dates := _dates(said, notation.month_first):
        yield name, DATE, dates
    else:
        yield name, TEXT, [_text(text) for text in texts]


def _plain_numbers(texts: Sequence[str]) -> list[str]:
    """The texts without what stands beside numbers: notes, ``%`` if all have it, and brackets.

    Those in brackets are counts if all are; among fractions or thousands, none with a minus, they are negative.
    """
    plain = [_NOTES.sub("", text) if len(text) < MAX_SHOWN else text for text in texts]
    said = [*filter(None, plain)]
    if all(text.endswith("%") for text in said):
        plain = [text.removesuffix("%").rstrip() for text in plain]
    are_all = all(map(_BRACKETED.match, said))
    are_amounts = any("." in text or "," in text for text in said)
    if not are_all and (not are_amounts or any(text.startswith(("-", "\u2212")) for text in said)):
        return plain
    return [_BRACKETED.sub(r"\1" if are_all else r"-\1", text) for text in plain]


def _dates(texts: Sequence[str], is_month_first: bool | None) -> list[TypedValue | None]:
    """The values as days if nearly all are dates; others, first of the column, decide if ``4/5/2024`` is in April."""
    first = [text for text in texts if text][:FIRST]
    if sum(bool(times_in(text).whole_day(month_first=False)) for text in first) < USUAL * len(first):
        return []
    own = month_first_in(texts)
    month_first = is_month_first if own is None else own
    return _of_type(texts, lambda text: times_in(text).whole_day(month_first=month_first) or None)


def _of_type(texts: Sequence[str], read: Callable[[str], str | float | None]) -> list[TypedValue | None]:
    """The values read by ``read``, or texts if that fails; none if it fails for too many."""
    said = [text for text in texts if text]
    for part in (said[:FIRST], said):  # reading all is slow
        if not part or sum(read(text) is not None for text in part) < USUAL * len(part):
            return []
    values = ((text, read(text) if text else None) for text in texts)
    return [TypedValue(text if value is None else value, text) if text else None for text, value in values]


def _number(text: str, *, fraction: str) -> float | None:
    """A plain number; one that begins with 0 is an identifier. ``fraction``: the sign before fractions, or empty."""
    plain = text.replace("\u2212", "-").translate(_SWAPPED if fraction == "," else {})
    found = _NUMBER.fullmatch(plain)
    if found is None or re.match(r"[-+]*0[^.]", plain):
        return None
    plain = plain.replace(found["group"] or ",", "")
    return float(plain) if "." in plain else int(plain)


@lru_cache(maxsize=4096)
def _price(text: str, likely: tuple[str, ...] = ()) -> tuple[float | None, str]:
    """Amount and currency of a text that is a price and nothing else."""
    money = read_money(text, likely) if len(text) <= MAX_PRICE else None
    rest = text[: money.start] + text[money.end :] if money else ""
    if money is None or _WORDS.search(rest) or read_amount(rest) is not None:
        return None, ""
    return float(money.amount), money.currency or money.symbol
