"""The flat index says what a walk through the tree would say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from iawce.data.errors import PageError
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tree import Element, parse
from iawce.data.html.words import count_words
from iawce.data.limits import Limits
from tests.data.html.markup import markup


def index_of(html: str) -> ElementIndex:
    return ElementIndex(parse(html))


def own_texts(element: Element) -> list[str]:
    """Texts directly in an element, by walking the tree."""
    own = [] if element.tag in ("script", "style") else [element.text]
    return [str(text) for text in [*own, *(child.tail for child in element)] if text]


@given(markup)
def test_the_index_agrees_with_the_tree(html: str) -> None:
    root = parse(f"<body>start{html}</body>")
    index = ElementIndex(root)
    elements = list(root.iter(etree.Element))
    assert index.elements == elements
    for number, element in enumerate(elements):
        parent = element.getparent()
        assert index.parents[number] == (-1 if parent is None else elements.index(parent))
        assert index.depths[number] == 1 + len(list(element.iterancestors()))
        assert index.ends[number] == number + len(list(element.iter(etree.Element)))
        assert index.own_words[number] == sum(map(count_words, own_texts(element)))
        assert index.numbers[element] == number
        assert index.path(number) == root.getroottree().getpath(element)
    pieces = [(index.pieces.texts[i], int(owner)) for i, owner in enumerate(index.pieces.owners)]
    assert sorted(pieces) == sorted((text, number) for number, e in enumerate(elements) for text in own_texts(e))


@given(markup)
def test_words_of_a_subset_are_those_of_what_is_kept(html: str) -> None:
    index = index_of(f"<body>start{html}</body>")
    for left_out in ((), ("nav", "a"), ("table", "p", "ul")):
        subset = index.without(left_out)
        unread = {"script", "style", "noscript", "template", *left_out}
        for number, element in enumerate(index.elements):
            path = [element, *element.iterancestors()]
            assert subset.kept[number] == (not any(e.tag in unread for e in path))
            inside = [n for n in range(number, int(index.ends[number])) if subset.kept[n]]
            assert subset.words[number] == index.own_words[inside].sum()
            assert subset.children(number) == [n for n in inside if index.parents[n] == number]


def test_text_stands_in_document_order_with_its_owner() -> None:
    index = index_of("<body><p>a <b>b</b> c<!-- x -->d</p>e<script>no</script>f")
    owners = [index.tags[owner] for owner in index.pieces.owners]
    assert list(zip(index.pieces.texts, owners, strict=True)) == [
        ("a ", "p"), ("b", "b"), (" cd", "p"), ("e", "body"), ("f", "body"),
    ]  # fmt: skip
    paragraph = index.tagged("p")[0]
    assert index.text_of(paragraph) == "a b cd"
    assert index.path(paragraph) == "/html/body/p"


def test_links_regions_and_nearest_elements() -> None:
    index = index_of("<body><ul><li><a href=/x><b>l</b></a></li><li><a>no address</a></li></ul>")
    assert [index.tags[n] for n, linked in enumerate(index.linked) if linked] == ["a", "b"]
    nearest = index.nearest(index.has_tag(("li", "ul")))
    assert [index.tags[number] for number in nearest] == ["html", "html", "ul", "li", "li", "li", "li", "li"]
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


@given(markup, st.integers(1, 30), st.integers(1, 60))
def test_a_page_is_cut_as_if_it_ended_there(html: str, elements: int, text: int) -> None:
    root = parse(f"<body>start{html}</body>")
    whole, cut = index_of(f"<body>start{html}</body>"), ElementIndex(root, Limits(elements=elements, text=text))
    assert len(cut) == min(len(whole), elements) or cut.cut == "text"
    is_whole = len(cut) == len(whole) and cut.pieces.texts == whole.pieces.texts
    assert bool(cut.cut) != is_whole
    assert "".join(whole.pieces.texts).startswith("".join(cut.pieces.texts))
    assert len("".join(cut.pieces.texts)) <= text
    assert sorted(cut.closing) == list(range(len(cut)))
    for number, end in enumerate(cut.ends):
        assert end == min(whole.ends[number], len(cut))
        assert cut.last_piece[number] == min(whole.last_piece[number], len(cut.pieces.texts))


def test_nothing_to_parse_is_a_reason() -> None:
    with pytest.raises(PageError) as caught:
        parse("<!-- only a comment -->")
    assert caught.value.reason == "empty/no_content"


def test_parts_for_browsers_without_scripts_count_where_they_are_most_of_the_page() -> None:
    story = "word " * 60
    hidden = index_of(f"<body><p>Loading</p><noscript><p>{story}</p></noscript>")
    assert "noscript" not in hidden.tags
    assert hidden.without().words[0] == 61
    plain = index_of(f"<body><p>{story * 2}</p><noscript><p>{story}</p></noscript>")
    assert "noscript" in plain.tags
    assert plain.without().words[0] == 120
