"""Markdown read back by a CommonMark parser."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from markdown_it.token import Token

from iawce.data.document import Document
from iawce.extract.content.content import Content
from iawce.extract.output.html import clean_html
from iawce.extract.output.markdown.to_markdown import to_markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def cleaned(html: str, base: str = "http://a.example/") -> str:
    document = Document("", html=f"<body>{html}</body>")
    return clean_html(Content((document.index.tagged("body")[0],), document.index.without()), base)


def markdown(html: str) -> str:
    return to_markdown(cleaned(html))


def read_back(text: str) -> str:
    """The HTML that a parser makes of Markdown."""
    return str(READER.render(text))


def plain(html: str) -> str:
    """Text of HTML without its blanks, which blocks put where they like."""
    found = lxml_html.fromstring(f"<body>{html}</body>").itertext() if html.strip() else ()
    return re.sub(r"\s+", "", "".join(map(str, found)))


def tokens(text: str) -> list[Token]:
    return [inner for token in READER.parse(text) for inner in (token, *(token.children or ()))]


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<hr><h1>A</h1>", "# A"),
        ("<div><hr></div><p>a</p>", "a"),
        ("<p>a</p><hr>", "a"),
        ("<p>a</p><hr><hr><table><tr><td></td></tr></table><hr><p>b</p><hr><hr>", "a\n\n---\n\nb"),
        ("<ul><li>a</li></ul><hr><blockquote><hr>b</blockquote><hr>", "- a\n\n---\n\n> b"),
        ("<hr>", ""),
        ("<p>a</p><hr><img src=x>", "a\n\n---\n\n![](http://a.example/x)"),
        ("<p>a</p><hr><p>---</p>", "a\n\n---\n\n\\---"),
        ("<p>a</p><pre>b\n\n---</pre>", "a\n\n```\nb\n\n---\n```"),
        ("<ul><li>a<hr>b</li></ul>", "- a\n\n  ---\n\n  b"),
    ],
)
def test_rules_stand_between_blocks(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<h2>Title</h2><p>Some <em>text</em>.</p>", "## Title\n\nSome *text*."),
        ("<p><del>forty</del> <ins>sixty</ins></p>", "~~forty~~ sixty"),
        ("<p>He said <q>never</q>.</p>", "He said “never”."),
        ("<ul><li><input type=checkbox checked> a</li><li><input type=checkbox> b</li></ul>", "- [x] a\n- [ ] b"),
        ("<div role=heading aria-level=3>Title</div><p>a</p>", "### Title\n\na"),
        ("<a role=heading aria-level=3 href=/t>Title</a><p>a</p>", "### [Title](http://a.example/t)\n\na"),
        ("<a role=heading aria-level=3 id=t>Title</a><p>a</p>", "### Title\n\na"),
        ("<ul><li><input type=checkbox> a</li><li>b</li></ul>", "- a\n- b"),
        (
            "<ul><li><label><input type=checkbox checked></label><div><p>a</p><p>b</p></div></li>"
            "<li><input type=checkbox><p>c</p><ul><li>d<input type=checkbox></li></ul></li></ul>",
            "- [x] a\n\n  b\n- [ ] c\n  - d [ ]",
        ),
        (
            "<ul><li><input type=checkbox></li><li><input type=checkbox><p>b</p></li></ul><p>c</p>",
            "- [ ]\n- [ ] b\n\nc",
        ),
        ("<ol reversed><li>a</li><li>b</li></ol>", "2. a\n1. b"),
        ("<ol reversed start=3><li>a</li><li>b</li></ol>", "3. a\n2. b"),
        ("<ol type=a><li>a<ol type=i><li>b</li></ol></li><li value=28>c</li></ol>", "- a. a\n  - i. b\n- ab. c"),
        ("<ol type=I start=4><li>a</li><li><pre>x</pre></li></ol>", "- IV. a\n- V.\n\n  ```\n  x\n  ```"),
        ("<ol style='list-style-type: upper-alpha'><li>a</li></ol>", "- A. a"),
        ("<ol style='list-style: none'><li>(1) a</li></ol>", "- (1) a"),
        ("<ul style='list-style: decimal inside'><li>a</li><li>b</li></ul>", "1. a\n2. b"),
        ("<ul><li style='list-style-type:decimal'>a</li><li style='list-style-type:decimal'>b</li></ul>", "1. a\n2. b"),
        ("<ul><li style='list-style-type: decimal'>a</li><li>b</li></ul>", "- a\n- b"),
        (
            "<div class='admonition tip'><p class=admonition-title>Do <b>this</b></p><p>a</p><ul><li>b</li></ul></div>",
            "> [!tip] Do this\n> a\n>\n> - b",
        ),
        ("<div class='alert alert-warning'><strong>Warning:</strong> a</div>", "> [!warning]\n> a"),
        ("<ul><li>a<aside class=note><pre>b</pre></aside></li></ul>", "- a\n\n  > [!note]\n  > ```\n  > b\n  > ```"),
        (
            "<figure><a href=x><img src=y alt=z></a><figcaption><p>A <b>gate</b></p></figcaption></figure><p>c</p>",
            "[![z](http://a.example/y)](http://a.example/x)  \nA **gate**\n\nc",
        ),
        ("<div class=wp-caption><img src=y><p class=wp-caption-text>A</p></div>", "![](http://a.example/y)  \nA"),
        ("<figure><figcaption>A</figcaption><pre>b</pre></figure>", "A\n\n```\nb\n```"),
        (
            "<figure><img src=y><table><tr><th>a</th><th>b</th></tr></table></figure>",
            "![](http://a.example/y)\n\n| a | b |\n| --- | --- |",
        ),
        (
            "<div><div role=tablist><button>A</button><button>B</button></div>"
            "<div role=tabpanel>c</div><div role=tabpanel>d</div></div>",
            "**A**\n\nc\n\n**B**\n\nd",
        ),
        ("<iframe src=/embed/1 title='A  film'>x</iframe>", "[A film](http://a.example/embed/1)"),
        ("<video><source src=/v.mp4>Get a browser.</video>", "[a.example/v.mp4](http://a.example/v.mp4)"),
        ("<section><video autoplay muted loop src=/v.mp4></video><h1>Tides</h1></section>", "# Tides"),
        ("<div><div><video autoplay muted src=/v.mp4></video></div><div><h1>Tides</h1></div></div>", "# Tides"),
        (
            "<h1>Tides</h1><video autoplay muted src=/v.mp4></video>",
            "# Tides\n\n[a.example/v.mp4](http://a.example/v.mp4)",
        ),
        (
            "<video autoplay muted controls src=/v.mp4></video><h1>Tides</h1>",
            "[a.example/v.mp4](http://a.example/v.mp4)\n\n# Tides",
        ),
        (
            "<figure><video autoplay muted src=/v.mp4></video></figure><h1>Tides</h1>",
            "[a.example/v.mp4](http://a.example/v.mp4)\n\n# Tides",
        ),
        ("<iframe src=/embed/1 width=1></iframe><iframe src=/track></iframe><p>a</p>", "a"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>c<table><tr><td>d</td><td>e</td></tr></table></td>"
            "<td><pre>f\n  g</pre></td></tr></table>",
            "| a | b |\n| --- | --- |\n| c d e | `f` `g` |",
        ),
        ("<p>[edit] a * b, 1 < 2, ~ C:\\dir</p>", "[edit] a * b, 1 < 2, ~ C:\\dir"),
        (r"<p>As \(a^2 + b_1 * c_1\) and $x_1 * y$, $5 or $7</p>", "As $a^2 + b_1 * c_1$ and $x_1 * y$, $5 or $7"),
        (r"<p>\[ \frac{Q}{b} \]</p>", r"$$\frac{Q}{b}$$"),
        (
            '<p>a<a href="#n" id=r>1</a> b</p><ol><li id=n><p>Note.<a href="#r">↩</a></p><pre>x\n  y</pre>'
            "</li></ol><p>c</p>",
            "a[^1] b\n\nc\n\n[^1]: Note.\n\n    ```\n    x\n      y\n    ```",
        ),
        (
            "<table><tr><th rowspan=2>Month</th><th colspan=2>Boats</th></tr><tr><th>in</th><th>out</th></tr>"
            "<tr><td rowspan=2>May</td><td>1</td><td>2</td></tr><tr><td></td><td>4</td></tr></table>",
            "| Month | Boats in | Boats out |\n| --- | --- | --- |\n| May | 1 | 2 |\n|  |  | 4 |",
        ),
        (
            "<h2>Title<p>Some text.</p><p>More</p></h2>",
            "## Title\n\nSome text.\n\nMore",
        ),  # no end tag, as trees have it
        ("<h2><p>Title</p></h2><p>a</p>", "## Title\n\na"),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
        ("<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>", "- one\n  - inner\n- two"),
        ("<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "- a\n\n  b\n- c"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n\n  - b"),
        ('<ol start="9"><li>a</li><li value="12">b</li></ol>', "9. a\n12. b"),
        ("<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>", "- a\n- b\n\n* c"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul> <ul><li>c</li></ul>", "- a\n- b\n- c"),
        ("<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>", "- a\n\nb\n\n- c"),
        ("<ul><li>a</li></ul><ol type=a><li>b</li></ol><ol type=a start=2><li>c</li></ol>", "- a\n\n* a. b\n* b. c"),
        ("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>", "> a\n>\n> b\n\nc"),
        ("<dl><dt>Term</dt><dd>what it is</dd></dl>", "Term\n\n- what it is"),
        ("<p>one<br>two</p>", "one  \ntwo"),
        ("<p>one<br><br>two</p>", "one\n\ntwo"),
        ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
        ('<p><a href="http://a.example/">here</a></p>', "[here](http://a.example/)"),
        ('<p>wow!<a href="/x">here</a></p>', "wow\\![here](http://a.example/x)"),
        ('<a href="/a_(b)">c</a>', "[c](<http://a.example/a_(b)>)"),
        ('<p>a<a href="/x"> </a>b</p>', "a b"),
        ("<p><b>a </b>b <b><i>c</i></b></p>", "**a** b ***c***"),
        ("<p>snake_case and 2 < 3 & 4</p>", "snake_case and 2 < 3 & 4"),
        ("<p>x<sup>2</sup>, H<sub>2</sub>O, 5<sup>th</sup>, a<sup>n+m</sup></p>", "x², H₂O, 5th, a^(n+m)"),
        ('<p>a <script type="math/tex">x_1 * y_2</script> b</p>', "a $x_1 * y_2$ b"),
        ('<p>a <script type="math/tex">\\text{$5}</script> b</p>', "a `\\text{$5}` b"),
        ('<p>a <script type="math/tex; mode=display">x^2</script> b</p>', "a\n\n$$\nx^2\n$$\n\nb"),
        ('<h2>On <math display="block" alttext="x^2"><mi>x</mi></math></h2>', "## On $x^2$"),
        ("<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> is <math></math>less</p>", "$\\frac{a}{b}$ is less"),
        ("", ""),
    ],
)
def test_markdown_of_a_page(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "# no heading", "- no list", "+ no list", "1. no list", "2) no list", "> no quotation", "---", "===", "***",
        "___", "`no code`", "```", "~~~", "[no](link)", "![no](picture)", "[no]: http://a.example/", "*no*", "__no__",
        "a\\*b",
        "&lt;script&gt;alert(1)&lt;/script&gt;", "&amp;lt;b&amp;gt;", "&lt;http://a.example/&gt;", "| no | table |",
        "&lt;!-- no comment --&gt;", "C #", "\\", "&amp;#35; x",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "around",
    ["<p>{}</p>", "<h2>{}</h2>", "<ul><li>{}</li></ul>", "<table><tr><th>{}</th><th>x</th></tr></table>",
     "<p>a<br>{}</p>", "<blockquote>{}</blockquote>", '<a href="/x">{}</a>'],
)  # fmt: skip
def test_text_means_itself(text: str, around: str) -> None:
    html = cleaned(around.format(text))
    assert plain(read_back(to_markdown(html))) == plain(html)


def test_cards_and_headings_inside_links_become_headings_with_a_link() -> None:
    card = (
        '<a href="/x"><div><img src="/p.png" alt="Sea"></div><h2>Sea <img src="/q.png" alt="Sea"></h2><p>Blue.</p></a>'
    )
    assert markdown(card) == "![Sea](http://a.example/p.png)\n\n## [Sea](http://a.example/x)\n\nBlue."
    assert markdown('<a href="/x"><div>One</div><div>two</div></a>') == "[One](http://a.example/x)\n\ntwo"
    pictures = '<a href="/x"><div><img src="/p.png"></div><div><img src="/q.png"></div><div>One</div></a>'
    shown = "[![](http://a.example/p.png)](http://a.example/x)\n\n![](http://a.example/q.png)"
    assert markdown(pictures) == f"{shown}\n\n[One](http://a.example/x)"


def test_headings_left_empty_go_and_pictures_alone_stay() -> None:
    assert markdown("<h2> </h2><h2><a href='/x'></a></h2><p>a</p>") == "a"
    assert markdown('<h2><img src="/p.png" alt="Logo"></h2>') == "## ![Logo](http://a.example/p.png)"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="language-python">{}</code></pre>', "python"),
        ('<pre class="brush: js; gutter: false">{}</pre>', "js"),
        ('<pre class="lang-c++">{}</pre>', "c++"),
        ('<div class="highlight highlight-source-shell"><pre>{}</pre></div>', "shell"),
        ('<div class="language-ruby highlighter-rouge"><div class="highlight"><pre>{}</pre></div></div>', "ruby"),
        ('<pre data-lang="go"><code>{}</code></pre>', "go"),
        ('<pre class="sourceCode numberSource python"><code>{}</code></pre>', "python"),
        ('<div class="syntaxhighlighter nogutter php"><pre>{}</pre></div>', "php"),
        ('<pre syntax="Python" dir=ltr><code>{}</code></pre>', "Python"),
        ('<pre class="sourceCode nogutters">{}</pre>', "nogutters"),
        ('<pre class="console">{}</pre>', ""),
        ('<pre class="listing wide">{}</pre>', ""),
        ('<pre><code class="python hljs">{}</code></pre>', "python"),
        ('<pre class="rust shown"><code>{}</code></pre>', "rust"),
        ('<pre language="python">{}</pre>', "python"),
        ('<div class="language-c"><div><div class="copied"><div><pre>{}</pre></div></div></div></div>', "c"),
        ('<div class="code c"><div class="java"><pre>{}</pre></div></div>', ""),
        ("<code>{}</code>", ""),
        ('<div style="white-space: pre">{}</div>', ""),
        ("<pre>{}</pre>", ""),
    ],
)
def test_code_of_several_lines_is_fenced_with_its_language(html: str, language: str) -> None:
    code = "if x:\n    y = `z`"
    assert markdown(html.format(code)) == f"```{language}\n{code}\n```"


def test_a_box_of_code_and_text_says_no_language() -> None:
    html = "<div class=lang-de><p>Text</p><div><div><pre>a\nb</pre></div></div></div>"
    assert markdown(html) == "Text\n\n```\na\nb\n```"


def test_a_line_break_in_code_is_one() -> None:
    assert markdown("<pre>a<br>b</pre><p>c") == "```\na\nb\n```\n\nc"
    assert markdown("<pre><div>a</div><div>b<br></div>c</pre>") == "```\na\nb\nc\n```"


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    (block,) = [token for token in tokens(markdown("<pre>a\n```\n````\nb</pre>")) if token.type == "fence"]
    assert block.content == "a\n```\n````\nb\n"
    assert markdown("<p>say <code>a`b</code></p>") == "say ``a`b``"


WORD = "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>{}<span>&nbsp; </span></span>"


@pytest.mark.parametrize(("mark", "item"), [("·", "- {}"), ("o", "- {}"), ("1.", "1\\. {}"), ("2", "2 {}")])
def test_bullets_by_word_are_those_of_items(mark: str, item: str) -> None:
    html = "".join(f"{WORD.format(mark)}<b>{name}</b></p>" for name in ("Ada", "Bo")) + "<p>c</p>"
    gap = "\n" if item.startswith("-") else "\n\n"
    assert markdown(html) == f"{item.format('**Ada**')}{gap}{item.format('**Bo**')}\n\nc"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<dl><dt>1.</dt><dd><div>a boat</div></dd><dt>2.</dt><dd>two oars</dd></dl>", "1\\. a boat\n\n2\\. two oars"),
        ("<table><tr><td>a)<td>a boat<tr><td>b)<td><b>two</b> oars</table>", "a) a boat\n\nb) **two** oars"),
        ("<table><tr><td><p>(iv)</p><td><p>a boat</p></table><p>b</p>", "(iv) a boat\n\nb"),
        ("<div><div>§ 3</div><div><h2>Boats</h2><p>a</p></div></div>", "## § 3 Boats\n\na"),
        ("<div><span><b>1.</b></span><div>a</div></div>", "**1.**\n\na"),
        ("<div><div>1.</div><div>a</div><div>b</div></div>", "1\\.\n\na\n\nb"),
        ("<div><div>1.</div><div>2.</div></div>", "1\\.\n\n2\\."),
        ("<section><h2>I.</h2><p>a</p></section>", "## I.\n\na"),
        ("<dl><dt>oar</dt><dd>of ash</dd></dl>", "oar\n\n- of ash"),
        ("<div><div>1.</div><pre>a = 1</pre></div>", "1\\.\n\n```\na = 1\n```"),
        ("<table><tr><th>No.<th>Boat<tr><td>1.<td>Dora</table>", "| No. | Boat |\n| --- | --- |\n| 1. | Dora |"),
    ],
)
def test_the_number_beside_a_paragraph_is_at_its_beginning(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


NOTES = "<ol><li id=n><a href='#r'>↩</a> Mostly.</li></ol>"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (f"<h2>Notes</h2>{NOTES}", "a[^1]"),
        (f"<hr><section><h2>Notes</h2>{NOTES}</section><hr><h2>More</h2><p>b</p>", "a[^1]\n\n---\n\n## More\n\nb"),
        (f"<h2>Notes</h2>{NOTES}<h3>Mine</h3><p>b</p>", "a[^1]\n\n## Notes\n\n### Mine\n\nb"),
        (f"<h2>Notes</h2><h3>Mine</h3>{NOTES}<h3>Yours</h3><p>b</p>", "a[^1]\n\n## Notes\n\n### Yours\n\nb"),
        (f"<h2>Notes</h2><p>b</p>{NOTES}", "a[^1]\n\n## Notes\n\nb"),
        (f"<h2>Notes</h2>{NOTES}<p>b</p>", "a[^1]\n\n## Notes\n\nb"),
        (f"<h2>Is it cold?</h2><h2>Notes</h2>{NOTES}", "a[^1]\n\n## Is it cold?"),
        (f"<h2>Questions</h2><h3>Is it cold?</h3><h2>Notes</h2>{NOTES}", "a[^1]\n\n## Questions\n\n### Is it cold?"),
    ],
)
def test_headings_of_nothing_but_notes_go_with_them(html: str, wanted: str) -> None:
    assert markdown(f"<p>a<a href='#n' id=r>1</a></p>{html}") == f"{wanted}\n\n[^1]: Mostly."


@pytest.mark.parametrize(
    "part",
    [
        "<div>{}</div>",
        "<blockquote>{}</blockquote>",
        "<ul><li>{}</li></ul>",
        "<b>{}</b>",
        "<figure>{}</figure>",
        "<div class=note>{}</div>",
        "<table><tr><td>{}</td></tr></table>",
    ],
)
def test_depth_loses_nothing(part: str) -> None:
    before, after = part.split("{}")
    assert plain(read_back(to_markdown(before * 3000 + "deep inside" + after * 3000))).endswith("deepinside")


def test_a_hundred_thousand_paragraphs_are_written() -> None:
    assert to_markdown("<p>some <b>text</b></p>\n" * 100_000).count("some **text**") == 100_000


INLINE = ("b", "i", "strong", "em", "span", "code", "a href='/x(1)'", "sup", "small")
BLOCK = (
    "p",
    "h2",
    "h3",
    "ul",
    "ol",
    "li",
    "blockquote",
    "div",
    "table",
    "tr",
    "td",
    "th",
    "pre",
    "dl",
    "dt",
    "dd",
    "section",
)
SIGNS = st.text(alphabet="ab1 \n*_`#>|[]()!\\~+-=.&;:<'\"$é中", max_size=8).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
page = st.recursive(
    st.one_of(SIGNS, st.sampled_from(["words here", "<br>", "<hr>", " ", "1", "-"])),
    lambda inner: st.tuples(st.sampled_from(INLINE + BLOCK), st.lists(inner, max_size=4)).map(
        lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0].split()[0]}>"
    ),
    max_leaves=12,
)


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]", text)


@given(page)
@example("<b>a</b><b>b</b><i>c</i>")
@example("<ul><li>- <b>1.</b></li></ul>")
def test_the_words_read_back_are_those_of_the_page_in_their_order(html: str) -> None:
    source = cleaned(html.replace("<sup>", "<u>").replace("</sup>", "</u>"))
    assert words(plain(read_back(to_markdown(source)))) == words(plain(source))


def blocks_of(text: str) -> list[str]:
    """The lines of Markdown without empty ones, which a list may have or not, and without escapes."""
    return [line.replace("\\", "") for line in text.split("\n") if line.strip(" >")]


@given(page)
@example("<ul><li><hr></li></ul>")
@example("<code>a</code><code>b</code>")
@example("<p>a</p><ol><li></li><li>b</li></ol>")
@example("<ul><li></li><ul><ul>a</ul></ul></ul>")
@example("<p><i> </i>* a</p>")
@example("<b><li><dd>1</dd></li><li><dd>1</dd></li></b>")
@example("<b><blockquote><dd>1</dd></blockquote><blockquote><dd>1</dd></blockquote></b>")
def test_a_parser_reads_back_the_blocks_that_were_written(html: str) -> None:
    once = to_markdown(cleaned(html.replace("sup>", "u>").replace("$", "S")))
    assert blocks_of(to_markdown(cleaned(read_back(once)))) == blocks_of(once)


@given(page)
def test_no_html_comes_alive(html: str) -> None:
    assert not [token for token in tokens(markdown(html)) if token.type.startswith("html")]


TAGS = st.tuples(st.sampled_from(["", "/"]), st.sampled_from(INLINE + BLOCK + ("br", "img src='x'"))).map(
    lambda pair: f"<{''.join(pair)}>".replace("'", '"')
)


@given(st.lists(st.one_of(SIGNS, TAGS, st.text(max_size=5), st.sampled_from(['<a href="', "<", '">'])), max_size=12))
def test_markup_that_is_not_clean_is_no_html_either(parts: list[str]) -> None:
    """A row may have been changed by others since it was written."""
    assert not [token for token in tokens(to_markdown("".join(parts))) if token.type.startswith("html")]


@given(st.lists(st.tuples(st.sampled_from(["h1", "h2", "h3"]), SIGNS, SIGNS), max_size=5))
def test_headings_and_links_survive(parts: list[tuple[str, str, str]]) -> None:
    html = "".join(
        f'<{tag}>x{title}</{tag}><p>before <a href="/{number}">y{name}</a> after</p>'
        for number, (tag, title, name) in enumerate(parts)
    )
    found = tokens(markdown(html))
    assert [token.tag for token in found if token.type == "heading_open"] == [tag for tag, _, _ in parts]
    links = [token.attrs["href"] for token in found if token.type == "link_open"]
    assert links == [f"http://a.example/{number}" for number in range(len(parts))]


def test_a_heading_of_a_great_many_number_signs_takes_linear_time() -> None:
    assert markdown(f"<h2>Sharp {'#' * 1_000_000}b</h2><h2>C #</h2>").endswith("b\n\n## C \\#")


def test_a_list_may_begin_with_zero() -> None:
    assert markdown("<ol start=0><li>none<li>one</ol>") == "0. none\n1. one"


def test_formulas_with_dollars_do_not_end_early() -> None:
    assert markdown(r"<p>so \(a $ b\) and \[c $$ d\] but \(x_1\)") == "so `a $ b` and `c $$ d` but $x_1$"
    assert markdown("<script type='math/tex; mode=display'>a $$ b</script>") == "```math\na $$ b\n```"


def test_a_great_many_parts_of_a_figure_take_linear_time() -> None:
    caption = markdown(f"<figure><img src=/a.png><figcaption>{'a <b>bc</b> ' * 10_000}</figcaption></figure>")
    assert caption.count("**bc**") == 10_000
    pictures = "".join(f"<img src=/{number}.png>" for number in range(10_000))
    assert markdown(f"<figure>{pictures}</figure>").count("![]") == 10_000


def test_a_great_many_listings_in_one_box_take_linear_time() -> None:
    assert markdown("<div class=highlight>" + "<p>a<pre>b\nc</pre>" * 20_000).count("b\nc") == 20_000


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p><a href=/x><i>Guide</i></a><i>.</i></p>", "[*Guide*](http://a.example/x)."),
        ("<p><b>(</b><a href=/x><b>4/5</b></a><b>)</b> a</p>", "([**4/5**](http://a.example/x)) a"),
        ("<p>press <code>A</code><b>+</b><code>B</code></p>", "press `A`+`B`"),
        ("<ul><li><a href=/x>Duo</a><b>:</b> fast</ul>", "- [Duo](http://a.example/x): fast"),
        ("<p><b>-</b> one</p>", "\\- one"),
        ("<p>so <b>wait</b><b>!</b></p>", "so **wait!**"),  # they are of one piece
        ("<p><b>***</b></p>", "**\\*\\*\\***"),  # nothing else is there
        ("<p>old <s>–</s> new</p>", "old ~~–~~ new"),
    ],
)
def test_signs_beside_words_have_no_emphasis(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p><strong>注意：</strong>这里</p>", "**注意**：这里"),
        ("<p>これは<b>「重要」</b>です</p>", "これは「**重要**」です"),
        ("<p><b>Note:</b>close the lid</p>", "**Note**:close the lid"),
        ("<p><b>जल：</b>में</p>", "**जल**：में"),
        ("<p><b>कि</b>में</p>", "**कि**में"),  # a vowel sign is no punctuation
        ("<p><b>गि</b><i>(में)</i></p>", "**गि**(*में*)"),
        ("<p>so <b>wait!</b> (now)</p>", "so **wait!** (now)"),
        ("<p>x<b>$x_1$</b>y</p>", "x$x_1$y"),  # a formula keeps its signs
        ("<p><em> * Prices without tax.</em></p>", r"*\* Prices without tax.*"),
        ("<p><b>You need<br>* flour<br>* two eggs</b></p>", "**You need**  \n**\\* flour**  \n**\\* two eggs**"),
        ("<p>was<s><b>60</b></s> now <s><b>50</b></s></p>", "was~~60~~ now ~~**50**~~"),
        ("<p><b><code>a</code></b><code>b</code></p>", "`ab`"),
    ],
)
def test_emphasis_is_written_where_a_parser_reads_it(html: str, wanted: str) -> None:
    source = cleaned(html)
    assert to_markdown(source) == wanted
    assert plain(read_back(wanted)).replace("$", "") == plain(source).replace("$", "")


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p><b>Warning</b> <b>Do not</b> move</p>", "**Warning Do not** move"),
        ("<p>a <i><b>no</b></i> <b><i>more</i></b> <i><b>of</b></i> it</p>", "a ***no more of*** it"),
        ("<p><a href=/x><b>Gull</b> <b>Pro 3</b></a></p>", "[**Gull Pro 3**](http://a.example/x)"),
        ("<p><b>a</b> <i>b</i></p>", "**a** *b*"),
        ("<p><b>a</b><br><b>b</b></p>", "**a**  \n**b**"),
        ("<p><b>a</b>, <b>b</b></p>", "**a**, **b**"),
        ("<p><a href=/x>a</a> <a href=/x>b</a></p>", "[a](http://a.example/x) [b](http://a.example/x)"),
    ],
)
def test_words_of_the_same_emphasis_are_of_one_piece(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p><img src=x alt=Owl>Find a place</p>", "![Owl](http://a.example/x) Find a place"),
        ("<p><a href=/y><img src=x></a>Find a place</p>", "[![](http://a.example/x)](http://a.example/y) Find a place"),
        ("<ul><li><img src=x alt=Pro>Light</ul>", "- ![Pro](http://a.example/x) Light"),
        ("<p><img src=x><b>Find</b> it</p>", "![](http://a.example/x) **Find** it"),
        ("<p><a href=/y><img src=x>Black Tie</a></p>", "[![](http://a.example/x) Black Tie](http://a.example/y)"),
        ("<p><img src=x alt=T>hus it began</p>", "![T](http://a.example/x)hus it began"),  # a large initial
        ("<p>a <img src=x>, b</p>", "a ![](http://a.example/x), b"),
        ("<p><img src=x alt=髙>橋</p>", "![髙](http://a.example/x)橋"),
    ],
)
def test_a_picture_is_apart_from_the_sentence_behind_it(html: str, wanted: str) -> None:
    assert markdown(html) == wanted


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p><a href='#'>score: 3</a>, and more</p>", "score: 3, and more"),
        ("<p><a href=' # '>Share</a></p>", "Share"),
        ("<p><a href='#'><img src=x alt=Owl></a></p>", "![Owl](http://a.example/x)"),
        ("<a href='#'><h3>Why us?</h3></a><p>a</p>", "### Why us?\n\na"),
        ("<p><a href='#b'>b</a></p>", "[b](http://a.example/#b)"),  # a place on the page
        ("<p><a href='/'>Home</a></p>", "[Home](http://a.example/)"),
        ("<p><a href='/b#'>b</a></p>", "[b](http://a.example/b#)"),
    ],
)
def test_links_without_an_aim_are_their_words(html: str, wanted: str) -> None:
    assert markdown(html) == wanted
