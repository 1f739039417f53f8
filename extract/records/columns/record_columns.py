"""The fields of the records of a table: those with a fixed meaning first, then others, then ``more``."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice, takewhile

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import split_words
from iawce.data.text.lexicon.columns import (
    MORE,
    ROLE_OF_WORD,
    UTILITY,
    VOCABULARY,
    WORDS,
    plain_name,
    unused,
    words_of_class,
)
from iawce.data.text.lexicon.products import fact_of_label
from iawce.data.text.times import date_range, month_first_in, times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.columns.column_facts import (
    ALWAYS,
    MANY,
    ColumnFacts,
    Values,
    is_filler,
    never_meet,
    read_columns,
    says_again,
    without_silent,
)
from iawce.extract.records.columns.described_records import add_descriptions
from iawce.extract.records.columns.price_expressions import (
    HIGH_PRICE,
    UNIT,
    UNIT_PRICE,
    money_columns,
    read_prices,
    with_amounts_apart,
)
from iawce.extract.records.columns.ratings import attribute_ratings, read_ratings, without_unrated
from iawce.extract.records.columns.roles import READERS, STEPS, join_dates, last_threads, read_role, with_stock_apart
from iawce.extract.records.columns.titles import find_backgrounds, find_images, find_links, find_titles

MAX_RANGE = 20  # Most words of an element around a day that says a range of days
USUAL = 0.7
USUAL_CURRENCIES = ("USD", "JPY", "INR")  # Of ``$``, ``¥`` and ``Rs``, where the page does not say which
_VAGUE = frozenset({
    "text", "label", "item", "generic", "color", "colour", "icon", "count", "title", "name", "image", "status", "term",
    "definition", "url", "topic", "reading", "heading", "tag",
})  # fmt: skip
"""Words that are not names if they only occur in class names."""
_PAYMENTS = frozenset({"salary", "pay", "wage", "compensation", "budget", "shipping", "delivery", "discount", "fee"})
_SAME = {"onsale": "badge", "sale": "badge", "ribbon": "badge"}
_CLOCK = r"\d{1,2}[:.h]\d{2}(?:\s*(?:[ap]\.?m\.?|uhr))?"
KINDS = {
    "email": re.compile(r"(?<!\s)\s*+(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+\s*"),
    "time": re.compile(rf"(?<!\s)\s*+{_CLOCK}(?:\s*[-–]\s*{_CLOCK})?\s*", re.I),
    "phone": re.compile(r"(?<!\s)\s*+(?:\+|\()?\d[\d\s()/.-]{6,18}\d\s*"),
}
_NAMES = (frozenset(WORDS) | _PAYMENTS) - _VAGUE - ROLE_OF_WORD.keys()
AMOUNT = re.compile(r"\s*(\d[\d.,]*)\s*([^\W\d_][^\W\d_]+(?: [^\W\d_]+)?)\s*")
"""A number and the word for the things counted."""
PROSE = 6  # Least mean words of a column of texts without a name
MIN_FILLED = 0.1  # Least share of the records with a value in a separate column
ALWAYS_OWN = ("title", "link", "image", "price", "price_currency", "old_price")
"""Columns even if few records have a value, as few are on sale."""
ADDED = ("link", "image", "section")  # Columns that a placeholder or an advert among the records may have, too
MAX_COLUMNS = 15
NUMBERED = frozenset("#№")  # Headers of the numbers of rows
SIGN, MAX_SIGNS = " SIGN", 3  # End of the name of a sign such as *percent*, and most signs of a header
OTHER = "other"  # Name of columns without another name
LAST_TITLE, OF_LAST = "last_title", {"author": "last_author", "date": "last_date"}
"""Names of the columns about the last post of a board."""
FIRST = (*VOCABULARY, HIGH_PRICE, UNIT_PRICE, UNIT, LAST_TITLE, *OF_LAST.values())
"""Columns with a fixed meaning, in order."""
SECTION_HEADINGS = (*HEADINGS, "dt", "legend", "summary", "caption")
TAGS = "tags"  # Name of the column of links to tags, of which a record has several
_LENGTH = re.compile(r":\d?[1-46-9]\b|\b(?:2[5-9]|[3-9]\d):")  # Of a recording: events begin and end every five minutes
PARTS_OF_TITLES = frozenset({"brand", "sku", "mpn", "gtin"})  # Facts of a product that its title may have, too
TAG = re.compile(r"/tags?/|[?&]tag=", re.I)
_BETWEEN_PARTS, MAX_BESIDE_DATE = re.compile(r"\s[-–—|·•]\s"), 100
"""Signs between a date and another value in one text, and most characters of that."""


def name_of(column: ColumnFacts) -> str:
    """The name of a column from its own words; empty without one."""
    label = plain_name(column.label)[:30].strip("_") or _of_signs(column.label)
    are_tags = column.share(lambda value: "#" not in value.link and TAG.search(value.link)) >= USUAL
    return label or unit_of(column) or _of_classes(column) or kind_of_texts(column) or TAGS * are_tags


def _of_signs(label: str) -> str:
    """The name of a label of signs alone, but those of numbers: ``±%`` is ``plus_minus_percent``."""
    names = (unicodedata.name(sign, "") for sign in label[:MAX_SIGNS] if sign not in NUMBERED)
    return "_".join(plain_name(name.removesuffix(SIGN)) for name in names if name.endswith(SIGN))


def kind_of_texts(column: ColumnFacts) -> str:
    """The kind that nearly all of its texts are of, such as ``email`` and ``time``; empty if none is."""
    if column.share_of_texts(lambda text: times_in(text).whole_day(month_first=False)) >= USUAL:
        return "day"  # ``02.03.2024`` may be a phone by its form
    return next((name for name, kind in KINDS.items() if column.share_of_texts(kind.fullmatch) >= USUAL), "")


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
    """A word that names values wherever it is in a class name; a button such as *Show number* is no phone."""
    said = column.texts[0] if column.is_constant and not any(map(str.isdigit, column.texts[0])) else ""
    for name in (name for names in column.classes for name in names if not UTILITY.fullmatch(name.lower())):
        words = [_SAME.get(word, word) for word in words_of_class(name)]
        if known := [word for word in words if word in _NAMES]:
            kind = KINDS.get(known[-1])
            return "" if kind and said and not kind.fullmatch(said) else known[-1]
    return ""


def text_columns(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns with the text of the records, or the one without a name with the longest texts of several words."""
    others = [column for column in columns if not (column.is_picture or kind_of_texts(column))]
    half = PROSE / 2
    found = [one for one in others if not one.label and one.mean_words > half]
    found = [one for one in found if one.called == "text" or one.mean_words >= PROSE]
    if found:
        return found
    most = max((one for one in others if not name_of(one)), key=lambda one: one.mean_words, default=None)
    return [most] if most is not None and most.mean_words >= half and most.distinct > PROSE / 10 else []


