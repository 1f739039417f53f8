"""Fields of a cluster learned from examples, which the user gives for one or two of its pages."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from iawce.data.json_file import as_schema, read_json
from iawce.extract.templates.fields.field_sample import ClusterSample
from iawce.extract.templates.fields.field_template import FieldTemplate, text_of_part, values_of_part
from iawce.extract.templates.fields.page_texts import EDGES
from iawce.extract.templates.fields.text_places import TextPlace
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
