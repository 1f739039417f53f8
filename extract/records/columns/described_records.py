"""What the data of a page says of its records, in microdata or JSON-LD (schema.org), added to what is shown of them.

A record is described by the item inside it, and by those with its address or, without one, its title; an item whose
name has no word of the title is about something else. Where the data and what is shown differ, what is shown holds.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from iawce.data.analysis.markup_metadata import SchemaItem, texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import LISTED, addresses_of, listed_items
from iawce.data.dom.web_address import web_address
from iawce.data.dom.words import split_words
from iawce.data.text.money import read_amount
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import ALWAYS, Values

PROPERTIES = {
    "title": "name headline title",
    "image": "image.url image.contentUrl image thumbnailUrl",
    "price": "offers.price offers.lowPrice offers.priceSpecification.price offers.offers.price price",
    "price_currency": "offers.priceCurrency offers.priceSpecification.priceCurrency offers.offers.priceCurrency"
    " priceCurrency",
    "high_price": "offers.highPrice",
    "availability": "offers.availability offers.offers.availability availability",
    "rating": "aggregateRating.ratingValue",
    "rating_count": "aggregateRating.reviewCount aggregateRating.ratingCount",
    "date": "startDate datePosted datePublished",
    "date_end": "endDate",
    "author": "author.name author",
    "company": "hiringOrganization.name hiringOrganization provider.name organizer.name",
    "location": "location.name jobLocation.address.addressLocality location.address.addressLocality"
    " address.addressLocality jobLocation.name location",
    "text": "description",
    "address": "address.streetAddress location.address.streetAddress",
    "brand": "brand.name brand",
    "sku": "sku",
    "gtin": "gtin13 gtin gtin14 gtin12 gtin8",
    "servings": "recipeYield",
    "prep_time": "prepTime",
    "cook_time": "cookTime",
    "total_time": "totalTime",
    "calories": "nutrition.calories",
    "protein": "nutrition.proteinContent",
    "fat": "nutrition.fatContent",
    "carbohydrates": "nutrition.carbohydrateContent",
    "salary": "baseSalary.value.value baseSalary.value.minValue baseSalary.value baseSalary",
    "employment_type": "employmentType",
    "valid_through": "validThrough",
    "workload": "hasCourseInstance.courseWorkload timeRequired",
    "rooms": "numberOfRooms itemOffered.numberOfRooms",
    "floor_size": "floorSize.value itemOffered.floorSize.value",
}
"""Columns, and the paths of the properties that may hold their values, the likeliest first."""
COMPARED = ("price", "price_currency", "rating", "rating_count", "date")
"""Columns in which what is shown and what the data says are compared."""
MIN_FILLED, MIN_OWN = 0.3, 0.1
"""Least share of the records that the data describes, and of those with a value in a column that is added."""


def add_descriptions(
    fields: Mapping[str, Values], units: Sequence[Sequence[int]], analysis: PageAnalysis, most: int
) -> tuple[dict[str, Values], list[str]]:
    """The columns with the values that only the data of the page has, and the names of columns in which the two differ.

    ``units``: elements of each record; ``most``: columns with those that are added.
    """
    items = _items(fields, units, analysis)
    found, differing = dict(fields), list[str]()
    if sum(map(bool, items)) < max(MIN_FILLED * len(items), 1):
        return found, differing
    for name, paths in PROPERTIES.items():
        said = [_read(name, paths.split(), each, analysis) for each in items]
        shown = found.get(name, [None] * len(items))
        pairs = [(text, value) for text, value in zip(said, shown, strict=True) if text and value and value.text]
        if name in COMPARED and any(_form(name, text) != _form(name, value.text) for text, value in pairs):
            differing.append(name)
        values = [value or (_value(name, text) if text else None) for text, value in zip(said, shown, strict=True)]
        is_new = name not in found and sum(map(bool, said)) >= MIN_OWN * len(items)
        if name in found or (is_new and len(found) < most and not _repeats(said, found)):
            found[name] = values
    return found, differing


def _items(
    fields: Mapping[str, Values], units: Sequence[Sequence[int]], analysis: PageAnalysis
) -> list[list[SchemaItem]]:
    """The items that describe each record, the one inside it first."""
    index, base = analysis.index, analysis.document.base_url
    inner = {number: item for number, item in analysis.markup_metadata.microdata.items() if _is_listed(item)}
    numbers, named = sorted(inner), defaultdict[str, list[SchemaItem]](list)
    for _, thing in listed_items(analysis.schema_items):
        item = {**thing, **thing["item"]} if isinstance(thing.get("item"), Mapping) else thing
        keys = [web_address(base, one).partition("#")[0] for one in addresses_of(thing)]
        for key in keys or texts_of(item.get("name")):
            named[key.casefold()].append(item)
    found = list[list[SchemaItem]]()
    for row, unit in enumerate(units):
        place = bisect_left(numbers, unit[0])
        first = numbers[place] if place < len(numbers) else len(index)
        own = [inner[first]] if first < index.ends[unit[-1]] else []
        shown = [value.text for name in ("link", "title") if name in fields and (value := fields[name][row])]
        own += [item for text in shown for item in named.get(text.partition("#")[0].casefold(), ())]
        title = {word.casefold() for text in shown[-1:] for word in split_words(text)}
        found.append([item for item in own if _is_about(item, title)])
    return found


def _is_about(item: SchemaItem, title: set[str]) -> bool:
    """Whether an item has no name, or one with a word of the title of a record."""
    names = [text for path in PROPERTIES["title"].split() for text in texts_of(item.get(path))]
    words = {word.casefold() for text in names for word in split_words(text)}
    return not (names and title) or not title.isdisjoint(words)


def _is_listed(item: SchemaItem) -> bool:
    return any(LISTED.search(kind) and kind not in ("ListItem", "Offer") for kind in types_of(item))


def _read(name: str, paths: Sequence[str], items: Sequence[SchemaItem], analysis: PageAnalysis) -> str:
    """The value of a column in the first of some items that has it; empty without one."""
    given = (text for item in items for path in paths for text in texts_of(_at(item, path.split(".")))[:1])
    text = next(given, "")
    if name in ("price", "high_price", "rating"):
        amount = read_amount(text)
        return "" if amount is None else str(amount)
    if name == "image":
        return web_address(analysis.document.base_url, text) if text else ""
    if name in ("availability", "employment_type"):  # such as ``https://schema.org/InStock``
        return re.sub("(?<=[a-z])(?=[A-Z])", " ", text.rpartition("/")[2])
    return text


def _at(value: Any, path: Sequence[str]) -> Any:
    """What is at the end of a path of properties; of several values, the first."""
    for step in path:
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _value(name: str, text: str) -> FieldValue:
    return FieldValue(image=text) if name == "image" else FieldValue(text)


def _form(name: str, text: str) -> str:
    """A value as it is compared."""
    if name == "date":
        return times_in(text).whole_day(month_first=False) or text
    if name in ("price", "rating", "rating_count") and (amount := read_amount(text)) is not None:
        return str(amount.normalize())
    return " ".join(text.casefold().split())


def _repeats(said: Sequence[str], fields: Mapping[str, Values]) -> bool:
    """Whether nearly all values are in one column already."""
    rows = [(row, text.casefold()) for row, text in enumerate(said) if text]
    columns = ([value and (value.image or value.text).casefold() for value in values] for values in fields.values())
    return any(sum(text == column[row] for row, text in rows) >= ALWAYS * len(rows) for column in columns)
