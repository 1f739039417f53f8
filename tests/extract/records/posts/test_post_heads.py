"""What stands around the text of a post, in layouts of forums that were met: names, times, heads of threads."""

import pytest

from tests.extract.records.posts.forum_pages import POSTS
from tests.extract.records.posts.test_posts import column, posts_of

AUTHORS = [post.author for post in POSTS]
TEXTS = [post.text for post in POSTS]


def thread(*posts: str, head: str = "") -> str:
    return f"<body><h1>Lemon tree</h1>{head}<div class=posts>{''.join(posts)}</div></body>"


def test_a_name_in_the_line_with_the_time_is_the_author() -> None:
    page = thread(
        *(
            f"<div class=post id=post-{p.number}><div class=subject><a href='#post-{p.number}'>Lemon tree {n}</a></div>"
            f"<div class=body>{p.text}</div><div class=meta>Posted on {p.date} by {p.author}</div></div>"
            for n, p in enumerate(POSTS)
        )
    )
    assert column(posts_of(page), "author") == AUTHORS


def test_who_changed_a_post_is_not_its_author() -> None:
    page = thread(
        *(
            f"<div class=post><div class=body>{p.text}</div><div>Last edited on {p.date} by a moderator</div></div>"
            for p in POSTS
        )
    )
    assert column(posts_of(page), "author") == [""] * len(POSTS)


@pytest.mark.parametrize("name", ["半夜失眠的猫娘", "版主【空间整理师·∞】", "物理系研三在读"])
def test_names_without_blanks_are_long_in_letters(name: str) -> None:
    page = thread(
        *(
            f"<div class=post><span class=username>{name}{n}</span><span>2026-05-0{n + 1} 18:12</span>"
            "<div class=body><p>最近报告的孔洞案例增多，开此汇总贴，统一登记，让新人知道"
            f"<strong>自己{n}</strong>，请相信我。</p></div></div>"
            for n in range(4)
        )
    )
    assert column(posts_of(page), "author") == [f"{name}{n}" for n in range(4)]


def test_the_author_of_a_quotation_and_a_word_in_prose_are_not_who_wrote_the_post() -> None:
    page = thread(
        *(
            f"<div class=post><a class=postUser href='javascript://' onclick='insert()'>{p.author}</a> <i>{p.date}</i>"
            f"<div class=bbQuoteBlock><b>Quote</b> <b class=name>{AUTHORS[n - 1]}</b><div>What of it?</div></div>"
            f"<div class=body>{p.text} <b>Number {n}</b> of what there is to say about trees in the winter.</div></div>"
            for n, p in enumerate(POSTS)
        )
    )
    assert column(posts_of(page), "author") == AUTHORS


def test_what_somebody_is_does_not_belong_to_the_name() -> None:
    page = thread(
        *(
            f"<div class=post><div class=reply-author><span class=author-name>{p.author}</span> <i>Participant</i>"
            f"</div><time>{p.date}</time><p>{p.text}</p></div>"
            for p in POSTS
        )
    )
    assert column(posts_of(page), "author") == AUTHORS


def test_the_way_to_the_top_is_no_author() -> None:
    page = thread(
        *(
            f"<div class=post><span class=name><b>Ruth</b></span> <i>{p.date}</i><p>{p.text}</p>"
            "<a class=menu href='/t/9#top'>Back up</a></div>"
            for p in POSTS[:2]
        )
    )
    assert column(posts_of(page), "author") == ["Ruth", "Ruth"]


@pytest.mark.parametrize(
    "head",
    [
        "<p class=meta>Started by marigold on 12 Jan 2018, 12:15 with 4 replies</p>",
        "<div class=notice><ul><li>This topic has 4 replies, 3 voices, and was last updated by "
        "<a href='/user/Heinz_K'>Heinz_K</a> <a href='/t/9#5'>2 years, 4 months ago</a>.</li></ul></div>",
        "<div class=head><h2>My lemon tree has lost all of its leaves</h2><div><span>By: <b class=author>marigold</b>"
        "</span><span>12 Jan 2018, 12:15</span></div></div>",
    ],
)
def test_the_head_of_a_thread_is_no_post(head: str) -> None:
    posts = (
        f"<article class=post><b class=author>{p.author}</b> <i>{p.date}</i><p>{p.text}</p></article>" for p in POSTS
    )
    assert column(posts_of(thread(*posts, head=head)), "text") == TEXTS


def test_rows_with_the_time_of_joining_belong_to_the_rows_above() -> None:
    rows = "".join(
        f"<tr><td><span class=name><b>{p.author}</b></span></td><td>Written: {p.date} Title: Lemon</td></tr>"
        f"<tr><td>Poet<br>Joined: 0{n + 1}.03.2005<br>Posts: {n}4</td><td><span class=postbody>{p.text}</span></td>"
        "</tr><tr><td colspan=2></td></tr>"
        for n, p in enumerate(POSTS)
    )
    records = posts_of(f"<body><table><tbody>{rows}</tbody></table></body>")
    assert (column(records, "author"), column(records, "date")) == (AUTHORS, [p.date for p in POSTS])
    assert all(wanted in text for wanted, text in zip(TEXTS, column(records, "text"), strict=True))


def test_posts_stand_in_any_element() -> None:
    posts = "".join(
        f"<article id=post-{p.number}><time>{p.date}</time><address class=author>{p.author}</address><p>{p.text}</p>"
        "</article>"
        for p in POSTS
    )
    assert column(posts_of(f"<body><h1>Lemon tree</h1><i>{posts}</i></body>"), "author") == AUTHORS


def test_posts_are_preferred_to_the_newest_threads_though_these_are_longer() -> None:
    posts = "".join(
        f"<article class=message id=js-post-{n}><b class=author>{name}</b> <time>3 May 2020</time><p>{text}</p>"
        "</article>"
        for n, (name, text) in enumerate([("Ruth", "Where is it?"), ("Heinz", "Here, see the links.")], 41)
    )
    newest = "".join(
        f"<div class=item><b>The wild lemon tree number {n}</b> <i>Started by Ruth</i><time>{n} May 2020</time></div>"
        for n in range(1, 4)
    )
    records = posts_of(f"<body><div class=posts>{posts}</div><div class=newest>{newest}</div></body>")
    assert column(records, "author") == ["Ruth", "Heinz"]
