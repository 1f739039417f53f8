"""Where the records of a forum page are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import RecordGroup
from iawce.data.document import Document
from iawce.extract.records.posts.posts import find_main_post
from iawce.extract.records.posts.record_location import LocationSettings, governing_node, locate_records
from tests.extract.records.posts.forum_pages import POSTS, Post, discuz, rows, vanilla, xenforo

DEFAULT, PAPER = LocationSettings(), LocationSettings.paper()


def locate(html: str, settings: LocationSettings = DEFAULT) -> tuple[Document, RecordGroup | None]:
    document = Document("page.html", html=html)
    return document, locate_records(PageAnalysis(document), settings)


def ids(html: str, settings: LocationSettings) -> list[str]:
    document, located = locate(html, settings)
    first = [record[0] for record in located.units] if located else []
    return [document.index.attributes.given[element].get("id", "") for element in first]


def test_records_of_the_paper() -> None:
    expected = [f"post_{post.number}" for post in POSTS]
    assert ids(discuz(POSTS), PAPER) == expected
    assert ids(discuz(POSTS), DEFAULT) == expected


def test_ids_with_few_digits_are_no_records_in_the_paper() -> None:
    few = [Post(n, post.author, post.date, post.text) for n, post in enumerate(POSTS)]
    assert ids(discuz(few), PAPER) == []
    assert ids(discuz(few), DEFAULT) == [f"post_{n}" for n in range(5)]


def test_articles_are_no_records_in_the_paper() -> None:
    assert ids(xenforo(POSTS), PAPER) == []


def test_a_record_of_two_siblings() -> None:
    _, located = locate(rows(POSTS))
    assert located is not None
    assert [len(record) for record in located.units] == [2] * 5


def test_a_record_of_two_siblings_in_the_paper() -> None:
    parts = "".join(
        f"<div class='head'>{p.author} {p.date}</div><div class='text'><p>{p.text}</p></div>" for p in POSTS
    )
    _, located = locate(f"<body><div id='posts'>{parts}</div></body>", PAPER)
    assert located is not None
    assert [len(record) for record in located.units] == [2] * 5


def test_a_separate_first_post_is_no_record() -> None:
    _, located = locate(vanilla(POSTS))
    assert located is not None
    assert len(located.units) == len(POSTS) - 1


@pytest.mark.parametrize("settings", [DEFAULT, PAPER])
def test_pages_without_times_have_none(settings: LocationSettings) -> None:
    timeless = [Post(p.number, p.author, "", p.text) for p in POSTS]
    _, located = locate(xenforo(timeless).replace("hours ago", "").replace("Mar", ""), settings)
    assert located is None


def _wrap(parts: list[str]) -> str:
    return f"<div>{''.join(parts)}</div>"


LEAF = st.just("<div>x 12:30</div>")
NESTED = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=5).map(_wrap), max_leaves=40)


@pytest.mark.parametrize("settings", [DEFAULT, PAPER])
@given(structure=NESTED)
def test_records_are_siblings_in_order_and_none_is_in_two(settings: LocationSettings, structure: str) -> None:
    document, located = locate(f"<body>{structure}</body>", settings)
    if located is None:
        return
    elements = [element for record in located.units for element in record]
    assert elements == sorted(set(elements))
    assert {int(document.index.parents[element]) for element in elements} == {governing_node(document.index, located)}
    assert len(located.units) >= 2


@pytest.mark.parametrize(("settings", "found"), [(DEFAULT, True), (PAPER, False)])
def test_a_main_post_two_elements_further_out_is_none_in_the_paper(settings: LocationSettings, found: bool) -> None:
    document, located = locate(vanilla(POSTS))
    assert located is not None
    assert (find_main_post(PageAnalysis(document), located.units, settings) is not None) is found
