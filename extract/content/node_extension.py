"""The extended DOM: category, words, links and emphasis of every element.

Source: Gu and Tian 2009, section 2.2.1. ``extract/content/influence.py`` lists the points that the paper leaves open.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset
from iawce.data.html.tags import BLOCKS, CELLS, HEADINGS
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.emphasis import EMPHASIS_TAGS, Emphasis, emphasis_by_attributes, emphasis_by_styles

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
TEXT_HOLDERS = BLOCKS | CELLS | {"head"}
"""Elements to which the text of their inline elements belongs."""
LAYOUT_TAGS = TEXT_HOLDERS - {*HEADINGS, "head", "br", "hr", "option", "optgroup"}
SUMMARIES = frozenset({"description", "keywords"})


class Category(IntEnum):
    """Purpose of an element, the most important first."""

    TITLE = 0
    CONTENT = 1
    VISION = 2
    BLOCK = 3
    LINK = 4
    OTHER = 5


@dataclass(frozen=True, slots=True)
class NodeExtension:
    """The extension of each element; arrays have one entry for each element of the page.

    ``categories``: by tag and text alone, int64. ``words`` outside links, its own and those of inline elements in it,
    int64 (WordNum). ``links``: ``a[href]`` and ``area`` in its subtree, int64 (LinkNum). ``emphasis``: attributes and
    styles that emphasise it (Attribution).
    """

    categories: Ints
    words: Ints
    links: Ints
    emphasis: Emphasis

    @property
    def emphasised(self) -> Bools:
        """Whether an attribute or a style emphasises the element, bool (elements,)."""
        found = np.zeros(len(self.categories), bool)
        found[list(self.emphasis)] = True
        return found


def extend_nodes(reading: PageReading, subset: Subset, *, styles: bool = True) -> NodeExtension:
    """Category, words, links and emphasis of the elements.

    Args:
        reading: of the page.
        subset: the part of it that counts.
        styles: computed styles emphasise too, where the page was rendered.
    """
    index = reading.index
    emphasis = emphasis_by_attributes(index)
    if styles:
        emphasis = emphasis_by_styles(reading) | emphasis
    words = _words(subset)
    links = (index.has_tag(("a",)) & index.linked) | index.has_tag(("area",))
    layout = index.has_tag(LAYOUT_TAGS)
    conditions = {
        Category.TITLE: titles(index) | _summaries(index),
        Category.VISION: index.has_tag(EMPHASIS_TAGS),
        Category.LINK: links,
        Category.CONTENT: layout & (words > 0) & ~index.linked,
        Category.BLOCK: layout,
    }
    categories = np.select(list(conditions.values()), list(map(int, conditions)), int(Category.OTHER))
    return NodeExtension(categories.astype(np.int64), words, subset.subtree_sums(links), emphasis)


def titles(index: ElementIndex) -> Bools:
    """Whether an element is a title of the page, and not of a drawing."""
    return np.asarray(index.has_tag(("title",)) & ~index.inside(index.tagged("svg")))


def _summaries(index: ElementIndex) -> Bools:
    """Whether an element is ``meta`` with a description or keywords."""
    found = np.zeros(len(index), bool)
    named = (number for number in index.tagged("meta") if _name(index, number) in SUMMARIES)
    found[list(named)] = True
    return found


def _name(index: ElementIndex, number: int) -> str:
    return index.attributes.given[number].get("name", "").strip().lower()


def _words(subset: Subset) -> Ints:
    """Words of each element outside links: its own, and for a layout tag or heading those of inline elements."""
    index = subset.index
    own = np.where(subset.kept & ~index.linked, index.own_words, 0)
    is_holder = index.has_tag(TEXT_HOLDERS)
    held = np.bincount(index.nearest(is_holder), own, len(index)).astype(np.int64)
    return np.where(is_holder, held, own)
