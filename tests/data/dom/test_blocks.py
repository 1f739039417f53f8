"""The page as a sequence of text blocks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.texts import Blocks

TAGS = st.sampled_from(["p", "div", "span", "a", "b", "li", "td", "br", "pre", "table", "tr", "script"])
TREE = st.recursive(
    st.text("ab c\n", max_size=8),
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=4)).map(lambda it: f"<{it[0]}>{''.join(it[1])}</{it[0]}>"),
    max_leaves=20,
)


def test_lines_and_cells_are_blocks_and_inline_elements_are_not() -> None:
    blocks = Document(
        "x",
        html="<h1>A  <b>bold</b> title</h1><p>One<br>two <a href=/x>linked words</a></p>"
        "<table><tr><td>cell</td><td>other</td></tr></table><script>no()</script><div> \n </div>",
    ).text_blocks
    assert blocks.texts == ["A bold title", "One", "two linked words", "cell", "other"]
    assert blocks.words.tolist() == [3, 1, 3, 1, 1]
    assert blocks.link_words.tolist() == [0, 0, 2, 0, 0]
    tags = [blocks.subset.index.tags[number] for number in blocks.elements.tolist()]
    assert tags[0] == "h1"
    assert tags[3:] == ["td", "td"]


def test_elements_outside_the_subset_are_in_no_block() -> None:
    document = Document("x", html="<p>kept</p><p>left <b>out</b></p>")
    left_out = document.index.tagged("p")[1]
    assert Blocks(document.index.without((), [left_out])).texts == ["kept"]


def test_a_page_without_text_has_no_blocks() -> None:
    assert len(Document("x", html="<div><img src=a.png></div>").text_blocks) == 0


@settings(deadline=None)
@given(TREE)
def test_blocks_hold_all_text_once_and_in_order(markup: str) -> None:
    document = Document("x", html=f"<body>{markup}x</body>")
    blocks = document.text_blocks
    joined = "".join("".join(text.split()) for text in blocks.texts)
    assert joined == "".join(document.body.text[0].split())
    assert blocks.words.sum() == sum(document.index.text_node_words[blocks.text_nodes])
    assert (blocks.starts[1:] == blocks.ends[:-1]).all()
    assert all(blocks.texts)
