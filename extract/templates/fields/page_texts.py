"""The texts of a page with their places and labels, among which fields are looked for.

A text is what an element holds directly, without what stands in elements inside of it: of ``<h2>Emma <i>(novel)</i>``
the heading has ``Emma``. Its place is the names and classes of the elements around it, not their ordinals, which shift
where another row is missing. Its label is the text before a colon in it, or what stands before it in an element that
names things: ``<b>ISBN</b>: 978``.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from iawce.data.html.element_index import ElementIndex
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Strictness

LONGEST = 300
"""Characters of a text that may be a field; longer ones are prose."""
LONGEST_LABEL = 40
MOST = 2_000
"""Texts of a page that are looked at."""
DEEPEST = 100
"""Levels of elements below which nothing is looked at."""
LABEL_TAGS = frozenset({"b", "strong", "th", "dt", "label"})
"""Elements whose text may name the text after it without a colon."""
EDGES = " \t:：,;|·"
"""What may stand between a label and a text, and is no part of either."""
_LETTER = re.compile(r"[^\W\d_]")
_INLINE = re.compile(r"([^\W\d_][^:：]{0,38}?)\s*[:：](?:\s+|(?<=：))(?=\S)")


class PageText(NamedTuple):
    """One text of a page.

    ``element``: the number of the one that holds it; ``around``: of the one around it and what holds nothing else.
    ``place``: key of the place of the element. ``label``: what names it, empty if nothing does. ``text``: without the
    label. ``whole``: with it, if the label stands in it.
    """

    element: int
    around: int
    place: int
    label: str
    text: str
    whole: str


def page_texts(reading: PageReading) -> list[PageText]:
    """The first texts of the body of a page that are no prose, in document order.

    Raises:
        PageError: the page cannot be read.
    """
    index, around = reading.index, _around_alone(reading)
    places = reading.places.keys(Strictness.NEAR_NAMES).tolist()
    found, before = list[PageText](), ""
    for element, parts in _own_texts(reading):
        whole = " ".join(" ".join(parts).split())
        inline = _INLINE.match(whole)
        label, text = (inline[1], whole[inline.end() :]) if inline else (before, whole)
        before = _label_of(index, element, parts[0].strip())
        if (text := text.strip(EDGES)) and len(whole) <= LONGEST:
            said = PageText(element, around(element), places[element], label.strip(EDGES), text, whole.strip(EDGES))
            found.append(_like_the_one_before(said, found))
            if len(found) == MOST:
                break
    return found


def _around_alone(reading: PageReading) -> Callable[[int], int]:
    """Finds the element around an element and all that hold nothing but its text: of ``<ul><li><a>x</a>`` the list."""
    index = reading.index
    texts = np.concatenate([[0], np.cumsum(reading.document.body.pieces & ~index.blank)])
    counts, parents = (texts[index.last_piece] - texts[index.first_piece]).tolist(), index.parents.tolist()

    def around(element: int) -> int:
        outer: int = parents[element]
        while outer >= 0 and counts[outer] == counts[element]:
            outer = parents[outer]
        return outer

    return around


def _like_the_one_before(text: PageText, found: list[PageText]) -> PageText:
    """The text; one of a row of values without a label has that of the first: ``by <a>one</a>, <a>other</a>``."""
    is_next = found and (found[-1].around, found[-1].place) == (text.around, text.place)
    return text._replace(label=found[-1].label) if is_next and not text.label else text


def _own_texts(reading: PageReading) -> Iterable[tuple[int, list[str]]]:
    """Each element with text of its own, and the parts of that text, in the order in which the texts begin."""
    subset, index = reading.shown, reading.index
    shown = np.flatnonzero(subset.pieces & ~index.blank & (index.depths[index.pieces.owners] <= DEEPEST))
    texts: dict[int, list[str]] = {}
    for piece, owner in zip(shown.tolist(), index.pieces.owners[shown].tolist(), strict=True):
        texts.setdefault(owner, []).append(index.pieces.texts[piece])
    return texts.items()


def _label_of(index: ElementIndex, element: int, text: str) -> str:
    """What a text says of the one after it, if it names anything."""
    is_label = text.endswith((":", "：")) or index.tags[element] in LABEL_TAGS
    return text if is_label and len(text) <= LONGEST_LABEL and _LETTER.search(text) else ""
