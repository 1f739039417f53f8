"""Posts and comments as records of fields: author, date, link, text, quote, and their places.

``date`` is as printed, ``date_iso`` in ISO 8601. ``position`` counts from 1; ``depth`` is the number of posts that
contain a post; ``parent`` is the position of the post that it answers, None if it answers the thread.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Texts
from iawce.data.network.address import web_address
from iawce.data.text.times import iso_times
from iawce.extract.content.boilerplate import buttons_of_quotations
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.records.posts.answers import find_parents
from iawce.extract.records.posts.field_candidates import Candidate
from iawce.extract.records.posts.post_fields import FieldFinder, quotations, split_quoted

_BEFORE_NAME = re.compile(r"(?<!\s)\s++[–—|·-]\Z")  # What separates a comment of one line from the name of its author
PostText = tuple[str, FieldValue | None]  # What a post says, and what it quotes
PERMALINKS = ("data-permalink", "permalink")  # Attributes of a post with its address
MAX_AROUND = 4  # Elements of a post with all of its text that may have such an attribute
VOTES, POSITION, DEPTH, PARENT = "votes", "position", "depth", "parent"


def write_posts(finder: FieldFinder, said: DomMask, texts: Sequence[PostText] = ()) -> tuple[FoundRecord, ...]:
    """A record for each post, with None for missing fields, and with ``votes`` if any post has them.

    ``said``: the texts of all posts (``PostTexts.within``); ``texts``: those of each, if known (``texts_of_posts``).
    """
    analysis, parents, found = finder.analysis, find_parents(finder), list[FoundRecord]()
    written = [(*date.attribute_times, date.text) if date else () for date in finder.dates]  # machine-readable first
    depths, times = list[int](), _times(analysis, written)
    anchors = [number for number in finder.index.attributes.having("name") if finder.index.tags[number] == "a"]
    texts, has_votes = texts or texts_of_posts(finder, said), any(finder.votes)
    for number, (row, (text, quote), parent) in enumerate(zip(finder.records, texts, parents, strict=True)):
        date, address = (_value(finder, each[number]) for each in (finder.dates, finder.addresses))
        depths.append(0 if parent is None else depths[parent] + 1)
        fields = {
            "author": _value(finder, finder.authors[number]),
            "date": date,
            "date_iso": replace(date, text=times[number]) if date and times[number] else None,
            "link": replace(address, text=address.link) if address else _anchor(analysis, anchors, row),
            "text": FieldValue(text, elements=row),
            "quote": quote,
            **({VOTES: _value(finder, finder.votes[number])} if has_votes else {}),
            POSITION: FieldValue(str(number + 1)),
            DEPTH: FieldValue(str(depths[number])),
            PARENT: None if parent is None else FieldValue(str(parent + 1)),
        }
        found.append(FoundRecord(fields, row))
    return tuple(found)


def texts_of_posts(finder: FieldFinder, said: DomMask) -> list[PostText]:
    """The text of each post, without posts inside it, and what it quotes; arguments as of ``write_posts``."""
    index, rows, shown = finder.index, finder.records, finder.shown
    pressed = index.inside(buttons_of_quotations(index))
    lines = Texts(DomMask(index, shown.kept & ~pressed, shown.text_nodes)).lines
    owns = (_own_part(finder, said, number) for number in range(len(rows)))
    quoting = [quotations(finder, own, number) for number, own in enumerate(owns)]
    rest = DomMask(index, said.kept & ~index.inside(one for each in quoting for one in each), said.text_nodes)
    found = list[PostText]()
    for number, (row, quoted) in enumerate(zip(rows, quoting, strict=True)):
        own = Texts(_own_part(finder, rest, number))
        text, quote = split_quoted("\n".join(filter(None, map(own.lines, row))))
        quote = "\n".join(filter(None, [*map(lines, quoted), quote]))
        at = (quoted or row)[0]
        found.append((_BEFORE_NAME.sub("", text), FieldValue(quote, elements=(at,)) if quote else None))
    return found


def _own_part(finder: FieldFinder, said: DomMask, number: int) -> DomMask:
    """The texts without the records inside this one."""
    index, others = finder.index, np.zeros(len(finder.index), bool)
    for inside in (slice(element, int(index.ends[element])) for element in finder.records[number]):
        others[inside] = finder.record_of[inside] != number
    return DomMask(index, said.kept & ~others, said.text_nodes) if others.any() else said


def _value(finder: FieldFinder, one: Candidate | None) -> FieldValue | None:
    """A field, with the absolute address of its link."""
    link = web_address(finder.analysis.document.base_url, one.link) if one and one.link else ""
    return FieldValue(one.text, link, elements=one.elements) if one else None


def _anchor(analysis: PageAnalysis, anchors: Sequence[int], row: Unit) -> FieldValue | None:
    """The address in an attribute of a post, or else that of its first element with an id, or of a named anchor in it.

    The attribute may be that of an element inside with all of its text.
    """
    given, ends, words = analysis.index.attributes.given, analysis.index.ends, analysis.shown.words
    whole = takewhile(lambda one: words[one] == words[row[0]], range(row[0], int(ends[row[0]])))
    if own := next(
        (given[one][name] for one in islice(whole, MAX_AROUND) for name in PERMALINKS if given[one].get(name)), ""
    ):
        link = web_address(analysis.document.base_url, own)
        return FieldValue(link, link, elements=row[:1]) if link else None
    following = ((element, anchors[bisect_left(anchors, element) :][:1]) for element in row)
    within = (given[one]["name"] for element, found in following for one in found if one < ends[element])
    identity = next(filter(None, (*(given[element].get("id", "") for element in row), *within)), "")
    address = web_address(analysis.document.address, f"#{identity}") if identity else ""
    return FieldValue(address, address, elements=row) if address else None


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
