"""Links of headings to themselves, numbers of lines and buttons of listings are no texts of a page."""

import numpy as np
import pytest

from iawce.data.document import Document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.dom.texts import text_lines


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<h2>Use<a class="headerlink" href="#use">¶</a></h2>', "Use"),
        ('<h2>Use<a href="#use" aria-label="Direct link">#</a></h2>', "Use"),
        ('<h2><span>Use</span><span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>', "Use"),
        ('<h2><a href="#use">Use</a></h2>', "Use"),
        ('<div id=a><p>Use <span><a href="#a">§</a></span></p></div>', "Use"),
        ('<p>Use<a id="a" href="#a">🔗</a></p>', "Use"),
        ('<div><p>lock.ini<a class="headerlink" href="#id1">¶</a></p></div>', "lock.ini"),
        ('<p>Use <a href="#other">#</a></p>', "Use #"),
        ('<h2>See <a href="#c">C#</a></h2>', "See C#"),
        ("<pre><code><span class=ln>1</span>a\n<span class=ln>2</span>b</code></pre>", "a b"),
        ('<pre><span id=1 class="ln">9</span>a\n<span class="ln">10</span>b</pre>', "a b"),
        ("<pre><button>Copy</button>a = 1</pre>", "a = 1"),
        ("<table class=highlight><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>", "a b"),
        ("<pre>1\n2\n3</pre>", "1 2 3"),
        ("<pre><b>3</b> + <b>5</b></pre>", "3 + 5"),
        ("<table><tr><td>1</td><td>Arle</td></tr><tr><td>2</td><td>Brent</td></tr></table>", "1Arle2Brent"),
    ],
)
def test_only_what_a_page_says_is_text(html: str, text: str) -> None:
    index = Document("", html=f"<body>{html}").index
    assert index.text_of(index.tagged("body")[0]) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<li><span>12 March</span><span>Gate inspected</span>", "12 March Gate inspected"),
        ("<p><span>(1)</span><span>A person shall apply</span>", "(1) A person shall apply"),
        ("<p><b>Opening hours:</b><span>Monday</span>", "Opening hours: Monday"),
        ("<div><b>Colour</b><label><a>Red 4</a></label><label><a>Blue 60</a></label>", "Colour Red 4 Blue 60"),
        ("<li><span><b>12 March</b></span><small><b>Gate inspected</b></small>", "12 March Gate inspected"),
        ("<div><a>Locks</a><a>Weirs</a>", "Locks Weirs"),
        ("<div><a href=1>PvE</a><a href=2>RPG</a><a href=3>eSports</a>", "PvE RPG eSports"),
        ("<div><a href=1>lock</a><a href=1>keeper</a>", "lockkeeper"),
        ("<div><label>Size: <b>M</b></label><a><span>S</span></a><a><span>M</span></a><a>XL</a>", "Size: M S M XL"),
        ("<div><label>size</label><a>small</a><a>large</a>", "size small large"),
        ("<div><a href=/a>A</a><a href=/b>B</a>", "A B"),
        ("<div><a href=/a>A</a><a href=/a>rle</a>", "Arle"),
        ("<div><a>T</a><a>he gate</a>", "The gate"),
        ("<p><a><time>3 May 2016</time><time class=updated>11 June 2017</time></a>", "3 May 2016 11 June 2017"),
        ("<p><time>10:00</time><time>11:30</time>", "10:00 11:30"),
        ("<p><span>by <a>Egil Dahl</a></span><span><i></i><a>Locks</a></span>", "by Egil Dahl Locks"),
        ("<p><a><time>3 May</time><time>4 May</time></a><span><a>Weirs</a> 2</span>", "3 May 4 May Weirs 2"),
        ("<p><time>3 May 201<b>6</b></time>", "3 May 2016"),
        ("<p><span>see <b>lock</b></span><span><b>keeper</b> of oak</span>", "see lockkeeper of oak"),
        ("<p><span>20<b>16</b></span><span><b>17</b>th</span>", "201617th"),
        ("<p><span>Lock</span><wbr><span>Keeper</span>", "LockKeeper"),
        ("<p><a>Mac<b>Donald</b></a>", "MacDonald"),
        ("<p>see <span><b>Mac</b></span><span><b>Donald</b></span>", "see MacDonald"),
        ("<dt><span><b>gates.</b></span><span><b>Lock</b></span>", "gates.Lock"),
        ("<p><span>The gate is shut.</span><span>Wait here</span>", "The gate is shut. Wait here"),
        ("<p><span>Keeper</span><span>555-0101</span>", "Keeper 555-0101"),
        (
            "<li><b class=k>место</b><b class=v>шлюз</b><li><b class=k>вес</b><b class=v>одна тонна</b>",
            "место шлюзвес одна тонна",
        ),
        (
            "<li><b class=k>الموقع</b><b class=v>شارع</b><li><b class=k>اللون</b><b class=v>أزرق فاتح</b>",
            "الموقع شارعاللون أزرق فاتح",
        ),
        ("<p><b class=k>lock</b><b class=v>keeper</b>", "lockkeeper"),
        ("<p><b class=c1>lo</b><b class='c1 c3'>ck</b><p><b class=c1>ga</b><b class='c1 c3'>te</b>", "lockgate"),
        ("<p><b class=k>ล็อค</b><b class=v>ประตู</b><p><b class=k>ล็อค</b><b class=v>ประตู</b>", "ล็อคประตูล็อคประตู"),
        ("<p><span class=a>gates.</span><span class=b>open</span>", "gates.open"),
        ("<p><span class=a>lock</span><span class=a>keeper</span>", "lockkeeper"),
        ("<p><span class=whole>12</span><span class=unit>kg</span>", "12kg"),
        ("<p><span class=first>T</span><span class=rest>he gate</span>", "The gate"),
        ("<p><span>T</span><span>he gate</span>", "The gate"),
        ("<p><span>12</span><span>99</span>", "1299"),
        ("<p>see <span>Mac</span><span>Donald</span>", "see MacDonald"),
        ("<p><code><span>new</span><span>Line</span></code>", "newLine"),
        ("<p><span>US</span><span>A</span>", "USA"),
        ('<p><span style="color:red; display: block">line one</span><span>line two</span>', "line one line two"),
        ('<p>the lock<small style="display:block">of oak</small>', "the lock of oak"),
        ("<p><a class='mr-2 d-block'>locks</a><a class='d-block'>weirs</a>", "locks weirs"),
        ("<p>Price<span style='float: right'>$5.00</span>", "Price $5.00"),
        ("<p class='inline-flex gap-2'><b>locks</b><i>weirs</i>", "locks weirs"),
        ('<p><span style="display:inline-block">Mac</span><span>donald</span>', "Macdonald"),
        ("<p>by <a class=flex>lock</a>, weir (<a class=flex>gate</a>)", "by lock, weir (gate)"),
        (r"<div><span>(3.1)</span>\[h = a\]</div>", r"(3.1) \[h = a\]"),
        ("<p><code><span class=block>new</span><span>Line</span></code>", "newLine"),
    ],
)
def test_values_that_only_a_style_sheet_separates_have_a_space(html: str, text: str) -> None:
    index = Document("", html=f"<body>{html}").index
    assert index.text_of(index.tagged("body")[0]) == text


