"""Parts of a page that are content as a whole or not at all.

The block model classifies blocks one by one, so that a table may lose a cell, a definition its term, a quotation its
author, an item the line above the list in it, and a footnote its text, though the mark in the text stays. A heading
goes with the section below it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile

import numpy as np

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.tree import sums_before
from iawce.models.blocks.page_blocks import PageBlocks

MAX_LENGTH = 6  # Most words of a heading that goes with its section; a longer one is informative by itself
MIN_ENTRIES = 3  # Least headings at the same place that are the entries of a list
MOSTLY = 0.5  # Share of the words of a listing that must be chosen for all of it to be kept
PARTLY = 0.2
"""The same for a table of data, of which the heads may be the only words, and for a quotation of a few words."""
MAX_ENTRY = 40  # Most mean words of a term or a definition
MAX_BOXES = 3  # Most boxes around a part that hold nothing else
_FLOW = frozenset({"blockquote", "dl", "figure", "li", "ol", "p", "pre", "table", "ul", *HEADINGS})
ANNOUNCING = (":", "：")  # Ends of a line that goes on in the part below
MAX_NUMBER = 2  # Most words of the number of a formula: (3.1)
MAX_LEAD = 30  # Most words of a line above a list in the same item


def orphan_headings(page: PageBlocks, chosen: Bools) -> Bools:
    """Whether each block is a chosen heading after chosen text, whose section has text, but none that is chosen.

    A section ends before the next heading of its level or a higher one. A heading before all text is a title, a long
    one is informative by itself, and several at the same place are the entries of a list. A linked heading that is not
    chosen is the title of another page, and so text of the section.
    """
    heads = page.is_heading & (chosen | ~page.blocks.is_linked)
    found, texts = np.zeros(len(page), bool), ~heads
    headings = np.flatnonzero(page.is_heading & chosen & (np.cumsum(chosen & texts) > 0))
    if not len(headings):
        return found
    before, chosen_before = map(sums_before, (texts, chosen & texts))
    ends = _ends(page, heads)[headings]
    holds_text, holds_chosen = (counts[ends] > counts[headings] for counts in (before, chosen_before))
    found[headings] = holds_text & ~holds_chosen
    found &= page.words <= MAX_LENGTH
    places = page.path_groups["classed"]
    alike = np.bincount(places, found)[places]
    return np.asarray(found & (alike < MIN_ENTRIES))


def headings_of_entries(page: PageBlocks, chosen: Bools) -> Bools:
    """Whether each block is the title of an entry of which text is chosen, but not this title, bool (blocks,).

    That is a heading at a place of several. Their texts differ, and of most of them, most of the section is chosen.
    """
    places, ends = page.path_groups["classed"], _ends(page, page.is_heading)
    whole, kept = (counts[ends] - counts[1:] for counts in map(sums_before, (page.words, page.words * chosen)))
    is_above = page.is_heading & (kept >= MOSTLY * whole) & (kept > 0)
    above, alike = (np.bincount(places, counted)[places] for counted in (is_above, page.is_heading))
    found = page.is_heading & (2 * above > alike) & (above >= MIN_ENTRIES) & (kept > 0) & ~chosen
    said = [(int(places[one]), page.blocks.texts[one]) for one in np.flatnonzero(page.is_heading).tolist()]
    times = Counter(said)  # labels are the same above each entry
    found[page.is_heading] &= np.array([times[one] == 1 for one in said], bool)
    return np.asarray(found)


def _ends(page: PageBlocks, heads: Bools) -> Ints:
    """The end of the section of each block that heads one, as number of a block, int64 (blocks,)."""
    index, ends = page.index, np.full(len(page), len(page))
    owners = index.nearest(index.has_tag(HEADINGS))[page.owners]
    nearest = [len(page)] * (len(HEADINGS) + 1)
    for block in np.flatnonzero(heads)[::-1].tolist():
        level = int(index.tags[owners[block]][1])
        ends[block] = min(nearest[: level + 1])
        nearest[level] = block
    return ends


def with_whole_parts(page: PageBlocks, chosen: Bools, *, quotations: bool = True) -> Bools:
    """The chosen blocks with the rest of parts of which most is chosen, and of footnotes whose marks are.

    ``quotations``: whether these and definitions are completed, too; in a thread, they are cut on purpose.
    """
    index, whole = page.index, page.element_words
    kept = page.sums(page.words * chosen)
    said = index.tagged("blockquote") if quotations else []  # with who said it, who may stand in the figure around
    said += [around for one in said if index.tags[around := int(index.parents[one])] == "figure"]
    noted = {int(index.parents[note.element]) for note in index.footnotes}  # whose labels are left out
    terms = set(index.tagged("dl")) - noted if quotations else set()
    short = [one for one in terms if whole[one] <= MAX_ENTRY * sum(1 for _ in index.children(one))]
    possible = [*index.tagged("pre"), *short, *index.callouts]
    parts = [part for part in possible if kept[part] >= MOSTLY * whole[part] > 0]
    labels = [one for one in index.tagged("summary") if index.parents[one] == one - 1]
    parts += [one for one in labels if kept[one - 1] >= MOSTLY * whole[one - 1] > 0]
    parts += [part for part in said if kept[part] >= PARTLY * whole[part] > 0]
    tables = [table for table in index.tagged("table") if kept[table] >= PARTLY * whole[table] > 0]
    parts += [table for table in tables if table in index.data_tables]
    parts += _in_the_flow(page, kept, quotations=quotations)
    chosen = chosen | index.inside(parts)[page.owners]
    return with_notes(page, chosen | _leads(page, kept) if quotations else chosen)


def _leads(page: PageBlocks, kept: Floats) -> Bools:
    """Whether each block is all that an item says before a list in it, most of which is kept, bool (blocks,)."""
    index, whole, (firsts, _), found = page.index, page.element_words, page.span, np.zeros(len(page), bool)
    for inner in index.tagged("ul", "ol"):
        item = int(index.parents[inner])
        is_alone = index.tags[item] == "li" and firsts[inner] - firsts[item] == 1
        if is_alone and kept[inner] >= MOSTLY * whole[inner] > 0:
            found[firsts[item]] = True
    return np.asarray(found & (page.words <= MAX_LEAD))


def _in_the_flow(page: PageBlocks, kept: Floats, *, quotations: bool) -> Iterator[int]:
    """Lists, tables, code, formulas, quotations and boxes between chosen paragraphs, or in a chosen item; of few links.

    Code and tables are content at the end, too, and so is what the line above announces. What has no words, or is left
    out itself, as one of these, as a figure or as mostly links, is not between them.
    """
    index, words, linked, parents = page.index, page.element_words, page.sums(page.link_words), page.index.parents
    firsts, _ = page.span
    held = index.tagged("table", "pre", *("blockquote",) * quotations)
    holders = index.nearest(index.has_tag(("figure",)))[held].tolist()
    boxes = {
        around if index.tags[around] == "figure" else box_around(page, one)
        for one, around in zip(held, holders, strict=True)
    }
    formulas = (one for one, formula in index.formulas.items() if formula.displayed)
    boxes |= {box_around(page, one, more=MAX_NUMBER) for one in formulas}
    others = [*index.tagged("ul", "ol", "dl", *("p",) * quotations), *index.callouts]
    is_open = (kept == 0) | (index.has_tag(("table",)) & (kept < PARTLY * words))
    parts = [one for one in {*held, *boxes, *others} if is_open[one] and 2 * linked[one] < words[one]]
    left_out, grids = {one for one in parts if index.tags[one] != "p"}, index.tagged("pre", "table")

    def behind(one: int) -> int | None:
        return after if (after := int(index.ends[one])) < index.ends[parents[one]] else None

    passes = (kept == 0) & ((2 * linked >= words) | index.has_tag(("figure",)))
    near = [_beside(left_out, step, passes) for step in (index.previous, behind)]
    for part in sorted(parts):
        is_quotation = index.tags[part] == "blockquote"  # one that a script follows is a post of another site
        grid = index.first_within(grids, (part,))
        beside = [index.previous(part), behind(part)] if is_quotation else [known.get(part) for known in near]
        if grid is not None and beside[0] is not None and index.tags[beside[0]] in HEADINGS and not kept[beside[0]]:
            beside[0] = index.previous(beside[0])
        is_kept = [one is not None and index.tags[one] in _FLOW and kept[one] > 0 for one in beside]
        is_last = beside[1] is None and grid is not None
        is_announced = page.blocks.texts[firsts[part] - 1].endswith(ANNOUNCING)
        is_between = is_kept[0] and (is_kept[1] or is_last or is_announced)
        is_in_item = index.tags[parents[part]] == "li" and kept[parents[part]]
        is_table = grid is not None and index.tags[grid] == "table" and words[grid] == words[part]
        if (is_between or is_in_item) and (not is_table or grid in index.data_tables):
            yield part


def box_around(page: PageBlocks, part: int, tags: Sequence[str] = ("div",), more: int = 0) -> int:
    """The box around a part that holds nothing else, or only so many words ``more``."""
    index, words, most = page.index, page.element_words, page.element_words[part] + more
    near = islice(index.ancestors(part), MAX_BOXES)
    return [part, *takewhile(lambda one: index.tags[one] in tags and words[one] <= most, near)][-1]


def _beside(parts: set[int], step: Callable[[int], int | None], passes: Bools) -> dict[int, int | None]:
    """The element beside each part, by steps from sibling to sibling past other parts and what ``passes``, or None."""
    known = dict[int, int | None]()
    for part in parts:
        passed, here = [part], step(part)
        while here is not None and here not in known and (here in parts or passes[here]):
            passed.append(here)
            here = step(here)
        known.update(dict.fromkeys(passed, known.get(here, here) if here is not None else None))
    return known


def with_notes(page: PageBlocks, chosen: Bools) -> Bools:
    """The chosen blocks with the footnotes whose marks are in one of them."""
    index, kept = page.index, page.blocks.text_nodes_in(chosen)
    marks = ((note.element, index.span_of(one)) for note in index.footnotes for one in note.marks)
    notes = [element for element, inside in marks if kept[inside].any()]
    return chosen | index.inside(notes)[page.owners] if notes else chosen
