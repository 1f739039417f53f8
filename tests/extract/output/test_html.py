import numpy as np
import pytest

from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Texts
from iawce.extract.content.content import Content
from iawce.extract.output.html import clean_html
from iawce.extract.output.markdown.to_markdown import to_markdown

PAGE = """<body onload="x()"><h2 class=c>Title</h2><p style="color:red">See <a href="/x?a=1" onclick="y()">this</a> and
<a href="javascript:alert(1)">that</a>.<script>alert(1)</script></p><img src="p.png" onerror="z()" alt="A picture">
<table><tr><th>a</th><th>b</th></tr><tr><td colspan=2>c</td></tr></table><pre><code class="language-python">x = 1
y = 2</code></pre><nav>menu</nav><ul><li>one</li><li>two</li></ul><iframe src="//evil"></iframe>"""


def body_of(document: Document, *left_out: str) -> Content:
    return Content((document.index.tagged("body")[0],), document.index.without(left_out))


def cleaned(**options: bool) -> str:
    return clean_html(body_of(Document("", html=PAGE), "nav"), "https://a.example/dir/page.html", **options)


def test_markup_is_safe_and_addresses_are_whole() -> None:
    html = cleaned()
    assert "https://a.example/x?a=1" in html
    assert "https://a.example/dir/p.png" in html
    for bad in ("script", "onclick", "onerror", "style", "javascript", "iframe", "menu", "data-iawce"):
        assert bad not in html


def test_links_and_pictures_can_be_dropped_without_their_words() -> None:
    html = cleaned(links=False, images=False)
    assert "<a" not in html
    assert "<img" not in html
    assert "See this and" in html


@pytest.mark.parametrize(
    "attributes",
    [
        "width=1 height=1",
        "width='0' height='1px'",
        "hidden",
        "style='display: none'",
        "style='float:left; visibility : hidden'",
        "style='WIDTH:1px;height:1px !important'",
    ],
)
def test_pictures_that_count_readers_are_left_out(attributes: str) -> None:
    page = Document("", html=f"<body><p>Text<img {attributes} src=/track.gif></p><img width=1 height=90 src=/line.gif>")
    html = clean_html(body_of(page), "https://a.example/")
    assert "track" not in html
    assert "line.gif" in html
    assert to_markdown(html) == "Text\n\n![](https://a.example/line.gif)"


@pytest.mark.parametrize(
    "attributes",
    [
        "style='width:0;height:0;min-width:100%;min-height:100%'",
        "style='color:transparent;max-width:1px'",
        "style='display:block;width:1px0'",
        "style='display:none' data-src=/boat.jpg",
    ],
)
def test_other_pictures_stay(attributes: str) -> None:
    page = Document("", html=f"<body><p>Text<img {attributes} src=/boat.jpg alt=Boat></p>")
    assert "![Boat](https://a.example/boat.jpg)" in to_markdown(clean_html(body_of(page), "https://a.example/"))


@pytest.mark.parametrize(
    "drawn", ["<img src=/star.gif>", "<img alt='' data-src=/star.gif>", "<p><img src='star.gif '></p>"]
)
def test_a_picture_without_a_text_is_written_once(drawn: str) -> None:
    page = Document("", html=f"<body><p>Good</p>{drawn * 4}<p>Bad</p>{drawn}<img src=/boat.jpg>")
    found = to_markdown(clean_html(body_of(page), "https://a.example/"))
    assert (found.count("star.gif"), found.count("boat.jpg")) == (1, 1)


def test_a_picture_with_a_text_is_written_wherever_it_stands() -> None:
    page = Document("", html="<body>" + "<p>Text <img src=/wink.gif alt=Wink> and more</p>" * 3)
    assert to_markdown(clean_html(body_of(page), "https://a.example/")).count("![Wink]") == 3


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p><span style='font-weight:bold'>Ebb</span> <span style='font-style: italic'>six</span>", "**Ebb** *six*"),
        ("<p>At <font style='FONT-WEIGHT: 700; font-style:oblique'>noon</font>.", "At ***noon***."),
        ("<p>Berth <span style='text-decoration: line-through'>four</span> five", "Berth ~~four~~ five"),
        ("<b id=docs-internal-guid-1 style='font-weight:normal'><p>Ebb.</p><p>Flood.</p></b>", "Ebb.\n\nFlood."),
        (
            "<p><strong style='font-weight: 400'>No</strong> <i style='font-style:normal'>so</i> <b>low</b>",
            "No so **low**",
        ),
        ("<p><b style='mso-bidi-font-weight: normal'>Ebb</b> <span style='--font-weight:bold'>or</span>", "**Ebb** or"),
        ("<h2><span style='font-weight:bold'>Tides</span></h2><p style='font-weight:bold'>Six", "## Tides\n\nSix"),
        ("<p>A <a style='font-weight:bold' href=/x>chart</a>", "A [chart](https://a.example/x)"),
    ],
)
def test_the_style_of_words_says_whether_they_are_emphasised(markup: str, text: str) -> None:
    assert to_markdown(clean_html(body_of(Document("", html=f"<body>{markup}")), "https://a.example/")) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<iframe src='/post/embed/#?secret=kT9#?secret=kT9' title=Tides></iframe>",
            "[Tides](https://a.example/post/)",
        ),
        ("<iframe src=/embed/9 title=Tides></iframe>", "[Tides](https://a.example/embed/9)"),
        ("<p>Ebb</p><hr style='display: none'><p>Flood", "Ebb\n\nFlood"),
        ("<p>Ebb</p><hr style='height:1px;overflow:hidden'><p>Flood", "Ebb\n\n---\n\nFlood"),
    ],
)
def test_what_a_reader_would_see_is_written(markup: str, text: str) -> None:
    assert to_markdown(clean_html(body_of(Document("", html=f"<body>{markup}")), "https://a.example/")) == text


