r"""Labels of one page's records: a small JSON file by a person or a program, or proposed by the markup of the page.

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
the field is missing in the record. Sources of proposed labels: schema.org (``DiscussionForumPosting``, ``Comment``),
microdata of the HTML standard (a property is of the nearest ``itemscope`` around it), and ``time`` elements.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

from iawce.data.analysis.markup_metadata import SchemaItem, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import RecordPlaces
from iawce.data.dom.texts import ElementPaths
from iawce.data.errors import UsageError
from iawce.data.json_file import as_schema, read_json, write_json
from iawce.extract.papers.softmealy.labelled_spans import (
    ElementLabel,
    Label,
    LabelledRecord,
    RecordText,
    TextLabel,
    check_name,
)
from iawce.extract.papers.softmealy.tokens import Scope, SoftMealySettings, Tokens, without_blanks
from iawce.extract.papers.softmealy.wrapper import WrapperMode

MAX_SIZE = 4 << 20  # Bytes of a file
MAX_RECORDS = 50  # Most records of one page that are used for learning; a few are sufficient
POSTINGS = frozenset({"DiscussionForumPosting", "SocialMediaPosting", "Comment", "UserComments", "Question", "Answer"})
"""Types of schema.org that are posts of a thread."""
PROPERTIES = {
    "author": ("author", "creator"),
    "date": ("datePublished", "dateCreated", "commentTime"),
    "text": ("text", "articleBody", "commentText"),
    "title": ("headline",),
    "link": ("url", "mainEntityOfPage"),
}
"""Properties of a posting for each field, the most probable first."""
MAX_COUNT = 10  # Most records of a page that are proposed; more would not improve a wrapper
BEGINNING = 60
"""Characters of a text by which its record is recognised, since the data of a page may contain only a part of it."""
Labels = dict[str, list[Label]]


class Selected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Elements inside a record; their text, or one of their attributes."""

    selector: str
    attribute: str = ""


Given = str | Selected | list[str | Selected]  # The forms of a field in the file


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
    """The labelled records of a page, in document order, at most ``MAX_RECORDS``; later labels of a field count.

    Raises UsageError: a selector is not valid or matches no record, a name is not valid, or a text is given for several
    records.
    """
    found: dict[int, Labels] = {}
    for one in labels.records:
        nodes = analysis.document.select(one.record)
        if not nodes:
            raise UsageError(f"the selector {one.record[:60]!r} matches nothing on the page")
        for node in nodes[:MAX_RECORDS]:
            fields = found.setdefault(node, {})
            for name, given in one.fields.items():
                fields[check_name(name)] = list(_matched(analysis, node, given, len(nodes)))
    return _in_order(found)


def placed_records(analysis: PageAnalysis, places: Sequence[RecordPlaces]) -> list[LabelledRecord]:
    """The records that a person labelled in ``iawce label``, in document order, at most ``MAX_RECORDS``.

    Raises UsageError: an element is not on the page, or a name is not valid; PageError: the page holds no element.
    """
    paths = ElementPaths(analysis.index)
    found: dict[int, Labels] = {}
    for one in places:
        fields = found.setdefault(paths.number(one.element), {})
        for name, place in one.fields.items():
            path, _, attribute = place.partition("/@")
            fields[check_name(name)] = [ElementLabel(paths.number(path), attribute)]
    return _in_order(found)


def _in_order(found: Mapping[int, Labels]) -> list[LabelledRecord]:
    return [LabelledRecord((node,), found[node]) for node in sorted(found)][:MAX_RECORDS]


def _matched(analysis: PageAnalysis, node: int, given: Given, records: int) -> Iterator[Label]:
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


def propose_labels(analysis: PageAnalysis, scopes: Sequence[Scope] = ()) -> list[LabelledRecord]:
    """Records with labels from the markup of the page, in document order; none if there are no labels.

    ``scopes`` are the elements of each record node, if known: JSON-LD has the content of a post without its place, and
    ``time`` does not name its post. They are not needed for microdata.
    """
    return _agreeing(_microdata(analysis) or list(_in_scopes(analysis, scopes)))[:MAX_COUNT]


