"""What posts quote, and what only looks like a quotation."""

import pytest

from iawce.data.page import Html
from iawce.extract.pipeline.extractor import Extractor
from tests.extract.records.posts.forum_pages import POSTS, Post, xenforo
from tests.extract.records.posts.test_posts import column, posts_of, thread_of


def test_the_quotation_of_a_post_is_a_field() -> None:
    quoting = Post(
        150200, "oldroot", "3 Mar 2018, 10:00", "<blockquote>Any new leaves?</blockquote>Three of them, all green!"
    )
    last = posts_of(xenforo([*POSTS, quoting]))[-1]
    assert last.texts["quote"] == "Any new leaves?"
    assert "Three of them" in last.texts["text"]


@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote>Any new leaves?</blockquote>",
        "<div class='bbCodeQuote'>Any new leaves?</div>",
        "<div class='bbQuoteBlock'><p>Any new leaves?</p></div>",
        "<div style='margin-left: 40px'>Any new leaves?</div>",
        "&gt; Any new leaves?<br>",
    ],
)
def test_quotations_are_recognised_by_tag_name_indentation_and_character(quote: str) -> None:
    quoting = Post(150200, "oldroot", "3 Mar 2018, 10:00", f"{quote}Three of them, all green!")
    last = posts_of(xenforo([*POSTS, quoting]))[-1]
    assert (last.texts["quote"], last.texts["text"]) == ("Any new leaves?", "Three of them, all green!")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("<span class=quote>{}\n<span class=quote>&gt; Any new leaves?</span></span>\n\n", "\nAny new leaves?"),
        ("<span class=quote>{}</span>\n", ""),
        ("{}\n&gt; Any new leaves?\n", "\nAny new leaves?"),
    ],
)
def test_the_line_of_a_bug_tracker_before_an_answer_is_none_of_it(said: str, quote: str) -> None:
    mark = "(In reply to marigold from <a href='/t/9#c{}'>comment #{}</a>)"
    texts = ["It grows.", *(said.format(mark.format(to, to)) + "Three of them, all green!" for to in (0, 1, 0))]
    drawn = "".join(
        f"<div id=c{n} class=bz_comment><div class=bz_comment_head><a href='/t/9#c{n}'>Comment {n}</a> <span class=fn>"
        f"{user}</span> <span>2018-03-0{n + 1} 10:00:12 UTC</span></div><pre>{text}</pre></div>"
        for n, (user, text) in enumerate(zip(("marigold", "oldroot", "fern", "quince"), texts, strict=True))
    )
    posts = posts_of(f"<body>{drawn}")
    assert column(posts, "text") == ["It grows.", *["Three of them, all green!"] * 3]
    assert column(posts, "quote")[1] == f"(In reply to marigold from comment #0){quote}"
    assert column(posts, "parent") == ["", "1", "2", "1"]


REPLIES = [
    ("ruth", "5 Mar 2018, 10:00", "Mine did the same, and grew leaves again in May."),
    ("tilda", "6 Mar 2018, 11:20", "A cool room is right, but it has to stand at a window."),
    ("ruth", "7 Mar 2018, 18:05", "Water it once in two weeks until there is more light."),
    ("oldroot", "9 Mar 2018, 08:30", "Cut off what is dry, and wait for the spring."),
]


def test_indented_answers_are_posts_and_no_quotations() -> None:
    post = "<div class=post><b class=author>{0.author}</b> <time>{0.date}</time><p>{0.text}</p>{1}</div>"
    inner = [post.format(Post(1, *one), "<blockquote>Said before</blockquote>") for one in REPLIES]
    posts = "".join(
        post.format(outer, f"<blockquote>Said {outer.number}</blockquote><div style='margin-left: 40px'>{answer}</div>")
        for outer, answer in zip(POSTS, inner, strict=False)
    )
    found = posts_of(f"<body><h1>Lemon tree</h1>{posts}")
    assert column(found, "quote")[:3] == [f"Said {POSTS[0].number}", "Said before", f"Said {POSTS[1].number}"]
    assert column(found, "text")[:3] == [POSTS[0].text, REPLIES[0][2], POSTS[1].text]
    assert column(found, "parent")[:4] == ["", "1", "", "3"]


def test_a_post_that_is_one_blockquote_quotes_nothing() -> None:
    whole = [Post(p.number, p.author, p.date, f"<blockquote>{p.text}</blockquote>") for p in POSTS]
    assert column(posts_of(xenforo(whole)), "quote") == [""] * 5


@pytest.mark.parametrize("tag", ["aside", "div", "blockquote"])
def test_a_quotation_that_is_no_main_content_is_a_field(tag: str) -> None:
    quoted = f"<{tag} class=quote>Give it much less water.</{tag}>"
    quoting = Post(150200, "oldroot", "3 Mar 2018, 10:00", f"{quoted}<p>Three new leaves, all green!</p>")
    assert posts_of(xenforo([*POSTS, quoting]))[-1].texts["quote"] == "Give it much less water."


