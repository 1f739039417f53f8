"""Layout boxes as tokens, with what the HTML says of each: words in the class names around it, figures in its text.

Boxes show where a text stands and how it looks, class names what its author calls it, and a text whether it is a date
or a price. A network that attends to all of them finds what none shows alone: after each long text an author, a date
and a link to answer, or one price beside one large picture.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.box_elements import box_elements, box_texts, numbered_elements
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.html.element_index import ElementIndex
from iawce.models.features.families import FAMILIES, FRAME, families_of_elements
from iawce.models.features.layout_tokens import NAMES as BOX_NAMES
from iawce.models.features.layout_tokens import box_table, layout_tokens, reading_order
from iawce.models.features.repeats import DATE, MONEY, near_digits

Values = NDArray[np.float32]
NEAR = 3
"""Elements around that of a text whose names may describe this text alone."""
SHORT, COUNT = 60, 16
"""Characters below which a text may be a date or a price, or a count."""
FIGURES = ("date", "price", "count")
NAME_VALUES = (
    *(f"near_{family}" for family in FAMILIES),
    *(f"within_{family}" for family in FAMILIES),
    *FIGURES,
    "has_names",
)
NAMES = (*BOX_NAMES, *NAME_VALUES)


def named_tokens(document: Document) -> Values:
    """Tokens of the layout boxes of a page in ``reading_order``, float32 (n, len(NAMES))."""
    boxes = document.boxes or ()
    table = box_table(boxes)
    return np.concatenate([layout_tokens(table), name_values(document, reading_order(table).tolist())], axis=1)


def name_values(document: Document, numbers: Sequence[int]) -> Values:
    """What the HTML says of some boxes, 0 or 1, float32 (numbers, len(NAME_VALUES)); zeros where it is unknown.

    Args:
        document: the page.
        numbers: of its boxes.
    """
    found = np.zeros((len(numbers), len(NAME_VALUES)), np.float32)
    boxes, index = document.boxes or (), _index_of(document)
    elements = None if index is None else _elements(document, index)
    if index is None or elements is None:
        return found
    chosen = elements[list(numbers)]
    known = np.flatnonzero(chosen >= 0)
    near, within = (_bits(families[chosen[known]]) for families in _families_around(index))
    texts = box_texts([boxes[numbers[row]] for row in known.tolist()], chosen[known], index)
    figures = np.array([figures_of(text) for text in texts], bool).reshape(-1, len(FIGURES))
    found[known] = np.column_stack([near, within, figures, np.ones(len(known))])
    return found


def figures_of(text: str) -> tuple[bool, bool, bool]:
    """Whether a text contains a date or a price, and whether it is a count: of short texts alone, in order of FIGURES.

    Dates and prices are those of ``repeats``.
    """
    if len(text) >= SHORT or not any(map(str.isdigit, text)):
        return False, False, False
    figures = near_digits(text.lower())
    return bool(DATE.search(figures)), bool(MONEY.search(figures)), len(text) < COUNT


def _elements(document: Document, index: ElementIndex) -> NDArray[np.int64] | None:
    """Number of the element of each box, -1 where it is unknown; None if boxes and HTML do not fit."""
    boxes = document.boxes or ()
    if not document.is_rendered:
        return box_elements(boxes, index)
    return numbered_elements(boxes, document.renderer_numbers)


def _index_of(document: Document) -> ElementIndex | None:
    if document.html is None:
        return None
    try:
        return document.index
    except PageError:  # the HTML cannot be read; the layout still can
        return None


def _families_around(index: ElementIndex) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The families in the names of each element and the ``NEAR`` around it, and of all around it, a bit for each."""
    own = np.where(index.has_tag(FRAME), 0, families_of_elements(index))
    parents = np.maximum(index.parents, 0)
    near, around = own.copy(), parents
    for _ in range(NEAR):
        near |= own[around]
        around = parents[around]
    return near, index.gathered(own)


def _bits(families: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.asarray(families[:, None] >> np.arange(len(FAMILIES)) & 1, bool)
