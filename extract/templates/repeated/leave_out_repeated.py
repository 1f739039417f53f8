"""Removes from the content of an article the texts that repeat on the pages of its site.

Lists, threads and products keep these texts: names of fields, buttons and filters are on all of them and count as
their content (docs/lab/sites.md has the figures).
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.tags import HEADINGS
from iawce.data.labels import PageType
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.kept_text import keep_pieces
from iawce.extract.templates.repeated.site_boilerplate import SiteBoilerplate

MOST = 0.9
"""Share of the words of the content beyond which nothing is left out, since then the pages are copies of each other."""


def leave_out_repeated(reading: PageReading, page_type: str, content: Content, site: SiteBoilerplate) -> Content:
    """The content without these texts; its scores are the numbers of counted pages of the site and of omitted texts.

    Args:
        reading: of the page.
        page_type: only articles are changed.
        content: of the page's own elements; content from data is unchanged.
        site: its repeated texts.
    """
    pages = site.pages(reading.document)
    if page_type != PageType.ARTICLE or not pages or content.origins or not content.elements:
        return content
    left, blocks = _repeated(reading, content, site), reading.document.text_blocks
    texts = len(np.unique(blocks.block_of_piece[left[blocks.pieces]]))
    scores: Scores = {**content.scores, "site_pages": pages, "repeated_texts": texts}
    if not texts:
        return replace(content, scores=scores)
    pruned = keep_pieces(content.subset, content.subset.pieces & ~left)
    elements = tuple(number for number in content.elements if pruned.kept[number])
    return replace(content, elements=elements, subset=pruned, scores=scores)


def _repeated(reading: PageReading, content: Content, site: SiteBoilerplate) -> NDArray[np.bool_]:
    """Whether each text node of the page is one of the content that repeats, bool (pieces,); none if too many do."""
    index, blocks = reading.index, reading.document.text_blocks
    taken, marked = np.zeros((2, len(index.pieces.texts)), bool)
    for number in content.elements:
        taken[index.first_piece[number] : index.last_piece[number]] = True
    taken &= content.subset.pieces
    inside = taken[blocks.pieces[blocks.starts]]
    repeated = _without_headings(reading, np.flatnonzero(inside), site.mark(reading.document))
    marked[blocks.pieces[repeated[blocks.block_of_piece]]] = True
    left = taken & marked
    is_boilerplate = index.piece_words[left].sum() <= MOST * index.piece_words[taken].sum()
    return left if is_boilerplate else np.zeros_like(left)


def _without_headings(
    reading: PageReading, inside: NDArray[np.int64], repeated: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The repeated blocks without headings of content that stays: all recipes of a site have "Ingredients"."""
    index, owners = reading.index, reading.document.text_blocks.elements
    is_heading = index.inside(index.tagged(*HEADINGS))
    kept = repeated.copy()
    for block, following in zip(inside[-2::-1].tolist(), inside[:0:-1].tolist(), strict=True):
        kept[block] &= not is_heading[owners[block]] or kept[following]
    return kept
