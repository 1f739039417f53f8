"""Where the blocks and records of a row stand."""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.extract.content.content import Content, FieldValue, FoundRecord
from iawce.extract.output.chunks import CutText
from iawce.extract.output.extraction import ChunkPlace, RowPlaces


def drawn(count: int) -> Document:
    """A page of as many paragraphs, each on a line of its own."""
    marked = "".join(f"<p {ELEMENT_ATTRIBUTE}={number}>text</p>" for number in range(count))
    boxes = [Box("t", number, 10, 20 * number, 50, 15, 1, 4, 12, 400, 0, 0) for number in range(count)]
    return Document("", html=f"<body>{marked}", boxes=boxes)


def test_the_box_of_a_record_is_around_all_of_its_elements() -> None:
    analysis = PageAnalysis(drawn(4))
    first, second, third, _ = analysis.index.tagged("p")
    title = FieldValue("text", elements=(second,))
    found = FoundRecord({"title": title, "none": None, "position": FieldValue("1")}, (second, third), 2, 0.5)
    content = Content((first,), analysis.shown, (found,))
    (record,), (block,) = RowPlaces(analysis, content).records(), RowPlaces(analysis, content).blocks({first: "text"})
    assert (record.path, record.box, record.list, record.confidence) == ("/html/body/p[2]", (10, 20, 50, 35), 2, 0.5)
    named, position = record.fields["title"], record.fields["position"]
    assert named
    assert position
    assert record.fields["none"] is None
    assert (named.path, named.box, position.path, position.box) == ("/html/body/p[2]", (10, 20, 50, 15), "", None)
    assert (block.path, block.box, block.text) == ("/html/body/p[1]", (10, 0, 50, 15), "text")


def test_records_may_be_framed_by_less_than_is_seen() -> None:
    analysis = PageAnalysis(drawn(2))
    first, second = analysis.index.tagged("p")
    content = Content((0,), analysis.shown, (FoundRecord({}, (0,)),), framed=analysis.without((), [second]))
    (record,) = RowPlaces(analysis, content).records()
    assert record.box == (10, 0, 50, 15)
    assert analysis.document.index.path(first) == "/html/body/p[1]"


def test_a_chunk_of_a_part_of_content_from_data_is_at_the_element_with_the_data() -> None:
    analysis, written = PageAnalysis(drawn(2)), PageAnalysis(Document("", html="<body><div><p>One<p>Two</div>"))
    (outer,), (_, second) = written.index.tagged("div"), written.index.tagged("p")
    _, data = analysis.index.tagged("p")
    content = Content((outer,), written.shown, origins={outer: data})
    (chunk,) = RowPlaces(analysis, content).chunks([CutText("Two", 1, (), (second,))])
    assert chunk.places == (ChunkPlace("/html/body/p[2]", None),)
