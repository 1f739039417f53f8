"""Comments under an article: records of their own, apart from its text."""
# ruff: noqa: E501 - lines of markup

import re

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError, UsageError
from iawce.data.page import Html
from iawce.extract.content.content import Content
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.choices import Comments
from iawce.extract.records.posts.comments import apply_comments

ARTICLE = "".join(
    f"<p>{text}</p>"
    for text in (
        "The council decided on Monday evening to open the old harbour to swimmers for the first time in forty years.",
        "The water has been tested every week since spring, and all of the samples were clean, the mayor said.",
        "A lifeguard will be on duty from June to September, and the city is going to build two wooden jetties.",
    )
)


def comment(number: int, author: str, text: str, answers: str = "") -> str:
    return (
        f"<li class='comment depth-{number}' id='comment-{number}'><article><footer><b class='fn'>{author}</b> <span>says:"
        f"</span> <a href='/harbour#comment-{number}'><time>June {number}, 2021 at 4:1{number} pm</time></a></footer>"
        f"<div class='comment-content'><p>{text}</p></div><a rel='nofollow' href='/harbour?replytocom={number}'>Reply</a>"
        f"</article>{f'<ol class=children>{answers}</ol>' if answers else ''}</li>"
    )


ANSWER = comment(3, "Nadia", "There is a large one behind the old customs house, and it is free on Sundays.")
COMMENTS = (
    comment(1, "Pavel", "Finally! I have waited for this since I was a child.")
    + comment(2, "Ruth M.", "Where are people supposed to park their cars, please?", ANSWER)
    + comment(4, "Jo", "Good news for all of us who live nearby.")
)
PAGE = (
    f"<html><head><title>Swimming</title></head><body><article><h1>Harbour opens to swimmers</h1>{ARTICLE}</article>"
    f"<section id='comments'><h2>4 thoughts on this</h2><ol class='comment-list'>{COMMENTS}</ol>"
    "<form>Leave a comment<textarea></textarea></form></section></body></html>"
)
BARE = f"<html><body><article><h1>Harbour opens to swimmers</h1>{ARTICLE}</article></body></html>"


def run(html: str, comments: Comments) -> Extraction:
    settings = ExtractSettings(comments=comments)
    with Extractor(settings=settings, page_type="article", render="never") as extractor:
        return extractor.extract(Html(html, url="https://news.invalid/harbour"))


def test_comments_are_left_out() -> None:
    page = run(PAGE, "drop")
    assert "lifeguard" in page.text
    assert "park their cars" not in page.text
    assert page.records == ()


@pytest.mark.parametrize(
    "heading", ["4 thoughts on this", "2 comments", "3 Kommentare", "5 réponses à ce billet", "评论 (3)"]
)
def test_the_heading_above_comments_is_removed_with_them(heading: str) -> None:
    document = Document("page.html", html=PAGE.replace("4 thoughts on this", heading))
    whole = Content((document.index.tagged("body")[0],), document.index.without(("head",)))
    article = apply_comments(PageAnalysis(document), whole, "drop")
    assert heading in Texts(whole.subset).lines()
    assert heading not in Texts(article.subset).lines()
    assert "wooden jetties" in Texts(article.subset).lines()


LINKS_BACK = "".join(
    f"<li class='post pingback'><p>Pingback: <a href='http://s{n}.invalid/'>pills {n}</a></p></li>" for n in range(9)
)
FORM = "<form id='commentform'><p>Your address will not be shown.</p><textarea name='comment'></textarea></form>"


@pytest.mark.parametrize(
    "section",
    [
        f"<div id='comments'><h2 class='comments-title'>A thought</h2><ol class='comment-list'>{comment(1, 'Pavel', 'Lovely.')}</ol></div>",
        f"<div id='comments'><h3>9 responses</h3><ol class='commentlist'>{LINKS_BACK}</ol></div>",
        f"<div class='comments-area'><div id='respond' class='comment-respond'><h3>Écrire</h3>{FORM}</div></div>",
        f"<aside class='comment-section'><p>One comment</p><div><article class='comment'><p>Lovely.</p></article></div>{FORM}</aside>",
    ],
)
def test_one_comment_links_back_and_an_empty_form_are_no_part_of_an_article(section: str) -> None:
    """Nothing in them repeats as the posts of a thread do."""
    page = BARE.replace("</body>", f"{section}</body>")
    document = Document("page.html", html=page)
    everything = Content((0,), document.index.without(("head",)))
    article = apply_comments(PageAnalysis(document), everything, "drop")
    assert Texts(article.subset).lines() == Texts(Document("page.html", html=BARE).index.without(("head",))).lines()