def test_a_signature_is_no_quotation() -> None:
    posts = posts_of(
        thread_of("<p>TEXT</p></div><div><blockquote class='signature restore'>AUTHOR of Arle</blockquote>")
    )
    assert [post.texts["text"] for post in posts] == [post.text for post in POSTS]
    assert not any(post.texts.get("quote") for post in posts)


@pytest.mark.parametrize("line", ["<div class=quoter>Ruth wrote:</div>", "<p>Ruth wrote: </p>"])
def test_who_is_quoted_belongs_to_the_quotation(line: str) -> None:
    posts = posts_of(thread_of(f"{line}<div class=forumQuote>Give it much less water.</div><p>TEXT</p>"))
    assert [post.texts["text"] for post in posts] == [post.text for post in POSTS]
    assert {post.texts["quote"] for post in posts} == {"Ruth wrote:\nGive it much less water."}


@pytest.mark.parametrize("button", ["<div role=button>{}</div>", "<button>{}</button>"])
def test_a_quotation_that_is_pressed_as_a_whole_stays(button: str) -> None:
    quoted = button.format("Give it much less water than you think it needs.")
    posts = posts_of(thread_of(f"<blockquote>{quoted}</blockquote><p>TEXT</p>"))
    assert set(column(posts, "quote")) == {"Give it much less water than you think it needs."}


@pytest.mark.parametrize(
    "tool", ["<li class=quote-icon>{}</li>", "<div class=quote>{}</div>", "<p class=do-quote>{}</p>"]
)
def test_a_link_to_quote_a_post_is_no_quotation(tool: str) -> None:
    link = "<a href=/post?mode=quote&amp;p=7><span>Reply with quote</span></a>"
    posts = posts_of(thread_of(f"<ul>{tool.format(link)}</ul><p>TEXT</p>"))
    assert column(posts, "quote") == [""] * 5
    quoted = posts_of(thread_of(f"<ul>{tool.format('Ruth wrote it as a note')}</ul><p>TEXT</p>"))
    assert column(quoted, "quote") == ["Ruth wrote it as a note"] * 5


@pytest.mark.parametrize(
    "button",
    [
        "<a role=button tabindex=0>Click to expand...</a>",
        "<div class=js-expandLink><a>Click to expand...</a></div>",
        "<button>Ausklappen</button>",
        "<span role=button>Plus</span>",
    ],
)
def test_what_opens_a_quotation_is_no_part_of_it(button: str) -> None:
    inside = "<blockquote>Give it <a role=button href=/water>much less</a> water.<div>{}</div></blockquote>"
    html = thread_of(f"{inside.format(button)}<p>TEXT</p>")
    assert set(column(posts_of(html), "quote")) == {"Give it much less water."}
    row = Extractor(page_type="thread", render="never").extract(Html(html, "https://board.invalid/t/9"))
    assert POSTS[0].text in row.text
    assert not any(word in row.text for word in ("expand", "Ausklappen", "Plus"))


@pytest.mark.parametrize("head", ["<b>Ruth, </b>10:24 pm, 5 May 2020", "Quote from Ruth on 2020-05-05, 10:24"])
def test_a_quotation_may_be_a_link_with_the_time_of_what_it_quotes(head: str) -> None:
    quote = f"<div class=quoteheader><a href=#p7>{head}</a></div><div class=quote>Give it much less water.</div>"
    posts = posts_of(thread_of(f"<div>{quote}<p>TEXT</p></div>"))
    assert column(posts, "text") == [post.text for post in POSTS]
    assert all("much less water" in found and "2020" in found for found in column(posts, "quote"))


def test_the_place_where_words_are_chosen_to_quote_them_is_no_quotation() -> None:
    posts = posts_of(thread_of("<article class='message-body js-selectToQuote'><div>TEXT</div></article><p>Hm.</p>"))
    assert column(posts, "quote") == [""] * 5
    assert all(post.text in text for post, text in zip(POSTS, column(posts, "text"), strict=True))


@pytest.mark.parametrize(
    ("row", "quote"),
    [
        ("<tr><td><b>Ruth wrote:</b></td></tr><tr><td class=quote>{}</td></tr>", "Ruth wrote:\n{}"),
        ("<tr><td class=quote>{}</td></tr>", "{}"),
        ("<tr><td>Ruth wrote:</td><td class=quote>{}</td></tr>", "{}"),
    ],
)
def test_a_cell_may_be_a_quotation(row: str, quote: str) -> None:
    quoted = "Give it much less water."
    found = posts_of(thread_of(f"<table>{row.format(quoted)}</table><p>TEXT</p>"))
    assert column(found, "quote") == [quote.format(quoted)] * len(POSTS)
    assert column(found, "text")[1].removeprefix("Ruth wrote:").strip() == POSTS[1].text
