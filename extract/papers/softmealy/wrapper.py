"""A SoftMealy wrapper: the learned template that extracts the fields of records from pages of one layout.

Sources: Hsu and Dung 1998 (SoftMealy); the paper of the forum system, which writes one wrapper for the central page of
each cluster. In the mode ``record`` the record nodes of a page are known and each is a tuple; in the mode ``page`` a
first transducer, the body transducer, finds the part of the page with the tuples, and a second one, the tuple
transducer, is applied to it repeatedly.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Annotated, Literal

import msgspec

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.errors import UsageError
from iawce.data.network.address import web_address
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.papers.softmealy.induction import learn_transducer
from iawce.extract.papers.softmealy.labelled_spans import (
    TEXT,
    LabelledRecord,
    LabelledSpan,
    RecordText,
    check_name,
    mark_records,
)
from iawce.extract.papers.softmealy.tokens import Scope, SoftMealySettings, Tokens
from iawce.extract.papers.softmealy.transducer import BEGIN, END, AttributeSpan, Matcher, Transducer, dummy

NamedValue = tuple[str, FieldValue]  # The name of a field, and one of its values
WrapperMode = Literal["record", "page"]
ADDRESSES = ("href", "src")  # Attributes whose values are made absolute
BODY = "body"  # The only attribute of a body transducer
WHOLE_PAGE: tuple[Scope, ...] = ((0,),)


class Wrapper(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A wrapper learned from the labelled records of one page.

    ``mode``: ``record`` or ``page``. ``sources``: for each field ``text``, or the attribute that is its value.
    ``tuples``: the tuple transducer. ``body``: the body transducer, of the mode ``page`` alone. Raises UsageError: a
    page wrapper has no body transducer, a name of a field is not valid, or a state of a transducer is of no field.
    """

    mode: WrapperMode
    settings: SoftMealySettings
    sources: Annotated[dict[str, str], msgspec.Meta(max_length=200)] = msgspec.field(name="fields")
    tuples: Transducer
    body: Transducer | None = None

    def __post_init__(self) -> None:
        if (self.mode == "page") != (self.body is not None):
            raise UsageError("a wrapper of the mode page has a body transducer, one of the mode record has none")
        names = list(map(check_name, (*self.sources, *self.sources.values())))[: len(self.sources)]
        for transducer, attributes in ((self.tuples, names), *([(self.body, [BODY])] if self.body else [])):
            states = {BEGIN, END, *attributes, *map(dummy, attributes)}
            if unknown := {*transducer.states} - states | {*transducer.once, *transducer.extents} - {*attributes}:
                raise UsageError(f"there are no fields for the states {', '.join(sorted(unknown))[:100]}")

    def extract(self, analysis: PageAnalysis, scopes: Sequence[Scope] = WHOLE_PAGE) -> list[list[NamedValue]]:
        """Fields of each record, by name, in document order; a repeated field occurs several times.

        ``analysis``: of the page. ``scopes``: in the mode ``record``, the elements of each record node; the result has
        one list for each, empty if nothing is found. In the mode ``page``, the parts of the page that are examined.
        """
        tokens = Tokens(analysis, scopes, self.settings)
        matcher, spans = Matcher(tokens), tokens.spans
        if self.body:
            bodies = self.body.run(matcher, spans)
            spans = [(part.start, part.end) for found in bodies for parts in found for part in parts]
        found = self.tuples.run(matcher, spans)
        rows = [parts for tuples in found for parts in tuples] if self.body else [sum(tuples, ()) for tuples in found]
        return [
            [(part.attribute, field_value(tokens, part, self.sources[part.attribute])) for part in parts]
            for parts in rows
        ]


def to_record(values: Sequence[NamedValue], elements: tuple[int, ...] = ()) -> FoundRecord:
    """A record of the content; the values of a repeated field are the lines of one, at the place of the first."""
    fields: dict[str, FieldValue | None] = {}
    for name, value in values:
        first = fields.get(name)
        text = "\n".join(filter(None, (first.text, value.text))) if first else value.text
        fields[name] = replace(first or value, text=text)
    return FoundRecord(fields, elements)


