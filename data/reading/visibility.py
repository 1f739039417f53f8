"""Finds text that is in the document but not rendered."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.reading.hidden_markup import hidden_by_markup

SMALLEST_SHARE = 0.5
"""Least share of rendered words; below it, the page hides its text until the user acts, and nothing is left out."""


def undrawn_elements(document: Document) -> list[int]:
    """Numbers of the topmost elements with text of which none is rendered.

    Of a page that was never rendered, those that its markup hides. Nothing is returned if too little of the page is
    rendered.
    """
    if not document.is_rendered:
        return hidden_by_markup(document)
    index, body = document.index, document.body
    drawn = body.subtree_sums(document.drawn | _formulas(document)) > 0
    undrawn = body.kept & ~drawn & (body.words > 0)
    is_topmost = ~np.where(index.parents >= 0, undrawn[index.parents], False)
    topmost = np.flatnonzero(undrawn & is_topmost & (document.renderer_numbers >= 0))
    if body.words[topmost].sum() > (1 - SMALLEST_SHARE) * body.words[0]:
        return []
    return topmost.tolist()


def _formulas(document: Document) -> NDArray[np.bool_]:
    """Whether an element is a formula that takes room: its characters may be drawn by styles alone, without any box."""
    found = np.zeros(len(document.index), bool)
    if document.places is not None and (numbers := list(document.index.formulas)):
        found[numbers] = (document.places[numbers, 2:] > 1).all(axis=1)
    return found
