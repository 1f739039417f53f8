"""Mail in archives and signed comments of talk pages, whose author and time are in their text."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract.records.posts.messages import find_messages
from iawce.extract.records.posts.page_posts import PostsSettings, extract_posts
from tests.extract.records.posts.forum_pages import POSTS


def messages_of(html: str) -> list[dict[str, str]]:
    analysis = PageAnalysis(Document("", url="https://archive.example/1", html=f"<html>{html}"))
    return [dict(record.texts) for record in find_messages(analysis)]


TEXT = "The mill has been dry since May.\nThe weir leaks on the left side."
QUOTING = f"On Monday, Ada wrote:\n&gt; Is the mill dry?\n&gt;&gt; older\n\n{TEXT}\n\n-- \nRuth Holm, Alder\n"


@pytest.mark.parametrize(
    ("head", "date"),
    [
        (
            "From: Ruth Holm &lt;ruth@a.example&gt;\nDate: Tue, 5 Mar 2024 18:22:10 +0100\nSubject: Re: mill\n",
            "2024-03-05",
        ),
        ('From: "Ruth Holm" (ruth at a.example)\nSubject: Re: mill\nDate: 5 Mar 2024 18:22\n', "2024-03-05"),
        (
            "From: Ruth Holm @ 2024-03-05 18:22 UTC (<a href=x>permalink</a> / raw)\n  To: Ada; +Cc: mills\n",
            "2024-03-05",
        ),
        ("Von: Ruth Holm\nDatum: 5. März 2024 18:22\nBetreff: Mühle\n", "2024-03-05"),
    ],
)
@pytest.mark.parametrize("between", ["", "</pre><hr><pre>"])
def test_each_message_of_an_archive_is_a_post(head: str, date: str, between: str) -> None:
    found = messages_of(f"<h1>Mill</h1><pre>{head}\n{QUOTING}\n{between}{head.replace('Ruth', 'Anna')}\n{TEXT}</pre>")
    assert [one["author"] for one in found] == ["Ruth Holm", "Anna Holm"]
    assert [one["date_iso"][:10] for one in found] == [date] * 2
    assert [one["text"] for one in found] == [TEXT] * 2
    assert [one.get("quote", "") for one in found] == ["Is the mill dry?\nolder", ""]


@pytest.mark.parametrize("name", ["<b>Ruth Holm</b>", "<strong>Ruth Holm</strong>", ""])
def test_author_and_time_above_the_only_message(name: str) -> None:
    address = f"<a href=mailto:x>{'ruth at a.example' if name else 'Ruth Holm'}</a>"
    above = f"<h1>Mill</h1>{name} {address}<br><i>Tue Mar 5 18:22:10 CET 2024</i><ul><li><a href=1>Next</a></ul><hr>"
    (found,) = messages_of(f"{above}<pre>{QUOTING}</pre>")
    assert (found["author"], found["date_iso"][:10], found["text"]) == ("Ruth Holm", "2024-03-05", TEXT)


TALK = "<body class='mediawiki ns-{0}'><h1>Mill</h1><h2>Roof</h2>{1}"


def signed(text: str, name: str, time: str = "19:30, 18 September 2013 (UTC)", user: str = "User") -> str:
    return f"{text} <a href=/wiki/{user}:{name}>{name}</a> (<a href=/wiki/{user}_talk:{name}>talk</a>) {time}"


@pytest.mark.parametrize("user", ["User", "Benutzer", "Utilisateur"])
@pytest.mark.parametrize("time", ["19:30, 18 September 2013 (UTC)", "19:30, 18. Sep. 2013 (CEST)"])
def test_signed_comments_answer_what_they_are_indented_below(user: str, time: str) -> None:
    page = (
        f"<p>First line of a long one.</p><p>{signed('Second line.', 'Ada', time, user)}</p><dl><dd>"
        f"{signed('Yes.', 'Ben', time, user)}<dl><dd>{signed('Which page?', 'Cora', time, user)}</dd></dl></dd>"
        f"<dd>{signed('No.', 'Dan', time, user)}</dd></dl>"
        f"<h2>Door</h2><ul><li>{signed('New.', 'Eve', time, user)}</li></ul>"
    )
    found = messages_of(TALK.format(1, page))
    assert [one["author"] for one in found] == ["Ada", "Ben", "Cora", "Dan", "Eve"]
    assert [one["text"] for one in found] == [
        "First line of a long one.\nSecond line.",
        "Yes.",
        "Which page?",
        "No.",
        "New.",
    ]
    assert [one.get("parent", "") for one in found][:4] == ["", "1", "2", "1"]
    assert {one["date_iso"][:10] for one in found} == {"2013-09-18"}


def test_one_who_did_not_sign_is_named_by_others() -> None:
    links = "<a href=/wiki/Special:Contributions/192.0.2.7>192.0.2.7</a> (<a href=/wiki/User_talk:192.0.2.7>talk</a>)"
    line = f"<p>It leaks. — Preceding unsigned comment added by {links} 10:10, 4 March 2021 (UTC)</p>"
    (found,) = messages_of(TALK.format(3, line))
    assert (found["author"], found["text"]) == ("192.0.2.7", "It leaks.")


@pytest.mark.parametrize(
    "last", ["<a href=1>^</a> <a href=2>raw</a> <a href=3>reply</a> 3+ more", "<a href=1>Reply</a>"]
)
def test_what_an_archive_offers_below_a_message_is_not_in_its_text(last: str) -> None:
    head = "From: Ruth Holm @ 2024-03-05 18:22 UTC\nDate: 5 Mar 2024 18:22\t[<a href=4>overview</a>]\n"
    see = "See <a href=https://a.example/mill>https://a.example/mill</a>"
    found = messages_of(f"<pre>{head}\n{TEXT}\n\n{last}\n\n{head}\n{TEXT}\n{see}</pre>")
    assert [one["text"] for one in found] == [TEXT, f"{TEXT}\nSee https://a.example/mill"]
    assert {one["date"] for one in found} == {"2024-03-05 18:22 UTC"}


def test_other_pages_have_no_messages() -> None:
    page = f"<p>{signed('Yes.', 'Ada')}</p><p>{signed('No.', 'Ben')}</p>"
    assert messages_of(TALK.format(0, page)) == []  # an article of the wiki
    prose = "".join(f"<p>{post.text}</p>" for post in POSTS)
    assert messages_of(f"{prose}<pre>From: Ruth\nDate: 5 Mar 2024 18:22\n\nHello</pre>") == []
    assert messages_of("<pre>int main() { return 0; }</pre>") == []


def test_posts_of_an_archive_and_comments_alone() -> None:
    html = "<pre>From: Ruth Holm\nDate: 5 Mar 2024 18:22\n\nThe weir leaks.</pre>"
    analysis = PageAnalysis(Document("", url="https://archive.example/1", html=html))
    assert [record.texts["text"] for record in extract_posts(analysis, PostsSettings()).records] == ["The weir leaks."]
    with pytest.raises(PageError, match="no comments"):
        extract_posts(analysis, PostsSettings(kind="comments"))


@pytest.mark.parametrize(
    "said",
    [
        "The roof was mended on 3 May 2017, and I think that should be said.",
        "At 10:30 it broke.",
        "The roof is of slate and the door of oak. " * 12,
        "See <a href=/wiki/Project:Style>the manual</a> for this, it is long.",
        "<a href=/wiki/User:Old_Pete>@Old Pete</a>: do you agree?",
    ],
)
@pytest.mark.parametrize("more", ["", " | <a href=/wiki/Special:Contributions/Ada>contribs</a>"])
def test_the_name_and_the_time_of_a_comment_are_those_of_its_signature(said: str, more: str) -> None:
    line = signed(said, "Ada").replace("talk</a>", f"talk</a>{more}")
    (found,) = messages_of(TALK.format(1, f"<p>{line}</p>"))
    assert (found["author"], found["date"]) == ("Ada", "19:30, 18 September 2013")
    assert found["text"].endswith(said.partition("</a>")[2] or said.strip())


def test_a_paragraph_that_nobody_signed_is_no_comment() -> None:
    line = "<p><a href=/wiki/User:Ada>Ada</a> mended the roof of the mill by 19:30, 18 September 2013 (UTC)</p>"
    assert [one["text"] for one in messages_of(TALK.format(1, line.replace("/wiki/User:Ada", "/wiki/Ada")))] == []


@pytest.mark.parametrize(
    "attribution",
    [
        "On Mon, Feb 5, 2018 at 7:17 PM, Ada &lt;ada at a.example&gt; wrote:\n",
        "On Mon, Feb 5, 2018 at 7:17 PM, Ada &lt;ada at a.example&gt;\nwrote:\n",
        "On Monday 5 February 2018 at 19:17,\nAda &lt;ada at a.example&gt; wrote:\n\n",
        "Ada wrote:\n\n",
    ],
)
def test_who_is_quoted_is_not_in_the_text(attribution: str) -> None:
    head = "From: Ruth Holm\nDate: 5 Mar 2024 18:22\n\n"
    (found,) = messages_of(f"<pre>{head}{attribution}&gt; Is the mill dry?\n\n{TEXT}</pre>")
    assert (found["text"], found["quote"]) == (TEXT, "Is the mill dry?")


@pytest.mark.parametrize("before", ["It was dry in 2018.\nAda wrote:\n", f"{TEXT}\nAda wrote:\n", "It was dry.\n\n"])
def test_a_sentence_before_who_is_quoted_stays(before: str) -> None:
    head = "From: Ruth Holm\nDate: 5 Mar 2024 18:22\n\n"
    (found,) = messages_of(f"<pre>{head}{before}&gt; Is the mill dry?\n\nYes.</pre>")
    assert " ".join(found["text"].split()) == " ".join(f"{before.removesuffix('Ada wrote:' + chr(10))} Yes.".split())


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
@pytest.mark.parametrize("tag", ["em", "strong"])
def test_the_head_above_the_only_message_may_have_labels(order: tuple[int, ...], tag: str) -> None:
    lines = (
        f"<li><{tag}>From</{tag}>: Ruth Holm &lt;<a href=mailto:r>ruth@a.example</a>&gt;</li>",
        f"<li><{tag}>To</{tag}>: <a href=mailto:m>mills@a.example</a></li>",
        f"<li><{tag}>Date</{tag}>: Tue, 5 Mar 2024 18:22:10</li>",
    )
    head = "".join(lines[number] for number in order)
    (found,) = messages_of(f"<h1>Mill</h1><ul>{head}</ul><hr><pre>{QUOTING}</pre>")
    assert (found["author"], found["date"]) == ("Ruth Holm", "Tue, 5 Mar 2024 18:22:10")
    assert (found["date_iso"], found["text"]) == ("2024-03-05T18:22:10", TEXT)
