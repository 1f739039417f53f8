"""What stands around the text of a post, in layouts of forums that were met: names, times, heads of threads."""

import re

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract.records.posts.page_posts import PostsSettings, extract_posts
from iawce.extract.records.posts.post_fields import FieldFinder
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


HEADS = [
    "<div>{name} · <span>{date}</span></div>",
    "<div><span>{name}</span> <span>#12</span> <span>{date}</span></div>",
    "<div class=x1><img alt='' src=/a.png><div class=x2>{name}</div><div class=x3>{date}</div></div>",
    "<p>{name}<br><time>{date}</time></p>",
]
PANELS = [
    "<time>{date}</time><address>{name}</address>",
    "<h2>{name}</h2><div>Gardener</div><div><span>Posts:</span> <span>12</span></div><div>{date}</div>",
    "<td><a href='javascript:void(0)'>{name}</a></td><td>Date: {date}</td>",
]


@pytest.mark.parametrize(
    "head",
    [
        "<div class=who><b class=nick>{name}22</b><span class=when>{date}</span></div>",
        "<div><b>{name}</b> <i>#{n}</i><span>{date}</span></div>",
        "<b class=nick>{name}</b> <time>{day}<span>{clock}</span></time>",
        "<b class=nick>{name}</b> <time>{date}<small>1 yr</small></time>",
    ],
)
def test_digits_beside_a_time_are_of_another_number(head: str) -> None:
    heads = [
        head.format(name=p.author, n=n, date=p.date, day=p.date[:-7], clock=p.date[-5:]) for n, p in enumerate(POSTS)
    ]
    page = thread(*(f"<div class=p>{head}<p>{p.text}</p></div>" for head, p in zip(heads, POSTS, strict=True)))
    spaced = thread(*(f"<div class=p><b>{p.author}</b> {p.date}<p>{p.text}</p></div>" for p in POSTS))
    assert column(posts_of(page), "date_iso") == column(posts_of(spaced), "date_iso")


@pytest.mark.parametrize("head", HEADS + PANELS)
def test_a_text_without_marks_before_the_time_is_the_author(head: str) -> None:
    page = thread(
        *(f"<div class=p>{head.format(name=p.author, date=p.date)}<div class=body>{p.text}</div></div>" for p in POSTS)
    )
    records = posts_of(page)
    assert (column(records, "author"), column(records, "text")) == (AUTHORS, TEXTS)


@pytest.mark.parametrize(
    "head",
    [
        "<div>{rank}</div><div>{name}</div><div>{date}</div>",
        "<span>{state}</span><span>{name}</span><span>{date}</span>",
        "<div>{name}</div><div>{rank}</div><div>{date}</div>",
    ],
)
def test_the_rank_or_state_of_an_author_is_not_the_name(head: str) -> None:
    ranks = dict(zip(dict.fromkeys(AUTHORS), ["Member", "Guest", "Member"], strict=False))
    heads = [
        head.format(name=p.author, date=p.date, rank=ranks[p.author], state=("Online", "Offline")[n % 2])
        for n, p in enumerate(POSTS)
    ]
    page = thread(
        *(f"<div class=p>{top}<div class=body>{p.text}</div></div>" for top, p in zip(heads, POSTS, strict=True))
    )
    assert column(posts_of(page), "author") == AUTHORS


def test_a_greeting_behind_the_time_is_no_author() -> None:
    greetings = ("Hello all", "Dear Heinz", "Well then", "Good morning", "Thank you")
    page = thread(
        *(
            f"<div class=p><div>{p.date}</div><div class=body><p>{said}</p><p>{p.text}</p></div></div>"
            for said, p in zip(greetings, POSTS, strict=True)
        )
    )
    records = posts_of(page)
    assert column(records, "author") == [""] * len(POSTS)
    assert all(one in text for one, text in zip(greetings, column(records, "text"), strict=True))


def test_two_posts_of_one_author_keep_him_though_they_quote_his_name_as_a_label() -> None:
    page = thread(
        *(
            f"<div class=p><b>ann</b> <span>{p.date}</span><div><b>ann:</b> wrote before.</div><p>{p.text}</p></div>"
            for p in POSTS[:2]
        )
    )
    assert column(posts_of(page), "author") == ["ann", "ann"]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("without", [set[int](), {0}])
def test_a_stressed_word_or_a_link_of_a_few_texts_is_no_author(head: str, without: set[int]) -> None:
    said = ["It is <b>not</b> so.", "See <a href=/guide>the guide</a>.", *["That is all."] * (len(POSTS) - 2)]
    heads = [head.format(name="" if n in without else p.author, date=p.date) for n, p in enumerate(POSTS)]
    page = thread(
        *(
            f"<div class=p>{top}<div class=body><p>{p.text}</p><p>{one}</p></div></div>"
            for top, one, p in zip(heads, said, POSTS, strict=True)
        )
    )
    assert column(posts_of(page), "author") == ["" if n in without else p.author for n, p in enumerate(POSTS)]


