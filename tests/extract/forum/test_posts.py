"""Posts of threads as records, without any label."""

from collections.abc import Callable, Sequence

import pytest

from iawce.data.document import Document
from iawce.data.page import Html
from iawce.extract.content import Record
from iawce.extract.extractor import Extractor
from iawce.extract.forum.posts import find_posts
from tests.extract.forum.forum_pages import POSTS, SOFTWARE, Post, discuz, phpbb, rows, vanilla, xenforo

Draw = Callable[[Sequence[Post]], str]


def posts_of(html: str) -> tuple[Record, ...]:
    document = Document("page.html", url="https://board.invalid/t/9", html=html)
    return find_posts(document, document.without(("head",)))


def column(records: Sequence[Record], name: str) -> list[str]:
    return [record.texts.get(name, "") for record in records]


@pytest.mark.parametrize("draw", SOFTWARE)
def test_every_post_is_one_record(draw: Draw) -> None:
    records = posts_of(draw(POSTS))
    assert len(records) == len(POSTS)
    assert all(post.text in " ".join(text.split()) for post, text in zip(POSTS, column(records, "text"), strict=True))
    assert column(records, "position") == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("draw", SOFTWARE)
def test_the_author_is_the_name_that_differs(draw: Draw) -> None:
    assert column(posts_of(draw(POSTS)), "author") == [post.author for post in POSTS]


@pytest.mark.parametrize("draw", [xenforo, phpbb, vanilla, rows])
def test_the_date_is_that_of_the_post_not_of_the_membership(draw: Draw) -> None:
    assert column(posts_of(draw(POSTS)), "date") == [post.date for post in POSTS]


def test_a_long_name_beside_the_date_changes_nothing() -> None:
    names = ("marigold", "Heinz Karl K.", "oldroot", "marigold", "Heinz Karl K.")
    dates = [f"Mon May {4 + number:02}, 2020 9:1{number} pm" for number in range(5)]
    posts = [Post(p.number, name, date, p.text) for p, name, date in zip(POSTS, names, dates, strict=True)]
    assert column(posts_of(phpbb(posts)), "date") == dates


def test_chinese_dates() -> None:
    assert column(posts_of(discuz(POSTS)), "date") == [f"2018-1-{10 + n} 12:3{n}" for n in range(5)]


def test_links_lead_to_posts_not_to_what_can_be_done_with_them() -> None:
    expected = [f"https://board.invalid/threads/tree.9/post-{post.number}" for post in POSTS]
    assert column(posts_of(xenforo(POSTS)), "link") == expected
    assert column(posts_of(phpbb(POSTS)), "link") == [f"https://board.invalid/t/9#p{post.number}" for post in POSTS]


def test_a_post_without_a_link_is_found_by_its_id() -> None:
    assert column(posts_of(discuz(POSTS)), "link") == [
        f"https://board.invalid/t/9#post_{post.number}" for post in POSTS
    ]


def test_the_authors_link_is_kept() -> None:
    authors = [record.fields["author"] for record in posts_of(vanilla(POSTS))]
    assert [author.link for author in authors if author] == [f"https://board.invalid/profile/{p.author}" for p in POSTS]


def test_what_a_post_quotes_is_a_field() -> None:
    quoting = Post(
        150200, "oldroot", "3 Mar 2018, 10:00", "<blockquote>Any new leaves?</blockquote>Three of them, all green!"
    )
    last = posts_of(xenforo([*POSTS, quoting]))[-1]
    assert last.texts["quote"] == "Any new leaves?"
    assert "Three of them" in last.texts["text"]


def test_texts_outside_of_the_main_content_are_in_no_post() -> None:
    document = Document("page.html", html=xenforo(POSTS))
    content = document.without(("head", "footer", "dl"))
    assert not any("Like" in text or "Joined" in text for text in column(find_posts(document, content), "text"))


def test_an_article_has_no_posts() -> None:
    paragraphs = "".join(f"<p>{post.text}</p>" for post in POSTS)
    assert posts_of(f"<article><h1>Lemon trees</h1><time>12 Jan 2018</time>{paragraphs}</article>") == ()


def test_a_single_post_is_none() -> None:
    assert posts_of(xenforo(POSTS[:1])) == ()


def test_threads_are_extracted_with_their_posts() -> None:
    with Extractor(page_type="thread", render="never") as extractor:
        page = extractor.extract(Html(phpbb(POSTS), url="https://board.invalid/t/9"))
    assert [record.texts["author"] for record in page.records] == [post.author for post in POSTS]
    assert POSTS[2].text in page.text


def test_other_pages_have_no_posts() -> None:
    with Extractor(page_type="article", render="never") as extractor:
        assert extractor.extract(Html(phpbb(POSTS))).records == ()
