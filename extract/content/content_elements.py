"""Elements to print for the kept blocks: whole containers, or the entries of a list one by one."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.models.segmentation.features.page_blocks import PageBlocks

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
WHOLE = 0.8
"""Least kept share of the words of a container that is printed as a whole, without the rest."""
FEWEST = 3
"""Least entries of a list."""
ENTRIES = 0.6
"""Least share of a container's words in its entries."""


def content_elements(page: PageBlocks, subset: Subset) -> tuple[int, ...]:
    """Numbers of the elements, in document order; none is inside another.

    Args:
        page: with all its blocks.
        subset: its kept part.
    """
    kept = np.zeros(len(page), bool)
    kept[page.blocks.block_of_piece[subset.pieces[page.blocks.pieces]]] = True
    words = np.maximum(page.words, 1)
    kept_words, kept_blocks = page.sums(np.where(kept, words, 0)), page.sums(kept)
    is_whole = (kept_words > 0) & (kept_words >= WHOLE * page.sums(words)) & subset.kept
    is_whole[page.elements[kept]] = True
    text_counts, found = _text_counts(subset), list[int]()
    for number in page.document.topmost(np.flatnonzero(is_whole).tolist()):
        found += _entries(number, subset, kept_words, kept_blocks, text_counts)
    return tuple(found)


def _text_counts(subset: Subset) -> Ints:
    """Number of kept text nodes in each element, int64 (elements,): a block may begin in an element and end outside."""
    index = subset.index
    before = np.concatenate([[0], np.cumsum(subset.pieces & ~index.blank)])
    return np.asarray(before[index.last_piece] - before[index.first_piece])


def _entries(number: int, subset: Subset, words: Floats, blocks: Floats, text_counts: Ints) -> list[int]:
    """The innermost element with all kept parts of an element; its children, if most text is in entries."""
    children = subset.children(number)
    while len(children) == 1 and text_counts[children[0]] == text_counts[number] and blocks[children[0]] > 1:
        number = children[0]
        children = subset.children(number)
    kinds: dict[tuple[str, str], list[int]] = {}
    parts = [child for child in children if words[child]]
    for child in parts:
        kinds.setdefault((subset.index.tags[child], subset.index.classes[child]), []).append(child)
    entries = max(kinds.values(), key=lambda kind: float(words[kind].sum()), default=[])
    is_list = len(entries) >= FEWEST and words[entries].sum() >= ENTRIES * words[number]
    are_all = text_counts[parts].sum() == text_counts[number]
    return parts if is_list and are_all and blocks[entries].mean() >= 2 else [number]
