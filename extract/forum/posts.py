"""The posts of a thread as records, found without any label: author, date, text, quote, link, position.

The records are located (``record_location.py``), the first post found where it is laid out unlike the others
(``main_post.py``), and the fields told by what differs from record to record (``post_fields.py``). The text of a post
is what of it is main content, or all that is no other field, where the caller does not know what is.
"""

from dataclasses import dataclass

import numpy as np

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.extract.content import Field, Record
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.main_post import find_main_post
from iawce.extract.forum.post_fields import Candidate, FieldFinder
from iawce.extract.forum.record_location import LocatedRecords, LocationSettings, locate_records
from iawce.extract.output.text import block_text
from iawce.extract.records.addresses import web_address

QUOTES = frozenset({"blockquote"})
LEAST_WORDS = 5
"""Words of a post, links left out, on average; other lists with times are of links to threads."""


def find_posts(document: Document, content: Subset) -> tuple[Record, ...]:
    """The posts of a page in document order; none where there are fewer than two.

    Args:
        document: the page.
        content: its main content; texts outside of it are in no post's text.
    """
    located = locate_records(document, LocationSettings.default(), content)
    if located is None or _mean_words(located, content) < LEAST_WORDS:
        return ()
    shown = document.without(("head",))
    main = find_main_post(shown, located, content=content)
    rows = [*(() if main is None else ((main,),)), *located.records]
    finder = FieldFinder(shown, rows)
    authors = finder.authors()
    columns = {"author": authors, "date": finder.times(authors), "link": finder.addresses()}
    writer = _Writer(document, shown, content)
    return tuple(
        writer.record(number, row, {name: found[number - 1] for name, found in columns.items()})
        for number, row in enumerate(rows, 1)
    )


def _mean_words(located: LocatedRecords, content: Subset) -> float:
    elements = [element for record in located.records for element in record]
    return float((content.words - content.link_words)[elements].sum()) / len(located.records)


@dataclass(frozen=True, slots=True)
class _Writer:
    document: Document
    shown: Subset
    content: Subset

    def record(self, number: int, row: Row, found: dict[str, Candidate | None]) -> Record:
        """One post; fields that it lacks are None."""
        fields = {name: None if one is None else self._field(one, name) for name, one in found.items()}
        quotes = [inner for element in row for inner in self._quotes(element)]
        text = "\n".join(filter(None, (block_text(self.content, element) for element in row)))
        fields["link"] = fields["link"] or self._anchor(row)
        fields["text"] = Field(text, path=self.document.path(row[0]))
        fields["quote"] = self._quote(quotes) if quotes else None
        fields["position"] = Field(str(number))
        return Record(fields, self.document.path(row[0]), self.document.drawn_area(row[0], self.shown))

    def _field(self, one: Candidate, name: str) -> Field:
        link = web_address(self.document.url, one.link) if one.link else ""
        box = self.document.drawn_area(one.element, self.shown)
        return Field(link if name == "link" else one.text, link, path=self.document.path(one.element), box=box)

    def _anchor(self, row: Row) -> Field | None:
        """The address of the first element of a post that has an id."""
        identity = next((i for element in row if (i := self.document.index.attributes.given[element].get("id"))), "")
        address = web_address(self.document.url, f"#{identity}") if identity and self.document.url else ""
        return Field(address, address, path=self.document.path(row[0])) if address else None

    def _quotes(self, element: int) -> list[int]:
        index = self.document.index
        numbers = np.arange(element, index.ends[element])
        inside = [n for n in numbers.tolist() if index.tags[n] in QUOTES and self.content.words[n]]
        return self.document.topmost(inside)

    def _quote(self, quotes: list[int]) -> Field:
        text = "\n".join(block_text(self.content, number) for number in quotes)
        return Field(text, path=self.document.path(quotes[0]))
