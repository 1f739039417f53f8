"""The fields of the records of a table: those with a fixed meaning first, then others, then ``more``."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.page_currencies import likely_currencies
from iawce.data.dom.words import split_words
from iawce.data.text.lexicon.columns import MORE, ROLE_OF_WORD, UTILITY, VOCABULARY, WORDS, plain_name, words_of_class
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.columns.column_facts import (
    ColumnFacts,
    Values,
    read_columns,
    says_again,
    without_silent,
)
from iawce.extract.records.columns.price_expressions import HIGH_PRICE, money_columns, read_prices
from iawce.extract.records.columns.ratings import MIN_COUNT, attribute_ratings, read_ratings, without_unrated
from iawce.extract.records.columns.roles import READERS, read_role
from iawce.extract.records.columns.titles import coalesce, find_images, find_links, find_titles

USUAL = 0.7
MAX_LENGTH = 30
_VAGUE = frozenset({
    "text", "label", "item", "generic", "color", "colour", "icon", "count", "title", "name", "image", "status", "term",
    "definition", "url", "topic", "reading", "heading", "tag",
})  # fmt: skip
"""Words that are not names if they only occur in class names."""
_PAYMENTS = frozenset({"salary", "pay", "wage", "compensation", "budget", "shipping", "delivery", "discount", "fee"})
_SAME = {"onsale": "badge", "sale": "badge", "ribbon": "badge"}
_KINDS = {
    "email": re.compile(r"\s*[\w.+-]+@[\w-]+(?:\.[\w-]+)+\s*"),
    "time": re.compile(
        r"\s*\d{1,2}[:.h]\d{2}(?:\s*[ap]\.?m\.?)?(?:\s*[-–]\s*\d{1,2}[:.h]\d{2}(?:\s*[ap]\.?m\.?)?)?\s*", re.I
    ),
    "phone": re.compile(r"\s*(?:\+|\()?\d[\d\s()/.-]{6,18}\d\s*"),
}
_NAMES = (frozenset(WORDS) | _PAYMENTS) - _VAGUE - ROLE_OF_WORD.keys()
AMOUNT = re.compile(r"\s*(\d[\d.,]*)\s*([^\W\d_][^\W\d_]+(?: [^\W\d_]+)?)\s*")
"""A number and the word for the things counted."""


def name_of(column: ColumnFacts) -> str:
    """The name of a column from its own words; empty without one."""
    label = plain_name(column.label)[:MAX_LENGTH].strip("_")
    return label or unit_of(column) or _of_classes(column) or _of_values(column)


def _of_values(column: ColumnFacts) -> str:
    """A name for the kind of nearly all values."""
    return next((name for name, kind in _KINDS.items() if column.share_of_texts(kind.fullmatch) >= USUAL), "")


def unit_of(column: ColumnFacts) -> str:
    """The word that nearly all values count, as a name: ``3 beds`` and ``1 bed`` are ``beds``; empty if none is."""
    words = Counter(found[2].lower() for text in column.texts if (found := AMOUNT.fullmatch(text)))
    stems = Counter(words)
    for word, count in words.items():
        if f"{word}s" in stems:
            stems[f"{word}s"] += count
    if not stems or stems.most_common(1)[0][1] < USUAL * len(column.texts) or len(column.texts) == 1:
        return ""
    return plain_name(stems.most_common(1)[0][0])


def _of_classes(column: ColumnFacts) -> str:
    """A word that names values wherever it is in a class name."""
    for name in (name for names in column.classes for name in names if not UTILITY.fullmatch(name.lower())):
        words = [_SAME.get(word, word) for word in words_of_class(name)]
        if known := [word for word in words if word in _NAMES]:
            return known[-1]
    return ""


PROSE = 6
"""Least mean words of a column of texts without a name."""
ELLIPSES = ("..", "…")


def text_columns(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns with the text of the records."""
    return [column for column in columns if _is_text(column)] or _wordiest(columns)


def _is_text(column: ColumnFacts) -> bool:
    """Whether a column has the text of the record."""
    return not column.is_picture and not column.label and (
        column.mean_words >= PROSE or (column.called == "text" and column.mean_words > PROSE / 2)
    )  # fmt: skip


