"""Learns the user's own fields from examples: values on one page or several, as ``read_examples`` returns them.

Each field is located by the rule that finds the example on the most pages: the label before it, else the shortest
selector of its element, else an attribute.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from iawce.data.reading.page_reading import PageReading
from iawce.extract.templates.fields.field_schema import FieldSchema, SchemaField
from iawce.extract.templates.fields.schema_values import BETWEEN, schema_records

MOST_PLACES = 20
"""Most elements with the text of an example that are tried."""
_ATTRIBUTES = ("content", "href", "src", "datetime", "value", "alt", "title")
_NAMING = ("property", "name", "itemprop", "rel")
"""Attributes by which an element without class or id is located."""
Example = tuple[PageReading, Mapping[str, Sequence[str]]]
"""A page, and the values of its fields by name."""


def learn_schema(pages: Sequence[Example]) -> tuple[FieldSchema | None, list[str]]:
    """The schema of the located fields, None if there are none; and the names of the others.

    Args:
        pages: with the values of their fields.
    """
    names = dict.fromkeys(name for _, given in pages for name, values in given.items() if values)
    found = {name: _best(name, pages) for name in names}
    fields = tuple(field for field in found.values() if field)
    return FieldSchema(fields) if fields else None, [name for name, field in found.items() if field is None]


def _best(name: str, pages: Sequence[Example]) -> SchemaField | None:
    """The field that is right on the most pages, the first of several."""
    known = [(reading, given[name]) for reading, given in pages if given.get(name)]
    many = any(len(values) > 1 for _, values in known)
    tried = dict.fromkeys(
        msgspec.structs.replace(field, many=many)
        for reading, values in known
        for field in _ways(name, reading, values[0])
    )
    best, most = None, 0
    for field in tried:
        right = sum(_is_right(field, reading, values) for reading, values in known)
        if right > most:
            best, most = field, right
    return best


def _is_right(field: SchemaField, reading: PageReading, values: Sequence[str]) -> bool:
    records = schema_records(reading, FieldSchema((field,)))
    return bool(records) and records[0].texts[field.name] == BETWEEN.join(values)


def _ways(name: str, reading: PageReading, value: str) -> Iterator[SchemaField]:
    """All ways to locate a field by a value, the most reliable first."""
    for pair in reading.pairs:
        if pair.value == value:
            yield SchemaField(name, label=pair.label)
    for number, ending in islice(_places(reading, value), MOST_PLACES):
        for selector in _selectors(reading, number):
            yield SchemaField(name, css=selector + ending)


def _places(reading: PageReading, value: str) -> Iterator[tuple[int, str]]:
    """The elements with a value, each with the suffix that selects it: the whole text, a text node, an attribute."""
    index = reading.index
    for number in reading.shown.numbers.tolist():
        if reading.shown.words[number] and value in index.text_of(number):
            if " ".join(reading.texts.line(number).split()) == value:
                yield number, ""
            elif " ".join(index.opening_text(number).split()) == value:
                yield number, "::text"
    for attribute in _ATTRIBUTES:
        for number in index.attributes.having(attribute):
            if index.attributes.given[number][attribute].strip() == value:
                yield number, f"::attr({attribute})"


def _selectors(reading: PageReading, number: int) -> Iterator[str]:
    """Selectors of an element: by its id, classes or naming attributes, by those of its parent, by its tag alone."""
    own = list(_simple(reading, number))
    yield from own
    parent, tag = int(reading.index.parents[number]), reading.index.tags[number]
    around = list(_simple(reading, parent)) if parent >= 0 else []
    yield from (f"{outer} > {tag}" for outer in around)
    yield tag


def _simple(reading: PageReading, number: int) -> Iterator[str]:
    index, given = reading.index, reading.index.attributes.given[number]
    if (name := given.get("id", "")) and name.isascii() and name.replace("-", "").replace("_", "").isalpha():
        yield f"#{name}"
    for name in index.classes[number].split():
        if name.isascii() and name.replace("-", "").replace("_", "").isalpha():
            yield f"{index.tags[number]}.{name}"
    for attribute in _NAMING:
        if (said := given.get(attribute, "")) and '"' not in said and "\\" not in said:
            yield f'{index.tags[number]}[{attribute}="{said}"]'
