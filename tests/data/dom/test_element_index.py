"""The flat index says what a walk through the tree would say."""

import re
from functools import reduce
from html import escape
from operator import or_
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.words import count_words
from iawce.data.dom.write_markup import numbered_markup
from iawce.data.limits import Limits
from tests.data.dom.markup import markup


def index_of(html: str) -> ElementIndex:
    return ElementIndex.of(html)


def as_xml(markup: str) -> etree._Element:
    """The tree of markup without its doctype, in which scripts hold text alone."""
    written = markup.partition(">")[2]
    plain = re.sub(r"(?s)(<(script|style)[^>]*>)(.*?)(?=</\2>)", lambda found: found[1] + escape(found[3]), written)
    return etree.fromstring(re.sub("<((?:br|img)[^>]*)>", r"<\1/>", plain))


@given(markup)
@example("<script><!-- c --><br></script>")
def test_the_index_agrees_with_the_tree(html: str) -> None:
    index = index_of(f"<body>start{html}</body>")
    tree = as_xml(numbered_markup(index, "n"))
    for element in tree.iter():
        number, above = int(element.get("n", "")), [int(one.get("n", "")) for one in element.iterancestors()]
        assert list(index.ancestors(number)) == above
        assert index.tags[number] == element.tag
        assert (index.parents[number], index.depths[number]) == (above[0] if above else -1, 1 + len(above))
        assert index.ends[number] == number + len(list(element.iter()))
        assert list(index.children(number)) == [int(child.get("n", "")) for child in element]
        before = element.getprevious()
        assert index.previous(number) == (None if before is None else int(before.get("n", "")))
        assert index.opening_text(number) == (element.text or "")
        own = [] if number in index.unread else [element.text]
        texts = [text for text in [*own, *(child.tail for child in element)] if text]
        assert texts == [text for text, owner in zip(*index.text_nodes[:2], strict=True) if owner == number]
        assert index.own_words[number] == sum(map(count_words, texts))
        assert index.path(number) == tree.getroottree().getpath(element)


@given(markup, st.randoms())
def test_ancestors_and_descendants_equal_those_of_a_tree_walk(html: str, chance: Random) -> None:
    index = index_of(f"<body>start{html}</body>")
    chosen = np.array([chance.random() < 0.3 for _ in index.tags])
    around = [[number, *index.ancestors(number)] for number in range(len(index))]
    assert index.nearest(chosen).tolist() == [next((one for one in path if chosen[one]), 0) for path in around]
    bits = index.valued({"p": 1, "div": 2, "body": 4})
    assert bits.tolist() == [{"p": 1, "div": 2, "body": 4}.get(tag, 0) for tag in index.tags]
    assert index.gathered(bits).tolist() == [reduce(or_, bits[path].tolist()) for path in around]
    others, numbers = np.flatnonzero(chosen), np.arange(len(index))
    holding = {one for number in others.tolist() for one in around[number]}
    assert index.count_holding(numbers, others) == len(holding)


@given(markup)
def test_words_of_a_subset_are_those_of_what_is_kept(html: str) -> None:
    index = index_of(f"<body>start{html}</body>")
    for left_out in ((), ("nav", "a"), ("table", "p", "ul")):
        subset = index.without(left_out)
        unread = {"script", "style", "noscript", "template", *left_out}
        for number in range(len(index)):
            path = [index.tags[one] for one in (number, *index.ancestors(number))]
            assert subset.kept[number] == unread.isdisjoint(path)
            inside = [n for n in range(number, int(index.ends[number])) if subset.kept[n]]
            assert subset.words[number] == index.own_words[inside].sum()
            assert subset.children(number) == [n for n in inside if index.parents[n] == number]


def test_text_stands_in_document_order_with_its_owner() -> None:
    index = index_of("<body><p>a <b>b</b> c<!-- x -->d</p>e<script>no</script>f")
    owners = [index.tags[owner] for owner in index.text_nodes.owners]
    assert list(zip(index.text_nodes.texts, owners, strict=True)) == [
        ("a ", "p"), ("b", "b"), (" cd", "p"), ("e", "body"), ("f", "body"),
    ]  # fmt: skip
    paragraph = index.tagged("p")[0]
    assert index.text_of(paragraph) == "a b cd"
    assert index.path(paragraph) == "/html/body/p"


