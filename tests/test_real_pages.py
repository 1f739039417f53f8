"""The shipped models and the default algorithms on real pages."""

from pathlib import Path

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import GoldPage, read_pagetype
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.evaluate.measures import word_scores
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import Classification, read_fusion
from iawce.models.page_type.classifier import ENSEMBLE, shipped_records
from iawce.models.page_type.ensemble import LookAt, PageTypeEnsemble


@pytest.fixture(scope="module")
def unseen(shared: Path) -> list[tuple[Document, str]]:
    """Pages of sites that the shipped ensemble was not trained on, with their types."""
    sites = set(read_fusion(ENSEMBLE).training["held_out_sites"])
    pages = [page for page in read_pagetype(shared / "pagetype") if page.site in sites and page.boxes]
    assert len(pages) >= 60
    return [(page.document(), page.label) for page in pages]


Answers = list[tuple[Classification | PageError, str]]
"""What was said of each page, and its type."""


def classified(look_at: LookAt, pages: list[tuple[Document, str]], labels: tuple[str, ...]) -> Answers:
    """Pages with one of these types."""
    asked = [(look, label) for look, label in pages if label in labels]
    answers = PageTypeEnsemble(look_at).classify_many([look for look, _ in asked])
    return list(zip(answers, (label for _, label in asked), strict=True))


def share_right(answers: Answers, labels: tuple[str, ...]) -> float:
    """Of the pages with one of these types, those that are classified as one of them."""
    right = [
        isinstance(answer, Classification) and answer.among(labels).type == label
        for answer, label in answers
        if label in labels
    ]
    return float(np.mean(right))


ARTICLES_AND_LISTS = ("article", "list")
FOUR_TYPES = (*ARTICLES_AND_LISTS, "thread", "product")


@pytest.mark.corpus
@pytest.mark.parametrize("look_at", ["auto", "html"])
def test_page_types_are_classified_on_unseen_sites(look_at: LookAt, unseen: list[tuple[Document, str]]) -> None:
    answers = classified(look_at, unseen, FOUR_TYPES)
    assert share_right(answers, FOUR_TYPES) >= 0.9
    assert share_right(answers, ARTICLES_AND_LISTS) >= 0.95


@pytest.mark.corpus
def test_boxes_distinguish_articles_from_lists_there(unseen: list[tuple[Document, str]]) -> None:
    assert share_right(classified("boxes", unseen, ARTICLES_AND_LISTS), ARTICLES_AND_LISTS) >= 0.95


@pytest.mark.corpus
def test_a_screenshot_alone_distinguishes_articles_from_lists_there(unseen: list[tuple[Document, str]]) -> None:
    answers = classified("screenshot", unseen, ARTICLES_AND_LISTS)
    assert share_right(answers, ARTICLES_AND_LISTS) >= 0.8
    for answer, _ in answers:
        assert isinstance(answer, Classification)
        assert answer.possible("0.9"), "prediction sets are fitted for pictures too"


def test_shipped_models_have_records_of_training_and_measurement() -> None:
    fusion = read_fusion(ENSEMBLE)
    assert "train.py --model ensemble" in fusion.training["command"]
    for rule in ("boxes", "html", "screenshot"):
        scores = fusion.rules[rule].metrics["pages_with_boxes"]["article_or_list"]
        low, high = scores["accuracy_interval_95"]
        assert low < scores["accuracy"] < high
    for record in shipped_records():
        assert "train.py" in record.training["command"]
        assert set(record.training["held_out_sites"]) == set(fusion.training["held_out_sites"])


@pytest.mark.corpus
def test_articles_of_wcxb(wcxb: list[GoldPage]) -> None:
    pages = [page for page in wcxb if page.type == "article" and page.text][::12]
    scores = {}
    for method in ("article", "body"):
        extractor = Extractor(render="never", settings=ExtractSettings(method=method))
        rows = extractor.extract_many(page.page for page in pages)
        scores[method] = np.mean(
            [word_scores(row.text, page.text or "").f1 for row, page in zip(rows, pages, strict=True)]
        )
    assert scores["article"] >= 0.85
    assert scores["article"] > scores["body"]
