from iawce.data.html.tree import parse
from iawce.extract.output.html import clean_html, to_markdown

PAGE = """<body onload="x()"><h2 class=c>Title</h2><p style="color:red">See <a href="/x?a=1" onclick="y()">this</a> and
<a href="javascript:alert(1)">that</a>.<script>alert(1)</script></p><img src="p.png" onerror="z()" alt="A picture">
<table><tr><th>a</th><th>b</th></tr><tr><td colspan=2>c</td></tr></table><pre><code class="language-python">x = 1
y = 2</code></pre><nav>menu</nav><ul><li>one</li><li>two</li></ul><iframe src="//evil"></iframe>"""


def cleaned(**options: bool) -> str:
    body = parse(PAGE)("body")[0]
    return clean_html([body], frozenset({"nav"}), frozenset(), "https://a.example/dir/page.html", **options)


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


def test_markdown_keeps_headings_links_code_tables_and_lists() -> None:
    text = to_markdown(cleaned())
    assert "## Title" in text
    assert "[this](https://a.example/x?a=1)" in text
    assert "```\nx = 1\ny = 2\n```" in text
    assert "| a | b |" in text
    assert "- one\n- two" in text


def test_the_page_itself_stays_as_it_was() -> None:
    body = parse(PAGE)("body")[0]
    before = len(list(body.iter()))
    clean_html([body], frozenset({"nav", "a"}), frozenset(), "http://a.example/")
    assert len(list(body.iter())) == before
