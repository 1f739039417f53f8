"""The columns that a person asks for: by name, in any of the languages known, or by an example of a value.

A name is that of a column, of its role (*Preis* is ``price``), or of its header, label or class. An example is a value
of a record, and its column is wanted; if no record has it, as on the next page of the list, a price, a day or the like
stands for the column of its kind.
"""

import csv
import re
from collections.abc import Iterator, Sequence

from iawce.data.text.lexicon.columns import ROLE_OF_WORD, plain_name, role_of_label
from iawce.data.text.money import read_money
from iawce.data.text.times import times_in
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.columns.column_facts import ColumnFacts, Values, plain_form, read_columns
from iawce.extract.records.columns.record_columns import KINDS, NamedColumns, record_fields

MAX_RECORDS = 200  # Most records in which an example is looked for
CURRENCY = "_currency"
_LINK = re.compile(r"link|url|href|https?://\S+|/\S+", re.I)


def asked_names(text: str) -> list[str]:
    """The names and examples in a text with commas between them; one with a comma stands in quotation marks."""
    lines = csv.reader([text.replace("\n", " ")], skipinitialspace=True)
    return list(dict.fromkeys(name for line in lines for one in line if (name := " ".join(one.split()))))


def ask_columns(table: Table, asked: Sequence[str]) -> NamedColumns:
    """The columns of a list that are asked for, in this order, each for what fits it best, and their currencies."""
    named, facts = record_fields(table, all_columns=True), read_columns(table)
    columns = {name: [row[name] for row in named.rows] for name in (named.rows[0] if named.rows else ())}
    described = [(name, values, _sources(values, facts)) for name, values in columns.items()]
    fits = [
        (*fit, one, name)
        for one in asked
        for name, values, sources in described
        if (fit := next(_fits(one, name, values, sources), None))
    ]
    chosen = dict[str, tuple[str, str]]()
    for _, shown, one, name in sorted(fits, key=lambda fit: -fit[0]):
        if one not in chosen and all(name != other for other, _ in chosen.values()):
            chosen[one] = name, shown
    wanted = dict[str, Values]()
    for name, shown in (chosen[one] for one in asked if one in chosen):
        wanted[shown] = columns[name]
        currency = name + CURRENCY
        if currency in columns and all(currency != other for other, _ in chosen.values()):
            wanted[shown + CURRENCY] = columns[currency]
    rows = [{name: values[row] for name, values in wanted.items()} for row in range(len(named.rows))]
    differing = [name for name in named.differing if any(name == other for other, _ in chosen.values())]
    return NamedColumns(rows, named.units, differing, [one for one in asked if one not in chosen], [*columns])


def _sources(values: Values, facts: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns on the page whose values are in those of a named column."""
    own = {(row, number) for row, value in enumerate(values) if value for number in value.elements}
    places = ({(row, n) for row, value in enumerate(one.values) if value for n in value.elements} for one in facts)
    return [one for one, place in zip(facts, places, strict=True) if not own.isdisjoint(place)]


def _fits(asked: str, name: str, values: Values, sources: Sequence[ColumnFacts]) -> Iterator[tuple[float, str]]:
    """How well a column fits what is asked for, the best first, and what it is called then; nothing if it does not."""
    plain, form = plain_name(asked), plain_form(asked)
    if plain == name:
        yield 1.0, plain
    if any(plain and plain == plain_name(one.label) for one in sources):
        yield 0.9, plain
    texts = [value.text for value in values[:MAX_RECORDS] if value and value.text]
    if any(form == plain_form(text) for text in texts):
        yield 0.8, name
    if name in (role_of_label(asked), ROLE_OF_WORD.get(plain, "")):
        yield 0.7, plain
    words = set(plain.split("_"))
    if words <= _words(name, *(one.label for one in sources)):
        yield 0.6, plain
    if words <= {word for one in sources for word in one.names()}:
        yield 0.5, plain
    if len(asked) > 3 and any(f" {asked.casefold()} " in f" {' '.join(text.casefold().split())} " for text in texts):
        yield 0.4, name
    if name == _kind(asked):
        yield 0.3, plain if asked.isalpha() else name


def _words(*names: str) -> set[str]:
    """The words of names, also without the ending of a plural."""
    words = {word for name in names for word in plain_name(name).split("_")}
    return words | {word.removesuffix("s") for word in words}


def _kind(example: str) -> str:
    """The name of the column that such an example belongs to; empty if that is not known."""
    kinds = (name for name, kind in KINDS.items() if kind.fullmatch(example))
    if found := next(kinds, "link" if _LINK.fullmatch(example) else ""):
        return found
    if times_in(example).whole_day(month_first=False):
        return "date"
    return "price" if read_money(example) else ""
