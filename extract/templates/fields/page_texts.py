"""The texts of a page with their places and labels, among which fields are searched.

A text is that of an element without its children's (``<h2>Emma <i>(novel)</i>``: ``Emma``), or the value of a label and
value pair. Its place is the names and classes around it, not ordinals, which change with a missing row. Its label is
that of the pair, the text before a colon in it, or the one before it in an element for labels.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.text.pairs import LABEL_TAGS
from iawce.extract.content.boilerplate import find_cards
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


Said = tuple[int, int, str, str, str]
"""The number of the first text node of a text, its element, label, text, and text with the label."""


def page_texts(analysis: PageAnalysis) -> list[PageText]:
    """The first texts of the body of a page that are neither prose nor of other products, in document order."""
    around, found = _around_alone(analysis), list[PageText]()
    places = analysis.path_keys.keys(PathSpec.NEAR_NAMES).tolist()
    in_card = analysis.index.inside(find_cards(analysis, page_title(analysis).heading))
    for _, element, label, text, whole in sorted([*_values(analysis), *_others(analysis)]):
        if (plain := text.strip(EDGES)) and len(whole) <= MAX_LENGTH and not in_card[element]:
            parts = label.strip(EDGES), plain, whole.strip(EDGES)
            found.append(_like_the_one_before(PageText(element, around(element), places[element], *parts), found))
            if len(found) == MAX_COUNT:
                break
    return found


def _values(analysis: PageAnalysis) -> Iterator[Said]:
    """The value of each pair, or each of its values if these are links separated by punctuation alone."""
    index, texts = analysis.index, analysis.index.text_nodes.texts
    for pair in analysis.pairs:
        element, start, end = pair.value_at
        inside = range(start.text_node, end.text_node + 1)
        shown = [one for one in inside if analysis.shown.text_nodes[one] and not index.blank[one]]
        owners = dict(zip(shown, index.text_nodes.owners[shown].tolist(), strict=True))
        named = {text_node: owner for text_node, owner in owners.items() if index.linked[owner]}
        between = "".join(texts[text_node] for text_node in shown if text_node not in named)
        if len(named) > 1 and not between.strip(EDGES) and len({index.kinds[owner] for owner in named.values()}) == 1:
            for text_node, owner in named.items():
                text = " ".join(texts[text_node].split())
                yield text_node, owner, pair.label, text, text
        else:
            is_whole = pair.label_at.start.text_node == start.text_node
            whole = f"{pair.label}: {pair.value}" if is_whole else pair.value
            yield start.text_node, element, pair.label, pair.value, whole


def _others(analysis: PageAnalysis) -> Iterator[Said]:
    """The texts directly in elements that are no values of pairs, in document order."""
    index, texts, before = analysis.index, analysis.index.text_nodes.texts, ""
    paired, labels = np.zeros((2, len(texts)), bool)
    for pair in analysis.pairs:
        paired[pair.value_at.start.text_node : pair.value_at.end.text_node + 1] = True
        labels[pair.label_at.start.text_node : pair.label_at.end.text_node + 1] = True
    chosen = analysis.shown.text_nodes & ~paired & ~index.blank & (index.depths[index.text_nodes.owners] <= MAX_DEPTH)
    own: dict[int, list[int]] = {}
    for text_node in np.flatnonzero(chosen).tolist():
        own.setdefault(int(index.text_nodes.owners[text_node]), []).append(text_node)
    for element, text_nodes in own.items():
        whole = " ".join(" ".join(texts[text_node] for text_node in text_nodes).split())
        inline = _INLINE.match(whole)
        label, text = (inline[1], whole[inline.end() :]) if inline else (before, whole)
        first = texts[text_nodes[0]].strip()  # it may be the label of the next one
        is_label = first.endswith((":", "：")) or index.tags[element] in LABEL_TAGS
        is_label &= len(first) <= MAX_LABEL and not labels[text_nodes[0]] and _LETTER.search(first) is not None
        before = first if is_label else ""
        yield text_nodes[0], element, label, text, whole


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
