"""Posts of threads as records, without any label."""

from collections.abc import Callable, Sequence

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.page import Html
from iawce.extract.content.content import Content, FoundRecord, Record, keep_text_nodes
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.records.posts.posts import find_posts, thread_content
from tests.extract.records.posts.forum_pages import POSTS, SOFTWARE, Post, discuz, phpbb, rows, vanilla, xenforo

Draw = Callable[[Sequence[Post]], str]


def posts_of(html: str) -> tuple[FoundRecord, ...]:
    document = Document("page.html", url="https://board.invalid/t/9", html=html)
    return find_posts(PageAnalysis(document), document.index.without(("head",)))


def column(records: Sequence[FoundRecord | Record], name: str) -> list[str]:
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


@pytest.mark.parametrize(
    "linked",
    [
        "<h2><a class=anchor href='#p-41-what-i-tried-1'></a>What I tried</h2>",
        "<p>Written down <a href='https://code.invalid/issues/1871'>in issue 1871</a> too.</p>",
        "<p>See <a href='https://board.invalid/t/7#p388'>post 388</a>.</p>",
        "<a href='/uploads/post/e8104f031bd96881.png'>the print, 34 kB</a>",
        "<blockquote><a href='/t/9#p399'>Ruth, post 399</a> I would wait.</blockquote>",
    ],
)
@pytest.mark.parametrize("number", [401, 403])
def test_a_link_in_the_text_of_one_post_is_not_its_address(linked: str, number: int) -> None:
    def draw(permalink: str) -> str:
        posts = (
            f"<div class=post id=post_{400 + n}><a class=by href=/u/{p.author}>{p.author}</a> <time>{p.date}</time>"
            f"{permalink.format(400 + n)}<div class=body>{linked if 400 + n == number else ''}<p>{p.text}</div></div>"
            for n, p in enumerate(POSTS, 1)
        )
        return f"<html><body>{''.join(posts)}</body></html>"

    assert column(posts_of(draw("")), "link") == [f"https://board.invalid/t/9#post_{n}" for n in range(401, 406)]
    named = column(posts_of(draw("<a href='/p/{}?post'>#{}</a>".replace("#{}", "link"))), "link")
    assert named == [f"https://board.invalid/p/{n}?post" for n in range(401, 406)]


@pytest.mark.parametrize("main", ["<a href=/p/401>5 May 2020</a>", "<b class=time><a href=/p/401>May 5</a>, 2020</b>"])
def test_the_first_post_may_have_its_address_elsewhere(main: str) -> None:
    first, *others = POSTS
    answers = "".join(
        f"<li class=answer><a href=/u/{p.author}>{p.author}</a> <a href=/p/{400 + p.number}>{p.date}</a><p>{p.text}</p>"
        for p in others
    )
    asked = f"<section><i class=author>{first.author}</i> {main}<div>{first.text} {first.text}</div></section>"
    found = column(posts_of(f"<html><body>{asked}<ul>{answers}</ul></body></html>"), "link")
    assert found == ["https://board.invalid/p/401", *(f"https://board.invalid/p/{400 + p.number}" for p in others)]


def test_the_authors_link_is_kept() -> None:
    authors = [record.fields["author"] for record in posts_of(vanilla(POSTS))]
    assert [author.link for author in authors if author] == [f"https://board.invalid/profile/{p.author}" for p in POSTS]


def test_an_initial_in_place_of_a_picture_is_no_name() -> None:
    page = "".join(
        f"<div class=post><a class=face href='/user/{p.author}'><span class=avatar>{p.author[0]}</span></a>"
        f"<a class=bold href='/user/{p.author}'>{p.author}</a> <time>{p.date}</time><p>{p.text}</p></div>"
        for p in POSTS
    )
    assert column(posts_of(f"<body><h1>Lemon tree</h1>{page}"), "author") == [post.author for post in POSTS]


def test_texts_outside_of_the_main_content_are_in_no_post() -> None:
    document = Document("page.html", html=xenforo(POSTS))
    content = document.index.without(("head", "footer", "dl"))
    assert not any(
        "Like" in text or "Joined" in text for text in column(find_posts(PageAnalysis(document), content), "text")
    )


