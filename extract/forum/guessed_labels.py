"""Labels for the records of a page that nobody has labelled: fields as far as they can be told without labels."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from iawce.data.document import Document
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.post_fields import FieldFinder
from iawce.extract.forum.softmealy.labels import ElementLabel, Label, LabelledRecord
from iawce.extract.methods import METHODS

CONTENT = "segmentation"
"""Method that says what the text of a record may be."""
MOST = 6
"""Records that are labelled: more teach a wrapper no more."""
SHARE = 0.9
"""Of a record's main content that the element with its text holds, at least."""


def guess_labels(document: Document, rows: Sequence[Row]) -> list[LabelledRecord]:
    """The first records with an author, a date and a text, each labelled with its elements.

    Raises:
        PageError: the page holds no element.
    """
    finder = FieldFinder(document.without(("head",)), rows)
    authors = finder.authors()
    columns = {"author": authors, "date": finder.times(authors)}
    found = []
    for number, (row, body) in enumerate(zip(rows, _bodies(document, rows), strict=True)):
        labels: dict[str, list[Label]] = {
            name: [ElementLabel(one.element)] for name, column in columns.items() if (one := column[number])
        }
        if body is not None and len(labels) == len(columns):
            found.append(LabelledRecord(row, labels | {"text": [ElementLabel(body)]}))
    return found[:MOST]


def _bodies(document: Document, rows: Sequence[Row]) -> list[int | None]:
    """The element that holds the text of each record: at the place at which most records have it."""
    method = METHODS[CONTENT]
    words = method.extract(document, method.settings.default()).subset.words
    found = [_smallest(document, row, words) for row in rows]
    places = Counter(document.index.path_ids[one] for one in found if one is not None)
    usual = places.most_common(1)[0][0] if places else -1
    return [one if one is not None and document.index.path_ids[one] == usual else None for one in found]


def _smallest(document: Document, row: Row, words: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int | None:
    """The smallest element that holds most of a record's main content; None if it has none."""
    total = sum(int(words[element]) for element in row)
    inside = [number for element in row for number in range(element, int(document.index.ends[element]))]
    full = [number for number in inside if total and words[number] >= SHARE * total]
    return max(full, key=lambda number: document.index.depths[number], default=None)
