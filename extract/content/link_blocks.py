"""Distinguishes links in sentences from links in menus."""

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.html.tags import BLOCKS, CELLS


def menu_links(subset: Subset, root: int = 0) -> list[int]:
    """Numbers of the links in the subtree of an element in whose line more than half of the words are links.

    A line is the text that shares its nearest enclosing block or table cell.
    """
    index = subset.index
    links = [number for number in index.tagged("a") if root <= number < index.ends[root] and subset.kept[number]]
    if not links:
        return []
    inside = subset.kept & index.inside([root])
    lines = np.maximum(index.nearest(index.has_tag(BLOCKS | CELLS)), root)
    words = np.where(inside, index.own_words, 0)
    total = np.bincount(lines, words, len(index))
    linked = np.bincount(lines, np.where(index.inside(links), words, 0), len(index))
    return [number for number in links if 2 * linked[lines[number]] > total[lines[number]]]