def learn_wrapper(
    analysis: PageAnalysis,
    records: Sequence[LabelledRecord],
    mode: WrapperMode = "record",
    settings: SoftMealySettings = SoftMealySettings(),  # noqa: B008 - frozen
) -> Wrapper:
    """Learn from labelled records of one page.

    In the mode ``page`` these must be the first records of the page, without gaps; the smallest element around them is
    used as the part of the page with the tuples. Raises UsageError: no record has a label, or a label is not found in
    its record, or fields overlap.
    """
    tokens = Tokens(analysis, WHOLE_PAGE if mode == "page" else [record.scope for record in records], settings)
    spans = [_span(tokens, record.scope) for record in records] if mode == "page" else tokens.spans
    sources, tuples = mark_records([RecordText(tokens, *span) for span in spans], records)
    if mode == "record":
        each = [LabelledSpan(*span, (parts,)) for span, parts in zip(spans, tuples, strict=True)]
        return Wrapper(mode, settings, sources, learn_transducer(tokens, each, settings, closed=False))
    tuples = sorted((parts for parts in tuples if parts), key=lambda parts: parts[0].start)
    numbers = sorted({number for record in records for number in record.scope}) or [0]
    first = max(int(analysis.index.parents[numbers[0]]), 0) if len(numbers) == 1 else numbers[0]
    start, end = _span(tokens, [_element_around(analysis.index, first, numbers[-1])])
    labelled = LabelledSpan(start, end, tuple(tuples))
    learned = learn_transducer(tokens, [labelled], settings, closed=True, complete=False)
    region = LabelledSpan(*tokens.spans[0], ((AttributeSpan(BODY, start, end),),))
    return Wrapper(mode, settings, sources, learned, learn_transducer(tokens, [region], settings, closed=True))


def _element_around(index: ElementIndex, number: int, last: int) -> int:
    """The innermost element that is or is around ``number`` and holds ``last``."""
    while last >= index.ends[number]:
        number = int(index.parents[number])
    return number


def _span(tokens: Tokens, scope: Scope) -> tuple[int, int]:
    """First and last border of neighbouring elements. UsageError: one is not read, as it is hidden or a script."""
    if not scope or any(number not in tokens.tags for number in scope):
        raise UsageError("a labelled record must be a visible element, and not a script")
    return tokens.tags[scope[0]][0], tokens.tags[scope[-1]][1] + 1


def field_value(tokens: Tokens, part: AttributeSpan, source: str) -> FieldValue:
    """The value of a part of a tuple: its text, with the lines of the page, or the attribute, as an absolute address.

    Its place is the smallest element around it, its link the first one in it, or else the one around it.
    """
    index, inside = tokens.analysis.index, tokens.elements[part.start : part.end]
    absolute = partial(web_address, tokens.analysis.document.base_url)
    given, around = index.attributes.given, _element_around(index, int(inside.min()), int(inside.max()))
    if source == TEXT:
        value = range_text(tokens, part.start, part.end)
    else:  # the attribute of the first tag in the range that has it
        opened = inside[tokens.is_tag[part.start : part.end]].tolist()
        value = next((given[one][source].strip() for one in opened if source in given[one]), "")
        value = absolute(value) if value and source in ADDRESSES else value
    near = [*dict.fromkeys(inside.tolist()), around, *index.ancestors(around)]
    links = (given[one].get("href", "").strip() for one in near if index.tags[one] == "a")
    return FieldValue(value, next((absolute(one) for one in links if one), ""), elements=(around,))


def range_text(tokens: Tokens, start: int, end: int) -> str:
    """Text of the tokens between two borders, a line for each block of the page, with collapsed white space."""
    is_text = tokens.text_nodes[start:end] >= 0
    if not is_text.any():
        return ""
    breaks, texts = tokens.subset.breaks, tokens.analysis.index.text_nodes.texts
    numbers = list(dict.fromkeys(tokens.text_nodes[start:end][is_text].tolist()))
    said = [texts[number] for number in numbers]
    said[-1] = said[-1][: int(tokens.ends[start:end][is_text][-1])]  # only the first and the last one can be cut
    said[0] = said[0][int(tokens.starts[start:end][is_text][0]) :]
    lines = groupby(zip(numbers, said, strict=True), lambda text_node: int(breaks[text_node[0]]))
    joined = (" ".join("".join(text for _, text in line).split()) for _, line in lines)
    return "\n".join(filter(None, joined))
