"""Pages without class names, ids, properties and the elements that say what a part is."""

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.train.common.unmarked import UNMARKED, unmarked_pages, without_elements, without_names

PAGE = """<html class=blog><head><meta property="og:type" content=article>
<script type="application/ld+json">{}</script></head>
<body class=home><h1>Stories</h1><article id=a1 class="post first" itemscope itemtype="https://schema.org/Article">
<header><h2 class=title itemprop=headline><a rel=bookmark href=/1>One</a></h2></header>
<time datetime=2024-05-03>3 May 2024</time><p class="post text">Words.</p></article></body></html>"""


def test_without_names_each_name_is_another_word_and_data_is_gone() -> None:
    html = without_names(PAGE)
    for word in ("blog", "home", "post", "title", "itemprop", "itemscope", "og:type", "ld+json", "bookmark", "a1"):
        assert f'"{word}' not in html
        assert f" {word}=" not in html
    index = Document("", html=html).index
    names = {tag: index.classes[index.tagged(tag)[0]].split() for tag in ("article", "p", "h2")}
    assert len(names["article"]) == 2
    assert names["article"][0] == names["p"][0]  # the same word again
    assert names["h2"][0] not in names["p"]
    assert "Words." in html


def test_without_elements_only_the_main_heading_stays() -> None:
    index = Document("", html=without_elements(PAGE)).index
    assert not index.tagged("article", "header", "h2", "time")
    assert [index.text_of(number) for number in index.tagged("h1")] == ["Stories"]
    assert [index.text_of(number) for number in index.tagged("span")] == ["3 May 2024"]
    assert "datetime" not in without_elements(PAGE)


def test_pages_that_declare_an_encoding_keep_their_letters() -> None:
    html = '<?xml version="1.0" encoding="gbk"?><html><head><meta charset="gbk"></head><body><p>汉字</p></body>'
    (found,) = unmarked_pages([LabelledPage("1", "site", "list", html=html.encode("gbk", "replace"))], 1, seed=1)
    assert "汉字" in (found.document().html or "")


def test_pages_are_drawn_with_their_label_and_site_and_count_less() -> None:
    pages = [LabelledPage(str(n), f"site{n}", "list", html=PAGE.encode(), weight=2.0) for n in range(6)]
    pages += [LabelledPage("empty", "site", "list", html=b""), LabelledPage("picture", "site", "list")]
    found = unmarked_pages(pages, 20, seed=1)
    assert sorted(page.id for page in found) == [f"{n}{UNMARKED}" for n in range(6)]
    assert {(page.label, page.weight) for page in found} == {("list", 0.5)}
    assert {page.site for page in found} == {f"site{n}" for n in range(6)}
    assert sorted({isinstance(page.html, bytes) and b"<article" in page.html for page in found}) == [False, True]
    assert unmarked_pages(pages, 20, seed=1) == found
    assert len(unmarked_pages(pages, 3, seed=1)) == 3
