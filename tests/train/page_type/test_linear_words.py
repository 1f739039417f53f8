"""The linear model of words: what counts as a word of a page, and a model that is fitted, saved and opened."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.features.inputs import InputSpec
from iawce.models.features.page_words import page_words
from iawce.models.page_type.classifier import Classifier, LinearWords
from iawce.train.page_type.linear_words import WordsTask, read_words

PAGES = {
    "article": "<h1>Story</h1><p>Some text</p><a href=/authors/me>Me</a>",
    "thread": "<h2>Replies</h2><div class=post>I think</div><button>Antworten</button><a href='/u/me'>Me</a>",
    "product": "<h1>Story</h1><form><input type=submit value='Buy now'></form><div class=price>9</div>",
}


def test_words_are_distinguished_by_their_places() -> None:
    page = Document(
        "",
        html="<html class=single><title>Forum</title><body class='single page'><h1>Kommentare 12</h1>"
        "<button>Antworten</button><input placeholder=Suche value=secret><div class='post-body' itemprop=text>"
        "<a href='https://site.example/profile/7'>Ann</a><a href=/a>this link has too many words</a></div>",
    )
    assert page_words(page) == {
        "title:forum", "heading:kommentare", "label:antworten", "label:suche", "class:post", "class:body",
        "itemprop:text", "path:profile", "link:ann",
    }  # fmt: skip


def test_a_fitted_model_tells_pages_of_other_sites_and_survives_its_file(tmp_path: Path) -> None:
    pages = [
        LabelledPage(f"{label}{site}", f"site{site}", label, html=html.encode())
        for label, html in PAGES.items()
        for site in range(12)
    ]
    task = WordsTask(InputSpec("words"), tuple(PAGES), read_words(pages))
    fitted = task.fit([page for page in pages if page.site > "site5"])
    unseen = fitted.predict([page for page in pages if page.site <= "site5"])
    assert (unseen.logits.argmax(axis=1) == unseen.targets).all()

    record = ModelRecord("words", task.model, task.labels, task.spec)
    classifier = Classifier.from_file(save_model(tmp_path, record, fitted.arrays()))
    inputs = [classifier.prepare(page.document()) for page in pages[::12]]
    assert [answer.type for answer in classifier.classify(inputs)] == list(PAGES)
    assert np.allclose([np.linalg.norm(found) for found in inputs], 1)


def test_a_page_that_weighs_less_persuades_less() -> None:
    pages = [
        LabelledPage(f"{label}{site}", f"site{site}", label, html=html.encode())
        for label, html in PAGES.items()
        for site in range(12)
    ]
    wrong = [replace(page, id=f"w{page.id}", label="article", weight=0.01) for page in pages]
    heavy = [replace(page, weight=10.0) for page in wrong]
    task = WordsTask(InputSpec("words"), tuple(PAGES), read_words([*pages, *wrong]))
    for more, right in ((wrong, 1.0), (heavy, 1 / 3)):
        predictions = task.fit([*pages, *more]).predict(pages)
        assert (predictions.logits.argmax(axis=1) == predictions.targets).mean() == pytest.approx(right)


def test_a_page_without_known_words_is_described_all_the_same() -> None:
    model = LinearWords(("class:post",), *(np.ones(shape, np.float32) for shape in ((1,), (1, 2), (2,))))
    assert model(model.describe(["heading:new"])[None]).tolist() == [[1, 1]]


def test_damaged_weights_are_refused() -> None:
    model = LinearWords(("class:post",), *(np.ones(shape, np.float32) for shape in ((1,), (1, 2), (2,))))
    arrays = model.arrays()
    for changed in ({"bias": np.ones(3)}, {"rarity": np.ones(2)}, {"vocabulary": np.array([255], np.uint8)}):
        with pytest.raises(EnvironmentMissing, match="no linear model of words"):
            LinearWords.from_arrays(arrays | changed)
    with pytest.raises(EnvironmentMissing, match="no linear model of words"):
        LinearWords.from_arrays({"bias": arrays["bias"]})
    assert LinearWords.from_arrays(arrays).vocabulary == model.vocabulary