def test_chapters_about_comments_stay() -> None:
    """Generators of documentation make ids from headings."""
    chapters = "".join(
        f"<section id='{kind}-comments'><h3>{kind} comments</h3><ul><li>They explain why, {kind}.</li></ul></section>"
        for kind in ("block", "inline")
    )
    page = BARE.replace("</article>", f"<section id='comments'><h2>Comments</h2>{chapters}</section></article>")
    document = Document("page.html", html=page)
    whole = Content((0,), document.index.without(("head",)))
    assert apply_comments(PageAnalysis(document), whole, "drop") == whole


def test_comments_are_kept_after_the_article_and_are_records() -> None:
    page = run(PAGE, "keep")
    assert page.text.index("lifeguard") < page.text.index("waited for this")
    assert len(page.records) == 4


def test_nothing_but_comments() -> None:
    page = run(PAGE, "only")
    assert "lifeguard" not in page.text
    assert page.text.count("customs house") == 1


def test_fields_of_comments() -> None:
    records = run(PAGE, "only").records
    assert [record.texts["author"] for record in records] == ["Pavel", "Ruth M.", "Nadia", "Jo"]
    assert [record.texts["date"] for record in records] == [f"June {n}, 2021 at 4:1{n} pm" for n in (1, 2, 3, 4)]
    assert records[0].texts["link"] == "https://news.invalid/harbour#comment-1"


def test_an_answer_is_a_record_and_not_in_the_text_of_what_it_answers() -> None:
    texts = [record.texts["text"] for record in run(PAGE, "only").records]
    assert texts[1] == "Where are people supposed to park their cars, please?"
    assert texts[2].startswith("There is a large one behind the old customs house")


def test_boilerplate_is_in_no_comment() -> None:
    page = run(PAGE, "only")
    assert not any("Reply" in record.texts["text"] or "says" in record.texts["text"] for record in page.records)


def test_comments_that_a_model_took_for_content_are_left_out() -> None:
    document = Document("page.html", html=PAGE)
    everything = Content((0,), document.index.without(("head",)))
    left = apply_comments(PageAnalysis(document), everything, "drop")
    assert "customs" not in left.subset.text[0]
    assert "lifeguard" in left.subset.text[0]


def test_a_page_without_comments_stays_as_it_is() -> None:
    assert run(BARE, "keep").text == run(BARE, "drop").text


def test_only_the_comments_of_a_page_without_any_is_a_reason() -> None:
    document = Document("page.html", html=BARE)
    with pytest.raises(PageError, match="no comments"):
        apply_comments(PageAnalysis(document), Content((0,), document.body), "only")


def test_lists_of_pages_are_no_comments() -> None:
    latest = "".join(
        f"<li><a href='/{n}'>Another report of the week, part {n}</a> <time>{n} June 2021</time></li>" for n in range(5)
    )
    page = BARE.replace("</body>", f"<aside class='recent'><ul>{latest}</ul></aside></body>")
    document = Document("page.html", html=page)
    assert apply_comments(PageAnalysis(document), Content((0,), document.body), "keep").records == ()


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(UsageError, match="drop, keep, only"):
        ExtractSettings(comments="some")  # type: ignore[arg-type]


ONLY = [
    "<section class=comments><h3>One comment</h3><div class=comment id=comment-12>{}</div></section>",
    "<div id=comments><ol class=commentlist><li class=comment id=comment-5><div class=comment-meta>{}</div></li></ol></div>",
    "<section id=comments><article class=comment itemprop=comment itemscope itemtype=http://schema.org/Comment>{}</article></section>",
    "<div id=comments><ol class=commentlist><li class='comment even' id=c5>{}</li></ol></div>",
    "<section class='comments comment-wrapper'><article class='comment clearfix' about=/comment/911>{}</article></section>",
]
SAID = "<a class=author href=/users/pavel>Pavel</a> <time>June 1, 2021 at 4:11 pm</time><p>Finally! I have waited for this.</p>"


@pytest.mark.parametrize("section", ONLY)
@pytest.mark.parametrize(
    "below", ["", "<a href=?replytocom=5>Antworten</a>", "<div><a href=#>Reply</a> <button>Delete</button></div>"]
)
def test_the_only_comment_is_a_record(section: str, below: str) -> None:
    page = BARE.replace("</body>", section.format(SAID + below) + "</body>")
    (found,) = run(page, "only").records
    assert (found.texts["author"], found.texts["date"]) == ("Pavel", "June 1, 2021 at 4:11 pm")
    assert found.texts["text"] == "Finally! I have waited for this."
    assert "Finally" not in run(page, "drop").text