@pytest.mark.parametrize(
    ("html", "places", "text"),
    [
        ("<p {}><b {}>left</b><b {}>right</b>", [(0, 0, 500, 20), (0, 0, 30, 20), (40, 0, 40, 20)], "left right"),
        ("<p {}><b {}>to</b><b {}>gether</b>", [(0, 0, 500, 20), (0, 0, 20, 20), (21, 0, 60, 20)], "together"),
        ("<p {}><b {}>above</b><b {}>below</b>", [(0, 0, 500, 40), (0, 0, 30, 20), (0, 20, 30, 20)], "above below"),
        ("<p {}>above<b {}>below</b>", [(0, 0, 500, 40), (0, 20, 500, 20)], "above below"),
        ("<p {}>Price<b {}>$5.00</b>", [(0, 0, 500, 20), (450, 0, 50, 20)], "Price $5.00"),
        (
            "<p {}>or <b {}>salt</b> or H<sub {}>2</sub>",
            [(0, 0, 500, 40), (9, 0, 9, 20), (450, 3, 5, 9)],
            "or salt or H2",
        ),
        ("<p {}>water or H<sub {}>2</sub>", [(0, 0, 90, 40), (12, 23, 5, 9)], "water or H2"),
        ("<p {}>&nbsp;<b {}>Below</b>", [(0, 0, 500, 40), (0, 20, 90, 20)], "Below"),
        ("<p {}><i {}>&emsp;</i><b {}>Below</b>", [(0, 0, 500, 40), (0, 0, 5, 20), (0, 20, 90, 20)], "Below"),
        ("<p {}>Above&nbsp;<b {}>below</b>", [(0, 0, 500, 40), (0, 20, 90, 20)], "Above below"),
        ("<p {}>Mac<b {}>Donald</b>", [(0, 0, 500, 30), (30, 5, 50, 20)], "MacDonald"),
        ("<p {}><b {}>خانه</b><b {}>باغ</b>", [(0, 0, 500, 20), (460, 0, 40, 20), (400, 0, 40, 20)], "خانه باغ"),
        ("<p {}><b {}>漢字</b><b {}>漢字</b>", [(0, 0, 40, 40), (0, 0, 40, 20), (0, 20, 40, 20)], "漢字漢字"),
        ("<p {}><b {}>H</b><b {}>o</b>", [(0, 0, 500, 20), (0, 0, 10, 20), (20, 0, 10, 20)], "Ho"),
        ("<p {}>12 <b {}>5</b><b {}>March</b>", [(0, 0, 500, 20), (0, 0, 10, 20)], "12 5March"),
    ],
)
def test_what_a_browser_draws_apart_has_a_space(html: str, places: list[tuple[int, int, int, int]], text: str) -> None:
    numbered = html.format(*(f"{ELEMENT_ATTRIBUTE}={number}" for number in range(3)))
    index = Document("", html=f"<body>{numbered}", rectangles=np.array(places, np.float32)).index
    assert index.text_of(index.tagged("body")[0]) == text


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
def test_characters_without_width_are_left_out(sign: str) -> None:
    assert Document("", html=f"<p>Wasser{sign}amt").body.text[0].strip() == "Wasseramt"
    assert "\u200c" in Document("", html="<p>می\u200cخواهم").body.text[0]


