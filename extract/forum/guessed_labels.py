"""Labels for the records of a page that nobody has labelled: fields as far as they can be told without labels."""

from collections.abc import Sequence

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.post_fields import FieldFinder
from iawce.extract.forum.post_text import record_bodies
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
    bodies = record_bodies(main_content(document), finder, [one for column in columns.values() for one in column])
    found = []
    for number, (row, elements) in enumerate(zip(rows, named, strict=True)):
        body = bodies.get(number)
        if body is not None and len(elements) == len(columns):
            fields = elements | {"text": body}
            found.append(LabelledRecord(row, {name: [ElementLabel(one)] for name, one in fields.items()}))
    return found[:MOST]


def main_content(document: Document) -> Subset:
    """What of a page the block model takes for main content.

    Raises:
        PageError: the page holds no element.
    """
    method = METHODS[CONTENT]
    return method.extract(document, method.settings.default()).subset