def test_an_article_has_no_posts() -> None:
    paragraphs = "".join(f"<p>{post.text}</p>" for post in POSTS)
    assert posts_of(f"<article><h1>Lemon trees</h1><time>12 Jan 2018</time>{paragraphs}</article>") == ()


def test_a_text_without_author_and_time_is_no_post() -> None:
    assert posts_of(f"<main><p>{POSTS[0].text}</p></main>") == ()


def test_dates_are_in_iso_8601_beside_what_the_page_prints() -> None:
    records = posts_of(xenforo(POSTS))
    assert column(records, "date")[0] == "12 Jan 2018, 12:15"
    assert column(records, "date_iso") == [
        "2018-01-12T12:15:00",
        "2018-01-12T14:02:00",
        "2018-01-13T08:40:00",
        "2018-01-15T19:27:00",
        "2018-03-02T07:11:00",
    ]


@pytest.mark.parametrize(
    ("time", "written"),
    [
        ("<span property=dc:created content={}>replied on 05/0{}/2020 - 10:00</span>", "05/0{}/2020 - 10:00"),
        ("<span itemprop=dateCreated content={}>05/0{}/2020</span>", "05/0{}/2020"),
        (
            "<div class=meta><a><time datetime={}>May {}</time></a><div><span>Post #1</span> "
            "<time>Sunday, May 3, 2020 10:00 AM</time></div></div>",
            "May {}",
        ),
    ],
)
def test_the_date_in_iso_8601_is_that_of_the_markup(time: str, written: str) -> None:
    said = [f"2020-05-0{n}T10:00:12+00:00" for n in (3, 4, 5)]
    posts = "".join(
        f"<div class=post><a class=author href=/u/{n}>{post.author}</a> {time.format(iso, n)}<p>{post.text}</p></div>"
        for n, (iso, post) in enumerate(zip(said, POSTS, strict=False), 3)
    )
    found = posts_of(f"<html><body><div>{posts}</div></body></html>")
    assert (column(found, "date"), column(found, "date_iso")) == ([written.format(n) for n in (3, 4, 5)], said)


def test_the_date_of_joining_counts_less_though_all_posts_are_of_one_day() -> None:
    posts = [Post(p.number, f"{p.author}{n}", "13 Jan 2018", p.text) for n, p in enumerate(POSTS)]
    assert column(posts_of(xenforo(posts)), "date") == ["13 Jan 2018"] * 5


def test_a_link_that_all_posts_have_is_no_link_to_a_post() -> None:
    shared = xenforo(POSTS)
    for post in POSTS:
        shared = shared.replace(f"/threads/tree.9/post-{post.number}", "/threads/tree.9/#").replace(
            f"id='js-post-{post.number}'", ""
        )
    assert column(posts_of(shared), "link") == [""] * 5


def test_a_body_with_a_time_is_not_a_separate_post() -> None:
    dated = Post(150001, "marigold", "12 Jan 2018, 12:15", f"<p>April 23, 2017</p><p>{POSTS[0].text}</p>")
    records = posts_of(rows([dated, *POSTS[1:]]))
    assert len(records) == len(POSTS)
    assert column(records, "author") == [post.author for post in POSTS]


def test_answers_inside_of_posts_are_posts() -> None:
    said = "<time>1 Feb 2018, 10:00</time><div class='bbWrapper'>Same here.</div>"
    name = "<h4><a class='username' href='/members/ada.7/'>ada</a></h4>"
    answer = f"<article class='message js-post nested' id='js-post-150099'>{name}{said}</article>"
    nested = xenforo(POSTS).replace("class='message message--post js-post", "class='message js-post")
    first = nested.index("</article>")
    records = posts_of(nested[:first] + answer + nested[first:])
    assert column(records, "author") == [POSTS[0].author, "ada", *(post.author for post in POSTS[1:])]
    assert column(records, "text")[:2] == [POSTS[0].text, "Same here."]


def test_the_author_is_found_despite_class_names_for_users_online() -> None:
    online = xenforo(POSTS).replace("message-cell user'><h4 class='message-name'><a href='/members/Heinz_K.4", "message-cell user online'><h4 class='message-name'><a href='/members/Heinz_K.4")  # fmt: skip  # noqa: E501
    assert column(posts_of(online), "author") == [post.author for post in POSTS]


