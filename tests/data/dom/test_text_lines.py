import pytest
from hypothesis import given

from iawce.data.document import Document
from iawce.data.dom.texts import text_lines
from iawce.data.dom.words import split_words
from tests.data.dom.markup import markup


def lines(html: str, *left_out: str) -> list[str]:
    document = Document("", html=html)
    return text_lines(document.index.without(left_out), 0)


def test_blocks_are_lines_cells_are_tabs_and_pre_is_verbatim() -> None:
    html = (
        "<body><h1>A  <b>ti</b>tle</h1><p>one<br>two <!-- c --> three<script>x</script></p>tail"
        "<table><tr><td>a<td>b<tr><td>c<td>d</table><pre>  keep\n   this</pre><ul><li>x<li>y</ul>"
    )
    wanted = ["A title", "", "one", "two three", "", "tail", "", "a\tb", "c\td", "", "  keep", "   this"]
    wanted += ["", "- x", "- y"]
    assert lines(html) == wanted


def test_omitted_elements_still_separate_the_texts_around_them() -> None:
    assert lines("<body><p>a<nav>menu</nav>b</p><p>c</p>d", "nav") == ["a", "", "b", "", "c", "", "d"]
    assert lines("<body><p>a<i>x<span>y</span></i>b</p>", "i") == ["ab"]
    assert lines("<body>a<b><br><br></b> <p>c</p>", "b") == ["a", "", "c"]
    assert lines("<body>a<b><br><br></b><div>c</div>", "b") == lines("<body>a<b><br><br></b> <div>c</div>", "b")


def test_lines_that_only_separate_are_dropped() -> None:
    assert lines("<body><p>a</p><p>|</p><p>»</p><p>b</p>") == ["a", "", "b"]


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<ul><li>a<ul><li>b</ul><li><p>c</p></ul><p>d</p>", ["- a", "  - b", "- c", "", "d"]),
        ("<ol start=3><li>a<li value=9>b<li>c</ol>", ["3. a", "9. b", "10. c"]),
        ("<ol type=a start=26><li>a<li>b<li value=0>c</ol>", ["z. a", "aa. b", "0. c"]),
        ("<ol type=I><li value=1994>a<li value=4000>b</ol>", ["MCMXCIV. a", "4000. b"]),
        ("<ol reversed><li>a<li>b</ol>", ["2. a", "1. b"]),
        ("<ol style='list-style: none'><li>§ 1 a</ol>", ["- § 1 a"]),
        ("<ol style='list-style-type: lower-roman'><li>a<li>b</ol>", ["i. a", "ii. b"]),
        ("<ul style='list-style-type: decimal'><li>a<ul><li>b</ul></ul>", ["1. a", "  - b"]),
        ("<ul><li><p>a</p><p>b</p></ul>", ["- a", "", "b"]),
        ("<p>a<br>b<br><br>c</p>", ["a", "b", "", "c"]),
        ("<table><caption>Sums<tr><td><td>b<td>c<tr><td>1<td><td>3<td></table>", ["Sums", "\tb\tc", "1\t\t3"]),
        ("<table><tr><td><td>for layout</table>", ["for layout"]),
        ("<p>tabs\tand\n\t\tblanks are blanks</p>", ["tabs and blanks are blanks"]),
        ("<details><summary>More</summary>inside</details>", ["More", "inside"]),
        ("<dl><dt>Term<dd>what it is</dl>", ["Term", "what it is"]),
        ("<figure><img><figcaption>A boat</figcaption></figure>at sea", ["A boat", "", "at sea"]),
        ("x<sup>2</sup>, H<sub>2</sub>O, 5<sup>th</sup>, e<sup>n+m</sup>", ["x², H₂O, 5th, e^(n+m)"]),
        ("a claim<sup><a href='#1'>1</a></sup>, another<sup>[2]</sup>", ["a claim[1], another[2]"]),
        ("<ul><li>a<div>b</div></ul>", ["- a", "b"]),
        ("<p>$19.99<button>Add to cart</button><button>Save</button>.", ["$19.99 Add to cart Save ."]),
        ("<p>one<input>two<input type=hidden>three<textarea>four</textarea>", ["one twothree four"]),
        ("<table><tr><td>a</td>loose<td>b</table>", ["loose", "", "a\tb"]),
        ("<pre>cod<button>Copy</button>e</pre>", ["code"]),
    ],
)
def test_layout_that_plain_text_keeps(html: str, wanted: list[str]) -> None:
    assert lines(f"<body>{html}") == wanted


