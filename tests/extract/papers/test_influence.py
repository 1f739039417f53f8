"""The influence-weighted DOM: each definition, formula and algorithm of the paper, on small pages."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.data.dom.words import split_words
from iawce.data.errors import UsageError
from iawce.data.labels import PageType
from iawce.data.limits import Limits
from iawce.evaluate.measures import word_scores
from iawce.extract import Extractor
from iawce.extract.output.html import clean_html
from iawce.extract.papers.influence import InfluenceSettings, extract_influence, find_threshold
from iawce.extract.pipeline.settings import ExtractSettings
from tests.extract.papers.influence_pages import PAGE, PAPER, TREE, extracted, text_of

LEAVES, ELEMENTS = np.array([0.1, 0.3, 2.0]), np.array([0.05, 0.05, 0.9])


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, 0.8**0.5),
        ({"scale": 0.5}, 0.8**0.5 / 2),
        ({"threshold": "mean"}, 0.8),
        ({"threshold": "number", "scale": 1.3}, 1.3),
        ({"over": "nodes"}, (3.4 / 6) ** 0.5),
        ({"threshold": "number", "scale": 3.0}, 3.0),
        ({"threshold": "number", "scale": 3.0, "never_empty": True}, 2.0),
    ],
)
def test_lambda(changes: dict[str, Any], wanted: float) -> None:
    assert find_threshold(LEAVES, ELEMENTS, replace(PAPER, **changes)) == pytest.approx(wanted)


def test_link_lists_and_empty_blocks_are_pruned_and_links_in_kept_text_stay() -> None:
    document, content = extracted(PAGE, title=False)
    assert text_of(content) == "A paragraph of words with a link in it.\n\nAnd more of it."
    assert [document.index.attributes.given[number].get("id") for number in content.elements] == ["main"]
    kept = {document.index.attributes.given[number].get("id") for number in np.flatnonzero(content.subset.kept)}
    assert {"menu", "empty"} & kept == set()


def test_the_title_stays_and_is_printed_in_the_mode_paper() -> None:
    _, content = extracted(PAGE)
    assert text_of(content).startswith("Topic\nA paragraph")
    _, content = extracted(PAGE, scale=50.0)
    assert text_of(content) == "Topic"


@pytest.mark.parametrize("title", [True, False])
def test_text_outside_of_the_body_is_printed_without_a_second_title(title: bool) -> None:
    _, content = extracted("<html><head><title>Topic</title></head>words<div>more words</div></html>", title=title)
    assert text_of(content).count("Topic") == title


def test_pruned_html_for_browsing() -> None:
    _, content = extracted(PAGE, title=False)
    html = clean_html(content, "http://a.invalid/")
    assert '<a href="http://a.invalid/4" rel="noopener noreferrer">a link</a>' in html
    assert "<b>more</b>" in html
    assert "home" not in html


def test_blocks_come_with_their_importance() -> None:
    _, content = extracted(PAGE)
    assert [record.texts for record in content.records] == [
        {"text": "Topic", "category": "TITLE", "words": "1", "links": "0", "influence": "1.05"},
        {
            "text": "A paragraph of words with a link in it.",
            "category": "CONTENT",
            "words": "7",
            "links": "1",
            "influence": "1.07",
        },
        {"text": "And more of it.", "category": "CONTENT", "words": "4", "links": "0", "influence": "1.55"},
    ]
    assert [content.subset.index.path(number) for record in content.records for number in record.elements] == [
        "/html/head/title",
        "/html/body/div/p[1]",
        "/html/body/div/p[2]",
    ]
    assert content.scores == {"threshold": 0.9236, "leaves": 10, "kept": 7}  # sqrt(8.53 / 10)


def test_no_more_blocks_than_the_page_may_have() -> None:
    document = Document("", html="<p>a word</p>" * 5, limits=Limits(blocks=3))
    content = extract_influence(PageAnalysis(document), PAPER)
    assert len(content.records) == 3
    assert [(str(warning.kind), warning.detail) for warning in content.warnings] == [("truncated", "5_blocks")]


def test_only_some_links_are_kept_if_there_is_nothing_else() -> None:
    html = "<body><ul><li><a href=1>one</a><li><a href=2>two</a></ul>"
    assert extracted(html)[1].elements == ()
    assert text_of(extracted(html, never_empty=True)[1]) == "- one\n- two"


def letters(texts: Iterable[object]) -> list[str]:
    """In alphabetical order, because the separation of words in table cells outside tables is not tested here."""
    return sorted(letter for text in texts if isinstance(text, str) for word in split_words(text) for letter in word)


@given(TREE, st.sampled_from([PAPER, InfluenceSettings()]))
def test_kept_text_is_printed_once_and_belongs_to_one_block(markup: str, settings: InfluenceSettings) -> None:
    _, content = extracted(f"<title>t</title><body><p>first</p>{markup}", settings)
    printed = letters(Texts(content.subset).lines(number) for number in content.elements)
    assert printed == letters(record.texts["text"] for record in content.records)
    assert printed == letters(Document("", html=f"<body>{clean_html(content, 'http://a.invalid/')}").body.text)


@given(TREE, st.sampled_from([PAPER, InfluenceSettings()]), st.floats(0, 3), st.floats(0, 3))
def test_a_higher_lambda_keeps_less(markup: str, settings: InfluenceSettings, one: float, two: float) -> None:
    low, high = (
        extracted(f"<body>{markup}<p>end", settings, scale=scale)[1].subset for scale in (min(one, two), max(one, two))
    )
    assert not (high.text_nodes & ~low.text_nodes & [not text.isspace() for text in low.index.text_nodes.texts]).any()


@pytest.mark.parametrize(
    "html",
    ["<p>", "<br>", "<title></title>", "<html>", "<body> ", "<img src=x>", "<script>x</script>", "<p>one", "text"],
)
def test_odd_pages(html: str) -> None:
    document, content = extracted(html, InfluenceSettings())
    assert text_of(content).strip() == document.body.text[0].strip()
    assert text_of(extracted(html)[1]) in ("", text_of(content))


@pytest.mark.parametrize("unit", ["<div>word ", "<div><a href=x>word</a>", "<b>word ", "<div style='font-size:2em'>"])
def test_a_page_of_endless_levels(unit: str) -> None:
    _, content = extracted("<body>" + unit * 50_000 + "end", InfluenceSettings())
    assert "word" in text_of(content) or "end" in text_of(content)


def test_settings_for_a_page_type() -> None:
    scales = {page_type: InfluenceSettings().for_page_type(page_type).scale for page_type in PageType}
    assert scales == {"article": 0.9, "list": 0.5, "thread": 1.1, "product": 1.0}
    assert InfluenceSettings().for_page_type("list") == replace(InfluenceSettings(), scale=0.5)
    with pytest.raises(UsageError, match="no page type"):
        ExtractSettings(method="influence").choose("poem")


def test_the_paper_mode() -> None:
    assert (PAPER.threshold, PAPER.scale, PAPER.over, PAPER.emphasis) == ("sqrt_mean", 1.0, "leaves", "category")
    assert (PAPER.styles, PAPER.boilerplate, PAPER.never_empty, PAPER.title) == (False, True, False, True)


@pytest.mark.parametrize("mode", ["default", "paper"])
def test_the_pipeline_takes_it(mode: Any) -> None:
    settings = ExtractSettings(method="influence", mode=mode)
    row = Extractor(render="never", settings=settings).extract(Document("x", html=PAGE))
    assert row.method == "influence"
    assert row.text.endswith("A paragraph of words with a link in it.\n\nAnd more of it.")
    assert [record.texts["influence"] for record in row.records][-2:] == ["1.07", "1.55"]
    assert (row.records[0].texts["category"] == "TITLE") == (mode == "paper")
    assert row.scores["threshold"] == pytest.approx(0.9236 * InfluenceSettings.of_mode(mode).scale, abs=1e-4)


@pytest.mark.parametrize(
    ("mode", "page_type", "scale"), [("default", "list", 0.5), ("default", "", 0.6), ("paper", "list", 1.0)]
)
def test_the_threshold_is_that_of_the_page_type_where_it_is_given(mode: Any, page_type: str, scale: float) -> None:
    extractor = Extractor(render="never", page_type=page_type, settings=ExtractSettings(method="influence", mode=mode))
    row = extractor.extract(Document("x", html=PAGE))
    assert row.scores["threshold"] == pytest.approx(0.9236 * scale, abs=1e-4)


@pytest.fixture(scope="module")
def gold_pages(wcxb: list[GoldPage]) -> list[tuple[PageAnalysis, str]]:
    """Pages of all types, read once, with their gold text."""
    pages = [page for page in wcxb if page.text][::25]
    return [(PageAnalysis(open_document(page.page)), page.text or "") for page in pages]


def scores_of(settings: InfluenceSettings, pages: list[tuple[PageAnalysis, str]]) -> tuple[float, float]:
    """Mean recall and precision."""
    found = [word_scores(text_of(extract_influence(analysis, settings)), text) for analysis, text in pages]
    return sum(score.recall for score in found) / len(found), sum(score.precision for score in found) / len(found)


@pytest.mark.corpus
def test_real_pages_are_about_as_complete_as_the_paper_says(gold_pages: list[tuple[PageAnalysis, str]]) -> None:
    recall, precision = scores_of(InfluenceSettings(), gold_pages)
    everything, all_precision = scores_of(replace(PAPER, scale=0.0), gold_pages)
    assert recall >= 0.88
    assert everything >= recall
    assert precision >= all_precision + 0.05


@pytest.mark.corpus
def test_a_higher_lambda_is_more_precise_and_less_complete(gold_pages: list[tuple[PageAnalysis, str]]) -> None:
    scales = (0.0, 0.5, 0.8, 1.0)  # above, whole pages come out empty
    recalls, precisions = zip(
        *(scores_of(replace(PAPER, scale=scale, title=False), gold_pages) for scale in scales), strict=True
    )
    assert list(recalls) == sorted(recalls, reverse=True)
    assert list(precisions) == sorted(precisions)