def test_the_time_of_a_change_in_a_tooltip_is_not_that_of_the_post() -> None:
    title = "Last edit: January 12, 2018, 14:40 by Heinz_K"
    html = xenforo(POSTS).replace("<time>12 Jan 2018, 14:02", f"<time title='{title}'>12 Jan 2018, 14:02")
    assert column(posts_of(html), "date_iso")[1] == "2018-01-12T14:02:00"


def test_posts_join_the_content_where_nearly_nothing_was_taken() -> None:
    document = Document("page.html", html=phpbb(POSTS))
    shown = document.index.without(("head",))
    heading = document.index.tagged("h2")[0]
    small = thread_content(PageAnalysis(document), Content((heading,), shown))
    title = Texts(shown).lines(heading)
    texts = [Texts(small.subset).lines(number) for number in small.elements]
    assert "\n".join(texts) == "\n".join([title, *(post.text for post in POSTS)])
    assert column(small.records, "author") == [post.author for post in POSTS]
    assert thread_content(PageAnalysis(document), Content((document.index.tagged("body")[0],), shown)).subset is shown


def test_posts_replace_a_content_that_has_nothing_of_them() -> None:
    short = [Post(7, "Ann", "12 Jan 2018, 12:15", "Where is it?"), Post(9, "oldroot", "13 Jan 2018, 08:40", "Here.")]
    analysis = PageAnalysis(Document("page.html", html=xenforo(short)))
    aside = analysis.index.tagged("aside")[0]
    other = keep_text_nodes(analysis.shown, analysis.index.text_nodes_inside([aside]))
    content = thread_content(analysis, Content((aside,), other))
    assert [Texts(content.subset).lines(number) for number in content.elements] == ["Where is it?", "Here."]
    assert column(content.records, "text") == ["Where is it?", "Here."]


def test_threads_are_extracted_with_their_posts() -> None:
    with Extractor(page_type="thread", render="never") as extractor:
        page = extractor.extract(Html(phpbb(POSTS), url="https://board.invalid/t/9"))
    assert [record.texts["author"] for record in page.records] == [post.author for post in POSTS]
    assert POSTS[2].text in page.text


def test_other_pages_have_no_posts() -> None:
    with Extractor(page_type="article", render="never") as extractor:
        assert extractor.extract(Html(phpbb(POSTS))).records == ()


@pytest.mark.parametrize("gone", ["<em>[deleted]</em>", "[removed by moderator]", "<s>gone</s>"])
@pytest.mark.parametrize("button", ["permalink", "reply to this", "link"])
def test_a_button_is_not_the_author_of_a_post_whose_author_is_gone(gone: str, button: str) -> None:
    names = [f"<a class=author href=/user/{post.author}>{post.author}</a>" for post in POSTS]
    names[2] = gone
    drawn = "".join(
        f"<div class='thing{' deleted' if n == 2 else ''}' id=thing_{p.number}><p>{name} <time>{p.date}</time></p>"
        f"<div class=md>{p.text}</div><ul><li><a class=bylink href='/r/9/x/{p.number}/'>{button}</a></ul></div>"
        for n, (p, name) in enumerate(zip(POSTS, names, strict=True))
    )
    authors = column(posts_of(f"<body><h1>Lemon tree</h1><div>{drawn}</div>"), "author")
    assert authors == [p.author if n != 2 else "" for n, p in enumerate(POSTS)]


@pytest.mark.parametrize(
    ("others", "one"),
    [
        ("<div class=x><a href=/users/NAME>NAME</a></div>", "<div class=x>NAME</div>"),
        ("<div class=x><a href=/users/NAME>NAME</a></div>", "<div class=x><span>NAME</span></div>"),
        ("<p><a href=/w/NAME>NAME</a><br>Gold<br>Posts: 3</p>", "<p>NAME<br>Guest<br>Posts: 8</p>"),
        ("<h6><a href=/users/NAME>NAME</a></h6>", "<h6>NAME <small>Closed</small></h6>"),
        ("<p><a class=u href=/users/NAME>NAME</a> wrote:</p>", "<p><span class=g>NAME</span> wrote:</p>"),
    ],
)
@pytest.mark.parametrize("place", [1, 3])
def test_the_name_of_a_guest_is_where_others_have_a_link(others: str, one: str, place: int) -> None:
    names = [(one if n == place else others).replace("NAME", post.author) for n, post in enumerate(POSTS)]
    drawn = "".join(
        f"<div class=q>{name}<i>{post.date}</i><div class=z>{post.text} Ask <a href=/users/ida>Ida</a></div></div>"
        for post, name in zip(POSTS, names, strict=True)
    )
    assert column(posts_of(f"<body><h1>Lemon tree</h1><div>{drawn}</div>"), "author") == [p.author for p in POSTS]