def test_links_regions_and_nearest_elements() -> None:
    index = index_of("<body><ul><li><a href=/x><b>l</b></a></li><li><a>no address</a></li></ul>")
    assert [index.tags[n] for n, linked in enumerate(index.linked) if linked] == ["a", "b"]
    nearest = index.nearest(index.has_tag(("li", "ul")))
    assert [index.tags[number] for number in nearest] == ["html", "html", "html", "ul", "li", "li", "li", "li", "li"]
    assert index.without().link_words[0] == 1


@given(markup)
def test_the_nearest_chosen_element_is_found_by_walking_up(html: str) -> None:
    index = index_of(f"<body>start{html}</body>")
    for tags in (("html", "body", "div", "p"), ("b", "td")):
        chosen = index.has_tag(tags)
        for number, nearest in enumerate(index.nearest(chosen)):
            above = [n for n in (number, *index.ancestors(number)) if chosen[n]]
            assert nearest == (above[0] if above else 0)


def test_an_own_set_of_elements_can_be_left_out() -> None:
    index = index_of("<body><p id=a>one</p><div><p>two</p><p>three</p></div>")
    subset = index.without((), index.tagged("div"))
    assert (subset.words[0], index.without().words[0]) == (1, 3)


@pytest.mark.parametrize("depth", [250, 300, 1900])
def test_text_below_many_levels_is_kept(depth: int) -> None:
    index = index_of("<div>" * depth + "the bottom")
    assert index.text_of(0) == "the bottom"
    assert index.without().words[0] == 2
    assert index.depths.max() == depth + 2


def test_a_hundred_thousand_levels_do_not_crash() -> None:
    assert len(index_of("<div>" * 100_000 + "the bottom")) > 1000


@given(markup, st.integers(3, 30))
def test_the_pieces_of_a_page_that_is_cut_are_those_before(html: str, elements: int) -> None:
    page = f"<body>start{html}</body>"
    whole, cut = index_of(page), ElementIndex.of(page, Limits(elements=elements))
    for number in range(len(cut)):
        assert cut.last_text_node[number] == min(whole.last_text_node[number], len(cut.text_nodes.texts))


def test_parts_for_browsers_without_scripts_count_where_they_are_most_of_the_page() -> None:
    story = "word " * 60
    hidden = index_of(f"<body><p>Loading</p><noscript><p>{story}</p></noscript>")
    assert "noscript" not in hidden.tags
    assert hidden.without().words[0] == 61
    plain = index_of(f"<body><p>{story * 2}</p><noscript><p>{story}</p></noscript>")
    assert "noscript" in plain.tags
    alone = index_of(f"<noscript><p>{story}</p></noscript>")  # it stands in the head, where a browser shows nothing
    assert alone.without(("head",)).words[0] == 60
    assert plain.without().words[0] == 120


@pytest.mark.parametrize(
    ("card", "is_card"),
    [
        ("<form class='item {0}'><a href=/{0}><img src={0}.jpg></a><p>{0}</p><button>Buy</button></form>", True),
        ("<li><form class=item><h3><a href=/{0}>Desk {0}</a></h3><input name=qty></form>", True),
        ("<li><form><a href=/{0}><h2>Desk {0}</h2></a></form>", True),
        ("<form class=item><h3>Desk {0}</h3><button>Buy</button></form>", False),
        ("<form class=mail><h3>News by mail</h3><input type=email><a href=/privacy>Privacy</a></form>", False),
        ("<form class=item{0}><a href=/{0}><img src={0}.jpg></a></form>", False),
    ],
)
def test_several_forms_with_linked_pictures_or_headings_are_cards(card: str, is_card: bool) -> None:
    search = "<form class=search><input name=q></form>"
    index = index_of(f"<body>{search}<ul>{''.join(map(card.format, range(4)))}</ul>")
    assert len(index.tagged("form")) == (1 if is_card else 5)
    assert len(index_of(f"<body>{search}<ul>{''.join(map(card.format, range(2)))}</ul>").tagged("form")) == 3
