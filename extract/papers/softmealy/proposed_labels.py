"""Labels from the markup of a page: schema.org postings in microdata or JSON-LD, and ``time`` elements.

Sources: schema.org (``DiscussionForumPosting``, ``Comment``); the microdata section of the HTML standard, by which a
property belongs to the nearest element around it that has ``itemscope``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from iawce.data.analysis.markup_metadata import SchemaItem, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, Label, LabelledRecord, RecordText, TextLabel
from iawce.extract.papers.softmealy.tokens import Scope, SoftMealySettings, Tokens, without_blanks

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
MAX_COUNT = 10
"""Most records of a page that are proposed; more would not improve a wrapper."""
BEGINNING = 60
"""Characters of a text by which its record is recognised, since the data of a page may contain only a part of it."""
Labels = dict[str, list[Label]]


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
    is_item = np.zeros(len(index), bool)
    is_item[index.attributes.having("itemscope")] = True
    items = index.nearest(is_item)[np.maximum(index.parents, 0)].tolist()
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
