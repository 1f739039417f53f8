"""The next page of a list, a thread or an article in parts."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.metadata.page_metadata import page_metadata

HERE = "https://board.invalid/t/9?page=2"


def next_of(markup: str, url: str = HERE, page_type: str = "") -> str:
    analysis = PageAnalysis(Document("page.html", url=url, html=f"<body><h1>Thread</h1>{markup}"))
    return page_metadata(analysis, page_type).metadata.next_page


@pytest.mark.parametrize(
    "markup",
    [
        "<link rel=next href='?page=3'>",
        "<a rel='nofollow next' href='/t/9?page=3'>3</a>",
        "<ul class='pagination'><li><a href='?page=1'>‹ Previous</a><li><a href='?page=3'>Next ›</a></ul>",
        "<div class=pager><a href='?page=1'>1</a> <b>2</b> <a href='?page=3'>»</a> <a href='?page=3'>下一页</a></div>",
        "<nav class='nav-links'><a class='next page-numbers' href='?page=3'>→</a></nav>",
        "<div class='PageNav'><a aria-label='Next page' href='?page=3'><svg></svg></a></div>",
        "<div class=pages><a href='?page=3'>Weiter</a></div>",
        "<div>Pages: <a href='?page=1'>1</a> <b>2</b> <a href='?page=3'>3</a> … <a href='?page=9'>9</a></div>",
        "<ul class=pagination><li class=active><a href='?page=2'>2</a><li><a href='?page=3'>3</a></ul>",
        "<p class=pagelinks>[<a href='?page=1'>1</a>] [2] [<a href='?page=3'>3</a>] <a href='?page=9'>»</a></p>",
        "<link rel=next href='/news/2016/'><ul class=pagination><li><b>2</b><li><a href='?page=3'>3</a></ul>",
        "<p class=pagination>Page <b>2</b> of 240: <a href='?page=1'>1</a>, <b>2</b>, <a href='?page=3'>3</a></p>",
        "<div class=pagination>240 <a href='?page=1'>1</a> <b>2</b> <a href='?page=3'>3</a></div>",
        "<nav class=pagination><a href='?page=3'>← Older posts</a> <a href='?page=1'>Newer posts →</a></nav>",
        "<div class=paging><a href='?page=3'>Следующая страница »</a></div>",
    ],
)
def test_links_to_the_next_page(markup: str) -> None:
    assert next_of(markup) == "https://board.invalid/t/9?page=3"


@pytest.mark.parametrize(
    "markup",
    [
        "<p>In the <a href='/next'>next</a> chapter</p>",
        "<ul class=pagination><li><a href='?page=1'>Previous</a></ul>",
        "<ul class=pagination><li><a href='?page=1'>← Newer posts</a></ul>",
        "<ul class=pagination><li><a href='?page=2#end'>Next</a></ul>",
        "<ul class=pagination><li><a href='javascript:more()'>Next</a></ul>",
        "<div>Pages: <a href='?page=1'>1</a> <strong>2</strong></div>",
        "<div>Pages: <a href='?page=1'>1</a> <strong>2</strong> <a href='?page=9'>9</a></div>",
        "<table><caption>May<tr><td>1<td>2<td><a href='/2008/05/03/'>3</a><td>4</table>",
        "<p>Scores: <a href='/a'>1</a> 2 <a href='/b'>3</a></p>",
        "<div class=pagenav><a href='?topic=9.0;prev_next=next#new'>next »</a></div>",
        "<div class=carousel><a class=next href='#slide2'>Next</a></div>",
    ],
)
def test_links_that_are_no_next_page(markup: str) -> None:
    assert next_of(markup) == ""


@pytest.mark.parametrize("url", ["https://board.invalid/t/9", "https://board.invalid/t/9?"])
def test_an_empty_query_is_no_next_page(url: str) -> None:
    assert next_of("<ul class=pagination><li class=disabled><a aria-label='Next page' href='?'>›</a></ul>", url) == ""


@pytest.mark.parametrize(
    ("url", "address", "is_part"),
    [
        ("/news/roof", "/news/roof/2", True),
        ("/news/roof.html", "/news/roof_2.html", True),
        ("/news/roof", "/news/roof?page=2", True),
        ("/news/roof?page=2", "/news/roof?page=3", True),
        ("/news/roof", "/news/boat", False),
        ("/news/111-roof", "/news/112-boat", False),
        ("/2025/02/27/roof", "/2025/03/03/boat", False),
        ("/guide/first-steps", "/guide/", False),
    ],
)
def test_the_article_after_an_article_is_no_page_of_it(url: str, address: str, *, is_part: bool) -> None:
    host = "https://news.invalid"
    for markup in (f"<link rel=next href='{address}'>", f"<nav class=pagination><a href='{address}'>Next ›</a></nav>"):
        assert next_of(markup, host + url, "article") == (host + address if is_part else "")
        assert next_of(markup, host + url, "list") == host + address


@pytest.mark.parametrize("address", ["../boat/index.html", "/news/boat"])
def test_of_a_saved_article_only_numbers_are_further_pages(address: str) -> None:
    assert next_of(f"<link rel=next href='{address}'>", SAVED_ORIGIN, "article") == ""
    assert next_of(f"<link rel=next href='{address}'>", SAVED_ORIGIN, "list") == address
    numbers = f"<p class=pages><b>1</b> <a href='{address}'>2</a></p>"
    assert next_of(numbers, SAVED_ORIGIN, "article") == address
