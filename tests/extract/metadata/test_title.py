import pytest
from hypothesis import given

from iawce.data.document import Document
from iawce.extract.metadata.page_metadata import page_metadata
from tests.data.html.markup import markup


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Big news - The Post</title><h1>Site</h1><h1>Big news</h1>", "Big news"),
        ("<title>Only this</title><h1>Other thing</h1>", "Only this"),
        ("<title>A long story of the sea | Post</title><h1>Post</h1>", "A long story of the sea"),
        ("<title>自动装箱和拆箱原理 | 博客</title><h1>博客</h1><h2>自动装箱和拆箱原理</h2>", "自动装箱和拆箱原理"),
        ('<meta property="og:title" content=" Of the  graph "><title>x | y</title>', "Of the graph"),
        ("<p>none", ""),
    ],
)
def test_titles(html: str, title: str) -> None:
    assert page_metadata(Document("", html=html)).title == title


@given(markup)
def test_a_title_is_one_line_of_words_of_the_page(html: str) -> None:
    title = page_metadata(Document("", html=f"<title>one | two words</title><body>{html}")).title
    assert title == " ".join(title.split())
    assert title
