"""Edit distance of trees, and clusters by it."""

from collections import Counter
from functools import cache

import pytest
from apted.helpers import Tree as Node
from hypothesis import given
from hypothesis import strategies as st

from bench.common.clusterings import (
    Tree,
    cluster_by_tree_edits,
    edit_distance,
    shallow_tree,
    tree_likeness,
)
from iawce.data.document import Document

Nested = tuple[str, tuple["Nested", ...]]
"""Label and children."""
NESTED: st.SearchStrategy[Nested] = st.recursive(
    st.tuples(st.sampled_from("abc"), st.just(())),
    lambda inner: st.tuples(st.sampled_from("abc"), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=6,
)


def tree(nested: Nested) -> Tree:
    names = Counter[str]()

    def node(one: Nested) -> Node:
        names[one[0]] += 1
        return Node(one[0], *(node(child) for child in one[1]))

    return Tree(node(nested), names)


@cache
def by_definition(one: tuple[Nested, ...], other: tuple[Nested, ...]) -> int:
    """Distance of two forests, by the recurrence on their last trees."""
    if not one or not other:
        return sum(len(tree(nested)) for nested in one + other)
    (mine, inner), (theirs, others) = one[-1], other[-1]
    kept = by_definition(inner, others) + by_definition(one[:-1], other[:-1]) + (mine != theirs)
    shorter = by_definition(one[:-1] + inner, other), by_definition(one, other[:-1] + others)
    return min(kept, 1 + min(shorter))


def test_the_example_of_the_paper() -> None:
    one: Nested = ("f", (("d", (("a", ()), ("c", (("b", ()),)))), ("e", ())))
    other: Nested = ("f", (("c", (("d", (("a", ()), ("b", ()))),)), ("e", ())))
    assert edit_distance(tree(one), tree(other)) == 2
    assert tree_likeness(tree(one), tree(other)) == pytest.approx(1 - 2 / 12)


@given(NESTED, NESTED)
def test_the_distance_is_that_of_the_definition(one: Nested, other: Nested) -> None:
    assert edit_distance(tree(one), tree(other)) == by_definition((one,), (other,))


def page(body: str) -> Tree:
    return shallow_tree(Document("r", html=f"<html><head></head><body>{body}</body></html>").index)


def test_a_page_counts_by_its_elements_nearest_to_the_root() -> None:
    shallow = shallow_tree(Document("r", html="<div><p><b>x</b></p></div><ul><li>y</ul>").index, nodes=5)
    whole = page("<div></div><ul></ul>")
    assert len(shallow) == 5
    assert (shallow.root.name, [child.name for child in shallow.root.children]) == ("html", ["head", "body"])
    assert len(page("<i>x</i>" * 5000)) == 200
    assert edit_distance(whole, page("<div></div><ul><li></ul>")) == 1


def test_pages_of_one_template_are_one_cluster() -> None:
    posts = [page("<div><h1>x</h1>" + "<p>text</p>" * number + "</div><footer><a>x</a></footer>") for number in (8, 9)]
    tables = [page("<table>" + "<tr><td>x<td>y<td>z</tr>" * number + "</table>") for number in (8, 9)]
    assert cluster_by_tree_edits([posts[0], tables[0], posts[1], tables[1]]) == [0, 1, 0, 1]
    assert cluster_by_tree_edits([]) == []


def test_a_deep_page_is_compared_at_once() -> None:
    chain, row = page("<div>" * 3000), page("<p>x</p>" * 3000)
    assert edit_distance(chain, chain) == 0
    assert 0 < tree_likeness(chain, row) < 0.6