def test_an_item_that_is_printed_by_itself_has_no_mark() -> None:
    document = Document("", html="<body><ol><li>a<ul><li>b</ul><li>c</ol>")
    assert text_lines(document.index.without(), document.index.tagged("li")[0]) == ["a", "- b"]


@pytest.mark.parametrize(
    ("html", "tag", "wanted"),
    [
        ("<ul><li> a </ul>", "ul", ["- a"]),
        ("<ul><li><b>a</b></ul>", "b", ["a"]),
        ("x<sup><b>2</b></sup>", "b", ["²"]),
        ("<p>x<p><sup>n</sup>", "sup", ["ⁿ"]),
        ("<pre>\n  a\n   b</pre>", "pre", ["  a", "   b"]),
        ("<table><tr><td><td>a</table>", "tr", ["a"]),
        ("<h1>\n<a>a\tb</a> <i> </i></h1>", "h1", ["a b"]),
        ("<p>»</p>", "p", []),
    ],
)
def test_one_text_is_printed_as_it_is_among_others(html: str, tag: str, wanted: list[str]) -> None:
    document = Document("", html=f"<body>{html}<p>more")
    assert text_lines(document.index.without(), document.index.tagged(tag)[0]) == wanted


def test_rows_that_span_a_thousand_columns_keep_their_text_and_no_more() -> None:
    found = lines("<body><table>" + "<tr><td colspan=1000>visible text</td><td>of a row</td></tr>" * 5000)
    assert found == ["visible text\tof a row"] * 5000


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("<tr><th rowspan=2>Town<th colspan=2>2023<tr><th>In<th>Out", ["Town\t2023", "\tIn\tOut"]),
        ("<tr><td>a<td colspan=2>b<td>c<tr><td>d<td>e<td>f<td>g", ["a\tb\t\tc", "d\te\tf\tg"]),
        ("<tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e", ["a\tb\tc", "d\t\te"]),
        ("<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d", ["a\tb", "\tc", "\td"]),
        ("<tr><td colspan=2>a<td>b<tr><td colspan=2>c<td>d", ["a\tb", "c\td"]),  # no cell begins in the second column
        ("<tr><td rowspan=2>a<td><table><tr><td>x</table><tr><td>b", ["a", "", "x", "", "b"]),  # for layout
        ("<tr><td><td>a<tr><td>b<td>c", ["a", "b\tc"]),
    ],
)
def test_cells_stand_in_their_columns(rows: str, wanted: list[str]) -> None:
    assert lines(f"<body><table>{rows}</table>") == wanted


@given(markup)
def test_no_word_is_lost_or_made_up(html: str) -> None:
    document = Document("", html=f"<body><p>start</p>{html}")
    kept = document.index.without()
    wanted = "".join(
        text for text, shown in zip(document.index.text_nodes.texts, kept.text_nodes, strict=True) if shown
    )
    found = text_lines(kept, 0)
    assert "".join(split_words("".join(found))) == "".join(split_words(wanted))
    assert document.text_blocks.words.sum() == document.body.words[0]


def test_empty_cells_before_tables_in_each_other_are_counted_once() -> None:
    row = "<tr>" + "<td>" * 1_000 + "<td><table><tr><td>a<td>b</table>words<td>more" * 1_000
    index = Document("", html=f"<table>{row}</table>").index
    assert len("".join(text_lines(index.without(), 0))) < 40_000