def test_a_word_before_the_time_is_no_author_where_most_posts_link_to_one_though_in_unlike_places() -> None:
    words, posts = ["Asked", "Commented", "Answered"], list[str]()
    for n, post in enumerate(POSTS):
        author = f"<div><a class={'abcdefgh'[n]}place href=/users/{n + 10}/x>{post.author}</a></div>"
        time = f"<div>{words[n % 3]} <span>{post.date}</span></div>"
        posts.append(f"<div class=p>{time}<div class=body>{post.text}</div>{author}</div>")
    assert column(posts_of(thread(*posts)), "author") == AUTHORS


def test_a_stressed_number_of_a_post_is_no_author() -> None:
    heads = [f"<small>« <b>Reply #{n} on:</b> {p.date} »</small>" for n, p in enumerate(POSTS, 1)]
    posts = zip(heads, POSTS, strict=True)
    page = thread(*(f"<div class=p><div>{head}</div><div>{p.text}</div></div>" for head, p in posts))
    assert column(posts_of(page), "author") == [""] * len(POSTS)


@pytest.mark.parametrize("name", ["<b>user{n}1</b>", "<b>Guest_{n}</b>", "<h4>Anonymous 3{n}</h4>"])
def test_stressed_names_may_differ_in_numbers_alone(name: str) -> None:
    heads = [f"<div>{name.format(n=n)}</div><div>{p.date}</div>" for n, p in enumerate(POSTS, 1)]
    posts = zip(heads, POSTS, strict=True)
    found = column(posts_of(thread(*(f"<div class=p>{head}<div>{p.text}</div></div>" for head, p in posts))), "author")
    assert found == [re.sub("<[^>]*>", "", name.format(n=n)) for n in range(1, len(POSTS) + 1)]


def test_initials_in_place_of_a_picture_stand_for_the_name_in_their_tooltip() -> None:
    names = ["Former Member", "mnhogfarmer", "Former Member", "Ruth B. Lind", "acorn", "Former Member"][: len(POSTS)]
    page = thread(
        *(
            f"<div class=p><div><span class=member-avatar title='{name}'>{''.join(w[0].upper() for w in name.split())}"
            f"</span>{name}</div><div class=body>{p.text}</div><time>{p.date}</time></div>"
            for name, p in zip(names, POSTS, strict=False)
        )
    )
    assert column(posts_of(page), "author") == names
    links = re.sub(
        r"(<span class=member-avatar[^<]*</span>)([^<]*)", r"<a href=/member/x>\1</a><a href=/member/x>\2</a>", page
    )
    assert column(posts_of(links), "author") == names


@pytest.mark.parametrize("word", ["Posted", "Post {n}", "#{n}", "Reply no. {n}"])
@pytest.mark.parametrize("head", HEADS)
def test_a_word_or_a_number_before_the_time_is_no_author(head: str, word: str) -> None:
    heads = (head.format(name=word.format(n=n), date=p.date) for n, p in enumerate(POSTS, 1))
    posts = zip(heads, POSTS, strict=True)
    page = thread(*(f"<div class=p>{head}<div class=body>{p.text}</div></div>" for head, p in posts))
    assert column(posts_of(page), "author") == [""] * len(POSTS)


def test_the_editor_of_a_post_is_not_its_author() -> None:
    page = thread(
        *(
            f"<div class=post><i>{p.date}</i><div class=body>{p.text}</div>"
            f"<div>Last edited on 1{n} June 2019 by somebody else</div></div>"
            for n, p in enumerate(POSTS)
        )
    )
    records = posts_of(page)
    assert (column(records, "author"), column(records, "text")) == ([""] * len(POSTS), TEXTS)
    assert column(records, "date") == [p.date for p in POSTS]


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


def test_authors_of_quotations_and_words_in_prose_are_not_authors_of_the_post() -> None:
    page = thread(
        *(
            f"<div class=post><a class=postUser href='javascript://' onclick='insert()'>{p.author}</a> <i>{p.date}</i>"
            f"<div class=bbQuoteBlock><b>Quote</b> <b class=name>{AUTHORS[n - 1]}</b><div>What of it?</div></div>"
            f"<div class=body>{p.text} <b>Number {n}</b> of what there is to say about trees in the winter.</div></div>"
            for n, p in enumerate(POSTS)
        )
    )
    assert column(posts_of(page), "author") == AUTHORS


def test_the_role_of_a_person_is_not_part_of_the_name() -> None:
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


