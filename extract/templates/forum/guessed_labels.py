"""Labels for the records of a page that nobody has labelled: fields as far as they can be told without labels."""

from collections.abc import Sequence

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.extract.content.methods import METHODS
from iawce.extract.records.posts.field_candidates import Candidate
from iawce.extract.records.posts.like_records import Row
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import record_bodies
from iawce.extract.templates.softmealy.labels import ElementLabel, Label, LabelledRecord, TextLabel

CONTENT = "segmentation"
"""Method that says what the text of a record may be."""
MOST = 6
"""Records that are labelled: more teach a wrapper no more."""


def guess_labels(document: Document, rows: Sequence[Row]) -> list[LabelledRecord]:
    """The first records with an author, a date and a text, each labelled with its elements or texts.

    Raises:
        PageError: the page holds no element.
    """
    finder = FieldFinder(document.without(("head",)), rows)
    authors = finder.authors()
    dates = finder.times(authors)
    bodies = record_bodies(main_content(document), finder, [*authors, *dates])
    found = []
    for number, (row, author, date) in enumerate(zip(rows, authors, dates, strict=True)):
        body = bodies.get(number)
        if author and date and body is not None:
            fields = {"author": _label(finder, author), "date": _label(finder, date), "text": ElementLabel(body)}
            found.append(LabelledRecord(row, {name: [one] for name, one in fields.items()}))
    return found[:MOST]


def _label(finder: FieldFinder, one: Candidate) -> Label:
    """The element of a field, or its text where that is but a part of what the element says."""
    is_part = one.text in (whole := finder.index.text_of(one.element)) and one.text != whole
    return TextLabel(one.text) if is_part else ElementLabel(one.element)


def main_content(document: Document) -> Subset:
    """What of a page the block model takes for main content.

    Raises:
        PageError: the page holds no element.
    """
    method = METHODS[CONTENT]
    return method.extract(document, method.settings.default()).subset
