"""Fields of a cluster by examples that the user gives for one or two of its pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from iawce.data.errors import UsageError
from iawce.extract.templates.fields.field_sample import ClusterSample
from iawce.extract.templates.fields.field_template import FieldTemplate
from iawce.extract.templates.fields.page_texts import EDGES, PageText
from iawce.extract.templates.fields.text_places import TextPlace

KEPT = 0.5
"""Share of the pages of a place whose texts must have what stands around an example."""
Examples = dict[str, dict[str, list[str]]]
"""Values by the name of their field, by the name of a page."""


def read_examples(path: Path) -> Examples:
    """Read a file: ``{"page.html": {"title": "Emma", "author": ["Jane Austen"]}}``.

    Raises:
        UsageError: it cannot be read, or is no such file.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str | list[str]]])
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} holds no examples: {error}") from error
    return {page: {name: _texts(value) for name, value in fields.items()} for page, fields in found.items()}


def _texts(value: str | list[str]) -> list[str]:
    values = [value] if isinstance(value, str) else value
    return [text for text in (" ".join(text.split()).strip(EDGES) for text in values) if text]


def given_fields(sample: ClusterSample, places: Sequence[TextPlace]) -> list[FieldTemplate]:
    """A field for each name of the examples that some place fits, the one that fits best."""
    names = dict.fromkeys(name for page in sample.pages for name, values in page.given.items() if values)
    return [field for name in names if (field := _best(name, sample, places))]


def _best(name: str, sample: ClusterSample, places: Sequence[TextPlace]) -> FieldTemplate | None:
    """Fits on the most examples, whole texts before parts of them, then what is found on the most pages."""
    given = {number: page.given[name] for number, page in enumerate(sample.pages) if page.given.get(name)}
    found: list[tuple[tuple[int, bool, int], FieldTemplate]] = []
    for place in places:
        start = FieldTemplate(name, sample.looks[place.key].kinds, place.label, pages=len(sample.pages))
        for fields, count in _fits(start, place, given):
            found.append(((count, not (fields.before or fields.after), fields.found), fields))
    return max(found, key=lambda each: each[0], default=(None, None))[1]


def _fits(
    start: FieldTemplate, place: TextPlace, given: Mapping[int, Sequence[str]]
) -> Iterator[tuple[FieldTemplate, int]]:
    """The template, once for each way in which a text holds an example, and on how many example pages it is right."""
    ways = dict.fromkeys(way for number, values in given.items() for way in _ways(start, place, number, values))
    for before, after in ways:
        field = replace(start, before=before, after=after)
        right = sum(_is_right(field, place.texts.get(number, ()), values) for number, values in given.items())
        found = sum(bool(field.fitting(texts)) for texts in place.texts.values())
        if right and found >= KEPT * len(place.texts):
            yield replace(field, found=found), right


def _ways(start: FieldTemplate, place: TextPlace, number: int, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What stands before and after the first of the values in the texts of a page, where it is no part of a word."""
    for text in place.texts.get(number, ()):
        before, value, after = start.said(text).partition(values[0])
        if value and not (before[-1:].isalnum() or after[:1].isalnum()):
            yield before, after


def _is_right(field: FieldTemplate, texts: Sequence[PageText], values: Sequence[str]) -> bool:
    return [field.cut(text) for text in field.fitting(texts)] == list(values)
