"""The visible headings of a page."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.texts import Texts

MOST_HEADINGS = 50
MOST_WORDS = 60
"""Most words of a heading; a longer one contains a part of the page."""
MOST_INSIDE = 200
"""Most elements in a heading that are examined."""
_ASIDE = frozenset({"svg", "button"})
_ANCHORS = "¶#§🔗"
"""Marks after a heading that link to it, in documentation."""
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Soft hyphens and zero-width spaces."""


class Title(NamedTuple):
    """The title of a page, and the number of its element, 0 without one."""

    text: str
    heading: int = 0


def headings(reading: PageReading, tag: str) -> list[Title]:
    """The first visible headings with this tag, without buttons, drawings, breadcrumbs and hidden parts."""
    body = reading.document.body
    shown = [number for number in reading.index.tagged(tag) if body.words[number]][:MOST_HEADINGS]
    clean = _without_asides(reading, shown)
    texts = ((one_line(Texts(clean).lines(number)), number) for number in shown if clean.words[number] <= MOST_WORDS)
    return [Title(text, number) for text, number in texts if text]


def one_line(text: str) -> str:
    """A text in one line, without soft hyphens and the mark that links to a heading."""
    return " ".join(text.translate(_UNSEEN).split()).rstrip(_ANCHORS).rstrip()


def _without_asides(reading: PageReading, numbers: list[int]) -> Subset:
    """The body without those parts of these headings that are not read; the same body if there are none."""
    index, body = reading.index, reading.document.body
    asides = [one for number in numbers for one in islice(_asides(reading, number), MOST_INSIDE)]
    if not asides:
        return body
    clean = Subset(index, body.kept & ~index.inside(asides))
    emptied = [number for number in numbers if not clean.words[number]]
    return Subset(index, clean.kept | (body.kept & index.inside(emptied))) if emptied else clean


def _asides(reading: PageReading, number: int) -> Iterator[int]:
    index = reading.index
    for one in range(number + 1, min(int(index.ends[number]), number + MOST_INSIDE)):
        given = index.attributes.given[one]
        is_hidden = "hidden" in given or given.get("aria-hidden") == "true"
        if is_hidden or index.tags[one] in _ASIDE or "breadcrumb" in index.classes[one].lower():
            yield one
