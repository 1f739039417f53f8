"""The shipped models and the default algorithms on real pages."""

from pathlib import Path

import numpy as np
import pytest

from iawce.data.boxes import load_boxes
from iawce.data.corpora.pagetype import read_pagetype
from iawce.data.corpora.wcxb import read_wcxb
from iawce.data.looks import Look
from iawce.data.page import Page
from iawce.extract import Extractor
from iawce.extract.measures import word_scores
from iawce.extract.take import TakeSettings
from iawce.models.classification import Classification
from iawce.models.eyes import Eyes
from iawce.models.shipped import list_records


@pytest.mark.corpus
def test_the_shipped_eye_is_right_on_sites_it_was_never_shown(shared: Path) -> None:
    record = next(record for record in list_records() if record.name == "lenet5-layout")
    unseen = set(record.training["held_out_sites"])
    pages = [page for page in read_pagetype(shared / "pagetype") if page.site in unseen and page.label in record.labels]
    assert len(pages) >= 40
    answers = Eyes().look_many([Look(page.id, boxes=load_boxes(page.boxes)) for page in pages if page.boxes])
    wanted = [page.label for page in pages if page.boxes]
    right = [isinstance(a, Classification) and a.type == label for a, label in zip(answers, wanted, strict=True)]
    assert np.mean(right) >= 0.8


def test_every_shipped_record_says_how_it_was_made_and_measured() -> None:
    for record in list_records():
        low, high = record.metrics["accuracy_interval_95"]
        assert low < record.metrics["accuracy"] < high
        assert record.metrics["protocol"].endswith("split by site")
        assert "train.py" in record.training["command"]


@pytest.mark.corpus
def test_articles_of_wcxb(shared: Path) -> None:
    pages = [page for page in read_wcxb(shared / "wcxb-dev.tar.xz") if page.type == "article" and page.text][::12]
    scores = {}
    for method in ("article", "body"):
        extractor = Extractor(browser=False, take=TakeSettings(method=method))
        rows = extractor.extract_many(Page(page.id, page.url, page.body) for page in pages)
        scores[method] = np.mean([word_scores(row.text, page.text).f1 for row, page in zip(rows, pages, strict=True)])
    assert scores["article"] >= 0.85
    assert scores["article"] > scores["body"]
