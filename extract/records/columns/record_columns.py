"""The fields of the records of a table: those with a fixed meaning first, then others, then ``more``."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from iawce.data.reading.page_currencies import likely_currencies
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.alignment.table import Table
from iawce.extract.records.columns.amounts import HIGH_PRICE, read_prices
from iawce.extract.records.columns.column_facts import ColumnFacts, Values, read_columns
from iawce.extract.records.columns.links import find_links
from iawce.extract.records.columns.mentions import money_columns
from iawce.extract.records.columns.names import AMOUNT, name_of, unit_of
from iawce.extract.records.columns.ratings import FEWEST, attribute_ratings, read_ratings, without_unrated
from iawce.extract.records.columns.roles import READERS, read_role
from iawce.extract.records.columns.silent import says_again, says_always, without_silent
from iawce.extract.records.columns.texts import join_texts, text_columns
from iawce.extract.records.columns.titles import coalesce, find_images, find_titles
from iawce.extract.records.columns.vocabulary import MORE, VOCABULARY

LEAST_FILLED = 0.1
"""Least share of the records with a value in a separate column."""
ALWAYS_OWN = ("title", "link", "image", "price", "price_currency", "old_price")
"""Columns even if few records have a value, as few are on sale."""
MOST_COLUMNS = 15
MANY = 10
"""Least records with equal values that are not so by chance."""
OTHER = "other"
"""Name of columns without another name."""


def record_fields(table: Table, *, all_columns: bool = False) -> list[dict[str, FoundField | None]]:
    """The fields of each record of a table, by name, in one order.

    Args:
        table: of a page, with named columns.
        all_columns: whether rare values, and those without a name, have columns, too, instead of ``more``.
    """
    reading = table.model.tree.reading
    found, others = _with_roles(table, reading)
    rare = [name for name in found if not all_columns and name not in ALWAYS_OWN and _has_few(found[name])]
    few = {name: found.pop(name) for name in rare}
    ordered = {name: found[name] for name in (*VOCABULARY, HIGH_PRICE) if name in found}
    named = _named(others)
    room = len(named) if all_columns else MOST_COLUMNS - len(ordered) - 1
    own = [pair for pair in named if all_columns or _is_own(*pair, ordered)]
    own = sorted(sorted(own, key=lambda pair: -pair[1].filled)[: max(room, 0)], key=lambda pair: pair[1].place)
    for name, column in own:
        ordered[_unused(name or OTHER, ordered)] = column.values
    rest = [pair for pair in named if pair not in own]
    said = [*few.items(), *((name, column.values) for name, column in rest)]
    if any(more := _more(said, len(table.rows))):
        ordered[MORE] = more
    return [{name: values[row] for name, values in ordered.items()} for row in range(len(table.rows))]


def _is_own(name: str, column: ColumnFacts, taken: Mapping[str, Values]) -> bool:
    """Whether a column has a name of its own, and many records have a value."""
    return bool(name) and name not in taken and column.filled >= LEAST_FILLED


def _named(columns: Sequence[ColumnFacts]) -> list[tuple[str, ColumnFacts]]:
    """The columns and their names; those with one name that never occur together are joined, units are left out."""
    found = list[tuple[str, ColumnFacts]]()
    for column in columns:
        name = name_of(column)
        same = next((other for known, other in found if name and known == name and not _meet(column, other)), None)
        if same is not None:
            same.values = coalesce([same, column])
        else:
            found.append((name, column))
    return [(name, _numbers(column) if name and name == unit_of(column) else column) for name, column in found]


def _meet(column: ColumnFacts, other: ColumnFacts) -> bool:
    """Whether a record has values of both columns."""
    return any(one and two for one, two in zip(column.values, other.values, strict=True))


def _numbers(column: ColumnFacts) -> ColumnFacts:
    """A column of numbers with a unit without this."""
    values = [
        value and replace(value, text=found[1] if (found := AMOUNT.fullmatch(value.text)) else value.text)
        for value in column.values
    ]
    return replace(column, values=values)


def _with_roles(table: Table, reading: PageReading) -> tuple[dict[str, Values], list[ColumnFacts]]:
    """The values of each role that is found, and the columns that have none."""
    everything = read_columns(table)
    columns = without_silent(everything)
    amounts = money_columns(columns, likely := likely_currencies(reading))
    titles, used = find_titles(_without(columns, amounts), reading)
    label = used[0].label if used else ""
    found: dict[str, Values] = {
        "title": [value and FoundField(value.text, elements=value.elements) for value in titles]
    }
    units = [[table.model.tree.parts[node].element for node in region] for region in table.regions]
    found["link"] = find_links(everything, titles, units, reading)
    found["image"], pictures = find_images(columns, titles, reading)
    rest = _without(columns, [*used, *pictures])
    found |= read_prices(amounts, likely, reading)
    ratings, rated = read_ratings(rest := _without(rest, amounts))
    found |= ratings
    if "rating" not in found:
        found["rating"] = _attribute_ratings(units, reading)
    found["rating"] = without_unrated(found["rating"], found.get("rating_count", []))
    rest = _without(rest, rated)
    for role in READERS:
        found[role], used_here = read_role(role, rest, reading)
        rest, used = _without(rest, used_here), [*used, *used_here]
    again = [*(found[name] for name in ("title", "author", "date")), *(column.values for column in (*amounts, *rated))]
    rest = [column for column in rest if not _is_constant(column) and not says_again(column, again)]
    found["text"] = join_texts(texts := text_columns(rest))
    return {name: values for name, values in found.items() if any(values)}, _without_label(_without(rest, texts), label)


def _without_label(columns: Sequence[ColumnFacts], label: str) -> list[ColumnFacts]:
    """The columns without the label of the titles: the numbers of a thread's pages stand under *Subject*, too."""
    return [replace(column, label="") if label and column.label == label else column for column in columns]


def _is_constant(column: ColumnFacts) -> bool:
    """Whether all records have the same value, which is not informative; a few may all be on sale."""
    return says_always(column) and not (name_of(column) and len(column.said) < MANY)


def _attribute_ratings(units: Sequence[Sequence[int]], reading: PageReading) -> Values:
    ratings = attribute_ratings(reading, units)
    return ratings if sum(value is not None for value in ratings) >= FEWEST * len(ratings) else [None] * len(ratings)


def _without(columns: Sequence[ColumnFacts], used: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    return [column for column in columns if column not in used]


def _unused(name: str, taken: dict[str, Values]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _has_few(values: Values) -> bool:
    """Whether fewer records have a value than a column needs."""
    return sum(value is not None for value in values) < LEAST_FILLED * len(values)


def _more(rest: Sequence[tuple[str, Values]], rows: int) -> Values:
    """The values of each record outside its columns, as JSON: texts by name, those without a name in a list.

    A text without a digit right after itself counts once: a badge for each colour of a product.
    """
    found: Values = []
    for row in range(rows):
        said: dict[str, list[str]] = {}
        for name, values in rest:
            if (value := values[row]) and value.text and not value.image:
                texts = said.setdefault(name or OTHER, [])
                if texts[-1:] != [value.text] or any(map(str.isdigit, value.text)):
                    texts.append(value.text)
        plain = {name: texts if len(texts) > 1 or name == OTHER else texts[0] for name, texts in said.items()}
        found.append(FoundField(json.dumps(plain, ensure_ascii=False)) if plain else None)
    return found