def test_a_chain_of_answers_to_the_only_comment_is_read_to_its_end() -> None:
    chain = comment(
        1, "Pavel", "Finally!", comment(2, "Ruth", "Where do we park?", comment(3, "Nadia", "By the mill."))
    )
    page = BARE.replace("</body>", f"<div id=comments><ol class=comment-list>{chain}</ol></div></body>")
    records = run(page, "only").records
    assert [one.texts["author"] for one in records] == ["Pavel", "Ruth", "Nadia"]
    assert [one.texts.get("parent", "") for one in records] == ["", "1", "2"]


@pytest.mark.parametrize(
    "section",
    [
        "<div id=comment-12>{}</div>",  # in no part that is named after comments
        "<section class=comments><div class=comment id=comment-12><p>Finally! I have waited for this.</p></div></section>",
        "<section class=comments><div class=box>{}</div></section>",
    ],
)
def test_one_element_without_the_marks_of_a_comment_is_none(section: str) -> None:
    page = run(BARE.replace("</body>", section.format(SAID) + "</body>"), "only")
    assert page.reason == "empty/no_comments"


@pytest.mark.parametrize("levels", [(0, 1, 2, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0, 1)])
def test_answers_in_an_element_beside_what_they_answer(levels: tuple[int, ...]) -> None:
    page, level = "", 0
    for number, own in enumerate(levels, 1):
        page += "<div class='indented'>" * (own - level) + "</div>" * (level - own)
        page += (
            f"<article class='js-comment' id='comment-{number}'><footer><p><a href='/user/{number}' class='username'>Ann {number}"
            f"</a></p><p>June {number}, 2021 at 4:1{number} pm</p></footer><p>Comment {number} on how cold the water is.</p></article>"
        )
        level = own
    page += "</div>" * level
    result = run(f"<main>{ARTICLE}<section class='comments'><h2>Comments</h2>{page}</section></main>", "only")
    assert [record.texts["author"] for record in result.records] == [f"Ann {n}" for n in range(1, len(levels) + 1)]
    assert [record.texts["depth"] for record in result.records] == list(map(str, levels))


@pytest.mark.parametrize("tag", ["x-comment", "ytd-comment-thread-renderer", "shreddit-comment"])
def test_comments_may_be_elements_of_their_own_name(tag: str) -> None:
    said = "<h3><a href='/@{0}'>{0}</a></h3> <a href='/watch?lc={1}'>{1} years ago</a><p>How cold the {0} water is!</p>"
    page = "".join(f"<{tag}>{said.format(name, number)}</{tag}>" for number, name in enumerate(("ann", "bo", "cy"), 2))
    result = run(f"<main>{ARTICLE}<div id='comments'>{page}</div></main>", "only")
    assert [record.texts["author"] for record in result.records] == ["ann", "bo", "cy"]


def without_names(html: str) -> str:
    return re.sub(r"\s(?:class|id)=(?:'[^']*'|[^\s>]+)", "", html).replace("#comment-", "#").replace("section", "div")


@pytest.mark.parametrize(
    "line",
    ["4 thoughts on “Harbour opens to swimmers”", "4 Comments", "Comments (4)", "Una respuesta a «Harbour»", "评论 4"],
)
def test_comments_without_names_are_those_after_a_line_that_counts_them(line: str) -> None:
    long = PAGE.replace("Finally!", "Finally, the council has seen what we told it in every meeting of this year." * 3)
    long = long.replace(
        "Where are", "The summer is short here, and those who come from the villages drive. Where are " * 3
    )
    found = run(without_names(long).replace("4 thoughts on this", line), "drop")
    assert "lifeguard" in found.text
    assert not any(word in found.text for word in ("Finally", "villages", "park their cars", "customs house", line))


@pytest.mark.parametrize(
    "html",
    [
        "<p>14 comments</p><div>{article}<p>Posted 3 May 2024</p></div>",
        "<p>Comments (3)</p><div>{article}<p>Photo: 2 May 2024</p><p>Photo: 3 May 2024</p></div>",
        "<h2>Court discussion: “free water”</h2><div>{article}<p>Hearing: 4 May 2024</p></div>",
        "{article}<h2>2. Discussion</h2><div>{article}<p>Figure 2: 12 July 2019, 13 July 2019</p></div>",
        "{article}<p>2 comments</p><div>{article}<p>Published first on 2 May 2024</p></div>",
        "{article}<h2>3 questions on jetties</h2>{article}<p>3 May 2024</p><p>4 May 2024</p>",
        "{article}<h2>12 replies</h2><p>None yet.</p><h2>Correction</h2><div>{article}<p>3 May 2024, 4 May 2024</p></div>",
    ],
)
def test_what_follows_a_line_that_counts_no_comments_stays(html: str) -> None:
    page = f"<html><body><h1>Harbour opens to swimmers</h1>{html.format(article=ARTICLE)}</body></html>"
    assert run(page, "drop").text.count("lifeguard") == html.count("{article}")
