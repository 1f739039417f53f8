from hypothesis import given

from iawce.data.document import Document
from iawce.data.html.text_lines import text_lines
from iawce.data.html.words import split_words
from tests.data.html.markup import markup


def lines(html: str, *left_out: str) -> list[str]:
    document = Document("", html=html)
    return text_lines(document.without(left_out), 0)


def test_blocks_are_lines_cells_are_tabs_and_pre_is_verbatim() -> None:
    html = (
        "<body><h1>A  <b>ti</b>tle</h1><p>one<br>two <!-- c --> three<script>x</script></p>tail"
        "<table><tr><td>a<td>b<tr><td>c<td>d</table><pre>  keep\n   this</pre><ul><li>x<li>y</ul>"
    )
    wanted = ["A title", "one", "two three", "tail", "a\tb", "c\td", "  keep", "   this", "x", "y"]
    assert lines(html) == wanted


def test_what_is_left_out_still_parts_what_stands_around_it() -> None:
    assert lines("<body><p>a<nav>menu</nav>b</p><p>c</p>d", "nav") == ["a", "b", "c", "d"]
    assert lines("<body><p>a<i>x<div>y</div></i>b</p>", "i") == ["ab"]


def test_lines_that_only_separate_are_dropped() -> None:
    assert lines("<body><p>a</p><p>|</p><p>»</p><p>b</p>") == ["a", "b"]


@given(markup)
def test_no_word_is_lost_or_made_up(html: str) -> None:
    document = Document("", html=f"<body><p>start</p>{html}")
    kept = document.without()
    wanted = "".join(text for text, shown in zip(document.index.pieces.texts, kept.pieces, strict=True) if shown)
    found = text_lines(kept, 0)
    assert "".join(split_words("".join(found))) == "".join(split_words(wanted))
    assert sum(block.words for block in document.text_blocks) == document.body.words[0]