@pytest.mark.parametrize("inside", ["by NAME", "12 NAME", "<b>Q</b> NAME"])
def test_what_stands_before_the_links_of_others_is_no_name(inside: str) -> None:
    names = [inside.replace("NAME", f"<a href=/users/{post.author}>{post.author}</a>") for post in POSTS]
    names[1] = inside.replace("NAME", "")
    drawn = "".join(
        f"<div class=q><div>{name}</div><i>{post.date}</i><div class=z>{post.text}</div></div>"
        for post, name in zip(POSTS, names, strict=True)
    )
    found = column(posts_of(f"<body><h1>Lemon tree</h1><div>{drawn}</div>"), "author")
    assert found[0] == POSTS[0].author
    assert found[1] in ("", "Q")


def test_a_name_that_several_posts_have_at_another_place_stays() -> None:
    posts = [*POSTS, *POSTS]
    names = [f"<a href=/users/{post.author}>{post.author}</a> <small>Gold</small>" for post in posts]
    names[1] = names[4] = "<small>Gold</small>"
    signed = ["<p>By <a href=/users/certified>Certified</a></p>" if n in (1, 4) else "" for n in range(len(posts))]
    drawn = "".join(
        f"<div class=q><div class=x>{name}</div><i>{post.date}</i><div class=z>{post.text}</div>{sign}</div>"
        for post, name, sign in zip(posts, names, signed, strict=True)
    )
    found = column(posts_of(f"<body><h1>Lemon tree</h1><div>{drawn}</div>"), "author")
    assert [found[1], found[4]] == ["Certified"] * 2


def test_all_posts_of_a_thread_may_be_of_one_author() -> None:
    alone = [Post(p.number, "marigold", p.date, p.text) for p in POSTS]
    assert column(posts_of(xenforo(alone)), "author") == ["marigold"] * len(POSTS)


@pytest.mark.parametrize(
    ("around", "comment"),
    [
        ("<ul class=comments-list>{}</ul>", "<li class=comment id=comment-{0}><span>{1}</span> – {2} {3}</li>"),
        ("<table class=comments>{}</table>", "<tr class=comment id=comment-{0}><td><div>{1} – {2} {3}</div></td></tr>"),
        (
            "<div>{}</div>",
            "<div class=reply itemscope itemtype=http://schema.org/Comment id=c{0}><p>{1}</p>{2} {3}</div>",
        ),
    ],
)
def test_comments_below_answers_are_records_that_answer_them(around: str, comment: str) -> None:
    said = {0: ("Is it near a heater?", "No, near a window."), 3: ("Glad to read that!",)}
    drawn = ""
    for n, post in enumerate(POSTS):
        name, time = (
            "<a class=user href=/users/{0}/x>Ann{0}</a>",
            "<a href=#c{0}><span title='2018-04-0{1} 10:00Z'>Apr {1}</span></a>",
        )
        below = "".join(
            comment.format(f"{n}{k}", text, name.format(f"{n}{k}"), time.format(f"{n}{k}", k + 1))
            for k, text in enumerate(said.get(n, ()))
        )
        drawn += (
            f"<div class={'question' if n == 0 else 'answer'} id=answer-{n}><div class=body><p>{post.text}</p></div>"
            f"<p class=by><time>{post.date}</time> <a href=/users/{post.author}/y>{post.author}</a></p>"
            f"{around.format(below)}</div>"
        )
    posts = posts_of(f"<body><h1>Lemon tree</h1><main>{drawn}</main>")
    texts = [post.texts for post in posts]
    assert [one["text"] for one in texts if one.get("parent")] == [
        "Is it near a heater?",
        "No, near a window.",
        "Glad to read that!",
    ]
    assert [one["parent"] for one in texts if one.get("parent")] == ["1", "1", "6"]
    assert [one["author"] for one in texts if not one.get("parent")] == [post.author for post in POSTS]
    assert [one["author"] for one in texts if one.get("parent")] == ["Ann00", "Ann01", "Ann30"]


