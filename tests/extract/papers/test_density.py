"""Eqs 2 to 5 of the density method, every reading, and the choice of the best block."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.errors import UsageError
from iawce.extract import Extractor
from iawce.extract.papers.density import (
    DensitySettings,
    LinkTerm,
    combined_density,
    extract_density,
    nested_counts,
    text_density,
)
from iawce.extract.pipeline.settings import ExtractSettings

PAPER = DensitySettings.paper()
TEXT = "A sentence that goes on for some time. "
PAGE = (
    f"<title>T</title><body><div id=menu>{'<a href=x>menu</a> ' * 9}</div><div id=outer>"
    f"<div id=main>{TEXT * 4}<a href=x>link</a></div><div id=foot>some text <a href=x>link</a></div></div>"
)


def chosen(html: str, settings: DensitySettings = PAPER, **changes: Any) -> str:
    """Id, or else name, of the block that is chosen."""
    document = Document("", html=html)
    (number,) = extract_density(PageAnalysis(document), replace(settings, **changes)).elements
    return document.index.attributes.given[number].get("id") or document.index.tags[number]


def test_the_densities_of_a_block() -> None:
    document = Document("", html="<body><div>ab c <a href=x>de</a></div><div>fghij</div><a href=x>k</a>")
    subset = document.index.without(("head",))
    density = text_density(subset, subset.tagged("div"))
    assert density.text.tolist() == [3 / 9, 5 / 9]  # 8 characters of the page stand outside of links
    assert density.links.tolist() == [1 / 3, 0]
    assert density.node_text.tolist() == [3 / 6, 5 / 6]


@pytest.mark.parametrize(
    ("link_term", "factors"),
    [
        ("printed", [1 / 3, 0]),
        ("inverted", [2 / 3, 1]),
        ("reciprocal", [3, 3]),
        ("reciprocal_of_sum", [3 / 4, 1]),
        ("none", [1, 1]),
    ],
)
def test_h_in_every_reading(link_term: LinkTerm, factors: list[float]) -> None:
    document = Document("", html="<body><div>ab c <a href=x>de</a></div><div>fghij</div><a href=x>k</a>")
    subset = document.index.without(("head",))
    density = text_density(subset, subset.tagged("div"))
    found = combined_density(density, np.array([0, 4]), link_term=link_term, alpha=0.5)
    assert found.tolist() == pytest.approx([3 / 9 * factors[0] * 3 / 6, 5 / 9 * factors[1] * 5 / 6 / 3])


def test_the_size_of_a_block_is_what_is_nested_in_it() -> None:
    subset = Document("", html="<body><div><table><tr><td><div></div></table></div><div></div>").body
    assert nested_counts(subset, subset.tagged("div", "table")).tolist() == [2, 1, 0, 0]


def test_the_text_is_chosen_and_neither_its_container_nor_the_menu() -> None:
    assert chosen(PAGE, link_term="inverted", alpha=0.1) == "main"
    assert chosen(PAGE, link_term="inverted", alpha=0.1, size="elements") == "main"
    assert chosen(PAGE, DensitySettings(), alpha=0.1) == "main"


def test_as_printed_a_block_without_links_is_never_chosen() -> None:
    html = f"<body><div id=main>{TEXT * 4}</div><div id=foot>some text <a href=x>link</a></div>"
    assert chosen(html) == "foot"
    assert chosen(html, link_term="inverted") == "main"


def test_a_long_comment_beats_a_short_body() -> None:
    html = f"<body><div id=body>One line.</div><div id=comments>{TEXT * 4}</div>"
    assert chosen(html, link_term="inverted") == "comments"


def test_ties_go_to_the_first_and_what_is_nested_wins_over_what_holds_only_that() -> None:
    assert chosen("<body><div id=a>text</div><div id=b>text</div>", link_term="none") == "a"
    assert chosen("<body><div id=a><div id=b>text</div></div>", link_term="none") == "b"
    assert chosen("<body><div id=a><div id=b>text</div></div>", link_term="none", alpha=0.0) == "a"


def test_more_tags_are_blocks_by_default() -> None:
    html = f"<body><div id=all><p>menu menu</p><article id=main>{TEXT * 9}</article><p>foot foot foot</div>"
    assert chosen(html, blocks="printed", link_term="inverted", alpha=0.2) == "all"
    assert chosen(html, blocks="wide", link_term="inverted", alpha=0.2) == "main"


@pytest.mark.parametrize("alpha", [-1.0, float("nan"), float("inf")])
def test_other_alphas_are_refused(alpha: float) -> None:
    with pytest.raises(UsageError, match="alpha"):
        DensitySettings(alpha=alpha)


@pytest.mark.parametrize("html", ["<p>", "<br>", "<div>", "<html>", "<body> ", "<img src=x>", "<p>one", "text"])
def test_odd_pages(html: str) -> None:
    for settings in (PAPER, DensitySettings()):
        document = Document("", html=html)
        content = extract_density(PageAnalysis(document), settings)
        (number,) = content.elements
        assert Texts(content.subset).lines(number).strip() == document.body.text[0].strip()


def test_a_page_of_endless_levels() -> None:
    document = Document("", html="<body>" + "<div>word " * 50_000)
    content = extract_density(PageAnalysis(document), DensitySettings())
    assert "word" in Texts(content.subset).lines(content.elements[0])


trees = st.recursive(
    st.sampled_from(["text ", "<a href=x>link</a>", "", "<p>more text</p>"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=20,
)


@given(trees, st.sampled_from([PAPER, DensitySettings()]))
def test_no_block_has_a_larger_h_than_the_chosen_one(markup: str, settings: DensitySettings) -> None:
    document = Document("", html=f"<body>start {markup}")
    subset = document.index.without(("head",))
    content = extract_density(PageAnalysis(document), replace(settings, boilerplate=True))
    blocks = subset.tagged("div")
    density = combined_density(
        text_density(subset, blocks), nested_counts(subset, blocks), link_term=settings.link_term, alpha=settings.alpha
    )
    assert content.scores["blocks"] == len(blocks)
    assert content.scores["density"] == pytest.approx(max(density.tolist(), default=0.0), abs=1e-6)
    assert all(0 <= value <= 1 for value in density)


def test_the_pipeline_takes_it() -> None:
    settings = ExtractSettings(method="density", method_settings=DensitySettings(alpha=0.1))
    row = Extractor(render="never", settings=settings).extract(Document("x", html=PAGE))
    assert (row.method, row.text) == ("density", (TEXT * 4) + "link")


def test_the_paper_mode() -> None:
    assert (PAPER.link_term, PAPER.size, PAPER.alpha, PAPER.blocks) == ("printed", "blocks", 0.01, "printed")
    assert PAPER.boilerplate
