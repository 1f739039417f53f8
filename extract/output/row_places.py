"""The places of the blocks and records of a row: the paths and boxes of the elements of the content."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.content import Content, Field, FoundField, FoundRecord, Record, Rectangle
from iawce.extract.metadata.title import Title, one_line
from iawce.extract.output.chunks import CutText
from iawce.extract.output.extraction import Block, Chunk, ChunkPlace


class RowPlaces:
    """Gives blocks and records their places.

    Args:
        analysis: of the page.
        content: of the page; content from data is located at the element with the data and has no box.
    """

    def __init__(self, analysis: PageAnalysis, content: Content) -> None:
        self._document, self._content = analysis.document, content
        self._framed = content.framed or analysis.shown

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

    def _place(self, elements: Sequence[int], subset: DomMask) -> tuple[str, Rectangle | None]:
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


LONGEST = 1000
"""Most characters of a title that is a heading."""


def title_heading(analysis: PageAnalysis, title: Title, content: Content, text: str) -> str:
    """Markup of a heading with the page's title; empty if there is none, or if the content has it.

    A title that is in no heading of the page, only in its head or in another element, is a heading of the first level,
    unless the content has one.

    Args:
        analysis: of the page.
        title: of the page, with its element.
        content: to be printed.
        text: of the content.
    """
    if not 0 < len(title.text) <= LONGEST or _is_inside(title.heading, content):
        return ""
    if title.text.casefold() in (one_line(line).casefold() for line in text.splitlines()):
        return ""
    tag = analysis.index.tags[title.heading]
    if tag not in HEADINGS:
        tag = "h1"
        if not content.origins and _has_heading(analysis.index.tagged(tag), content):
            return ""
    shown = escape(" ".join(title.text.split()), quote=False)
    return f"<{tag}>{shown}</{tag}>"


def _has_heading(headings: Sequence[int], content: Content) -> bool:
    """Whether one of these headings is printed, with words or a picture, or holds what is printed."""
    subset, index = content.subset, content.subset.index
    inside, within = index.inside(content.elements), index.inside(headings)
    pictured = subset.holds(index.has_tag({"img", "svg", "picture"}) & subset.kept)
    filled = inside & subset.kept & ((subset.words > 0) | pictured)
    return bool(filled[list(headings)].any() or within[list(content.elements)].any())


def _is_inside(heading: int, content: Content) -> bool:
    """Whether some text of a heading is printed."""
    subset, ends = content.subset, content.subset.index.ends
    if content.origins or not heading or not subset.words[heading]:
        return False
    return any(number < ends[heading] and heading < ends[number] for number in content.elements)