@pytest.mark.parametrize("emoji", ["😀", "⛵", "🤷‍♂️", "☹️", "👍🏽👎"])
def test_a_picture_of_emoji_is_their_text(emoji: str) -> None:
    page = Document("", html=f"<body><p>It rained <img class=emoji src=/e.png alt='{emoji}'> all <b>day</b>.</p>")
    assert page.index.text_of(0) == f"It rained {emoji} all day."
    assert to_markdown(clean_html(body_of(page), "https://a.example/")) == f"It rained {emoji} all **day**."


@pytest.mark.parametrize("said", ["", ":boat:", "A boat 😀", "x", "1"])
def test_a_picture_of_another_name_is_no_text(said: str) -> None:
    page = Document("", html=f"<body><p>It rained <img src=/e.png alt='{said}'> all day.</p>")
    assert page.index.text_of(0) == "It rained all day."
    assert f"![{said}]" in to_markdown(clean_html(body_of(page), "https://a.example/"))


def test_markdown_keeps_headings_links_code_tables_and_lists() -> None:
    text = to_markdown(cleaned())
    assert "## Title" in text
    assert "[this](https://a.example/x?a=1)" in text
    assert "```python\nx = 1\ny = 2\n```" in text
    assert "| a | b |" in text
    assert "- one\n- two" in text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>$19.99<button>Add to cart</button><button>Save</button>", "$19.99 Add to cart Save"),
        ("<p>H<sub>2</sub>O, <b>un</b>seen<input type=hidden>", "H₂O, **un**seen"),
        ("<p>size<select><option>S<option>M</select>", "size S M"),
        ("<form>a</form><fieldset><legend>b</legend>c</fieldset><address>d</address>e", "a\n\nb\n\nc\n\nd\n\ne"),
        ("<menu><li>a<li>b</menu>", "- a\n- b"),
    ],
)
def test_visually_separate_texts_stay_separate(markup: str, text: str) -> None:
    document = Document("x", html=f"<body>{markup}")
    assert to_markdown(clean_html(Content((0,), document.index.without()), "http://x/")) == text


@pytest.mark.parametrize(
    ("markup", "html"),
    [
        ("<dl><dt>1.<dd>A lid.<dt>2.<dd>A lock.</dl>", "<div><div>1. A lid.</div><div>2. A lock.</div></div>"),
        ("<dl><dt>Lid<dd>1. Of glass.</dl>", "<dl><dt>Lid</dt><dd>1. Of glass.</dd></dl>"),
        ("<p><b style='mso-list:Ignore'>·</b>Lid</p>", "<ul><li><b></b>Lid</li></ul>"),
        ("<div><li>Lid</div>", "<div><ul><li>Lid</li></ul></div>"),
        ("<ul><div><li>Lid</div></ul>", "<ul><div><li>Lid</li></div></ul>"),
    ],
)
def test_items_are_in_lists_and_numbers_in_their_paragraphs(markup: str, html: str) -> None:
    assert clean_html(body_of(Document("", html=f"<body>{markup}")), "https://a.example/") == html


def test_a_part_of_an_element_is_printed_without_its_other_text() -> None:
    document = Document("", html="<body>advert<br>first <b>bold</b> words<span></span>, second<p>third</p>tail")
    index = document.index
    wanted = np.array([text not in ("advert", ", second", "tail") for text in index.text_nodes.texts])
    content = Content((index.tagged("body")[0],), DomMask(index, document.index.without().kept, wanted))
    assert Texts(content.subset).lines(content.elements[0]) == "first bold words\n\nthird"
    html = clean_html(content, "http://a.example/")
    assert "first <b>bold</b> words" in html
    assert not {"advert", "second", "tail"} & set(html.replace("<", " ").replace(">", " ").split())


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://b.example/x?y=1#z", "https://b.example/x?y=1#z"),
        ("http://b.example", "http://b.example/"),
        ("http://b.example/a/../b", "http://b.example/b"),
        ("\\\\b.example\\c", "https://b.example/c"),
        ("/a\n\tb c", "https://a.example/ab%20c"),
        ("\x01java\tscript:x()", ""),
    ],
)
def test_addresses_are_those_that_a_browser_follows(written: str, address: str) -> None:
    document = Document("", html=f'<body><a href="{written}">x</a>')
    html = clean_html(body_of(document), "https://a.example/dir/")
    assert f'<a href="{address}"' in html if address else "href" not in html
