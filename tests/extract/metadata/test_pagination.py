"""The next page of a list, a thread or an article in parts."""

import pytest

from iawce.data.document import Document
from iawce.extract.metadata.page_metadata import page_metadata

HERE = "https://board.invalid/t/9?page=2"


def next_of(markup: str) -> str:
    return page_metadata(Document("page.html", url=HERE, html=f"<body><h1>Thread</h1>{markup}")).metadata.next_page


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
        "<ul class=pagination><li><a href='?page=2#end'>Next</a></ul>",
        "<ul class=pagination><li><a href='javascript:more()'>Next</a></ul>",
        "<div class=carousel><a class=next href='#slide2'>Next</a></div>",
    ],
)
def test_what_leads_elsewhere(markup: str) -> None:
    assert next_of(markup) == ""