def test_a_page_that_is_mostly_its_content_is_not_searched_for_more() -> None:
    """Comments below a long text are records, and not the text, though the page was taken for a thread."""
    body = " ".join(f"The keepers of the village turn hive {number} to the south." for number in range(40))
    html = f"<body><article id=a><h1>Hives</h1><p>{body}</p></article>{phpbb(POSTS)}"
    analysis = PageAnalysis(Document("page.html", html=html))
    article = analysis.index.attributes.having("id")[0]
    own = keep_text_nodes(analysis.shown, analysis.index.text_nodes_inside([article]))
    content = Content((article,), own)
    assert thread_content(analysis, content, has_records=False) is content
    found = thread_content(analysis, content)
    assert (found.elements, found.subset) == (content.elements, content.subset)
    assert found.records


def thread_of(body: str, around: str = "{}") -> str:
    """A thread whose posts have this body, with the name of who wrote it in place of ``AUTHOR``."""
    posts = "".join(
        f"<li class=post id=p{n}>"
        + around.format(
            f"<div class=by><a class=username href=/u/{post.author}>{post.author}</a> <time>{post.date}</time></div>"
            f"<div class=body>{body.replace('TEXT', post.text).replace('AUTHOR', post.author)}</div>"
        )
        + "</li>"
        for n, post in enumerate(POSTS)
    )
    return f"<body><h1>Lemon tree</h1><ul class=posts>{posts}</ul>"


def test_an_element_with_all_of_a_post_is_no_comment_in_it() -> None:
    around = "<article class=comment itemscope itemtype=http://schema.org/Comment id=comment-7>{}</article>"
    posts = posts_of(thread_of("<p>TEXT</p>", around))
    assert [post.texts["text"] for post in posts] == [post.text for post in POSTS]


@pytest.mark.parametrize(
    ("address", "is_answer"),
    [("{}", True), ("https://board.invalid/t/9{}", True), ("https://other.invalid/t/9{}", False)],
)
def test_a_link_to_a_post_of_another_page_is_no_answer(address: str, is_answer: bool) -> None:
    answers = {2: "#p0", 3: "#p1", 4: "#p0"}
    html = thread_of("<p>TEXT</p>")
    for number, answered in answers.items():
        link = f"<div class=re><a href={address.format(answered)}>in reply to</a></div>"
        html = html.replace(f"id=p{number}>", f"id=p{number}>{link}")
    row = Extractor(page_type="thread", render="never").extract(Html(html, "https://board.invalid/t/9"))
    parents = [one.texts["parent"] for one in row.records if one.texts.get("parent")]
    assert parents == (["1", "2", "1"] if is_answer else [])


@pytest.mark.parametrize(
    "inside",
    [
        "<i class=face>{0}</i><b>{1}</b>",
        "<i class=face>{0}</i> <b>{1}</b>",
        "<span><i>{0}</i></span>\n{1}",
        "<i class=face>{2}</i>{1}",
    ],
)
def test_an_initial_before_a_name_is_no_part_of_it(inside: str) -> None:
    html = thread_of("<p>TEXT</p>")
    for post in POSTS:
        name = inside.format(post.author[0].upper(), post.author, post.author[:2].upper())
        html = html.replace(f"{post.author}>{post.author}<", f"{post.author}>{name}<", 1)
    assert column(posts_of(html), "author") == [post.author for post in POSTS]


def test_a_name_may_begin_with_a_letter_that_is_no_initial_of_it() -> None:
    html = thread_of("<p>TEXT</p>")
    for post in POSTS:
        html = html.replace(f">{post.author}<", f"><b>J</b> {post.author}<", 1)
    assert column(posts_of(html), "author") == [f"J {post.author}" for post in POSTS]


