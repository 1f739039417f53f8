"""A page is read into the tree that browsers build."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.tree import parse
from iawce.data.errors import PageError
from iawce.data.limits import Limits
from tests.data.dom.markup import markup


@pytest.mark.parametrize(
    "tag",
    ["main", "article", "aside", "details", "figcaption", "figure", "footer", "header", "hgroup", "nav", "section"],
)
def test_text_in_the_first_elements_of_the_body_is_read(tag: str) -> None:
    for after in ("", "<p>last"):
        tree = parse(f"<!doctype html><title>B</title><{tag}><p>Words</{tag}>{after}")
        assert tree.tags[:6] == ["html", "head", "title", "body", tag, "p"]
        assert tree.text_nodes.texts == ["B", "Words", *(["last"] if after else [])]


def test_templates_and_noscript_parts_are_read_in_their_place() -> None:
    page = (
        "<body>a<template><b>c</b><template>d</template></template><noscript><i>e</i></noscript>f<iframe><p>g</iframe>"
    )
    tree = parse(page)
    assert list(zip(tree.tags, tree.nesting.parents.tolist(), strict=True))[2:] == [
        ("body", 0), ("template", 2), ("b", 3), ("template", 3), ("noscript", 2), ("i", 6), ("iframe", 2),
    ]  # fmt: skip
    assert tree.text_nodes.texts == ["a", "c", "d", "e", "f"]
    assert tree.unread == {8: "<p>g"}


def test_shadow_trees_and_frames_that_the_markup_holds_are_shown() -> None:
    html = "<x-a><template shadowrootmode=open><p>a</template></x-a><iframe srcdoc='<p>b &amp;amp; c'></iframe>"
    assert Document("", html=f"<body>{html}<template><p>no</template>").body.text[0] == "a b & c "
    nested = "<iframe srcdoc='&lt;iframe srcdoc=&quot;&amp;lt;p>a&quot;>'></iframe>"
    assert Document("", html=f"<body>{nested}").body.text[0] == "a "


def test_a_part_for_browsers_without_scripts_does_not_end_the_head() -> None:
    page = "<head><noscript><img src=x></noscript><title>T</title></head><body class=y>text</body>"
    tree = parse(page)
    assert tree.tags == ["html", "head", "noscript", "img", "title", "body"]
    assert parse(page, scripts=False).tags == ["html", "head", "noscript", "body", "img", "title"]


def test_attributes_without_a_value_are_empty_and_the_first_of_a_name_counts() -> None:
    tree = parse("<p HIDDEN class='' id=a ID=b data-x=&quot;1&quot;>")
    assert tree.attributes[-1] == {"hidden": "", "class": "", "id": "a", "data-x": '"1"'}


def test_characters_that_no_xml_can_hold_are_left_out() -> None:
    assert parse("<p>a&#1;b&#x1f;c&#0011;d&#xFFFE;e&#65;&#xa0;&#128;&#127z").text_nodes.texts == ["abcdeA\xa0€z"]
    assert parse("<p>a&#12;&#160;").text_nodes.texts == ["a\xa0"]


def test_comments_part_no_text_and_cost_nothing() -> None:
    assert parse("<p>one" + "<!-- c -->" * 100_000 + " two").text_nodes.texts == ["one two"]
    assert parse("<p>" + "x<!---->" * 100_000).text_nodes.texts == ["x" * 100_000]


@pytest.mark.parametrize("html", ["", " \n", "<!-- only a <p> comment -->", "<!doctype html>", "</p", "<!x>"])
def test_nothing_to_parse_is_a_reason(html: str) -> None:
    with pytest.raises(PageError) as caught:
        parse(html)
    assert caught.value.reason == "empty/no_content"


@given(markup, st.integers(3, 30), st.integers(1, 60))
def test_a_page_is_cut_as_if_it_ended_there(html: str, elements: int, text: int) -> None:
    page = f"<body>start{html}</body>"
    whole, cut = parse(page), parse(page, Limits(elements=elements, text=text))
    assert len(cut.tags) == min(len(whole.tags), elements) or cut.cut == "text"
    is_whole = len(cut.tags) == len(whole.tags) and cut.text_nodes.texts == whole.text_nodes.texts
    assert bool(cut.cut) != is_whole
    assert cut.tags == whole.tags[: len(cut.tags)]
    assert cut.attributes == whole.attributes[: len(cut.tags)]
    assert cut.nesting.parents.tolist() == whole.nesting.parents[: len(cut.tags)].tolist()
    assert "".join(whole.text_nodes.texts).startswith("".join(cut.text_nodes.texts))
    assert len("".join(cut.text_nodes.texts)) <= text
    assert sorted(cut.nesting.closing) == list(range(len(cut.tags)))
    assert cut.nesting.ends.tolist() == [min(end, len(cut.tags)) for end in whole.nesting.ends[: len(cut.tags)]]
