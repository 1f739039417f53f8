"""Parts of a page that are content as a whole or not at all: the choice of blocks does not take them apart.

Blocks are classified one by one, so that a table may lose a cell, a listing a line, a definition its term, a quotation
its author, and a footnote its text, though the mark in the text stays.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.models.blocks.page_blocks import PageBlocks

Bools = NDArray[np.bool_]
MOSTLY = 0.5
"""Share of the words of a listing that must be chosen for all of it to be kept."""
PARTLY = 0.2
"""The same for a table of data, of which the heads may be the only words, and for a quotation of a few words."""
MAX_CELL = 40
"""Most mean words of a cell of a table of data."""
_FLOW = frozenset({"li", "p", *HEADINGS})
MIN_ROWS = 3
"""Least rows of such a table without heads."""


def with_whole_parts(page: PageBlocks, chosen: Bools, *, quotations: bool = True) -> Bools:
    """The chosen blocks with the rest of parts of which most is chosen, and of footnotes whose marks are.

    ``page``: its blocks. ``chosen``: which of them are kept, bool (blocks,). ``quotations``: whether these and
    definitions are completed, too; in a thread, they are cut on purpose.
    """
    index, whole = page.index, page.element_words
    kept = page.sums(page.words * chosen)
    said = index.tagged("blockquote") if quotations else []  # with who said it, who may stand in the figure around
    said += [around for one in said if index.tags[around := int(index.parents[one])] == "figure"]
    terms = index.tagged("dl") if quotations else []
    short = [one for one in terms if whole[one] <= MAX_CELL * sum(1 for _ in index.children(one))]
    possible = [*index.tagged("pre"), *short, *index.callouts]
    parts = [part for part in possible if kept[part] >= MOSTLY * whole[part] > 0]
    labels = [one for one in index.tagged("summary") if index.parents[one] == one - 1]
    parts += [one for one in labels if kept[one - 1] >= MOSTLY * whole[one - 1] > 0]
    parts += [part for part in said if kept[part] >= PARTLY * whole[part] > 0]
    tables = [table for table in index.tagged("table") if kept[table] >= PARTLY * whole[table] > 0]
    parts += [table for table in tables if is_data_table(index, table)]
    parts += _in_the_flow(page, kept) if quotations else ()
    if parts:
        chosen = chosen | index.inside(parts)[page.owners]
    return chosen | index.inside(_notes(page, chosen))[page.owners] if index.footnotes else chosen


def _in_the_flow(page: PageBlocks, kept: NDArray[np.float64]) -> Iterator[int]:
    """Lists, tables and quotations right between chosen paragraphs, or in a chosen item; of few words of links."""
    index, linked, parents = page.index, page.sums(page.link_words), page.index.parents
    holders = index.nearest(index.has_tag(("figure",)))[index.tagged("table", "blockquote")]
    figures = [one for one in set(holders.tolist()) if index.tags[one] == "figure"]
    for part in [*index.tagged("table", "ul", "ol", "dl", "blockquote"), *figures]:
        if kept[part] or 2 * linked[part] >= page.element_words[part]:
            continue
        before, behind = index.previous(part), int(index.ends[part])
        near = () if before is None or behind >= index.ends[parents[part]] else (before, behind)
        is_between = near and all(index.tags[one] in _FLOW and kept[one] for one in near)
        is_in_item = index.tags[parents[part]] == "li" and kept[parents[part]]
        if (is_between or is_in_item) and (index.tags[part] != "table" or is_data_table(index, part)):
            yield part


def _notes(page: PageBlocks, chosen: Bools) -> Iterator[int]:
    """The elements of the footnotes with a mark in a chosen block."""
    index, blocks = page.index, page.blocks
    kept = np.zeros(len(index.text_nodes.texts), bool)
    kept[blocks.text_nodes[chosen[blocks.block_of_text_node]]] = True
    for note in index.footnotes:
        if any(kept[index.first_text_node[mark] : index.last_text_node[mark]].any() for mark in note.marks):
            yield note.element


def is_data_table(index: ElementIndex, table: int) -> bool:
    """Whether a table has rows and columns of values; else it arranges the parts of a page."""
    inside = index.tags[table + 1 : index.ends[table]]
    if any(tag in HEADINGS for tag in inside):
        return False
    if "table" in inside:  # which is a value below a head, or part of an arrangement
        first = inside.index("table")
        nested = table + 1 + first
        if "th" not in inside[:first] or "th" in index.tags[nested : index.ends[nested]]:
            return False
    rows, cells = inside.count("tr"), sum(tag in CELLS for tag in inside)
    words = int(index.text_node_words[index.first_text_node[table] : index.last_text_node[table]].sum())
    is_grid = cells > rows > 0 and ("th" in inside or rows >= MIN_ROWS)
    return (is_grid or ("th" in inside and rows >= MIN_ROWS)) and words <= MAX_CELL * cells
