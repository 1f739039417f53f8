r"""Labels of one page's records as a small JSON file, written by a person or by a program.

::

    {"version": 1,
     "mode": "record",
     "records": [
       {"record": "#post_1001",
        "fields": {"author": "mara", "date": "5 May 2020", "link": {"selector": "a.permalink", "attribute": "href"}}},
       {"record": ".post:not(#post_1001)",
        "fields": {"author": {"selector": ".user"}, "quote": [{"selector": "blockquote"}]}}]}

``record`` is a CSS selector of record nodes; where it matches several, each has these fields. A field is given by its
text, which is in the record or in an attribute, or by a CSS selector in the record, whose first match has the text or
the attribute; a list is a repeated field, and its selectors stand for all of their matches. If a selector has no match,
the field is missing in the record.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import RecordPlaces
from iawce.data.dom.texts import ElementPaths
from iawce.data.errors import UsageError
from iawce.data.json_file import as_schema, read_json, write_json
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, Label, LabelledRecord, TextLabel, check_name
from iawce.extract.papers.softmealy.wrapper import WrapperMode

MAX_SIZE = 4 << 20
"""Bytes of a file."""
MAX_RECORDS = 50
"""Most records of one page that are used for learning; a few are sufficient."""


class Selected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Elements inside a record; their text, or one of their attributes."""

    selector: str
    attribute: str = ""


Given = str | Selected | list[str | Selected]
"""The forms of a field in the file."""


class RecordLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fields of the records that a CSS selector matches."""

    record: str
    fields: Annotated[dict[str, Given], msgspec.Meta(min_length=1, max_length=200)]


class PageLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels of one page."""

    version: Literal[1]
    records: Annotated[list[RecordLabels], msgspec.Meta(min_length=1, max_length=1000)]
    mode: WrapperMode = "record"


def load_labels(path: Path) -> PageLabels:
    """Read a file of labels. Raises UsageError: it cannot be read, or is not such a file."""
    return as_schema(read_json(path, MAX_SIZE), PageLabels, f"{path} holds no labels")


def save_labels(path: Path, labels: PageLabels) -> None:
    """Write a file of labels, completely or not at all. Raises OSError: it cannot be written."""
    write_json(msgspec.to_builtins(labels), path)


def labelled_records(analysis: PageAnalysis, labels: PageLabels) -> list[LabelledRecord]:
    """The labelled records of a page, in document order, at most ``MAX_RECORDS``.

    Raises UsageError: a selector is not valid or matches no record, a name is not valid, or a text is given for several
    records.
    """
    found: dict[int, LabelledRecord] = {}
    for one in labels.records:
        nodes = analysis.document.select(one.record)
        if not nodes:
            raise UsageError(f"the selector {one.record[:60]!r} matches nothing on the page")
        for node in nodes[:MAX_RECORDS]:
            fields = {
                check_name(name): list(_labels(analysis, node, given, len(nodes))) for name, given in one.fields.items()
            }
            found[node] = LabelledRecord((node,), fields)
    return [found[node] for node in sorted(found)][:MAX_RECORDS]


def placed_records(analysis: PageAnalysis, places: Sequence[RecordPlaces]) -> list[LabelledRecord]:
    """Records by ``iawce label``, at most ``MAX_RECORDS``. UsageError, PageError: they are not on the page."""
    paths = ElementPaths(analysis.index)
    found: dict[int, LabelledRecord] = {}
    for one in places:
        given = {check_name(name): place.partition("/@") for name, place in one.fields.items()}
        fields = {name: [ElementLabel(paths.number(path), attribute)] for name, (path, _, attribute) in given.items()}
        node = paths.number(one.element)
        found[node] = LabelledRecord((node,), fields)
    return [found[node] for node in sorted(found)][:MAX_RECORDS]


def _labels(analysis: PageAnalysis, node: int, given: Given, records: int) -> Iterator[Label]:
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, Selected):
            selected, end = analysis.document.select(one.selector), analysis.index.ends[node]
            inside = (number for number in selected if node <= number < end)
            numbers = list(inside) if isinstance(given, list) else list(inside)[:1]
            if one.attribute:
                numbers = [number for number in numbers if one.attribute in analysis.index.attributes.given[number]]
            yield from (ElementLabel(number, one.attribute) for number in numbers)
        elif records > 1:
            raise UsageError(f"the text {one[:60]!r} is given for {records} records: give it for one, or a selector")
        else:
            yield TextLabel(one)
