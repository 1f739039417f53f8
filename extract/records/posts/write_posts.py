"""Posts and comments as records of fields: author, date, link, text, quote, and their places.

``date`` is as printed, ``date_iso`` in ISO 8601. ``position`` counts from 1; ``depth`` is the number of posts that
contain a post; ``parent`` is the position of the post that it answers, None if it answers the thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Texts
from iawce.data.dom.web_address import web_address
from iawce.data.text.times import iso_times
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.records.posts.answers import depths_of, find_parents
from iawce.extract.records.posts.field_candidates import Candidate
from iawce.extract.records.posts.post_fields import FieldFinder, find_quotes
from iawce.extract.records.posts.post_text import post_texts
from iawce.extract.records.posts.record_grouping import Row

POSITION, DEPTH, PARENT = "position", "depth", "parent"


def write_posts(analysis: PageAnalysis, content: DomMask, finder: FieldFinder) -> tuple[FoundRecord, ...]:
    """A record for each post, with None for missing fields. The text of a post excludes posts inside it.

    Args:
        analysis: of the page.
        content: the part of the page that may be in the text of a post.
        finder: of the fields of the posts.
    """
    authors = finder.authors()
    dates = finder.times(authors)
    columns = {"author": authors, "date": dates, "date_iso": _iso(analysis, dates), "link": finder.addresses()}
    parents = find_parents(analysis.index, finder.records)
    writer = _Writer(analysis, post_texts(content, finder, [*authors, *dates]), finder, parents, depths_of(parents))
    return tuple(
        writer.record(number, row, {name: found[number - 1] for name, found in columns.items()})
        for number, row in enumerate(finder.records, 1)
    )


def _iso(analysis: PageAnalysis, dates: list[Candidate | None]) -> list[Candidate | None]:
    """The dates in ISO 8601, None if unknown."""
    times = _times(analysis, [(*one.attribute_times, one.text) if one else () for one in dates])
    return [replace(one, text=time) if one and time else None for one, time in zip(dates, times, strict=True)]


def with_iso_dates(analysis: PageAnalysis, records: Sequence[FoundRecord]) -> tuple[FoundRecord, ...]:
    """Records with the field ``date_iso`` after ``date``, if any has a date; None if unknown."""
    dates = [record.fields.get("date") for record in records]
    if not any(dates):
        return tuple(records)
    times = _times(analysis, [(date.text,) if date else () for date in dates])
    return tuple(
        replace(record, fields=record.fields | {"date_iso": replace(date, text=time) if date and time else None})
        for record, date, time in zip(records, dates, times, strict=True)
    )


def _times(analysis: PageAnalysis, written: Sequence[Sequence[str]]) -> list[str]:
    return iso_times(written, analysis.index.attributes.given[0].get("lang", ""), analysis.document.fetched)


@dataclass(frozen=True)
class _Writer:
    analysis: PageAnalysis
    content: DomMask
    finder: FieldFinder
    parents: Sequence[int | None]
    depths: Sequence[int]

    def record(self, number: int, row: Row, found: dict[str, Candidate | None]) -> FoundRecord:
        """One post, with None for missing fields."""
        fields = {name: None if one is None else self._field(one, name) for name, one in found.items()}
        own = self._own(number - 1, row)
        text = "\n".join(filter(None, (Texts(own).lines(element) for element in row)))
        fields["link"] = fields["link"] or self._anchor(row)
        fields["text"] = FieldValue(text, elements=row)
        quote = find_quotes(self.analysis, own, row, self.finder.elements(number - 1))
        fields["quote"] = FieldValue(quote[0], elements=(quote[1],)) if quote else None
        parent = self.parents[number - 1]
        fields[POSITION], fields[DEPTH] = FieldValue(str(number)), FieldValue(str(self.depths[number - 1]))
        fields[PARENT] = None if parent is None else FieldValue(str(parent + 1))
        return FoundRecord(fields, row)

    def _own(self, number: int, row: Row) -> DomMask:
        """The content without the records inside this one."""
        index, others = self.analysis.index, np.zeros(len(self.analysis.index), bool)
        for element in row:
            inside = slice(element, int(index.ends[element]))
            others[inside] = self.finder.record_of[inside] != number
        return DomMask(index, self.content.kept & ~others, self.content.text_nodes) if others.any() else self.content

    def _field(self, one: Candidate, name: str) -> FieldValue:
        link = web_address(self.document.base_url, one.link) if one.link else ""
        return FieldValue(link if name == "link" else one.text, link, elements=(one.element,))

    def _anchor(self, row: Row) -> FieldValue | None:
        """The address of the first element of a post that has an id, or else of an anchor in it."""
        given, ends = self.analysis.index.attributes.given, self.analysis.index.ends
        anchors = (self._next_anchor(element) for element in row)
        within = (given[n]["name"] for element, n in zip(row, anchors, strict=True) if n < ends[element])
        identity = next(filter(None, (*(given[element].get("id", "") for element in row), *within)), "")
        address = web_address(self.document.url, f"#{identity}") if identity and self.document.url else ""
        return FieldValue(address, address, elements=row) if address else None

    def _next_anchor(self, element: int) -> int:
        """Number of the first named anchor at or after an element; that of the end if there is none."""
        place = int(np.searchsorted(self.anchors, element))
        return int(self.anchors[place]) if place < len(self.anchors) else len(self.analysis.index)

    @property
    def document(self) -> Document:
        """The page."""
        return self.analysis.document

    @cached_property
    def anchors(self) -> NDArray[np.int64]:
        """Numbers of the anchors with a name, in document order."""
        index = self.analysis.index
        return np.array([n for n in index.attributes.having("name") if index.tags[n] == "a"], np.int64)
