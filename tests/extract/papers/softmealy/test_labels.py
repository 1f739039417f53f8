"""Labels from a file, and labels that a page proposes."""

import json
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.label_file import MAX_COUNT, labelled_records, load_labels, propose_labels
from iawce.extract.papers.softmealy.labelled_spans import TextLabel
from iawce.extract.papers.softmealy.wrapper import learn_wrapper
from tests.extract.papers.softmealy.forum_pages import FIRST, OTHER, address, nodes, thread_page, values

POSTS = [("Ann", "2020-05-05", "How do I prune a lemon tree?"), ("Bob", "2020-05-06", "In spring.")]
THREAD = "https://schema.org/DiscussionForumPosting"


def file(folder: Path, *records: object, **other: object) -> Path:
    path = folder / "labels.json"
    path.write_text(json.dumps({"version": 1, "records": records} | other), encoding="utf-8")
    return path


def test_texts_and_selectors(tmp_path: Path) -> None:
    profile = {"selector": ".username", "attribute": "href"}
    of_first = {"author": "mara", "date": "May 5, 2020", "profile": profile, "text": {"selector": ".content"}}
    of_second = of_first | {"author": "Otto_K", "date": "May 6, 2020"}
    labels = load_labels(
        file(tmp_path, {"record": "#post_1001", "fields": of_second}, {"record": "#post_1000", "fields": of_first})
    )
    first, other = thread_page(FIRST), thread_page(OTHER)
    records = labelled_records(PageAnalysis(first), labels)
    assert [record.scope for record in records] == nodes(first)[:2]
    found = values(learn_wrapper(PageAnalysis(first), records, labels.mode).extract(PageAnalysis(other), nodes(other)))
    assert found[2] == [("profile", address("/user/李明")), ("author", "李明"), ("date", "刚刚"), ("text", "谢谢!")]


def test_labels_of_one_record_are_joined_and_the_last_of_a_field_counts(tmp_path: Path) -> None:
    of_all = {"author": {"selector": ".username"}, "text": {"selector": ".content"}}
    of_third = {"author": "42 trees", "quote": {"selector": "blockquote"}}
    labels = load_labels(
        file(tmp_path, {"record": ".post", "fields": of_all}, {"record": "#post_1002", "fields": of_third})
    )
    third = labelled_records(PageAnalysis(thread_page(FIRST)), labels)[2].fields
    assert (list(third), third["author"]) == (["author", "text", "quote"], [TextLabel("42 trees")])


def test_selectors_label_all_records_at_once(tmp_path: Path) -> None:
    fields = {
        "author": {"selector": ".username"},
        "paragraph": [{"selector": "p:not(.author)"}],
        "text": {"selector": "q"},
    }
    labels = load_labels(file(tmp_path, {"record": ".post", "fields": fields}, mode="page"))
    records = labelled_records(PageAnalysis(thread_page(FIRST)), labels)
    assert [{name: len(found) for name, found in record.fields.items()} for record in records] == [
        {"author": 1, "paragraph": 0, "text": 0},
        {"author": 1, "paragraph": 2, "text": 0},
        {"author": 1, "paragraph": 0, "text": 0},
    ]
    assert labels.mode == "page"


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"record": ".none", "fields": {"author": "mara"}}, "matches nothing"),
        ({"record": "p[", "fields": {"author": "mara"}}, "no CSS selector"),
        ({"record": ".post", "fields": {"author": {"selector": "a["}}}, "no CSS selector"),
        ({"record": ".post", "fields": {"author": "mara"}}, "given for 3 records"),
        ({"record": ".post", "fields": {"the author": {"selector": "a"}}}, "no name"),
    ],
)
def test_labels_that_do_not_fit_the_page(tmp_path: Path, record: object, message: str) -> None:
    labels = load_labels(file(tmp_path, record))
    with pytest.raises(UsageError, match=message):
        labelled_records(PageAnalysis(thread_page(FIRST)), labels)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"version": 1, "records": []}',
        '{"version": 3, "records": [{"record": "p", "fields": {"a": "b"}}]}',
        '{"version": 1, "records": [{"record": "p", "fields": {}}]}',
        '{"version": 1, "records": [{"record": "p", "fields": {"a": 1}}]}',
        '{"version": 1, "records": [{"record": "p", "fields": {"a": "b"}}], "code": ""}',
    ],
)
def test_files_that_hold_no_labels(tmp_path: Path, raw: str) -> None:
    path = tmp_path / "labels.json"
    path.write_text(raw, encoding="utf-8")
    with pytest.raises(UsageError, match=r"holds no labels|cannot be read"):
        load_labels(path)


