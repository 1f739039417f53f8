"""Answers in answers, however deep, with what they answer."""
# ruff: noqa: E501 - lines of markup

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.page import Html
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.posts.posts import find_posts
from tests.calls import calls_of
from tests.extract.records.posts.forum_pages import POSTS, Post, xenforo
from tests.extract.records.posts.nested_pages import STYLES, Draw, Reply, bare, numbered, numbered_ids, page

NOBODY: list[object] = []
NAMES = ("author", "date", "text", "depth", "parent")
REPEATED, MAX_COUNT = 3, 60
"""Posts side by side that surely are a list, and posts of a page."""
DEEP = [[[[[[], []]], []], []], [[]], []]
SHAPES = st.recursive(st.just(NOBODY), lambda inner: st.lists(inner, max_size=4), max_leaves=30)


def posts_of(html: str) -> list[dict[str, str]]:
    document = Document("page.html", url="https://board.invalid/t/9", html=html)
    return [post.texts for post in find_posts(PageAnalysis(document), document.index.without(("head",)))]


def expected(posts: Sequence[Reply]) -> list[dict[str, str]]:
    return [
        {"author": post.author, "date": post.date, "text": post.text, "depth": str(post.depth)}
        | ({"parent": str(post.parent)} if post.parent else {})
        for post in posts
    ]


@pytest.mark.parametrize("draw", STYLES)
@settings(max_examples=40)
@given(shape=st.lists(SHAPES, min_size=1, max_size=5))
def test_all_posts_are_found_with_what_they_answer(draw: Draw, shape: list[object]) -> None:
    posts = numbered(shape)
    side_by_side = max(len(shape), *(len(post.answers) for post in posts))
    if side_by_side >= REPEATED and len(posts) <= MAX_COUNT:
        wanted, found = expected(posts), posts_of(page(posts, draw))
        assert [{name: one[name] for name in one if name in NAMES} for one in found] == wanted


@pytest.mark.parametrize("draw", STYLES)
@pytest.mark.parametrize("shape", [[[], [[]]], [[[], []]], [[[]], [[]]]], ids=["answered", "answers", "pairs"])
def test_two_posts_side_by_side_are_enough(shape: list[object], draw: Draw) -> None:
    posts = numbered(shape)
    assert [post["text"] for post in posts_of(page(posts, draw))] == [post.text for post in posts]


@pytest.mark.parametrize("draw", [draw for draw in STYLES if draw is not bare])
@pytest.mark.parametrize(("tag", "names"), [("section", " class='branch'"), ("x-reply", "")])
def test_a_chain_of_answers_beside_a_single_post(draw: Draw, tag: str, names: str) -> None:
    posts = numbered([[[[[]]]], []])
    html = page(posts, draw).replace("section class='branch'", f"{tag}{names}").replace("/section", f"/{tag}")
    assert [post["depth"] for post in posts_of(html)] == ["0", "1", "2", "3", "0"]


@pytest.mark.parametrize("draw", STYLES)
def test_a_chain_of_answers_is_followed_to_its_end(draw: Draw) -> None:
    posts = numbered(DEEP)
    assert [post["depth"] for post in posts_of(page(posts, draw))] == [str(post.depth) for post in posts]


def test_the_only_post_of_the_first_level_is_found_by_its_answers() -> None:
    posts = numbered([[[], [[]], [], []]])
    assert [post["text"] for post in posts_of(page(posts, STYLES[0]))] == [post.text for post in posts]


def test_answers_to_comments_are_comments() -> None:
    posts = numbered(DEEP)
    paragraphs = (
        "<p>The council decided to open the old harbour to swimmers, for the first time in forty years.</p>" * 4
    )
    html = page(posts, numbered_ids).replace("<h1>Lemon tree</h1>", f"<article><h1>Swimming</h1>{paragraphs}</article>")
    with Extractor(settings=ExtractSettings(comments="only"), page_type="article", render="never") as extractor:
        row = extractor.extract(Html(html.replace("<ol class=kids>", "<ol>"), url="https://news.invalid/a"))
    assert [record.texts["author"] for record in row.records] == [post.author for post in posts]
    assert [record.texts.get("parent", "0") for record in row.records] == [str(post.parent) for post in posts]


@pytest.mark.parametrize(
    "begin",
    [
        "<div class='c' data-depth='{}'>",
        "<div class='c level-{}'>",
        "<div class='c' style='margin-left: {}0px'>",
        "<div class='c'><div aria-level='{}'></div>",
        "<div class='c'><span><img src='/img/s.gif' height=1 width='{}'></span>",
    ],
)
def test_answers_in_one_list_are_recognised_by_indentation(begin: str) -> None:
    posts = numbered([[[[]], []], [[]]])
    drawn = "".join(
        f"{begin.format(4 * post.depth)}<p><b class=name>{post.author}</b> <time>{post.date}</time></p><p>{post.text}</p></div>"
        for post in posts
    )
    found = posts_of(f"<body><h1>Lemon tree</h1><div>{drawn}</div>")
    assert [post.get("parent", "0") for post in found] == [str(post.parent) for post in posts]
    assert [post["depth"] for post in found] == [str(post.depth) for post in posts]


