"""The texts of a page with their places and labels, among which fields are searched.

A text is that of an element without those of its child elements: in ``<h2>Emma <i>(novel)</i>`` the heading has the
text ``Emma``. The value of a label and value pair is a separate text, whatever its elements. The place of a text is
defined by the names and classes of the elements around it, not by their ordinals, which change if another row is
missing. Its label is that of the pair, the text before a colon in it, or the text before it in an element for labels.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.analysis.path_keys import Strictness
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.text.pairs import LABEL_TAGS, Pair
from iawce.extract.metadata.page_metadata import page_title
from iawce.extract.metadata.product_area import find_cards

LONGEST = 300
"""Most characters of a text that may be a field; longer ones are prose."""
LONGEST_LABEL = 40
MOST = 2_000
"""Texts of a page that are examined."""
DEEPEST = 100
"""Depth below which elements are not examined."""
EDGES = " \t:：,;|·"
"""Characters between a label and a text that are not part of either."""
_LETTER = re.compile(r"[^\W\d_]")
_INLINE = re.compile(r"([^\W\d_][^:：]{0,38}?)\s*[:：](?:\s+|(?<=：))(?=\S)")


class PageText(NamedTuple):
    """One text of a page.

    ``element``: the number of its element; ``around``: that of the outermost one with nothing else. ``place``: key of
    the place of the element. ``label``: its label, empty without one. ``text``: without the label. ``whole``: with the
    label, if it is part of the text.
    """

    element: int
    around: int
    place: int
    label: str
    text: str
    whole: str


class _Said(NamedTuple):
    """A text with the number of its first text node, before it is cleaned."""

    piece: int
    element: int
    label: str
    text: str
    whole: str


def page_texts(reading: PageReading) -> list[PageText]:
    """The first texts of the body of a page that are neither prose nor of other products, in document order.

    Raises:
        PageError: the page cannot be read.
    """
    around, found = _around_alone(reading), list[PageText]()
    places = reading.places.keys(Strictness.NEAR_NAMES).tolist()
    in_card = reading.index.inside(find_cards(reading, page_title(reading).heading))
    for said in _said(reading):
        text = said.text.strip(EDGES)
        if text and len(said.whole) <= LONGEST and not in_card[said.element]:
            number, label, whole = said.element, said.label.strip(EDGES), said.whole.strip(EDGES)
            one = PageText(number, around(number), places[number], label, text, whole)
            found.append(_like_the_one_before(one, found))
            if len(found) == MOST:
                break
    return found


def _said(reading: PageReading) -> list[_Said]:
    """The values of the pairs of a page and its other texts, in document order."""
    values = [one for pair in reading.pairs for one in _values(reading, pair)]
    paired, labels = np.zeros((2, len(reading.shown.pieces)), bool)
    for pair in reading.pairs:
        paired[pair.value_at.start.piece : pair.value_at.end.piece + 1] = True
        labels[pair.label_at.start.piece : pair.label_at.end.piece + 1] = True
    others, before = list[_Said](), ""
    for element, pieces in _own_pieces(reading, ~paired):
        parts = [reading.index.pieces.texts[piece] for piece in pieces]
        whole = " ".join(" ".join(parts).split())
        inline = _INLINE.match(whole)
        label, text = (inline[1], whole[inline.end() :]) if inline else (before, whole)
        before = "" if labels[pieces[0]] else _label_of(reading.index, element, parts[0].strip())
        others.append(_Said(pieces[0], element, label, text, whole))
    return sorted([*values, *others])


def _values(reading: PageReading, pair: Pair) -> Iterator[_Said]:
    """The value of a pair, or each of its values if these are links separated by punctuation alone."""
    index, (element, start, end) = reading.index, pair.value_at
    pieces = [piece for piece in range(start.piece, end.piece + 1)
              if reading.shown.pieces[piece] and not index.blank[piece]]  # fmt: skip
    owners = index.pieces.owners[pieces].tolist()
    named = [(piece, owner) for piece, owner in zip(pieces, owners, strict=True) if index.linked[owner]]
    between = "".join(index.pieces.texts[piece] for piece in pieces if piece not in dict(named))
    if len(named) > 1 and not between.strip(EDGES) and len({index.kinds[owner] for _, owner in named}) == 1:
        for piece, owner in named:
            text = " ".join(index.pieces.texts[piece].split())
            yield _Said(piece, owner, pair.label, text, text)
        return
    is_whole = pair.label_at.start.piece == start.piece
    yield _Said(start.piece, element, pair.label, pair.value, f"{pair.label}: {pair.value}" if is_whole else pair.value)


def _around_alone(reading: PageReading) -> Callable[[int], int]:
    """A function to the nearest ancestor with more text than the element: in ``<ul><li><a>x</a>`` the list."""
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
    """The text, with the label of the one before it if both are in a row of values: ``by <a>one</a>, <a>other</a>``."""
    is_beside = bool(found) and (found[-1].around, found[-1].place) == (text.around, text.place)
    is_next = is_beside and found[-1].element != text.element
    return text._replace(label=found[-1].label) if is_next and not text.label else text


def _own_pieces(reading: PageReading, chosen: Bools) -> Iterable[tuple[int, list[int]]]:
    """Each element with text of its own among the chosen text nodes, and their numbers, in document order."""
    index = reading.index
    chosen = chosen & reading.shown.pieces & ~index.blank
    shown = np.flatnonzero(chosen & (index.depths[index.pieces.owners] <= DEEPEST))
    pieces: dict[int, list[int]] = {}
    for piece, owner in zip(shown.tolist(), index.pieces.owners[shown].tolist(), strict=True):
        pieces.setdefault(owner, []).append(piece)
    return pieces.items()


def _label_of(index: ElementIndex, element: int, text: str) -> str:
    """The text, if it may be the label of the next one; else empty."""
    is_label = text.endswith((":", "：")) or index.tags[element] in LABEL_TAGS
    return text if is_label and len(text) <= LONGEST_LABEL and _LETTER.search(text) else ""
