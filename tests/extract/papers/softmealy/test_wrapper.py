"""Wrappers that are learned from a few labelled records take the fields of others."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, LabelledRecord
from iawce.extract.papers.softmealy.tokens import SoftMealySettings
from iawce.extract.papers.softmealy.wrapper import WHOLE_PAGE, Wrapper, WrapperMode, learn_wrapper, to_record
from tests.extract.papers.softmealy.forum_pages import (
    FIRST,
    OTHER,
    address,
    labelled,
    labels,
    nodes,
    thread_page,
    values,
)

BODIES = ("How do I prune a lemon tree?", "In spring. Never in autumn.")
MODES = get_args(WrapperMode)


def learned(mode: WrapperMode = "record", settings: SoftMealySettings | None = None) -> Wrapper:
    first = thread_page(FIRST)
    given = [
        labels(author=author, profile=f"/user/{author}", date=date, text=body)
        for (author, date, _), body in zip(FIRST, BODIES, strict=False)
    ]
    return learn_wrapper(PageAnalysis(first), labelled(first, given), mode, settings or SoftMealySettings())


def scopes(document: Document, mode: WrapperMode) -> Sequence[Sequence[int]]:
    return nodes(document) if mode == "record" else WHOLE_PAGE


@pytest.mark.parametrize("mode", MODES)
def test_two_labelled_posts_are_enough_for_another_page(mode: WrapperMode) -> None:
    other = thread_page(OTHER)
    found = values(learned(mode).extract(PageAnalysis(other), scopes(other, mode)))
    texts = ("Mine has yellow leaves.", "Water\nit\nless", "谢谢!", "May 5, 2020")
    assert found == [
        [("profile", address(f"/user/{author}")), ("author", author), ("date", date), ("text", text)]
        for (author, date, _), text in zip(OTHER, texts, strict=True)
    ]


def test_a_field_has_its_place() -> None:
    other = thread_page(OTHER)
    profile, author, date, text = (one for _, one in learned().extract(PageAnalysis(other), nodes(other))[0])
    assert [other.index.path(*one.elements) for one in (profile, author, date, text)] == [
        "/html/body/div[2]/div[1]/p/strong/a",
        "/html/body/div[2]/div[1]/p/strong/a",
        "/html/body/div[2]/div[1]/p",
        "/html/body/div[2]/div[1]/div[1]",
    ]
    links = [address("/user/Zoé"), address("/user/Zoé"), "", "https://talk.example.org/photo"]
    assert [one.link for one in (profile, author, date, text)] == links


def test_the_paper_mode_extracts_the_page_it_learned_from() -> None:
    first = thread_page(FIRST)
    found = values(learned("page", SoftMealySettings.paper()).extract(PageAnalysis(first)))
    assert [dict(record)["author"] for record in found[:2]] == ["mara", "Otto_K"]
    assert [dict(record)["date"] for record in found[:2]] == ["May 5, 2020", "May 6, 2020"]


@pytest.mark.parametrize("orders", ["any", "seen"])
def test_a_field_that_a_labelled_post_lacks_may_be_missing(orders: Any) -> None:
    rows = "<li><b>{}</b><i>{}</i></li><li><b>{}</b></li><li><i>{}</i></li>"
    first = Document("x", html=f"<ul>{rows.format('Ann', 'May', 'Bob', 'June')}</ul>")
    given = [labels(name="Ann", month="May"), labels(name="Bob"), labels(month="June")]
    settings = SoftMealySettings(orders=orders)
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"), settings=settings)
    other = Document("x", html=f"<ul>{rows.format('Cleo', 'March', 'Dan', 'July')}</ul>")
    assert values(wrapper.extract(PageAnalysis(other), nodes(other, "li"))) == [
        [("name", "Cleo"), ("month", "March")],
        [("name", "Dan")],
        [("month", "July")],
    ]


def test_any_field_may_be_missing_from_a_record_node() -> None:
    without = thread_page(OTHER).html or ""
    changed = without.replace('<strong><a href="/user/Zoé" class="username">Zoé</a></strong>', "a guest")
    other = Document("x", html=changed)
    first = values(learned().extract(PageAnalysis(other), nodes(other)))[0]
    assert first == [("date", "1 day ago"), ("text", "Mine has yellow leaves.")]
    as_printed = learned(settings=SoftMealySettings(orders="seen"))
    assert ("text", "Mine has yellow leaves.") not in values(as_printed.extract(PageAnalysis(other), nodes(other)))[0]


def test_an_order_that_no_labelled_record_has() -> None:
    first = thread_page(FIRST)
    posts = "<p class=content>Hello</p> <strong><a href=/u class=username>Cleo</a></strong> on May 9"
    other = Document("x", html=f"<div class=post><div class=content>Hello</div>{posts}</div>")
    given = [labels(author=author, text=body) for (author, _, _), body in zip(FIRST, BODIES, strict=False)]
    found = learn_wrapper(PageAnalysis(first), labelled(first, given)).extract(PageAnalysis(other), nodes(other))
    assert values(found) == [[("text", "Hello"), ("author", "Cleo")]]


def test_a_field_that_is_an_element_ends_with_it() -> None:
    changed = (
        (thread_page(OTHER).html or "")
        .replace("</a></strong> on", "</a> (away)</strong> on")
        .replace("signature", "sig")
    )
    other = Document("x", html=changed.replace("<br>", '<div class="content">inside</div>'))
    text = values(learned().extract(PageAnalysis(other), nodes(other)))[1][-1]
    assert text == ("text", "Water\ninside\nit\ninside\nless")
    by_rules = learned(settings=SoftMealySettings(extents="rules"))
    assert values(by_rules.extract(PageAnalysis(other), nodes(other)))[1][-1] == ("text", "Water\ninside")


@pytest.mark.parametrize("mode", MODES)
def test_fields_in_another_order(mode: WrapperMode) -> None:
    rows = "<ul><li><b>{}</b> <i>{}</i></li><li><i>{}</i> <b>{}</b></li></ul>"
    first = Document("x", html=rows.format("Ann", "May", "June", "Bob"))
    given = [labels(name="Ann", month="May"), labels(name="Bob", month="June")]
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"), mode, SoftMealySettings(orders="seen"))
    other = Document("x", html=rows.format("Cleo", "March", "July", "Dan"))
    found = wrapper.extract(PageAnalysis(other), nodes(other, "li") if mode == "record" else WHOLE_PAGE)
    assert values(found) == [[("name", "Cleo"), ("month", "March")], [("month", "July"), ("name", "Dan")]]


@pytest.mark.parametrize("mode", MODES)
def test_a_field_that_is_repeated(mode: WrapperMode) -> None:
    first = Document(
        "x", html="<ul><li>Ann <i>figs</i>, <i>dates</i> <b>5</b></li><li>Bob <i>nuts</i> <b>7</b></li></ul>"
    )
    given = [labels(fruit=("figs", "dates"), count="5"), labels(fruit="nuts", count="7")]
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"), mode)
    other = Document("x", html="<ul><li>Cleo <i>pears</i>, <i>plums</i>, <i>kiwis</i> <b>9</b></li></ul>")
    (found,) = wrapper.extract(PageAnalysis(other), nodes(other, "li") if mode == "record" else WHOLE_PAGE)
    assert values([found]) == [[("fruit", "pears"), ("fruit", "plums"), ("fruit", "kiwis"), ("count", "9")]]
    assert to_record(found).texts == {"fruit": "pears\nplums\nkiwis", "count": "9"}


@pytest.mark.parametrize("orders", ["any", "seen"])
def test_fields_that_touch(orders: Any) -> None:
    first = Document("x", html="<ul><li>in CA90210 now<li>in NY10001 now</ul>")
    given = [labels(state="CA", zip="90210"), labels(state="NY", zip="10001")]
    settings = SoftMealySettings(orders=orders)
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"), settings=settings)
    other = Document("x", html="<ul><li>in TX73301 now<li>in AK99501 now</ul>")
    assert values(wrapper.extract(PageAnalysis(other), nodes(other, "li"))) == [
        [("state", "TX"), ("zip", "73301")],
        [("state", "AK"), ("zip", "99501")],
    ]


def test_tags_inside_and_around_a_value() -> None:
    first = Document("x", html="<ul><li>from <b><i>Ann</i></b>: yes<li>from <b><u>Bob</u> <i>B.</i></b>: no</ul>")
    given = [labels(name="Ann", answer="yes"), labels(name="Bob B.", answer="no")]
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"))
    other = Document("x", html="<ul><li>from <b><em>Cl<i>e</i>o</em></b>: perhaps</ul>")
    assert values(wrapper.extract(PageAnalysis(other), nodes(other, "li"))) == [
        [("name", "Cleo"), ("answer", "perhaps")]
    ]


def test_a_record_of_several_elements() -> None:
    row = "<tr class=who><td>{}</td></tr><tr class=what><td>{}</td></tr>"
    rows = f"<table>{row}{row}</table>"

    def pairs(document: Document) -> list[tuple[int, int]]:
        return list(zip(document.select(".who"), document.select(".what"), strict=True))

    first = Document("x", html=rows.format("Ann", "Hello", "Bob", "Good day"))
    given = (labels(author="Ann", text="Hello"), labels(author="Bob", text="Good day"))
    wrapper = learn_wrapper(
        PageAnalysis(first), [LabelledRecord(scope, one) for scope, one in zip(pairs(first), given, strict=True)]
    )
    other = Document("x", html=rows.format("Cleo", "Bye", "Dan", "See you"))
    assert values(wrapper.extract(PageAnalysis(other), pairs(other))) == [
        [("author", "Cleo"), ("text", "Bye")],
        [("author", "Dan"), ("text", "See you")],
    ]


def test_of_a_repeated_text_the_place_common_to_other_records_is_chosen() -> None:
    row = "<li>{}, <b>{}</b> said {}</li>"
    first = Document("x", html=f"<ul>{row.format('Hello Ann', 'Ann', 'yes')}{row.format('To all', 'Bob', 'no')}</ul>")
    given = [labels(name="Ann"), labels(name="Bob")]
    wrapper = learn_wrapper(PageAnalysis(first), labelled(first, given, "li"))
    other = Document("x", html=f"<ul>{row.format('Cleo, Dan', 'Eve', 'Fay')}</ul>")
    assert values(wrapper.extract(PageAnalysis(other), nodes(other, "li"))) == [[("name", "Eve")]]


def test_ambiguous_borders_are_reported() -> None:
    page = Document("x", html="<ul><li><i>a</i><i>b</i><i>c</i><i>d</i></ul>")
    first, second = page.select("i")[:2]
    record = LabelledRecord(page.select("li"), {"one": [ElementLabel(second)]})
    wrapper = learn_wrapper(PageAnalysis(page), [record], settings=SoftMealySettings(width=1))
    ambiguous = [(edge.sources, edge.target) for edge in wrapper.tuples.edges if edge.is_ambiguous]
    assert ambiguous == [(("(begin)",), "one")]
    record = LabelledRecord(page.select("li"), {"one": [ElementLabel(first)]})
    assert not any(edge.is_ambiguous for edge in learn_wrapper(PageAnalysis(page), [record]).tuples.edges)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"author": "nobody", "text": "Ann"}, "author of record 1 is not found"),
        ({"whole": "in May", "part": "May", "author": "Ann"}, r"whole of record 1 overlaps part\Z"),
        ({"a name": "Ann"}, "no name of a field"),
        ({}, "nothing to learn from"),
    ],
)
def test_labels_that_teach_nothing(fields: dict[str, str], message: str) -> None:
    page = Document("x", html="<ul><li>Ann in May</ul>")
    with pytest.raises(UsageError, match=message):
        learn_wrapper(PageAnalysis(page), labelled(page, [labels(**fields)], "li"))


def test_a_page_without_such_records_gives_none() -> None:
    page = Document("x", html="<main><p>An article about lemon trees, by nobody, read by many.</main>")
    assert learned("page").extract(PageAnalysis(page)) == []
    assert learned().extract(PageAnalysis(page), nodes(page, "p")) == [[]]


def test_a_deep_page_costs_no_stack() -> None:
    deep = Document("x", html="<div>" * 1500 + (thread_page(OTHER).html or ""))
    assert len(learned("page").extract(PageAnalysis(deep))) == len(OTHER)


def test_a_large_page_is_read_whole() -> None:
    posts = [(f"user{number}", f"May {number}, 2020", "Words. " * 20) for number in range(2000)]
    assert [record[1][1].text for record in learned("page").extract(PageAnalysis(thread_page(posts)))] == [
        post[0] for post in posts
    ]
