"""A training of the block model, from pages with gold text to weights that are used."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.models.blocks.block_model import load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.train.segmentation.boosting import BlockTreesSettings, as_boosted_trees
from iawce.train.segmentation.examples import Written
from iawce.train.segmentation.run import BlockRunSettings, train_blocks

TREES = BlockTreesSettings(rounds=20, min_data_in_leaf=5, threads=1)
WORDS = "river stone bridge market winter garden letter window morning kitchen harbour mountain"


def make_pages(count: int) -> Iterator[GoldPage]:
    """Pages of as many sites, each with a menu, two paragraphs and a footer."""
    rng = np.random.default_rng(0)
    for number in range(count):
        first, second = (" ".join(rng.choice(WORDS.split(), 35)).capitalize() + "." for _ in range(2))
        menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in rng.choice(WORDS.split(), 6))
        html = (
            f"<title>Page {number}</title><nav class=menu><ul>{menu}</ul></nav><div class=story><p>{first}</p>"
            f"<p>{second}</p></div><div class=foot><a href=/p>Privacy</a>, <a href=/t>terms</a> of page {number}</div>"
        )
        yield GoldPage(f"{number}", f"site{number}.example", html.encode(), type="article", text=f"{first}\n{second}")


def test_a_run_learns_and_leaves_everything_behind(tmp_path: Path) -> None:
    pages = list(make_pages(24))
    settings = BlockRunSettings(
        tmp_path, TREES, 2, Written(4, 6, 5), held_out=("site0.example",), command="train.py --model blocks"
    )
    path = train_blocks({"own": pages}, settings)
    model = load_block_model(path)
    assert model.record.metrics["own article"]["pages"] == 23
    assert model.record.metrics["own"]["word_f1"][0] > 0.9
    assert model.record.training["held_out_sites"] == ["site0.example"]
    assert {file.name for file in tmp_path.glob("*.png")} == {"scores.png", "confidence.png"}
    rows = [json.loads(line) for line in (tmp_path / "predictions.jsonl").read_text().splitlines()]
    assert len(rows) == 23 + 4 + 6 + 6 + 5
    assert {row["set"] for row in rows} == {"own", "plain", "further", "teasers", "unnamed"}
    document = Document("0", html=pages[0].html)
    page = PageBlocks(document.text_blocks)
    chosen = model.answer(page, model(page), "article").chosen
    kept = [text for text, is_chosen in zip(page.blocks.texts, chosen, strict=True) if is_chosen]
    assert pages[0].text == "\n".join(kept)
    assert 0 <= model.confidence(0.5) <= model.confidence(0.9) <= 1


def test_pages_of_no_known_type_are_learned_from_without_a_judge(tmp_path: Path) -> None:
    pages = [replace(page, type="") for page in make_pages(12)]
    model = load_block_model(train_blocks({"own": pages}, BlockRunSettings(tmp_path, TREES, 2, Written(0, 0, 0))))
    assert model.judge is None
    assert model.record.metrics["own"]["word_f1"][0] > 0.9


def test_too_few_sites_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="too few sites for 2 parts"):
        train_blocks({"own": list(make_pages(1))}, BlockRunSettings(tmp_path, TREES, 2, Written(0, 0, 0)))


def test_exported_trees_answer_as_lightgbm_does() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(400, 6)).astype(np.float32)
    labels = (features[:, 0] + features[:, 1] ** 2 > 0.5).astype(np.float32)
    data = TREES.dataset(features, labels, np.ones(400, np.float32))
    booster = TREES.grow(data)
    expected = np.asarray(booster.predict(features, raw_score=True))
    assert as_boosted_trees(booster)(features)[:, 0] == pytest.approx(expected, abs=1e-5)
    half = np.asarray(TREES.grow(data.subset(list(range(200)))).predict(features))
    assert ((half > 0.5) == labels.astype(bool)).mean() > 0.8