def test_times_of_a_history_are_no_posts() -> None:
    history = "".join(f"<li id=log-{n}>This topic was modified {n} months ago by Ruth.</li>" for n in range(2, 9))
    page = thread(
        f"<div id=post-1><div>January 3, 2018 at 7:30 pm</div><a class=author-name>Ruth</a><p>{TEXTS[0]}</p>"
        f"<ul class=log>{history}</ul></div>"
    )
    records = posts_of(page)
    assert (len(records), TEXTS[0] in column(records, "text")[0]) == (1, True)


@pytest.mark.parametrize("tag", ["div", "table"])
def test_a_question_and_its_only_answer_are_two_posts(tag: str) -> None:
    row, cell = ("tr", "td") if tag == "table" else ("div", "div")
    question, answer = POSTS[0], POSTS[1]
    page = (
        "<body><div id=main><p><a href=/>Home</a> <a href=/forum>Forums</a></p><h1>Lemon tree</h1>"
        f"<{tag} class=node><{row}><{cell} class=submitted>Submitted by <a href='/user/1'>{question.author}</a> on "
        f"{question.date}</{cell}></{row}><{row}><{cell} class=content><p>{question.text}</p><p>Thanks!</p></{cell}>"
        f"</{row}></{tag}><section id=comments><h2>Comments</h2><article class=comment><h3>Re: Lemon tree</h3>"
        f"<p class=submitted>Submitted by <a href='/user/2'>{answer.author}</a> on {answer.date}</p>"
        f"<div class=content><p>{answer.text}</p></div></article></section></div></body>"
    )
    records = posts_of(page)
    assert column(records, "author") == [question.author, answer.author]
    assert [text.replace("\n\nThanks!", "") for text in column(records, "text")] == [question.text, answer.text]


def test_two_named_posts_need_not_be_similar() -> None:
    page = thread(
        f"<div class=post id=post_1><b class=author>{POSTS[0].author}</b><time>{POSTS[0].date}</time><p>{TEXTS[0]}</p>"
        f"<ul><li>One</li><li>Two</li></ul><blockquote>Three</blockquote></div>",
        f"<div class=post id=post_2><b class=author>Ruth</b><time>{POSTS[1].date}</time>"
        "<aside><a href='/slides.pdf'>The slides of what was said, as a file to keep</a></aside></div>",
    )
    assert column(posts_of(page), "author") == [POSTS[0].author, "Ruth"]


def test_posts_before_the_list_that_are_called_as_the_others_belong_to_them() -> None:
    drawn = [
        f"<article class=item id=post-{p.number}><time>{p.date}</time><address class=author>{p.author}</address>"
        f"<p>{p.text}</p></article>"
        for p in POSTS
    ]
    page = f"<body><h1>Lemon tree</h1>{''.join(drawn[:2])}<i>{''.join(drawn[2:])}</i></body>"
    assert column(posts_of(page), "author") == AUTHORS


def test_titles_and_signatures_are_in_no_text() -> None:
    page = "<head><title>Lemon tree - Our board</title></head>" + thread(
        *(
            f"<div class=post><h5><a href='/t/9?p={p.number}#p{p.number}'>{subject}</a></h5>"
            f"<b class=author>{p.author}</b> <time>{p.date}</time><div class=body>{p.text}</div>"
            f"<div class=signature>Trees make us happy, says {p.author}</div></div>"
            for p, subject in zip(
                POSTS, ("Lemon tree", "Re: Lemon tree", "What I would do", "Re: Lemon tree", "Any news?"), strict=True
            )
        )
    )
    assert column(posts_of(page), "text") == TEXTS


def test_a_text_quoted_by_answers_stays_in_its_own_post() -> None:
    said = "It stands in a cool room with little light, and I water it once a week."
    posts = (
        f"<div class=post><b class=author>{p.author}</b> <time>{p.date}</time><div class=body>"
        f"{f'<p>{said}</p>' if n == 0 else f'<div class=quotebox><p>{said}</p></div>'}<p>{p.text}</p></div></div>"
        for n, p in enumerate(POSTS)
    )
    found = posts_of(thread(*posts))
    assert [said in text for text in column(found, "text")] == [True] + [False] * (len(POSTS) - 1)
    assert column(found, "quote") == [""] + [said] * (len(POSTS) - 1)


def test_the_time_of_what_is_quoted_is_no_post() -> None:
    posts = (
        f"<div class=post><b class=author>{p.author}</b> <div class=date>{p.date}</div><div class=body>"
        f"<div class=quoteheader>Quote from: Ruth on <span class=date>3 Jan 2018, 10:0{n}</span></div>"
        f"<div class=quote><p>What of it, and who says so?</p></div>{p.text}</div></div>"
        for n, p in enumerate(POSTS)
    )
    records = posts_of(thread(*posts))
    assert (column(records, "author"), column(records, "date")) == (AUTHORS, [p.date for p in POSTS])