@pytest.mark.parametrize(
    "foot",
    [
        "Please <a href=/login>log in</a> to join the conversation.",
        "<a href=/login>Log in</a> or <a href=/new>register</a> to post comments",
        "<a href=/x>Join now</a>",
        "Last updated",
    ],
)
def test_the_last_words_of_a_post_say_nothing_of_the_time_of_the_next(foot: str) -> None:
    posts = "".join(
        f"<div class=post><div><span>{post.date}</span></div><a class=username href=/u/{post.author}>{post.author}</a>"
        f"<div class=body><p>{post.text}</p></div><div>{foot}</div></div>"
        for post in POSTS
    )
    found = posts_of(f"<body><h1>Lemon tree</h1><div>{posts}</div>")
    assert column(found, "date") == [post.date for post in POSTS]


@pytest.mark.parametrize(
    "joined",
    [
        "<dl><dt>Joined</dt><dd><span>{}</span></dd></dl>",
        "<p><b>Joined:</b> <span>{}</span></p>",
        "<b>Registered</b><br><i>{}</i>",
    ],
)
def test_the_time_beside_its_label_is_that_of_joining(joined: str) -> None:
    first, *others = thread_of("<p>TEXT</p>").replace("time>", "span>").split(" <span>")
    drawn = (f"{joined.format(f'{number} Mar 2009')} <span>{other}" for number, other in enumerate(others, 1))
    assert column(posts_of(f"{first}{''.join(drawn)}"), "date") == [post.date for post in POSTS]


@pytest.mark.parametrize(
    "post",
    [
        "<dt><b>{0.author}</b> {0.date}</dt><dd>{0.text}</dd>",
        "<h4><a href=/u/{0.author}>{0.author}</a> {0.date}</h4><div>{0.text}</div>",
        "<header><b>{0.author}</b> {0.date}</header><div>{0.text}</div>",
        "<aside><a href=/u/{0.author}>{0.author}</a> <span>{0.date}</span><p>{0.text}</p></aside>",
        "<blockquote><a href=/u/{0.author}>{0.author}</a> <span>{0.date}</span><p>{0.text}</p></blockquote>",
    ],
)
def test_posts_begin_with_elements_of_several_tags(post: str) -> None:
    posts = "".join(map(post.format, POSTS))
    found = posts_of(f"<body><h1>Lemon tree</h1><{'dl' if 'dt' in post else 'div'}>{posts}")
    assert column(found, "text") == [one.text for one in POSTS]
    assert column(found, "author") == [one.author for one in POSTS]


@pytest.mark.parametrize("around", ["<ul>{}</ul>", "<div class=comments><ul>{}</ul></div>"])
@pytest.mark.parametrize("marked", ["id=answer-7", "id=a7 itemscope itemtype=https://schema.org/Answer"])
def test_the_only_answer_stands_behind_comments_on_the_question(around: str, marked: str) -> None:
    by = "<p class=by><time>{0.date}</time> <a href=/users/{0.author}/y>{0.author}</a></p>"
    comments = "".join(
        f"<li class=comment id=comment-{n}>{text} <a class=user href=/users/{n}>Ann{n}</a>"
        f" <time>14 Jan 2018, 10:0{n}</time></li>"
        for n, text in enumerate(("Is it near a heater?", "No, it is near a window.", "Then it is the cold."))
    )
    question, answer = (f"<div class=body><p>{post.text}</p></div>{by.format(post)}" for post in POSTS[:3:2])
    asked = f"<div class=q>{question}{around.format(comments)}</div>"
    found = posts_of(f"<body><h1>Lemon tree</h1><main>{asked}<div {marked}>{answer}</div>")
    assert column(found, "author") == ["marigold", "Ann0", "Ann1", "Ann2", "oldroot"]
    assert column(found, "text")[::4] == [POSTS[0].text, POSTS[2].text]


@pytest.mark.parametrize(
    "mark",
    [
        "<time class='edited-timestamp' title='last edited 13 hours ago' datetime='2018-01-12T15:02:00'>*</time>",
        "<time title='Edited 12 Jan 2018, 15:02' datetime='2018-01-12T15:02:00'>*</time>",
        "<abbr class='c' title='Zuletzt geändert: 12.01.2018, 15:02'>*</abbr>",
    ],
)
def test_the_time_of_a_change_beside_that_of_writing_is_not_the_date(mark: str) -> None:
    posts = [Post(p.number, p.author, f"{20 - n} hours ago", p.text) for n, p in enumerate(POSTS)]
    records = posts_of(xenforo(posts).replace("</time>", f"</time>{mark}"))
    assert column(records, "date") == [post.date for post in posts]
    assert column(records, "author") == [post.author for post in posts]