def _wordiest(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The column without a name with the longest texts, if these have more than a few words."""
    nameless = [column for column in columns if not column.is_picture and not name_of(column)]
    most = max(nameless, key=lambda column: column.mean_words, default=None)
    return [most] if most is not None and most.mean_words >= PROSE / 2 and most.distinct > PROSE / 10 else []


def join_texts(columns: Sequence[ColumnFacts]) -> Values:
    """The texts of each record in these columns as one."""
    if not columns:
        return []
    found: Values = []
    for row in zip(*(column.values for column in columns), strict=True):
        said = [value for value in row if value]
        text = "\n".join(_without_excerpts([value.text for value in said if value.text]))
        found.append(
            FieldValue(text, elements=tuple(number for value in said for number in value.elements)) if said else None
        )
    return found


def _without_excerpts(texts: Sequence[str]) -> list[str]:
    """The texts, each once, without those that the beginning of another one repeats."""
    unlike = list(dict.fromkeys(texts))
    return [text for text in unlike if not any(other is not text and _is_excerpt(text, other) for other in unlike)]


def _is_excerpt(text: str, whole: str) -> bool:
    """Whether a text begins with another one, which is cut off, ``HTC Touch - in High Defin...``, or has many words."""
    is_cut = text.endswith(ELLIPSES)
    begins = whole.startswith(text.rstrip(" .…") if is_cut else text)
    return begins and (is_cut or len(split_words(text)) >= PROSE)


MIN_FILLED = 0.1
"""Least share of the records with a value in a separate column."""
ALWAYS_OWN = ("title", "link", "image", "price", "price_currency", "old_price")
"""Columns even if few records have a value, as few are on sale."""
MAX_COLUMNS = 15
MANY = 10
"""Least records with equal values that are not so by chance."""
OTHER = "other"
"""Name of columns without another name."""


def record_fields(table: Table, *, all_columns: bool = False) -> list[dict[str, FieldValue | None]]:
    """The fields of each record of a table, by name, in one order.

    Args:
        table: of a page, with named columns.
        all_columns: whether rare values, and those without a name, have columns, too, instead of ``more``.
    """
    analysis = table.model.tree.analysis
    found, others = _with_roles(table, analysis)
    rare = [name for name in found if not all_columns and name not in ALWAYS_OWN and _has_few(found[name])]
    few = {name: found.pop(name) for name in rare}
    ordered = {name: found[name] for name in (*VOCABULARY, HIGH_PRICE) if name in found}
    named = _named(others)
    room = len(named) if all_columns else MAX_COLUMNS - len(ordered) - 1
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
    return bool(name) and name not in taken and column.filled >= MIN_FILLED


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


def _with_roles(table: Table, analysis: PageAnalysis) -> tuple[dict[str, Values], list[ColumnFacts]]:
    """The values of each role that is found, and the columns that have none."""
    everything = read_columns(table)
    columns = without_silent(everything)
    amounts = money_columns(columns, likely := likely_currencies(analysis))
    titles, used = find_titles(_without(columns, amounts), analysis)
    label = used[0].label if used else ""
    found: dict[str, Values] = {
        "title": [value and FieldValue(value.text, elements=value.elements) for value in titles]
    }
    units = [[table.model.tree.parts[node].element for node in region] for region in table.regions]
    found["link"] = find_links(everything, titles, units, analysis)
    found["image"], pictures = find_images(columns, titles, analysis)
    rest = _without(columns, [*used, *pictures])
    found |= read_prices(amounts, likely, analysis)
    ratings, rated = read_ratings(rest := _without(rest, amounts))
    found |= ratings
    if "rating" not in found:
        found["rating"] = _attribute_ratings(units, analysis)
    found["rating"] = without_unrated(found["rating"], found.get("rating_count", []))
    rest = _without(rest, rated)
    for role in READERS:
        found[role], used_here = read_role(role, rest, analysis)
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
    return column.is_everywhere and not (name_of(column) and len(column.said) < MANY)


def _attribute_ratings(units: Sequence[Sequence[int]], analysis: PageAnalysis) -> Values:
    ratings = attribute_ratings(analysis, units)
    return ratings if sum(value is not None for value in ratings) >= MIN_COUNT * len(ratings) else [None] * len(ratings)


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
    return sum(value is not None for value in values) < MIN_FILLED * len(values)


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
        found.append(FieldValue(json.dumps(plain, ensure_ascii=False)) if plain else None)
    return found