@pytest.mark.parametrize("body", ["blockquote", "div"])
@pytest.mark.parametrize("parents", [(0, 1, 2), (0, 1, 1), (0, 1, 2, 2, 1)], ids=["chain", "one", "several"])
def test_a_post_answers_the_one_whose_number_it_cites(parents: Sequence[int], body: str) -> None:
    posts = "".join(
        f"<div class=post id=p{number + 500}><div class=info><b class=name>{post.author}</b> "
        f"<span class=date>0{number}/03/2021 07:00:00</span> <a href='#p{number + 500}'>No. {number + 500}</a></div>"
        f"<{body} class=message>{cited}{post.text}</{body}></div>"
        for number, (post, parent) in enumerate(zip(POSTS, parents, strict=False), 1)
        for cited in [f"<a href='#p{parent + 500}'>&gt;&gt;{parent + 500}</a><br>" if parent else ""]
    )
    found = posts_of(f"<body><h1>Lemon tree</h1><div class=thread>{posts}</div>")
    assert [int(post.get("parent", "0")) for post in found] == list(parents)
    assert [(post["text"], post.get("quote")) for post in found] == [
        (post.text, None) for post in POSTS[: len(parents)]
    ]


def test_the_rank_of_a_user_and_an_indented_quotation_are_no_level() -> None:
    quoting = [
        Post(p.number, p.author, p.date, f"<div style='margin-left: {n}0px'>He said so.</div>{p.text}")
        for n, p in enumerate(POSTS, 1)
    ]
    ranked = xenforo(quoting)
    for n, post in enumerate(POSTS):
        ranked = ranked.replace(
            f"id='js-post-{post.number}'", f"id='js-post-{post.number}'><i class='user-level-{n}'></i", 1
        )
    assert [post["depth"] for post in posts_of(ranked)] == ["0"] * 5


def test_the_time_of_an_edit_is_no_post() -> None:
    edited = [
        Post(p.number, p.author, p.date, f"{p.text}<div class=edit>Last edited: <time>4 Mar 2018, 11:1{n}</time></div>")
        for n, p in enumerate(POSTS)
    ]
    assert len(posts_of(xenforo(edited))) == len(POSTS)


def test_a_second_copy_of_a_posts_head_is_no_answer() -> None:
    twice = "".join(
        f"<li class='item'><div class='post'><div class='top'><span class='meta'><time>{p.date}</time></span></div>"
        f"<div class='head'><a href='/user/{p.author}'>{p.author}</a> <span class='meta'><time>{p.date}</time></span></div>"
        f"<div class='body'>{p.text}</div></div></li>"
        for p in POSTS
    )
    assert len(posts_of(f"<body><h1>Lemon tree</h1><ul>{twice}</ul>")) == len(POSTS)


@pytest.mark.parametrize("tag", ["div", "header", "section"])
def test_a_head_with_the_time_of_the_post_again_is_no_answer(tag: str) -> None:
    names, page = ("ada", "bea", "cleo", "dan"), ""
    for number, name in enumerate(names):
        when = f"<span class='made'><a class='Permalink'><time>{number + 1} May 2020, 10:00</time></a></span>"
        who = f"<div class='wrap'><a class='Username' href='/profile/{name}'>{name}</a></div>"
        head = f"<{tag} class='CommentHeader'>{who}<div class='Meta CommentMeta'>{when}</div></{tag}>"
        text = f"<div class='wrap'><p>What {name} has to say about hedges and the map of them.</p></div>"
        page += f"<li id='Comment_{number}'><div class='Comment'><div class='Meta'>{when}</div>{head}{text}</div></li>"
    assert [post["author"] for post in posts_of(f"<main><ul>{page}</ul></main>")] == list(names)


def test_answers_within_answers_are_read_in_linear_time() -> None:
    work = list[int]()
    for count in (40, 80):
        post = "<div class=post><b class=author>Ruth</b><time>3 May 2020</time><p>What there is to say of it.</p>"
        document = Document("p", url="https://board.invalid/t/9", html=f"<body>{post * count}")
        analysis = PageAnalysis(document)
        assert len(find_posts(analysis, analysis.shown)) == count
        work.append(calls_of(partial(find_posts, analysis, analysis.shown)))
    assert work[1] < 2.4 * work[0]