def test_headings_in_each_other_take_linear_time() -> None:
    index = Document("", html="<h2><a class=x href=#a>#</a>ab<div>" * 5_000).index
    assert index.text_of(0) == "ab" * 5_000


def test_readings_in_each_other_are_left_out() -> None:
    assert Document("", html="<body>word<ruby><rt><details><rt></details>reading").index.text_of(0) == "word"


@pytest.mark.parametrize("nothing", ["\u200d", "&zwj;", "\u200d\u200d", "<b>\u200d</b>", "<em>&zwj;\u00ad</em>"])
def test_joiners_of_nothing_are_no_paragraph(nothing: str) -> None:
    index = Document("", html=f"<body><p>A gull</p><p>{nothing}</p><p>An owl</p></body>").index
    assert index.text_of(0).split() == ["A", "gull", "An", "owl"]


@pytest.mark.parametrize("joined", ["\U0001f937\u200d\u2642", "क्\u200dष", "می\u200cرود"])
def test_joiners_between_signs_stay(joined: str) -> None:
    assert Document("", html=f"<p>{joined} a</p>").index.text_of(0).split() == [joined, "a"]


@pytest.mark.parametrize("line", ["<p>* * *", "<p class=scene>⁂", "<center>***</center>", "<p><b>#</b>", "<p>—"])
@pytest.mark.parametrize("after", ["<p>They came back at six.", "<h2>At six</h2>"])
def test_signs_alone_between_paragraphs_are_a_rule(line: str, after: str) -> None:
    index = Document("", html=f"<body><p>The gate was shut.</p>{line}</p>{after}").index
    (rule,) = index.tagged("hr")
    assert index.first_text_node[rule] == index.last_text_node[rule]


@pytest.mark.parametrize(
    "html",
    [
        "<p>The gate was shut.</p><p>*",
        "<p>* * *</p><p>They came back at six.",
        "<p>The gate was shut.</p><p>-</p><p>They came back at six.",
        "<p>The gate was shut.</p><p>* at six</p><p>They came back.",
        "<div>12 March</div><div>•</div><div>6 min read</div>",
        "<p>The gate was shut.</p><p>?</p><p>They came back at six.",
        "<p>The gate was shut.</p><h2>#</h2><p>They came back at six.",
        "<h3>Ann Lee</h3><p>****</p><p>They came back at six.",
        "<p>The gate was shut.</p><div><pre>---</pre></div><p>They came back at six.",
        "<p>The gate was shut.</p><p><a href=/next>***</a></p><p>They came back at six.",
    ],
)
def test_other_signs_are_no_rule(html: str) -> None:
    index = Document("", html=f"<body>{html}").index
    assert not index.tagged("hr")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("$<b class=fraction>81</b><b class=cents>18</b> each", "$81.18 each"),
        ("<b class=price>19<sup>99</sup> zł</b>", "19.99 zł"),
        ("US$ 1,299<sup><i>50</i></sup>", "US$ 1,299.50"),
        ("€5<sup>10</sup>", "€5.10"),
        ("<b class=price>$549<i>25</i>% off</b>", "$54925% off"),
        ("$12.50<sup>12</sup>", "$12.50¹²"),
        ("10<sup>12</sup> stars", "10¹² stars"),
        ("<b class=price>$12<br><i>50</i></b>", "$12\n50"),
    ],
)
def test_a_point_stands_before_cents_that_a_style_sheet_sets_apart(html: str, text: str) -> None:
    page = Document("x", html=f"<body><p>{html}</p></body>")
    assert "\n".join(text_lines(page.index.without(), 0)) == text
