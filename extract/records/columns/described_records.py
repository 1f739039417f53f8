"""What the data of a page says of its records, in microdata or JSON-LD (schema.org), added to what is shown of them.

A record is described by the item inside it, and by those with its address or, without one, its title; an item whose
name has no word of the title is about something else. Where the data and what is shown differ, what is shown holds.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from iawce.data.analysis.markup_metadata import SchemaItem, texts_of, types_of, value_at
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import LISTED, addresses_of, listed_items
from iawce.data.dom.words import split_words
from iawce.data.network.address import web_address
from iawce.data.text.lexicon.columns import name_of_property
from iawce.data.text.money import read_amount
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import ALWAYS, Values, plain_form

PROPERTIES = {
    "title": "name headline title",
    "image": "image.url image.contentUrl image thumbnailUrl",
    "price": "offers.price offers.lowPrice offers.priceSpecification.price offers.offers.price price",
    "price_currency": "offers.priceCurrency offers.priceSpecification.priceCurrency offers.offers.priceCurrency",
    "high_price": "offers.highPrice",
    "availability": "offers.availability offers.offers.availability availability",
    "rating": "aggregateRating.ratingValue",
    "rating_count": "aggregateRating.reviewCount aggregateRating.ratingCount",
    "date": "startDate datePosted datePublished",
    "date_end": "endDate",
    "author": "author.name author",
    "company": "hiringOrganization.name hiringOrganization provider.name organizer.name",
    "location": "location.name jobLocation.address.addressLocality location.address.addressLocality"
    " address.addressLocality location",
    "text": "description",
    "address": "address.streetAddress location.address.streetAddress",
    "brand": "brand.name brand",
    "gtin": "gtin13 gtin gtin14 gtin12 gtin8",
    "servings": "recipeYield",
    "salary": "baseSalary.value.value baseSalary.value.minValue baseSalary.value baseSalary",
    "workload": "hasCourseInstance.courseWorkload timeRequired",
    "rooms": "numberOfRooms itemOffered.numberOfRooms",
    "floor_size": "floorSize.value itemOffered.floorSize.value",
} | {
    name_of_property(path.rpartition(".")[2]): path
    for path in (
        *("sku", "prepTime", "cookTime", "totalTime", "employmentType", "validThrough"),
        *(f"nutrition.{name}" for name in ("calories", "proteinContent", "fatContent", "carbohydrateContent")),
    )
}
"""Columns, and the paths of the properties that may hold their values, the likeliest first."""
SHOWN_FACTS = ("price", "price_currency", "rating", "rating_count", "date")
"""Columns in which what is shown and what the data says are compared."""
MIN_FILLED, MIN_OWN = 0.3, 0.1
"""Least share of the records that the data describes, and of those with a value in a column that is added."""
MAX_ITEMS = 4  # Most items with one address or name


def add_descriptions(
    fields: Mapping[str, Values], units: Sequence[Sequence[int]], analysis: PageAnalysis, most: int
) -> tuple[dict[str, Values], list[str]]:
    """The columns with the values that only the data of the page has, and the names of columns in which the two differ.

    ``units``: elements of each record; ``most``: columns with those that are added.
    """
    items = _items(fields, units, analysis)
    found, differing = dict(fields), list[str]()
    known = {key for item in items for key in item or ()} if sum(map(bool, items)) >= MIN_FILLED * len(items) else {}
    for name, written in PROPERTIES.items():
        paths = [path for one in written.split() if (path := one.split("."))[0] in known]
        if not paths:
            continue
        said = [_read(name, paths, item, analysis.document.base_url) if item else None for item in items]
        pairs = list(zip(said, found.get(name, [None] * len(items)), strict=True))
        if name in SHOWN_FACTS and any(
            one and value and value.text and plain_form(one.text) != plain_form(value.text) for one, value in pairs
        ):
            differing.append(name)
        is_new = len(found) < most and sum(map(bool, said)) >= MIN_OWN * len(items) and not _repeats(said, found)
        if name in found or is_new:
            found[name] = [value or one for one, value in pairs]
    return found, differing


def _items(
    fields: Mapping[str, Values], units: Sequence[Sequence[int]], analysis: PageAnalysis
) -> list[SchemaItem | None]:
    """The item that describes each record, the one inside it before others."""
    base = analysis.document.base_url
    inner = {number: item for number, item in analysis.markup_metadata.microdata.items() if _is_listed(item)}
    numbers, named = sorted(inner), defaultdict[str, list[SchemaItem]](list)
    for _, thing in listed_items(analysis.schema_items):
        item = {**thing, **thing["item"]} if isinstance(thing.get("item"), Mapping) else thing
        keys = [web_address(base, one).partition("#")[0] for one in addresses_of(thing)]
        for key in keys or texts_of(item.get("name")):
            named[key.casefold().rstrip("/")].append(item)
    found = list[SchemaItem | None]()
    for row, unit in enumerate(units if inner or named else ()):
        first = analysis.index.first_within(numbers, unit)
        own = [] if first is None else [inner[first]]
        shown = [value.text for name in ("link", "title") if name in fields and (value := fields[name][row])]
        for text in shown:
            own += named.get(text.partition("#")[0].casefold().rstrip("/"), [])[:MAX_ITEMS]
        title = {word.casefold() for text in shown[-1:] for word in split_words(text)}
        found.append(next((item for item in own if _is_about(item, title)), None))
    return found


def _is_listed(item: SchemaItem) -> bool:
    return any(LISTED.search(kind) and kind not in ("ListItem", "Offer") for kind in types_of(item))


def _is_about(item: SchemaItem, title: set[str]) -> bool:
    """Whether an item has no name, or one with a word of the title of a record."""
    names = [text for path in PROPERTIES["title"].split() for text in texts_of(item.get(path))]
    words = {word.casefold() for text in names for word in split_words(text)}
    return not (names and title) or not title.isdisjoint(words)


def _read(name: str, paths: Sequence[Sequence[str]], item: SchemaItem, base: str) -> FieldValue | None:
    """The value of a column in an item; None without one."""
    text = next((text for path in paths for text in texts_of(value_at(item, path))[:1]), "")
    if name == "image":
        return FieldValue(image=web_address(base, text)) if text else None
    if name in ("price", "high_price", "rating"):
        amount = read_amount(text)
        text = "" if amount is None else f"{amount:f}"
    if name in ("availability", "employment_type"):  # such as ``https://schema.org/InStock``
        text = re.sub("(?<=[a-z])(?=[A-Z])", " ", text.rpartition("/")[2])
    return FieldValue(text) if text else None


def _repeats(said: Values, fields: Mapping[str, Values]) -> bool:
    """Whether nearly all values are in one column already."""
    columns = ([value and (value.image, value.text.casefold()) for value in values] for values in fields.values())
    rows = [(row, (value.image, value.text.casefold())) for row, value in enumerate(said) if value]
    return any(sum(own[row] == value for row, value in rows) >= ALWAYS * len(rows) for own in columns)
