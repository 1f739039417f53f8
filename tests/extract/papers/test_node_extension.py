"""Categories, emphasis and influence of the elements of a page."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import UsageError
from iawce.extract.papers.influence import Category, InfluenceSettings, initial_influence, leaf_influence
from tests.extract.papers.influence_pages import PAPER, TREE, extended, extracted


@pytest.mark.parametrize(
    ("markup", "category"),
    [
        ("<title id=x>t</title>", Category.TITLE),
        ("<meta id=x name=Description content=t>", Category.TITLE),
        ("<meta id=x name=viewport content=t>", Category.OTHER),
        ("<svg><title id=x>t</title></svg>", Category.OTHER),
        ("<table><tr><td id=x>words</table>", Category.CONTENT),
        ("<p id=x><span>words</span></p>", Category.CONTENT),
        ("<p id=x><b>words</b></p>", Category.CONTENT),
        ("<p><b id=x>words</b></p>", Category.VISION),
        ("<h3 id=x>words</h3>", Category.VISION),
        ("<div id=x><h3>words</h3></div>", Category.BLOCK),
        ("<table id=x><tr><td>words</table>", Category.BLOCK),
        ("<p id=x><a href=y>words</a> | </p>", Category.BLOCK),
        ("<a href=y><div id=x>words</div></a>", Category.BLOCK),
        ("<a id=x href=y>words</a>", Category.LINK),
        ("<a id=x>words</a>", Category.OTHER),
        ("<p><img id=x src=y>", Category.OTHER),
        ("<p>words <span id=x>words</span>", Category.OTHER),
    ],
)
def test_categories(markup: str, category: Category) -> None:
    document, nodes = extended(markup)
    (number,) = document.select("#x")
    assert Category(nodes.categories[number]) is category


def test_the_node_extension_counts_words_and_links_and_lists_emphasis() -> None:
    markup = "<div id=x>one <span>two</span> <a href=y>three</a><p>four <font id=y size=5>five</font></p></div>"
    document, nodes = extended(markup)
    ((outer,), (inner,)) = document.select("#x"), document.select("#y")
    assert (int(nodes.words[outer]), int(nodes.links[outer])) == (2, 1)
    assert nodes.emphasis == {inner: (("size", "5"),)}
    assert np.flatnonzero(nodes.emphasised).tolist() == [inner]


def test_categories_have_the_initial_values_in_falling_order() -> None:
    values = PAPER.initial
    assert values == (1.0, 0.9, 0.5, 0.05, 0.02, 0.0)
    assert list(values) == sorted(values, reverse=True)
    _, nodes = extended("<p>words</p>")
    assert initial_influence(nodes, PAPER).tolist() == [0.05, 0.0, 0.05, 0.9]


@pytest.mark.parametrize(
    "initial", [(1.0, 0.5), (1.0, 0.9, 0.95, 0.1, 0.1, 0.0), (1.2, 1, 1, 1, 1, 1), (1.0,) * 5 + (-1,)]
)
def test_other_vectors_are_refused(initial: tuple[float, ...]) -> None:
    with pytest.raises(UsageError, match="six falling numbers"):
        InfluenceSettings(initial=initial)


@pytest.mark.parametrize("scale", [-0.1, float("nan"), float("inf")])
def test_other_scales_are_refused(scale: float) -> None:
    with pytest.raises(UsageError, match="scale"):
        InfluenceSettings(scale=scale)


def test_the_influence_of_a_text_is_the_sum_over_its_ancestors() -> None:
    document, nodes = extended("<body><div><p>plain <b>bold</b> <a href=x>link</a></p></div>")
    influence = leaf_influence(document.index, initial_influence(nodes, PAPER))
    found = dict(zip(document.index.text_nodes.texts, influence.tolist(), strict=True))
    assert found["plain "] == 0.05 * 3 + 0.9
    assert found["bold"] == 0.05 * 3 + 0.9 + 0.5
    assert found["link"] == pytest.approx(0.05 * 3 + 0.9 + 0.02, abs=1e-9)


@given(TREE, st.lists(st.integers(0, 1000), min_size=6, max_size=6))
def test_the_sum_is_that_of_a_walk_to_the_root(markup: str, values: list[int]) -> None:
    document, nodes = extended(f"<body>x{markup}")
    own = np.array(values)[nodes.categories] / 1000
    influence = leaf_influence(document.index, own)
    for place, owner in enumerate(document.index.text_nodes.owners.tolist()):
        walked = sum(own[number] for number in (owner, *document.index.ancestors(owner)))
        assert influence[place] == pytest.approx(walked, abs=1e-9)


@pytest.mark.parametrize("markup", ["<b>words</b>", "<font size=5>words</font>"])
def test_an_emphasised_paragraph_counts_for_more_than_its_plain_sibling(markup: str) -> None:
    for settings in (PAPER, InfluenceSettings()):
        _, content = extracted(f"<body><p>plain words</p><p>{markup}</p>", settings, scale=0.0)
        plain, emphasised = (float(record.texts["influence"]) for record in content.records)
        assert emphasised > plain


def test_an_attribute_decides_the_category_or_adds_to_it() -> None:
    html = "<body><p style='font-weight:bold'>words</p><p>words</p>"
    found = {}
    for analysis in ("category", "added"):
        _, content = extracted(html, emphasis=analysis, scale=0.0)
        found[analysis] = [record.texts["influence"] for record in content.records]
    assert found == {"category": ["0.6", "1"], "added": ["1.5", "1"]}
