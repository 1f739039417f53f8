"""Which dates of a page are those of its last change."""

import pytest

from tests.extract.metadata.test_dates import STORY, dates


@pytest.mark.parametrize(("day", "changed"), [("2 January 2024", ""), ("2 April 2024", "2024-04-02")])
def test_what_was_changed_before_the_publication_was_a_draft(day: str, changed: str) -> None:
    assert dates(f"<p>Revised: {day}</p><p>Published: 12 March 2024</p>") == ("2024-03-12", changed)


@pytest.mark.parametrize(
    "label",
    ["Ενημερώθηκε:", "Upd:", "আপডেট:", "হালনাগাদ:", "اپ ڈیٹ:", "புதுப்பிக்கப்பட்டது:", "Imesasishwa:", "آخرین بروزرسانی:"],
)
def test_a_change_is_called_so_in_many_languages(label: str) -> None:
    assert dates(f"<p>3 May 2024</p><p>{label} 2024-05-04</p>") == ("2024-05-03", "2024-05-04")


@pytest.mark.parametrize(
    "line",
    [
        "<p>Last updated: 2 March 2024. Effective: 1 April 2024</p>",
        "<p>Effective: 1 April 2024. Last updated: 2 March 2024</p>",
        "<p><time datetime=2024-03-02>Updated 2 March 2024</time> In force from <time>1 April 2024</time></p>",
    ],
)
def test_what_is_later_than_the_last_change_is_no_publication(line: str) -> None:
    assert dates(line) == ("", "2024-03-02")


def test_a_change_of_another_part_leaves_the_day_below_the_title() -> None:
    assert dates("<p>3 May 2024</p><p>Prices last updated 2 May 2024</p>")[0] == "2024-05-03"


def test_a_revision_is_a_change() -> None:
    assert dates("<p>Revision auto | 4 May 2024</p>") == ("2024-05-04", "")
    said = "<aside><span class=git-revision-date>4 May 2024</span></aside>"
    assert dates(f"<p>{STORY}</p>" * 9 + "<p>words</p>" * 9 + said) == ("", "2024-05-04")
    assert dates("<p>Revision of 4 May 2024</p>") == ("", "2024-05-04")


def test_the_last_post_of_a_thread_is_a_change() -> None:
    assert dates("<p>Last post: 9 June 2024</p><p>4 May 2024</p>") == ("2024-05-04", "2024-06-09")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Last updated on Mar 12, 2024.", ("", "2024-03-12")),
        ("<ul><li>This page was last edited on 12 March 2024, at 09:02 (UTC).</li></ul>", ("", "2024-03-12")),
        ("<div>© 2024 The Mill</div><p>Zuletzt geändert: <time>12.03.2024</time></p>", ("", "2024-03-12")),
        ("Published on 12 March 2024", ("", "")),
        ("12 March 2024", ("", "")),
        ("© 12 March 2024 The Mill", ("", "")),
        ("Site Last Updated: March 12, 2024", ("", "")),
    ],
)
def test_below_a_page_stands_when_it_was_changed(line: str, expected: tuple[str, str]) -> None:
    assert dates(f"<p>Boats lie in the mud.</p><footer>{line}</footer>") == expected


def test_the_date_of_the_last_change_beside_the_title_is_not_that_of_publication() -> None:
    head = (
        '<meta property="article:published_time" content="2024-03-09">'
        '<meta property="article:modified_time" content="2024-03-12">'
    )
    assert dates("<p class=byline>By Ann Lee, 12 March 2024</p>", head=head) == ("2024-03-09", "2024-03-12")


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ("<p>Posted by <a href=/ann>Ann</a> | <span class=updated>3 May 2024</span> | Tides</p>", "2024-05-03"),
        ("<time class='entry-date updated' datetime=2024-05-03>3 May 2024</time>", "2024-05-03"),
        ("<p>Updated <span class=updated>3 May 2024</span></p>", ""),
        ("<p><span class=published>1 May 2024</span> <span class=updated>3 May 2024</span></p>", "2024-05-01"),
    ],
)
def test_the_only_date_of_an_article_may_have_the_class_of_a_change_and_is_one_if_words_say_so(
    line: str, published: str
) -> None:
    """Designs use the class that the microformat hAtom requires."""
    assert dates(line) == (published, "2024-05-03")


@pytest.mark.parametrize(
    "line",
    [
        "<p><span>News &amp; Updates</span> <span>3 May 2024</span></p>",
        "<p><a href=/updates>Project updates</a> <time datetime=2024-05-03>3 May 2024</time></p>",
        "<p>The town has edited its plans.</p><p>3 May 2024</p>",
    ],
)
def test_a_section_or_a_sentence_before_the_date_does_not_call_it_a_change(line: str) -> None:
    assert dates(line) == ("2024-05-03", "")
    assert dates(line.replace("3 May", "<b>Last updated</b> 3 May")) == ("", "2024-05-03")


@pytest.mark.parametrize("lines", ["2024-07-09 2024-05-03", "2024-05-03 2024-07-09"])
@pytest.mark.parametrize("tag", ["time", "span"])
def test_the_later_of_two_days_beside_each_other_is_that_of_the_last_change(lines: str, tag: str) -> None:
    shown = "".join(f"<{tag}>{line}</{tag}>" for line in lines.split())
    assert dates(f"<p>{shown}</p>") == ("2024-05-03", "2024-07-09")


def test_of_several_days_beside_each_other_none_is_a_change() -> None:
    days = "".join(f"<li>{day} July 2024</li>" for day in (9, 8, 7, 6))
    assert dates(f"<ul>{days}</ul>")[1] == ""


@pytest.mark.parametrize(
    "line",
    [
        "<p>3 May 2024</p><p>30 June 2024: last day to apply</p>",
        "<div>3 May 2024</div><div>Event: 5 May 2024</div>",
        "<div>3 May 2024</div><div><a href=/x>9 May 2024</a></div>",
        "<p>Published 3 May 2024</p><p>12 July 2024</p><p>14 July 2024</p>",
    ],
)
def test_what_a_day_is_said_to_be_or_leads_to_is_no_change(line: str) -> None:
    assert dates(line) == ("2024-05-03", "")


def test_the_only_day_beside_the_title_is_that_of_publication_even_if_the_markup_calls_it_a_change() -> None:
    head = '<meta property="og:updated_time" content="2024-05-03T10:00:00Z">'
    assert dates("<p>3 May 2024</p>", head=head) == ("2024-05-03", "2024-05-03T10:00:00+00:00")
