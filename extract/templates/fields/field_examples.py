"""Fields of a cluster learned from examples, which the user gives for one or two of its pages.

Each field is located by the rule that finds the example on the most pages: the label before it, else the shortest
selector of its element, else an attribute.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.json_file import as_schema, read_json
from iawce.extract.templates.fields.field_sample import ClusterSample, TextPlace
from iawce.extract.templates.fields.field_schema import FieldSchema, SchemaField
from iawce.extract.templates.fields.field_template import FieldTemplate, text_of_part, values_of_part
from iawce.extract.templates.fields.page_texts import EDGES
from iawce.extract.templates.fields.schema_values import BETWEEN, schema_records
from iawce.extract.templates.template import TextPart

KEPT = 0.5
"""Least share of the pages on which a text at the place is surrounded by the same text as an example."""
Examples = dict[str, dict[str, list[str]]]
"""For each page, by its name, the values of its fields by name."""


def read_examples(path: Path) -> Examples:
    """Read a file: ``{"page.html": {"title": "Emma", "author": ["Jane Austen"]}}``.

    Raises:
        UsageError: it cannot be read, or is not such a file.
    """
    found = as_schema(read_json(path), dict[str, dict[str, str | list[str]]], f"{path} holds no examples")
    return {page: {name: _texts(value) for name, value in fields.items()} for page, fields in found.items()}


def _texts(value: str | list[str]) -> list[str]:
    values = [value] if isinstance(value, str) else value
    return [text for text in (" ".join(text.split()).strip(EDGES) for text in values) if text]


def given_fields(sample: ClusterSample, places: Sequence[TextPlace]) -> list[FieldTemplate]:
    """A field for each name of the examples for which a place fits; the best one."""
    names = dict.fromkeys(name for page in sample.pages for name, values in page.given.items() if values)
    return [field for name in names if (field := _best(name, sample, places))]


def _best(name: str, sample: ClusterSample, places: Sequence[TextPlace]) -> FieldTemplate | None:
    """The template that is right on most examples; then whole texts before parts, then that found on most pages."""
    given = {number: page.given[name] for number, page in enumerate(sample.pages) if page.given.get(name)}
    found: list[tuple[tuple[int, bool, int], FieldTemplate]] = []
    for place in places:
        start = FieldTemplate(name, sample.looks[place.key].place, TextPart(place.label), pages=len(sample.pages))
        for fields, count in _fits(start, place, given):
            found.append(((count, not (fields.part.before or fields.part.after), fields.found), fields))
    return max(found, key=lambda each: each[0], default=(None, None))[1]


def _fits(
    start: FieldTemplate, place: TextPlace, given: Mapping[int, Sequence[str]]
) -> Iterator[tuple[FieldTemplate, int]]:
    """Templates for a place, by the text around an example, with the number of examples on which each is right."""
    ways = dict.fromkeys(way for number, values in given.items() for way in _ways(start.part, place, number, values))
    for before, after in ways:
        part = TextPart(start.part.label, before, after)
        right = sum(
            values_of_part(part, place.texts.get(number, ())) == list(values) for number, values in given.items()
        )
        found = sum(any(part.fits(text_of_part(part, text)) for text in texts) for texts in place.texts.values())
        if right and found >= KEPT * len(place.texts):
            yield replace(start, part=part, found=found), right


def _ways(part: TextPart, place: TextPlace, number: int, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The text before and after the first value in the texts of a page, unless the value is part of a word."""
    for text in place.texts.get(number, ()):
        before, value, after = text_of_part(part, text).partition(values[0])
        if value and not (before[-1:].isalnum() or after[:1].isalnum()):
            yield before, after


MAX_PLACES = 20
"""Most elements with the text of an example that are tried."""
_ATTRIBUTES = ("content", "href", "src", "datetime", "value", "alt", "title")
_NAMING = ("property", "name", "itemprop", "rel")
"""Attributes by which an element without class or id is located."""
Example = tuple[PageAnalysis, Mapping[str, Sequence[str]]]
"""A page, and the values of its fields by name."""


def learn_schema(pages: Sequence[Example]) -> tuple[FieldSchema | None, list[str]]:
    """The schema of the located fields, None if there are none; and the names of the others.

    Args:
        pages: with the values of their fields.
    """
    names = dict.fromkeys(name for _, given in pages for name, values in given.items() if values)
    found = {name: _best_field(name, pages) for name in names}
    fields = tuple(field for field in found.values() if field)
    return FieldSchema(fields) if fields else None, [name for name, field in found.items() if field is None]


def _best_field(name: str, pages: Sequence[Example]) -> SchemaField | None:
    """The field that is right on the most pages, the first of several."""
    known = [(analysis, given[name]) for analysis, given in pages if given.get(name)]
    many = any(len(values) > 1 for _, values in known)
    tried = dict.fromkeys(
        msgspec.structs.replace(field, many=many)
        for analysis, values in known
        for field in _field_ways(name, analysis, values[0])
    )
    best, most = None, 0
    for field in tried:
        right = sum(_is_right(field, analysis, values) for analysis, values in known)
        if right > most:
            best, most = field, right
    return best


def _is_right(field: SchemaField, analysis: PageAnalysis, values: Sequence[str]) -> bool:
    records = schema_records(analysis, FieldSchema((field,)))
    return bool(records) and records[0].texts[field.name] == BETWEEN.join(values)


def _field_ways(name: str, analysis: PageAnalysis, value: str) -> Iterator[SchemaField]:
    """All ways to locate a field by a value, the most reliable first."""
    for pair in analysis.pairs:
        if pair.value == value:
            yield SchemaField(name, label=pair.label)
    for number, ending in islice(_places(analysis, value), MAX_PLACES):
        for selector in _selectors(analysis, number):
            yield SchemaField(name, css=selector + ending)


def _places(analysis: PageAnalysis, value: str) -> Iterator[tuple[int, str]]:
    """The elements with a value, each with the suffix that selects it: the whole text, a text node, an attribute."""
    index = analysis.index
    for number in analysis.shown.numbers.tolist():
        if analysis.shown.words[number] and value in index.text_of(number):
            if " ".join(analysis.texts.line(number).split()) == value:
                yield number, ""
            elif " ".join(index.opening_text(number).split()) == value:
                yield number, "::text"
    for attribute in _ATTRIBUTES:
        for number in index.attributes.having(attribute):
            if index.attributes.given[number][attribute].strip() == value:
                yield number, f"::attr({attribute})"


def _selectors(analysis: PageAnalysis, number: int) -> Iterator[str]:
    """Selectors of an element: by its id, classes or naming attributes, by those of its parent, by its tag alone."""
    own = list(_simple(analysis, number))
    yield from own
    parent, tag = int(analysis.index.parents[number]), analysis.index.tags[number]
    around = list(_simple(analysis, parent)) if parent >= 0 else []
    yield from (f"{outer} > {tag}" for outer in around)
    yield tag


def _simple(analysis: PageAnalysis, number: int) -> Iterator[str]:
    index, given = analysis.index, analysis.index.attributes.given[number]
    if (name := given.get("id", "")) and name.isascii() and name.replace("-", "").replace("_", "").isalpha():
        yield f"#{name}"
    for name in index.classes[number].split():
        if name.isascii() and name.replace("-", "").replace("_", "").isalpha():
            yield f"{index.tags[number]}.{name}"
    for attribute in _NAMING:
        if (said := given.get(attribute, "")) and '"' not in said and "\\" not in said:
            yield f'{index.tags[number]}[{attribute}="{said}"]'