def test_a_date_includes_its_time_in_a_separate_element() -> None:
    posts = (
        f"<div class=post><b class=author>{p.author}</b> <span class=date><b>1{n}:43</b> on <b>Apr 2{n}</b></span>"
        f"<div class=body>{p.text}</div></div>"
        for n, p in enumerate(POSTS)
    )
    assert column(posts_of(thread(*posts)), "date") == [f"1{n}:43 on Apr 2{n}" for n in range(5)]


@pytest.mark.parametrize(
    "head",
    [
        "<header><h1>Lemon tree</h1><p>Asked by <a href='/user/1'>{}</a> on {}</p></header><main>{}",
        "<main><h1>Lemon tree</h1><div class=meta>Asked by <a class=author href='/u/1'>{}</a> <i>{}</i></div>{}",
    ],
)
def test_a_question_whose_author_stands_in_the_head_of_the_page_is_the_first_post(head: str) -> None:
    question, *answers = POSTS
    drawn = "".join(
        f"<div class=answer><div class=by><a href='/user/{p.author}'>{p.author}</a> answered {p.date}</div>"
        f"<div class=text><p>{p.text}</p></div></div>"
        for p in answers
    )
    body = head.format(question.author, question.date, f"<div class=question><p>{question.text}</p></div>")
    records = posts_of(f"<body>{body}<section class=answers><h2>4 Answers</h2>{drawn}</section></main></body>")
    assert (column(records, "author"), column(records, "text")) == (AUTHORS, TEXTS)
    assert column(records, "date") == [p.date for p in POSTS]


def test_a_cited_name_without_a_link_is_the_author() -> None:
    posts = (
        f"<div class=post><cite class=fn>{p.author}</cite> <a href='#c{p.number}'>{p.date}</a><p>{p.text}</p></div>"
        for p in POSTS
    )
    assert column(posts_of(thread(*posts)), "author") == AUTHORS


def test_a_page_of_comments_alone_has_comments_though_its_title_alone_calls_them_so() -> None:
    posts = (f"<div class=entry><b>{p.author}</b> <i>{p.date}</i><p>{p.text}</p></div>" for p in POSTS)
    analysis = PageAnalysis.of(Document("p", html=f"<title>Comments: Lemon tree</title>{thread(*posts)}"))
    found = extract_posts(analysis, PostsSettings(kind="comments"))
    assert (found.scores["kind"], column(found.records, "author")) == ("comments", AUTHORS)


def test_an_article_is_no_comment_on_itself() -> None:
    page = f"<body><h1>Lemon tree</h1><p>By <b class=author>Ruth</b>, 3 May 2020</p><p>{' '.join(TEXTS)}</p></body>"
    with pytest.raises(PageError, match="no comments"):
        extract_posts(PageAnalysis.of(Document("p", html=page)), PostsSettings(kind="comments"))


def test_a_month_in_the_subject_is_not_the_time_of_a_post() -> None:
    subject = "A lemon tree on the balcony (all photos of July 2021)"
    head = f"<h3><a href='#p1'>{subject}</a></h3><span>12 Jan 2018, 12:15</span>"
    page = f"<title>Garden forum - {subject}</title><body><div class=post>{head}<p>{TEXTS[0]}</div>"
    analysis = PageAnalysis(Document("", html=page))
    (date,) = FieldFinder(analysis, [tuple(analysis.index.tagged("div"))]).dates
    assert date is not None
    assert date.text == "12 Jan 2018, 12:15"


def test_a_day_in_the_subject_is_not_the_time_of_a_post_in_the_same_element() -> None:
    subject = "Meeting on 4 March 2026"
    cells = [
        f"<tr class=post><td><b>{subject}</b><br>Posted {day} Mar 2024, 10:30<p>{TEXTS[0]}</p></td></tr>"
        for day in (3, 5)
    ]
    page = f"<title>{subject}</title><body><h1>{subject}</h1><table>{''.join(cells)}</table>"
    analysis = PageAnalysis(Document("", html=page))
    dates = FieldFinder(analysis, [(row,) for row in analysis.index.tagged("tr")]).dates
    assert [date and date.text for date in dates] == ["3 Mar 2024, 10:30", "5 Mar 2024, 10:30"]


def test_a_long_and_a_short_form_in_one_element_for_times_are_its_time() -> None:
    posts = (
        f"<div class=entry><b>{p.author}</b> <time datetime='2024-04-0{day}T05:03:15Z'><span>April {day}, 2024</span>"
        f"<span class=short>1 yr</span></time><p>{p.text}</p></div>"
        for day, p in enumerate(POSTS, 2)
    )
    found = extract_posts(PageAnalysis.of(Document("p", html=thread(*posts))), PostsSettings(kind="thread"))
    expected = [f"2024-04-0{day}T05:03:15+00:00" for day in range(2, 2 + len(POSTS))]
    assert column(found.records, "date_iso") == expected
