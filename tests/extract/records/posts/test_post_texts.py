"""What is in the text of a post: its body, and nothing that a board says beside it."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.records.posts.posts import find_posts
from tests.extract.records.posts.forum_pages import POSTS, Post, discuz, phpbb, rows, vanilla, xenforo
from tests.extract.records.posts.test_posts import Draw, column, posts_of, thread_of


@pytest.mark.parametrize("draw", [xenforo, phpbb, vanilla, rows, discuz])
def test_names_dates_and_what_all_posts_have_are_in_no_text(draw: Draw) -> None:
    assert column(posts_of(draw(POSTS)), "text") == [post.text for post in POSTS]


def test_a_short_post_has_its_text_even_if_it_is_not_classified_as_content() -> None:
    html = xenforo([*POSTS, Post(150300, "oldroot", "4 Mar 2018, 10:00", "<i>Good!</i>")])
    document = Document("page.html", html=html)
    content = document.index.without(("head", "i", "footer"))
    assert column(find_posts(PageAnalysis(document), content), "text")[-1] == "Good!"


COMMENT = (
    "<span>Have you looked at the {0} of it, as I did?</span> – <a class=user href=/u/{1}>{1}</a> <time>{2}</time>"
)
PARTS = ("leaves", "stem", "roots", "pot", "soil")


@pytest.mark.parametrize("votes", ["", "<div class=score><span>2</span></div>"])
@pytest.mark.parametrize("around", ["<p>{}</p>", "<div class=comment-text><div class=comment-body>{}</div></div>"])
@pytest.mark.parametrize("post", ["", "<div class=body><p>TEXT</p></div>"])
def test_a_comment_of_one_line_with_its_author_and_time_has_its_text(votes: str, around: str, post: str) -> None:
    drawn = ""
    for n, (part, one) in enumerate(zip(PARTS, POSTS, strict=True)):
        by = f"<div class=user-info><time>{one.date}</time> <a href=/u/{one.author}>{one.author}</a></div>" * bool(post)
        said = around.format(COMMENT.format(part, POSTS[n - 1].author, one.date))
        comment = f"<div class=comment id=comment-{n}>{votes}{said}</div>"
        own = f"{post.replace('TEXT', one.text)}{by}"
        drawn += f"<div class=answer id=answer-{n}>{own}<div class=comments>{comment}</div></div>"
    texts = [text for text in column(posts_of(f"<body><h1>Lemon tree</h1>{drawn}"), "text") if "as I did" in text]
    assert texts == [f"Have you looked at the {part} of it, as I did?" for part in PARTS]


def test_a_post_of_signs_alone_has_them_as_its_text() -> None:
    posts = [*POSTS[:-1], Post(150400, "oldroot", "4 Mar 2018, 10:00", "👍")]
    assert column(posts_of(xenforo(posts)), "text") == [post.text for post in posts]


def test_posts_that_differ_by_a_number_alone_have_their_texts() -> None:
    words = "It is number {} of the answers that all of us have waited for in this thread"
    posts = [Post(post.number, post.author, post.date, words.format(post.number)) for post in POSTS]
    assert column(posts_of(xenforo(posts)), "text") == [post.text for post in posts]


def test_what_a_forum_says_of_a_user_is_in_no_text() -> None:
    said = "<div class='author-data'><div class='user-access'><b>Last activity:</b><br> 1 deň 9 hod</div></div>"
    html = rows(POSTS).replace(f"<td colspan=2>{POSTS[1].text}", f"<td colspan=2>{said}{POSTS[1].text}")
    assert column(posts_of(html), "text") == [post.text for post in POSTS]


@pytest.mark.parametrize(
    "last",
    [
        "last post by&nbsp;\n        <a href=/u/bo>bo</a>\n      &nbsp;\n",
        "Letzter Beitrag: <a href=/u/bo>bo</a>, ",
        "Last reply ",
    ],
)
def test_the_time_of_the_last_reply_in_the_first_post_is_not_its_own(last: str) -> None:
    later = "<time datetime='2026-01-08T08:20:07-05:00'>Jan 8, 2026</time>"
    times = [f"<time>{p.date}</time>" for p in POSTS]
    heads = [f"{last}{later}", *times[1:]]
    posts = "".join(
        f"<div id=post-{p.number}><a class=author href=/u/{p.author}>{p.author}</a>"
        f"<p class=head><span>{head}</span></p>{f'<div class=created>{times[0]}</div>' * (head != time)}"
        f"<p>{p.text}</p></div>"
        for p, head, time in zip(POSTS, heads, times, strict=True)
    )
    found = posts_of(f"<html><body>{posts}</body></html>")
    assert column(found, "date") == [post.date for post in POSTS]


def test_the_time_of_a_change_in_the_markup_is_no_time_of_a_post() -> None:
    changed = "<time itemprop=dateModified datetime=2026-01-08T08:20:07Z class=post-time>January 8, 2026</time>"
    posts = "".join(
        f"<div id=post-{p.number}><a class=author href=/u/{p.author}>{p.author}</a><p class=infos>"
        + (
            f"<meta itemprop=datePublished content=2024-05-01T10:00:00Z>{changed}"
            if not n
            else f"<time>{p.date}</time>"
        )
        + f"</p><p>{p.text}</p></div>"
        for n, p in enumerate(POSTS)
    )
    found = column(posts_of(f"<html><body>{posts}</body></html>"), "date")
    assert found[1:] == [post.date for post in POSTS[1:]]
    assert found[0].startswith("2024-05-01")


@pytest.mark.parametrize("joined", ["<dl><dt>Joined</dt><dd>{}</dd></dl>", "<div>Joined</div><p>{}</p>"])
def test_the_day_of_joining_below_its_label_is_in_no_text(joined: str) -> None:
    posts = "".join(
        f"<div id=post-{p.number}><div class=side><a href=/u/{p.author}>{p.author}</a>"
        f"{joined.format(f'Mar {len(p.author)}, 2010')}</div><time>{p.date}</time>{p.text}</div>"
        for p in POSTS
    )
    assert not any("2010" in text for text in column(posts_of(f"<html><body>{posts}</body></html>"), "text"))


@pytest.mark.parametrize(
    "body",
    [
        "<p>These are wrong:</p><ul><li>the base</li><li>the door</li></ul>",
        "<p>These are wrong:</p><pre>the base the door</pre>",
        "<h4>These are wrong:</h4><p>the base</p>the door",
        "<p>These are wrong:</p><table><tr><td>the base</td><td>the door</td></tr></table>",
        "<ul><li>These are wrong:</li><li>the base</li><li>the door</li></ul>",
        "These are wrong: the base the door",
    ],
)
@pytest.mark.parametrize("around", ["{}", "<div>{}</div>", "<span><p>{}</p></span>"])
def test_a_post_of_more_than_a_paragraph_among_posts_of_one_is_whole(body: str, around: str) -> None:
    html = thread_of("<p>TEXT</p>").replace(f"<p>{POSTS[2].text}</p>", around.format(body))
    found = column(posts_of(html), "text")
    assert [" ".join(text.replace("- ", "").split()) for text in found] == [
        "These are wrong: the base the door" if post is POSTS[2] else post.text for post in POSTS
    ]


@pytest.mark.parametrize("body", ["<p class=text>TEXT</p>", "<div>TEXT</div>"])
def test_what_stands_beside_the_bodies_is_in_no_text(body: str) -> None:
    html = thread_of(f"<div class=main>{body}</div>")
    note = f"{POSTS[2].text}</{body[1:4].strip('> ')}><div class=note>Three people find this post of great use</div>"
    assert column(posts_of(html.replace(POSTS[2].text, note)), "text") == [post.text for post in POSTS]


@pytest.mark.parametrize(
    "note",
    [
        "<p class='postedit'><em>Last edited by rose99 (2018-01-12 15:02:20)</em></p>",
        "<div>Zuletzt geändert von rose_7 am 12.01.2018, 15:02, insgesamt 2-mal geändert.</div>",
        "<div><i>Última edición por rose99; 12/01/2018 a las 15:02</i></div>",
        "<div>Dernière modification par rose42 le 12/01/2018 à 15:02, modifié 2 fois.</div>",
        "<ul id='log'><li>This reply was modified 2 years, 3 months ago by <a href='/users/rose'>rose</a>.</li></ul>",
        "<div>[ Wiadomość edytowana przez: rose77 2018-01-12 15:02 ]</div>",
        "<p>Edited 12 Jan 2018, 15:02</p>",
        "<blockquote class='lastedited'>Last edited by Heinz_K; 01-12-2018 at <span>03:02 PM</span>.</blockquote>",
    ],
)
def test_a_note_on_a_change_is_not_in_the_text(note: str) -> None:
    records = posts_of(xenforo(POSTS).replace(POSTS[1].text, f"<p>{POSTS[1].text}</p>{note}"))
    assert [text.replace("\n", " ") for text in column(records, "text")] == [post.text for post in POSTS]
    assert column(records, "date")[1] == POSTS[1].date
    assert not any(column(records, "quote"))


def test_the_time_of_a_post_again_is_not_in_its_text() -> None:
    html = xenforo(POSTS).replace(f"<time>{POSTS[1].date}", f"<time title='12/01/2018, 14:02:11'>{POSTS[1].date}")
    html = html.replace(POSTS[1].text, f"{POSTS[1].text}<p>12/01/2018, 14:02:11</p>")
    assert column(posts_of(html), "text") == [post.text for post in POSTS]


@pytest.mark.parametrize(
    "said",
    [
        "I have used it since 3 May 2016.",
        "I joined on 3 May 2016 and never looked back.",
        "We updated the list on 3 May 2016 again.",
        "The licence expires on 3 May 2025.",
        "Ich habe ihn seit 3. Mai 2016 im Topf.",
        "Heinz_K is the name that I gave to the tree on 3 May 2016.",
    ],
)
def test_a_sentence_with_a_day_stays_in_the_text(said: str) -> None:
    html = xenforo(POSTS).replace(POSTS[1].text, f"<p>{POSTS[1].text}</p><p>{said}</p>")
    assert column(posts_of(html), "text")[1] == f"{POSTS[1].text}\n\n{said}"