def join_texts(columns: Sequence[ColumnFacts]) -> Values:
    """The texts of each record in these columns as one."""
    found: Values = []
    for row in zip(*(column.values for column in columns), strict=True):
        said = [value for value in row if value]
        text = "\n".join(_without_excerpts([value.text for value in said if value.text]))
        elements = tuple(number for value in said for number in value.elements)
        found.append(FieldValue(text, elements=elements) if said else None)
    return found


def _without_excerpts(texts: Sequence[str]) -> list[str]:
    """The texts, each once, without cut or long ones that another begins with: ``HTC Touch - in High Defin...``."""
    unlike = list(dict.fromkeys(texts))
    likely = (text for text in unlike if text.endswith(("..", "…")) or len(split_words(text)) >= PROSE)
    cut = {text: text.rstrip(" .…") if text.endswith(("..", "…")) else text for text in likely}
    repeated = {text for text, begin in cut.items() for one in unlike if one is not text and one.startswith(begin)}
    return [text for text in unlike if text not in repeated]


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The fields of each record of a list, by name, in one order.

    ``units``: the elements of each record; ``differing``: the columns in which the data of the page says otherwise;
    ``missing``: those that were asked for in vain, and ``known``, those that there are.
    """

    rows: Sequence[dict[str, FieldValue | None]] = ()
    units: Sequence[tuple[int, ...]] = ()
    differing: Sequence[str] = ()
    missing: Sequence[str] = ()
    known: Sequence[str] = ()


def record_fields(table: Table, *, all_columns: bool = False) -> NamedColumns:
    """The fields of each record of a table, without those that have none; labels with values are one record.

    ``all_columns``: whether rare values, and those without a name, have columns, too, instead of ``more``.
    """
    units, analysis = table.units, table.model.tree.analysis
    around = analysis.tables.around(units[0][0])
    if around.pairs and {unit[0] for unit in units} <= {row.element for row in around.rows}:
        tree, lines = table.model.tree, analysis.texts.line
        values = ((label, cell, [*tree.values((tree.node_of.get(cell, 0),))]) for label, cell in around.pairs)
        pairs = {
            plain_name(lines(label)): FieldValue(lines(cell), said[0].link if len(said) == 1 else "", elements=(cell,))
            for label, cell, said in values
        }
        return NamedColumns([{**pairs}], [(around.element,)])
    found, others = _with_roles(table)
    is_data = any(column.is_headed for column in table.columns)  # which has no rare columns
    least = 0 if all_columns or is_data else MIN_FILLED * len(table.rows)
    rare = [name for name in found if name not in ALWAYS_OWN and sum(map(bool, found[name])) < least]
    few = {name: found.pop(name) for name in rare}
    also = found.keys() & READERS.keys()  # a second value of a role
    own = named = [(name or one.called * (one.called in also), one) for name, one in _named(others)]
    if not all_columns:
        told = [pair for pair in named if pair[0] or (is_data and pair[1].label not in NUMBERED)]
        headed = [pair for pair in told if pair[1].is_headed and (pair[0] or pair[1].filled >= MIN_FILLED)]
        rest = [pair for pair in told if pair[0] not in found and pair not in headed]
        rest = sorted((pair for pair in rest if pair[1].filled >= MIN_FILLED), key=lambda pair: -pair[1].filled)
        own = [*headed, *rest[: max(MAX_COLUMNS - len(found) - len(headed) - 1, 0)]]
    for name, column in sorted(own, key=lambda pair: pair[1].place):
        found[unused(name or OTHER, found)] = column.values
    found, differing = add_descriptions(found, units, analysis, MAX_COLUMNS)
    found = {name: found[name] for name in (*(one for one in FIRST if one in found), *found)}
    said = [*few.items(), *((name, column.values) for name, column in named if (name, column) not in own)]
    if any(more := _more(said, len(table.rows))):
        found[MORE] = more
    rows = [{name: values[row] for name, values in found.items()} for row in range(len(table.rows))]
    kept = _are_records(rows, is_data=is_data)
    if any(kept):  # else these are pictures alone
        rows, units = [*compress(rows, kept)], [*compress(units, kept)]
    return NamedColumns(rows, units, differing)


def _are_records(rows: Sequence[dict[str, FieldValue | None]], *, is_data: bool) -> list[bool]:
    """Whether each row is a record, outside of tables of data: not an advert, a heading, or a place to go on from.

    These have neither a title nor a link, and less than half of what nearly all have that are of most rows and have one
    of these; at the end, only these two.
    """
    own, main = [{name for name, value in row.items() if value} for row in rows], {"title", "link"}
    entries = [said for said in own if said & main]
    usual = {name for name in rows[0] if sum(name in said for said in entries) >= ALWAYS * (len(entries) - 1) > 2}
    found = [bool(said.difference(ADDED)) for said in own]
    if is_data or "title" not in usual or len(usual) < MANY or 2 * len(entries) <= len(own):
        return found
    least = len(usual) / 2
    found = [one and (bool(said & main) or len(said & usual) >= least) for one, said in zip(found, own, strict=True)]
    return [*found[:-1], found[-1] and not own[-1] <= main]


def _named(columns: Sequence[ColumnFacts]) -> list[tuple[str, ColumnFacts]]:
    """The columns and their names; those of tags, or of one name and never together, are joined, without units."""
    found = list[tuple[str, ColumnFacts]]()
    for column in columns:
        name = name_of(column)
        is_tag = name == TAGS and column.linked >= USUAL
        alike = (other for known, other in found if name and known == name)
        alike = (one for one in alike if (is_tag and one.linked >= USUAL) or never_meet(column.values, one.values))
        if same := next(alike, None):
            same.values = [
                replace(one, text=f"{one.text}, {other.text}", elements=(*one.elements, *other.elements))
                if one and other
                else one or other
                for one, other in zip(same.values, column.values, strict=True)
            ]
        else:
            found.append((name, column))
    for name, column in found:
        if name and name == unit_of(column):
            said = [(value, AMOUNT.fullmatch(value.text) if value else None) for value in column.values]
            column.values = [replace(value, text=number[1]) if value and number else value for value, number in said]
    return found


def _with_roles(table: Table) -> tuple[dict[str, Values], list[ColumnFacts]]:
    """The values of each role that is found, and the columns that have none."""
    everything, analysis = read_columns(table), table.model.tree.analysis
    likely = tuple(dict.fromkeys((*analysis.currencies, *USUAL_CURRENCIES)))
    columns = with_amounts_apart(without_silent(join_dates(everything, analysis)), likely)
    amounts = money_columns(columns, likely)
    titles, used = find_titles(_without(columns, amounts), analysis)
    latest = last_threads([one.values for one in columns])
    last = [] if latest is None or columns[latest] in used else columns[latest : latest + 1]
    label = used[0].label if used else ""
    found: dict[str, Values] = {"title": [one and FieldValue(one.text, elements=one.elements) for one in titles]}
    units = table.units
    found["link"] = find_links(everything, titles, units, analysis)
    images, pictures = find_images(columns, titles)
    found["image"] = images if any(images) else find_backgrounds(units, analysis)
    found |= read_prices(amounts, likely, analysis)
    marks, counts = attribute_ratings(analysis, units)
    rest, are_rated = _without(columns, [*used, *last, *pictures, *amounts]), bool(amounts) or any(marks)
    ratings, rated = read_ratings(rest, are_rated=are_rated)
    found |= ratings
    if "rating" not in found:
        found["rating"] = marks
        found.setdefault("rating_count", counts)
    found["rating"] = without_unrated(found["rating"], found.get("rating_count", []))
    rest = with_stock_apart([*_without(rest, rated), *_described(pictures, columns)])
    dated = list[ColumnFacts]()
    for role in READERS:
        found[role], used = read_role(role, [*rest, *dated] if role == "author" else rest, analysis)
        if role == "date":
            found["date"], found["date_end"] = _first_and_last(dates := found["date"], used, analysis)
            is_range = any(found["date_end"])  # else the first is that of the dates, others may be such as changes
            dated = used = [one for one in used if is_range or one is used[0] or _says_days_of(one, dates)]
            rest += filter(None, map(_beside_dates, used))
            found["time"], ends = _times_of_day(found["date"], used, rest)
            used = [*used, *ends]
        rest = _without(rest, used)
    again = [found[name] for name in ("title", *READERS)]
    again += [column.values for column in (*amounts, *rated)]
    # the same value in all records is not informative; a few may all be on sale
    rest = [one for one in rest if not one.is_everywhere or one.is_headed or (len(one.said) < 10 and name_of(one))]
    also = [one for one in rest if one.is_headed or _is_part_of_title(one, found["title"])]
    rest = [one for one in rest if one in also or not says_again(one, again)]
    rest = [  # a description, and the numbers of a thread's pages, stand under *Subject*, too
        replace(one, label="", is_headed=False) if label and one.label == label else one for one in rest
    ]
    found["text"] = join_texts(texts := text_columns(rest))
    found["section"] = _find_sections(table)
    if last:  # of boards
        found = {OF_LAST.get(name, name): values for name, values in found.items()} | {LAST_TITLE: last[0].values}
    return {name: values for name, values in found.items() if any(values)}, _without(rest, texts)


def _is_part_of_title(column: ColumnFacts, titles: Values) -> bool:
    """Whether the brand or a number of a product stands in a column of its own, and in the title, which says more."""
    is_fact = fact_of_label(name_of(column).replace("_", " ")) in PARTS_OF_TITLES
    pairs = zip(column.values, titles, strict=True)
    return is_fact and any(one and title and one.text != title.text for one, title in pairs)


def _described(pictures: Sequence[ColumnFacts], columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """What is said of pictures under headers, such as logos of airlines, unless the rest of the record says it too."""
    headed = (one for one in pictures if one.is_headed and plain_name(one.label))
    found = (
        replace(one, values=[replace(value, image="") if value and value.text else None for value in one.values])
        for one in headed
    )
    told = (one for one in found if one.filled >= USUAL)
    return [one for one in told if not any(says_again(other, [one.values]) for other in columns)]


def _find_sections(table: Table) -> Values:
    """The heading above each record, if headings stand between the records, above several of them."""
    analysis, units = table.model.tree.analysis, table.units
    found = [analysis.tables.around(unit[0]).sections.get(unit[0]) for unit in units]  # of rows
    found = found if any(found) else _headings_between(table, units)
    return [None if one is None else FieldValue(analysis.texts.line(one), elements=(one,)) for one in found]


def _headings_between(table: Table, units: Sequence[Sequence[int]]) -> list[int | None]:
    """The last heading before each record, of one tag and depth: those of which most stand between records."""
    analysis, index = table.model.tree.analysis, table.model.tree.analysis.index
    inside = index.inside(number for unit in units for number in unit)
    headings = [one for one in analysis.shown.tagged(*SECTION_HEADINGS).tolist() if not inside[one]]
    firsts = [unit[0] for unit in units]
    between = [one for one in headings if firsts[0] < one < firsts[-1]]
    levels = Counter((index.tags[one], int(index.depths[one])) for one in between)
    if not levels or len(between) >= len(units) - 1:
        return [None] * len(units)
    level = levels.most_common(1)[0][0]
    chosen = [one for one in headings if (index.tags[one], int(index.depths[one])) == level]
    around, words = int(index.parents[chosen[0]]), analysis.shown.words
    if len(chosen) == 1 and words[around] > words[chosen[0]] and not inside[around : index.ends[around]].any():
        return [None] * len(units)  # the only one, in a box with more than itself, such as a form
    places = np.searchsorted(chosen, firsts)
    return [chosen[place - 1] if place else None for place in places.tolist()]


def _first_and_last(dates: Values, used: Sequence[ColumnFacts], analysis: PageAnalysis) -> tuple[Values, Values]:
    """The dates, ranges of days by their first day, and the last day of each range, in one element or in two."""
    first, last = list(dates), list[FieldValue | None]([None] * len(dates))
    order, words = month_first_in([text for column in used for text in column.counts]), analysis.shown.words
    for row, date in enumerate(dates):
        if date is None:
            continue
        own = date.elements[0]
        said = [value.text for column in used if (value := column.values[row])] or [analysis.texts.line(own)]
        near = takewhile(lambda one: words[one] <= MAX_RANGE, islice(analysis.index.ancestors(own), STEPS))
        around = [analysis.texts.line(one) for one in near]
        day = times_in(date.text).whole_day(month_first=False)  # its year may be in an attribute
        texts = [text for one in (*said, *around) for text in (one, f"{one} {day[:4]}")]
        ranges = ((text, date_range(text, month_first=order)) for text in texts)
        begin, end = next((found for text, found in ranges if found[0] and (text in said or found[0] == day)), ("", ""))
        if begin:
            first[row], last[row] = replace(date, text=begin), replace(date, text=end)
    return first, last


def _beside_dates(column: ColumnFacts) -> ColumnFacts | None:
    """What most values say on the other side of a sign beside their date, ``Oslo - 2 May 2026``; None if none do.

    The label and the class names are those of the date.
    """
    values: Values = []
    for value in column.values:
        text = " ".join(value.text.split()) if value else ""
        parts = _BETWEEN_PARTS.split(text) if len(text) <= MAX_BESIDE_DATE else []
        others = [one for one in parts if not times_in(one).spans and any(map(str.isalpha, one))]
        is_beside = len(parts) == 2 and len(others) == 1
        values.append(replace(value, text=others[0], link="") if value and is_beside else None)
    said = {one.text for one in values if one}
    is_told = len(said) > 1 and sum(map(bool, values)) >= USUAL * len(column.said)
    return replace(column, values=values, label="", classes=(), is_headed=False) if is_told else None


def _times_of_day(
    dates: Values, used: Sequence[ColumnFacts], rest: Sequence[ColumnFacts]
) -> tuple[Values, Sequence[ColumnFacts]]:
    """The times of the day in the texts of dates without them, and with the column of the times right behind, if any.

    That is in the same element: ``7 November @ 20:00 - 22:00`` in two parts. Both are empty if the dates have no times.
    """
    if not used:
        return [], []
    column, around = used[0], used[0].path.rpartition("/")[0]
    after = [one for one in rest if one.place > column.place and one not in used][:1]
    ends = [one for one in after if one.path.rpartition("/")[0] == around and kind_of_texts(one) == "time"]
    ends = [one for one in ends if not any(map(_LENGTH.search, one.texts))]
    found, has_clocks = list[FieldValue | None](), False
    for row, (value, date) in enumerate(zip(column.values, dates, strict=True)):
        times, end = times_in(value.text if value else ""), ends[0].values[row] if ends else None
        clocks = [times.text[span.start : span.end] for span in times.spans if span.is_clock]
        is_said = not clocks or date is None or times_in(date.text).has_clock
        said = [*clocks, end.text] if end else clocks
        elements = tuple(number for one in (value, end) if one for number in one.elements)
        found.append(FieldValue(" - ".join(dict.fromkeys(said)), elements=elements) if end or not is_said else None)
        has_clocks = has_clocks or bool(clocks)
    return (found, ends) if has_clocks and any(found) else ([], [])


def _says_days_of(column: ColumnFacts, dates: Values) -> bool:
    """Whether nearly all of its days are those of the dates."""
    pairs = [(value, date) for value, date in zip(column.values, dates, strict=True) if value and date]
    same = (not (own := _days(one)) or not own.isdisjoint(_days(date)) for one, date in pairs)
    return sum(same) >= ALWAYS * len(pairs)


def _days(value: FieldValue) -> set[str]:
    """The day that a value is, by both orders of day and month; none if it is no day."""
    return {times_in(value.text).whole_day(month_first=order) for order in (False, True)} - {""}


def _without(columns: Sequence[ColumnFacts], used: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    return [column for column in columns if column not in used]


def _more(rest: Sequence[tuple[str, Values]], rows: int) -> Values:
    """The values of each record outside its columns, as JSON: texts by name, those without a name in a list.

    A text without a digit right after itself counts once: a badge for each colour of a product. Buttons are left out.
    """
    found: Values = []
    for row in range(rows):
        said: dict[str, list[str]] = {}
        for name, values in rest:
            if (value := values[row]) and value.text and not value.image and (name or not is_filler(value.text)):
                texts = said.setdefault(name or OTHER, [])
                if texts[-1:] != [value.text] or any(map(str.isdigit, value.text)):
                    texts.append(value.text)
        plain = {name: texts if len(texts) > 1 or name == OTHER else texts[0] for name, texts in said.items()}
        found.append(FieldValue(json.dumps(plain, ensure_ascii=False)) if plain else None)
    return found