def _agreeing(records: Sequence[LabelledRecord]) -> list[LabelledRecord]:
    """Records that have all fields of half of the records, each from the same source; others would be misleading."""
    sources = Counter((name, _source(labels)) for record in records for name, labels in record.fields.items())
    usual = {name: source for (name, source), count in sources.items() if 2 * count >= len(records)}
    return [
        LabelledRecord(record.scope, {name: record.fields[name] for name in usual})
        for record in records
        if usual and all(name in record.fields and _source(record.fields[name]) == usual[name] for name in usual)
    ]


def _source(labels: Sequence[Label]) -> str:
    return labels[0].attribute if isinstance(labels[0], ElementLabel) else "as a text"


def _microdata(analysis: PageAnalysis) -> list[LabelledRecord]:
    """Postings of the page that contain no other one, since a thread may be a posting, too."""
    given, ends = analysis.index.attributes.given, analysis.index.ends
    properties = _properties(analysis)
    items = analysis.markup_metadata.microdata
    postings = [number for number, item in items.items() if not POSTINGS.isdisjoint(types_of(item))]
    following = [*postings, len(given)][1:]
    innermost = [number for number, later in zip(postings, following, strict=True) if later >= ends[number]]
    return [LabelledRecord((number,), _labels(analysis, properties, number)) for number in innermost]


def _properties(analysis: PageAnalysis) -> dict[tuple[int, str], list[int]]:
    """Elements by their item and the name of their property."""
    index, found = analysis.index, dict[tuple[int, str], list[int]]()
    items = index.nearest(index.among(index.attributes.having("itemscope")))[np.maximum(index.parents, 0)].tolist()
    for number in index.attributes.having("itemprop"):
        for name in index.attributes.given[number]["itemprop"].split():
            found.setdefault((items[number], name), []).append(number)
    return found


def _labels(analysis: PageAnalysis, properties: Mapping[tuple[int, str], list[int]], item: int) -> Labels:
    found: Labels = {}
    for field, names in PROPERTIES.items():
        numbers = next((properties[item, name] for name in names if (item, name) in properties), [])
        if numbers:
            number = next(iter(properties.get((numbers[0], "name"), ())), numbers[0])  # for a person, the name
            found[field] = [ElementLabel(number, _attribute(analysis, number, field))]
    return found


def _attribute(analysis: PageAnalysis, number: int, field: str) -> str:
    """The attribute with the value of a property, empty if the value is the element's text (HTML standard)."""
    tag, given = analysis.index.tags[number], analysis.index.attributes.given[number]
    wanted = {"meta": "content", "time": "datetime", "link": "href"}.get(tag, "href" if field == "link" else "")
    return wanted if wanted in given else ""


def _in_scopes(analysis: PageAnalysis, scopes: Sequence[Scope]) -> Iterator[LabelledRecord]:
    tokens, index = Tokens(analysis, scopes, SoftMealySettings()), analysis.index
    postings = map(_values, analysis.markup_metadata.of_type(*POSTINGS))
    waiting = [(without_blanks(one["text"])[:BEGINNING], one) for one in postings if "text" in one]
    for scope, span in zip(scopes, tokens.spans, strict=True):
        text = RecordText(tokens, *span)
        posting = next((one for one in waiting[:MAX_COUNT] if one[0] in text.text), None)
        if posting:
            waiting.remove(posting)
        labels = ((name, TextLabel(value)) for name, value in (posting[1] if posting else {}).items())
        fields: Labels = {name: [label] for name, label in labels if text.occurrences(label)}
        inside = dict.fromkeys(tokens.elements[span[0] : span[1]].tolist())
        times = (one for one in inside if index.tags[one] == "time" and "datetime" in index.attributes.given[one])
        if (time := next(times, None)) is not None:
            fields.setdefault("date", [ElementLabel(time, "datetime")])
        yield LabelledRecord(scope, fields)


def _values(posting: SchemaItem) -> dict[str, str]:
    found = {}
    for field, names in PROPERTIES.items():
        value = next((posting[name] for name in names if name in posting), None)
        value = value[0] if isinstance(value, list) and value else value
        value = value.get("name") if isinstance(value, dict) else value
        if isinstance(value, str) and value.strip():
            found[field] = value
    return found
