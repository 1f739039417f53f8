"""Threads of one post: where it is, who wrote it, and that its text is whole and alone."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.records.posts.posts import find_posts
from tests.extract.records.posts.forum_pages import POSTS, discuz, xenforo
from tests.extract.records.posts.test_posts import column, posts_of


@pytest.mark.parametrize(
    "middle",
    [
        "<pre class=brush>print(1)</pre>",
        "<ol class=x><li>one<li>two</ol>",
        "<ul><li><a href=/a>A list</a><li><a href=/b>of many links</a></ul>",
    ],
)
def test_the_only_post_keeps_all_of_its_parts(middle: str) -> None:
    body = f"<p>Hi Ann,</p><p>{POSTS[0].text} {POSTS[2].text}</p>{middle}<p>I agree.</p>"
    head = "<div class=head><a class=author href=/u/1>marigold</a> <i>12 Jan 2018, 12:15</i></div>"
    reply = "<div class=reply><a href=/reply?id=7>reply</a></div>"
    found = posts_of(f"<body><div>{head}<div class=comment><div class=text>{body}</div>{reply}</div></div>")
    (text,) = column(found, "text")
    assert text.startswith("Hi Ann,")
    assert text.endswith("I agree.")


def test_a_thread_of_one_post_gives_that_post() -> None:
    document = Document("page.html", url="https://board.invalid/t/9", html=xenforo(POSTS[:1]))
    (post,) = find_posts(
        PageAnalysis(document), document.index.without(("head", "header", "footer", "aside", "h1", "h4", "dl"))
    )
    assert (post.texts["author"], post.texts["date"]) == (POSTS[0].author, POSTS[0].date)
    assert post.texts["text"] == POSTS[0].text


@pytest.mark.parametrize(
    "post",
    [
        "<table><tr><td><b class=name>marigold</b><br>Newbie, 4 posts</td><td><a href=/t?p=7#7>12 Jan 2018, 12:15</a>"
        "<hr><span class=postbody>{}</span></td></tr></table>",
        "<div class=post><h3>Lemon tree</h3><a class=author href=/u/1>marigold</a> <time>12 Jan 2018, 12:15</time>"
        "<div class=text>{}</div><ul><li><a href=/tag/tree>tree</a></li></ul><a href=#>Improve this</a></div>",
        "<div><div class=head><a class=author href=/u/1>marigold</a> <i>12 Jan 2018, 12:15</i></div>"
        "<div class=comment><p>{}</p><div class=reply><a href=/reply?id=7>reply</a></div></div></div>",
    ],
)
def test_the_only_post_has_no_buttons_and_no_head_in_its_text(post: str) -> None:
    text = f"{POSTS[0].text} {POSTS[2].text}"
    found = posts_of(
        f"<html><body><div><p>View previous topic :: View next topic</p>{post.format(text)}<p>All times are GMT</p>"
        "<p>You cannot vote in polls in this forum</p></div></body></html>"
    )
    assert (column(found, "author"), column(found, "text")) == (["marigold"], [text])


@pytest.mark.parametrize(
    "identity", ["id=js-post-90083", "itemtype=https://schema.org/DiscussionForumPosting", "id=p7", "id=elComment_167"]
)
@pytest.mark.parametrize(
    "about",
    [
        "",
        "<footer><p>The board is the place for gardeners, with plants, seeds and tools "
        "for your garden, and a home for all who like to plant and to talk.</p></footer>",
    ],
)
def test_the_only_post_is_the_one_that_the_markup_names(identity: str, about: str) -> None:
    post = (
        f"<article {identity}><h4><a href=/members/ruth.7>ruth</a></h4><a href=/t/9/post-90083>"
        "<time>Apr 26, 2020</time></a><div><p>Does anybody know how to cut it?</p></div></article>"
    )
    head = "<ul><li><a href=/members/ruth.7>ruth</a><li><time>Apr 26, 2020</time></ul>"
    crumbs = "<a href='/#plants-and-community.55'>Plants</a>"
    found = posts_of(
        f"<html><body><div>{crumbs}<h1>How to cut it</h1>{head}<div>{post}</div></div>{about}</body></html>"
    )
    assert column(found, "text") == ["Does anybody know how to cut it?"]
    assert column(found, "link") == ["https://board.invalid/t/9/post-90083"]


@pytest.mark.parametrize("said", ["<img src=tree.jpg>", "<p>See <a href=/tree.pdf>the tree of lemons</a></p>"])
@pytest.mark.parametrize(
    "editor",
    [
        "<form><textarea></textarea><p>Pasted as rich text. Only 75 emoji are allowed.</p></form>",
        "<div class=x><h2>Join the conversation</h2><form><p>Bitte erst anmelden.<textarea></textarea></form></div>",
        "<div class=x><p>You can post now and register later.</p><div><div><textarea></textarea></div></div></div>",
    ],
)
def test_what_says_how_to_answer_is_not_the_text_of_the_only_post(said: str, editor: str) -> None:
    html = (
        f"<body><div><div><h1>The tree</h1><article id=comment-167><h3><a href=/profile/1-ruth title='Her profile'>"
        f"Ruth</a></h3><a href=/t/9/?comment=167>Posted <time>October 14, 2023</time></a><div>{said}</div>"
        f"<a href=/share>Share this post of Ruth</a></article></div>{editor}</div></body>"
    )
    document = Document("page.html", url="https://board.invalid/t/9", html=html)
    (post,) = find_posts(PageAnalysis(document), document.index.without(("head", "h1", "article")))
    assert (post.texts["author"], post.texts["date"], post.texts["text"]) == ("Ruth", "October 14, 2023", "")


@pytest.mark.parametrize("identity", ["", "id=post-7"])
def test_a_post_may_be_beside_the_field_for_an_answer_to_it(identity: str) -> None:
    text = "Does anybody know how to cut it?"
    html = (
        f"<body><div {identity}><a href=/members/ruth.7>ruth</a> <time>Apr 26, 2020</time>"
        f"<div><p>{text}</p><form><textarea></textarea></form></div></div></body>"
    )
    assert column(posts_of(html), "text") == [text]


def test_the_only_post_that_the_markup_names_may_have_an_author_that_nothing_names() -> None:
    (post,) = posts_of(discuz(POSTS[:1]).replace("发表于 ", "发表于: "))
    assert [post.texts[name] for name in ("author", "text")] == [POSTS[0].author, POSTS[0].text]


@pytest.mark.parametrize("badge", ["", "<strong class=comment_authorBadge>Author</strong>"])
def test_a_badge_in_the_only_post_is_no_author(badge: str) -> None:
    (post,) = posts_of(
        "<html><body><h1>Lemon tree</h1><article id=elComment_62100><aside><a href=/profile/7-ruth/>ruth</a></aside>"
        f"<div><div>{badge} <a href=/topic/9/?comment=62100>Posted <time>January 7, 2024</time></a></div>"
        f"<div class=body><p>{POSTS[0].text}</p></div></div></article></body></html>"
    )
    assert [post.texts[name] for name in ("author", "text")] == ["ruth", POSTS[0].text]
