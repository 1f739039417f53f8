"""Labels for the records of a page that nobody has labelled: fields as far as they can be told without labels."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.post_fields import FieldFinder
from iawce.extract.forum.softmealy.labels import ElementLabel, LabelledRecord
from iawce.extract.methods import METHODS

CONTENT = "segmentation"
"""Method that says what the text of a record may be."""
MOST = 6
"""Records that are labelled: more teach a wrapper no more."""


def guess_labels(document: Document, rows: Sequence[Row]) -> list[LabelledRecord]:
    """The first records with an author, a date and a text, each labelled with its elements.

    Raises:
        PageError: the page holds no element.
    """
    finder = FieldFinder(document.without(("head",)), rows)
    authors = finder.authors()
    columns = {"author": authors, "date": finder.times(authors)}
    named = [
        {name: one.element for name, column in columns.items() if (one := column[number])}
        for number in range(len(rows))
    ]
    found = []
    for row, elements, body in zip(rows, named, _bodies(document, rows, named), strict=True):
        if body is not None and len(elements) == len(columns):
            fields = elements | {"text": body}
            found.append(LabelledRecord(row, {name: [ElementLabel(one)] for name, one in fields.items()}))
    return found[:MOST]


def _bodies(document: Document, rows: Sequence[Row], named: Sequence[dict[str, int]]) -> list[int | None]:
    """The element that holds the text of each record: at the place at which most records have it."""
    method = METHODS[CONTENT]
    words = method.extract(document, method.settings.default()).subset.words
    found = [_largest(document, row, words, elements) for row, elements in zip(rows, named, strict=True)]
    places = Counter(document.index.path_ids[one] for one in found if one is not None)
    usual = places.most_common(1)[0][0] if places else -1
    return [one if one is not None and document.index.path_ids[one] == usual else None for one in found]


def _largest(document: Document, row: Row, words: NDArray[np.int64], named: dict[str, int]) -> int | None:
    """The element of a record with most main content, beside its other fields; the innermost of several."""
    ends = document.index.ends
    inside = [number for element in row for number in range(element, int(ends[element])) if words[number]]
    beside = [
        number
        for number in inside
        if not any(number <= one < ends[number] or one <= number < ends[one] for one in named.values())
    ]
    return max(beside, key=lambda number: (int(words[number]), int(document.index.depths[number])), default=None)