def marked_up(posts: list[tuple[str, str, str]]) -> Document:
    rows = (
        f"""<li itemprop=comment itemscope itemtype="https://schema.org/Comment">
<span itemprop=author itemscope itemtype="https://schema.org/Person"><a itemprop=url href=/u/{author}>
<b itemprop=name>{author}</b></a></span> <time itemprop=datePublished datetime={date}>a while ago</time>
<div itemprop=text>{text}</div></li>"""
        for author, date, text in posts
    )
    return Document("x", html=f'<ul itemscope itemtype="{THREAD}"><h1 itemprop=headline>Trees</h1>{"".join(rows)}</ul>')


def test_microdata_says_what_the_fields_are() -> None:
    page = marked_up(POSTS)
    records = propose_labels(PageAnalysis(page))
    assert [record.scope for record in records] == nodes(page, "li")
    other = marked_up([("Cleo", "2021-01-01", "Thanks!")])
    bare = Document("x", html=(other.html or "").replace("itemprop", "data-x").replace("itemtype", "data-y"))
    assert values(learn_wrapper(PageAnalysis(page), records).extract(PageAnalysis(bare), nodes(bare, "li"))) == [
        [("author", "Cleo"), ("date", "2021-01-01"), ("text", "Thanks!")]
    ]


def with_data(posts: list[tuple[str, str, str]], shown: list[tuple[str, str, str]]) -> Document:
    comments = [
        {"@type": "Comment", "author": {"@type": "Person", "name": author}, "datePublished": date, "text": text}
        for author, date, text in posts
    ]
    data = json.dumps({"@type": ["DiscussionForumPosting"], "headline": "Trees", "comment": comments})
    rows = "".join(
        f"<li><b>{author}</b> <time datetime={date}>then</time><div>{text}</div></li>" for author, date, text in shown
    )
    return Document("x", html=f'<script type="application/ld+json">{data}</script><ul>{rows}</ul>')


def test_json_ld_says_what_the_fields_of_known_records_are() -> None:
    page = with_data(POSTS[::-1], POSTS)
    assert propose_labels(PageAnalysis(page)) == []
    records = propose_labels(PageAnalysis(page), nodes(page, "li"))
    other = with_data([], [("Cleo", "2021-01-01", "Thanks!")])
    assert values(learn_wrapper(PageAnalysis(page), records).extract(PageAnalysis(other), nodes(other, "li"))) == [
        [("author", "Cleo"), ("date", "2021-01-01"), ("text", "Thanks!")]
    ]


def test_time_elements_alone_say_the_date() -> None:
    page = with_data([], POSTS)
    records = propose_labels(PageAnalysis(page), nodes(page, "li"))
    assert [list(record.fields) for record in records] == [["date"], ["date"]]
    assert values(learn_wrapper(PageAnalysis(page), records).extract(PageAnalysis(page), nodes(page, "li"))) == [
        [("date", "2020-05-05")],
        [("date", "2020-05-06")],
    ]


def test_a_page_that_says_nothing_proposes_nothing() -> None:
    page = thread_page(FIRST)
    assert propose_labels(PageAnalysis(page), nodes(page)) == []


def test_records_that_disagree_with_the_others_are_not_proposed() -> None:
    page = with_data(POSTS, [*POSTS, ("Eve", "2020-05-07", "Unknown to the data of the page.")])
    assert [record.scope for record in propose_labels(PageAnalysis(page), nodes(page, "li"))] == nodes(page, "li")[:2]


def test_a_few_of_many_records_are_proposed() -> None:
    page = marked_up([(f"user{number}", "2020-05-05", "Words.") for number in range(100)])
    assert len(propose_labels(PageAnalysis(page))) == MAX_COUNT
