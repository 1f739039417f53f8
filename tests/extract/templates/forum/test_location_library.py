"""Where records stand on pages of forum software, learned and looked up."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.forum.forum_templates import LocationLibrary
from iawce.extract.templates.template import Place, Template
from tests.extract.records.posts.forum_pages import POSTS, SOFTWARE, Post, discuz, rows, vanilla, xenforo

OTHERS = tuple(Post(p.number + 7000, f"{p.author}2", p.date, f"Quite another text. {p.text}") for p in POSTS[:3])


def document(html: str) -> Document:
    return Document("page.html", html=html)


@pytest.fixture
def library() -> LocationLibrary:
    library = LocationLibrary()
    for draw in SOFTWARE:
        library.add(PageAnalysis(document(draw(POSTS))))
    return library


def test_patterns_of_ids_and_paths(library: LocationLibrary) -> None:
    assert Template("record", Place("post_d+")) in library.support
    assert Template("record", Place("js-post-d+")) in library.support
    assert any(template.place.steps[-2:] == ("tbody", "tr") for template in library.support)
    assert Template("main_post", Place("Comment_d+")) in library.support


@pytest.mark.parametrize("draw", [discuz, xenforo])
def test_records_of_another_page_are_looked_up(library: LocationLibrary, draw: object) -> None:
    page = document(draw(OTHERS))  # type: ignore[operator]
    found = library.find(PageAnalysis(page))["record"]
    texts = [page.index.text_of(number) for number in found]
    assert len(texts) == len(OTHERS)
    assert all(post.text in text for post, text in zip(OTHERS, texts, strict=True))


def test_pages_without_records_teach_nothing(library: LocationLibrary) -> None:
    before = dict(library.support)
    assert not library.add(PageAnalysis(document("<article><p>An article.</p></article>")))
    assert library.support == before


def test_more_pages_are_added(library: LocationLibrary) -> None:
    assert library.add(PageAnalysis(document(discuz(OTHERS))))
    assert library.support[Template("record", Place("post_d+"))] == 2
    assert library.pages == len(SOFTWARE) + 1


def test_written_and_read_it_is_the_same(library: LocationLibrary) -> None:
    loaded = LocationLibrary.of(library.written())
    assert (loaded.support, loaded.pages) == (library.support, library.pages)
    page = PageAnalysis(document(vanilla(OTHERS)))
    assert loaded.find(page) == library.find(page)


def test_patterns_of_a_single_page_of_many_are_ignored() -> None:
    library = LocationLibrary(pages=101)
    library.add(PageAnalysis(document(rows(POSTS))))
    assert library.find(PageAnalysis(document(rows(OTHERS))))["record"] == []
