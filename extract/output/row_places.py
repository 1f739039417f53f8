"""The places of the blocks and records of a row: the paths and boxes of the elements of the content."""

from collections.abc import Iterable, Mapping, Sequence

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content, Field, Record, Rectangle
from iawce.extract.content.found_records import FoundField, FoundRecord
from iawce.extract.output.cut_text import CutText
from iawce.extract.output.extraction import Block, Chunk, ChunkPlace


class RowPlaces:
    """Gives blocks and records their places.

    Args:
        reading: of the page.
        content: of the page; content from data is located at the element with the data and has no box.
    """

    def __init__(self, reading: PageReading, content: Content) -> None:
        self._document, self._content = reading.document, content
        self._framed = content.framed or reading.shown

    def blocks(self, texts: Mapping[int, str]) -> tuple[Block, ...]:
        """Blocks with these texts, given by the number of their element; each box encloses the printed part."""
        printed = self._content.subset
        return tuple(Block(*self._place([number], printed), text) for number, text in texts.items())

    def chunks(self, cut: Iterable[CutText]) -> tuple[Chunk, ...]:
        """Chunks of these pieces of the text."""
        printed = self._content.subset
        return tuple(
            Chunk(
                one.text,
                one.words,
                one.headings,
                tuple(ChunkPlace(*self._place([number], printed)) for number in one.elements),
            )
            for one in cut
        )

    def records(self) -> tuple[Record, ...]:
        """The records of the content; the path is that of the first element, the box encloses all elements."""
        return tuple(map(self._record, self._content.records))

    def _record(self, found: FoundRecord) -> Record:
        fields = {name: self._field(one) if one else None for name, one in found.fields.items()}
        return Record(fields, *self._place(found.elements, self._framed), found.list, found.confidence)

    def _field(self, found: FoundField) -> Field:
        return Field(found.text, found.link, found.image, *self._place(found.elements, self._framed))

    def _place(self, elements: Sequence[int], subset: Subset) -> tuple[str, Rectangle | None]:
        """The path of the first of these elements, and the box around the parts of all of them in the subset."""
        if not elements:
            return "", None
        if self._content.origins:
            return self._document.path(self._content.origins[elements[0]]), None
        boxes = [box for number in elements if (box := self._document.drawn_area(number, subset))]
        return self._document.path(elements[0]), _around(boxes) if boxes else None


def _around(boxes: Sequence[Rectangle]) -> Rectangle:
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top
