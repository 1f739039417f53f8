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

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.text.pairs import LABEL_TAGS, Pair
from iawce.extract.metadata.off_topic import find_cards
from iawce.extract.metadata.page_metadata import page_title

MAX_LENGTH = 300
"""Most characters of a text that may be a field; longer ones are prose."""
MAX_LABEL = 40
MAX_COUNT = 2_000
"""Texts of a page that are examined."""
MAX_DEPTH = 100
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

    text_node: int
    element: int
    label: str
    text: str
    whole: str


def page_texts(analysis: PageAnalysis) -> list[PageText]:
    """The first texts of the body of a page that are neither prose nor of other products, in document order.

    Raises:
        PageError: the page cannot be read.
    """
    around, found = _around_alone(analysis), list[PageText]()
    places = analysis.path_keys.keys(PathSpec.NEAR_NAMES).tolist()
    in_card = analysis.index.inside(find_cards(analysis, page_title(analysis).heading))
    for said in _said(analysis):
        text = said.text.strip(EDGES)
        if text and len(said.whole) <= MAX_LENGTH and not in_card[said.element]:
            number, label, whole = said.element, said.label.strip(EDGES), said.whole.strip(EDGES)
            one = PageText(number, around(number), places[number], label, text, whole)
            found.append(_like_the_one_before(one, found))
            if len(found) == MAX_COUNT:
                break
    return found


def _said(analysis: PageAnalysis) -> list[_Said]:
    """The values of the pairs of a page and its other texts, in document order."""
    values = [one for pair in analysis.pairs for one in _values(analysis, pair)]
    paired, labels = np.zeros((2, len(analysis.shown.text_nodes)), bool)
    for pair in analysis.pairs:
        paired[pair.value_at.start.text_node : pair.value_at.end.text_node + 1] = True
        labels[pair.label_at.start.text_node : pair.label_at.end.text_node + 1] = True
    others, before = list[_Said](), ""
    for element, text_nodes in _own_text_nodes(analysis, ~paired):
        parts = [analysis.index.text_nodes.texts[text_node] for text_node in text_nodes]
        whole = " ".join(" ".join(parts).split())
        inline = _INLINE.match(whole)
        label, text = (inline[1], whole[inline.end() :]) if inline else (before, whole)
        before = "" if labels[text_nodes[0]] else _label_of(analysis.index, element, parts[0].strip())
        others.append(_Said(text_nodes[0], element, label, text, whole))
    return sorted([*values, *others])


def _values(analysis: PageAnalysis, pair: Pair) -> Iterator[_Said]:
    """The value of a pair, or each of its values if these are links separated by punctuation alone."""
    index, (element, start, end) = analysis.index, pair.value_at
    text_nodes = [text_node for text_node in range(start.text_node, end.text_node + 1)
              if analysis.shown.text_nodes[text_node] and not index.blank[text_node]]  # fmt: skip
    owners = index.text_nodes.owners[text_nodes].tolist()
    named = [(text_node, owner) for text_node, owner in zip(text_nodes, owners, strict=True) if index.linked[owner]]
    between = "".join(index.text_nodes.texts[text_node] for text_node in text_nodes if text_node not in dict(named))
    if len(named) > 1 and not between.strip(EDGES) and len({index.kinds[owner] for _, owner in named}) == 1:
        for text_node, owner in named:
            text = " ".join(index.text_nodes.texts[text_node].split())
            yield _Said(text_node, owner, pair.label, text, text)
        return
    is_whole = pair.label_at.start.text_node == start.text_node
    yield _Said(
        start.text_node, element, pair.label, pair.value, f"{pair.label}: {pair.value}" if is_whole else pair.value
    )


def _around_alone(analysis: PageAnalysis) -> Callable[[int], int]:
    """A function to the nearest ancestor with more text than the element: in ``<ul><li><a>x</a>`` the list."""
    index = analysis.index
    texts = np.concatenate([[0], np.cumsum(analysis.document.body.text_nodes & ~index.blank)])
    counts, parents = (texts[index.last_text_node] - texts[index.first_text_node]).tolist(), index.parents.tolist()

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


def _own_text_nodes(analysis: PageAnalysis, chosen: Bools) -> Iterable[tuple[int, list[int]]]:
    """Each element with text of its own among the chosen text nodes, and their numbers, in document order."""
    index = analysis.index
    chosen = chosen & analysis.shown.text_nodes & ~index.blank
    shown = np.flatnonzero(chosen & (index.depths[index.text_nodes.owners] <= MAX_DEPTH))
    text_nodes: dict[int, list[int]] = {}
    for text_node, owner in zip(shown.tolist(), index.text_nodes.owners[shown].tolist(), strict=True):
        text_nodes.setdefault(owner, []).append(text_node)
    return text_nodes.items()


def _label_of(index: ElementIndex, element: int, text: str) -> str:
    """The text, if it may be the label of the next one; else empty."""
    is_label = text.endswith((":", "：")) or index.tags[element] in LABEL_TAGS
    return text if is_label and len(text) <= MAX_LABEL and _LETTER.search(text) else ""
