"""Posts and comments as records of fields: author, date, link, text, quote, position."""

from dataclasses import dataclass

import numpy as np

from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.data.html.web_address import web_address
from iawce.extract.content import Field, Record
from iawce.extract.forum.field_candidates import Candidate
from iawce.extract.forum.like_records import Row
from iawce.extract.forum.post_fields import FieldFinder
from iawce.extract.forum.post_text import post_texts
from iawce.extract.output.text import block_text

QUOTES = frozenset({"blockquote"})


def write_posts(document: Document, content: Subset, finder: FieldFinder) -> tuple[Record, ...]:
    """A record for each post; fields that it lacks are None. The text of a post ends where another stands in it.

    Args:
        document: the page.
        content: what may be in the text of a post.
        finder: of the fields of the posts.
    """
    authors = finder.authors()
    columns = {"author": authors, "date": finder.times(authors), "link": finder.addresses()}
    texts = post_texts(content, finder, [*columns["author"], *columns["date"]])
    writer = _Writer(document, texts, finder)
    return tuple(
        writer.record(number, row, {name: found[number - 1] for name, found in columns.items()})
        for number, row in enumerate(finder.records, 1)
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    document: Document
    content: Subset
    finder: FieldFinder

    def record(self, number: int, row: Row, found: dict[str, Candidate | None]) -> Record:
        """One post; fields that it lacks are None."""
        fields = {name: None if one is None else self._field(one, name) for name, one in found.items()}
        quotes = [inner for element in row for inner in self._quotes(element)]
        own = self._own(number - 1, row)
        text = "\n".join(filter(None, (block_text(own, element) for element in row)))
        fields["link"] = fields["link"] or self._anchor(row)
        fields["text"] = Field(text, path=self.document.path(row[0]))
        fields["quote"] = self._quote(quotes) if quotes else None
        fields["position"] = Field(str(number))
        return Record(fields, self.document.path(row[0]), self.document.drawn_area(row[0], self.finder.shown))

    def _own(self, number: int, row: Row) -> Subset:
        """The content without the records that stand in this one."""
        index, of = self.document.index, self.finder.record_of
        others = [n for element in row for n in range(element, int(index.ends[element])) if of[n] != number]
        return Subset(index, self.content.kept & ~index.inside(others), self.content.pieces) if others else self.content

    def _field(self, one: Candidate, name: str) -> Field:
        link = web_address(self.document.base_url, one.link) if one.link else ""
        box = self.document.drawn_area(one.element, self.finder.shown)
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