def test_dated_paragraphs_are_no_posts_by_their_tag() -> None:
    page = "".join(f"<span>{p.date}: {p.text}</span>" for p in POSTS)
    assert len(posts_of(f"<main><p>{page}</p></main>")) <= 1


@pytest.mark.parametrize("address", ["//board.invalid/~{}", "/@{}", "/~{}/journal"])
def test_the_address_of_a_home_page_is_that_of_an_author(address: str) -> None:
    said = (
        "<h4><a href='/c.pl?cid={n}'>{title}</a></h4><div>by <a href='{link}'>{name}</a> on {date}</div><p>{text}</p>"
    )
    titles = ("At last", "Less water", "In the cellar", "Thank you", "Well")
    page = "".join(
        f"<div class='row'>{said.format(n=p.number, title=title, link=address.format(p.author), name=p.author, date=p.date, text=p.text)}</div>"  # noqa: E501
        for p, title in zip(POSTS, titles, strict=True)
    )
    assert column(posts_of(f"<main>{page}</main>"), "author") == [post.author for post in POSTS]


def test_days_without_a_year_are_in_the_dates() -> None:
    dates = [f"0{month}-{12 + month} 10:1{month}" for month in range(1, 6)]
    posts = [Post(p.number, p.author, date, p.text) for p, date in zip(POSTS, dates, strict=True)]
    assert column(posts_of(xenforo(posts)), "date") == dates


HEAD = "<div class=head><a class=author href=/u/{0}>{0}</a> {1} <a href=#c{2}><time>2018-03-0{2}</time></a></div>"
SYSTEM = HEAD.replace("{1}", "<span class=system>{1}</span>")


@pytest.mark.parametrize(
    ("comment", "event"),
    [
        (HEAD + "<div class=body>{3}</div>", "<a class=author href=/u/{0}>{0}</a> {1} <time>2018-03-0{2}</time>"),
        (SYSTEM + "<div class=body>{3}</div>", SYSTEM),
        (
            HEAD + "<table><tr><td>{3}</table>",
            "<p><b><a class=author href=/u/{0}>{0}</a></b> {1} <a href=#e{2}><time>2018-03-0{2}</time></a></p>",
        ),
    ],
)
def test_events_between_posts_are_no_posts_but_pictures_are(comment: str, event: str) -> None:
    said = (
        "<p>Saving a large drawing takes more than a minute since the last release.</p>",
        "",
        "<p>In which format do you save it? I cannot see that on my machine here.</p>",
        "<img src=/1.png>",
        "",
        "<p>Fixed in the main branch: the writer now works in another thread.</p>",
    )
    users, done = ("ann", "ben", "ben", "ann", "carla", "carla"), ("", "added the label <a href=/bug>bug</a>", "", "")
    drawn = "".join(
        f"<div class=item>{(comment if text else event).format(user, what, n, text)}</div>"
        for n, (user, what, text) in enumerate(zip(users, (*done, "closed this", ""), said, strict=True), 1)
    )
    posts = posts_of(f"<body><div>{drawn}</div>")
    assert column(posts, "author") == ["ann", "ben", "ann", "carla"]
    assert column(posts, "text") == [
        text.removeprefix("<p>").removesuffix("</p>") for text in (*said[::2][:2], "", said[5])
    ]


@pytest.mark.parametrize("attribute", ["data-permalink", "permalink"])
def test_the_address_of_the_first_post_may_be_an_attribute_inside_what_holds_it(attribute: str) -> None:
    first = f"<div id=table><div class=link {attribute}='/c/1abc/lemon/'>%s</div></div>"
    drawn = [
        f"<div class=head><a href=/user/{p.author}>{p.author}</a> <time>{p.date}</time></div><p>{p.text}</p>"
        for p in POSTS
    ]
    rest = "".join(f"<div class=comment id=c{n}>{each}</div>" for n, each in enumerate(drawn[1:], 1))
    links = column(posts_of(f"<body>{first % drawn[0]}<div>{rest}</div>"), "link")
    assert links == ["https://board.invalid/c/1abc/lemon/", *(f"https://board.invalid/t/9#c{n}" for n in range(1, 5))]
