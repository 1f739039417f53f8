"""The page-type ensemble, trained small on pages drawn and written here: members, rules, record, accuracy."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.boxes import Box, dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Classification, read_fusion
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.common.trainer import Machine, get_recipe
from iawce.train.page_type.boosting import BoostSettings, TreesTask
from iawce.train.page_type.ensemble import train_ensemble
from iawce.train.page_type.task import Fitted
from iawce.train.page_type.tasks import EnsembleSettings

WORDS = {
    "article": "<h1>Story</h1>"
    + "<p>A long paragraph of running text, with many words in it, that tells it all.</p>" * 9,
    "documentation": "<h1>API</h1><pre>install()</pre>" * 5 + "<p>Parameters and returns of the function.</p>" * 4,
    "service": "<h1>Our services</h1><section class=hero><p>Contact us, get a quote, free consultation.</p></section>"
    * 4,
    "listing": "<article class=post><h2><a href=/p>A title of a post</a></h2><p>Excerpt</p></article>" * 9,
    "collection": "<li class=product><a href=/x>Thing</a><span class=price>$ 9</span></li>" * 9,
    "forum": "<div class=post><b class=author>me</b><p>I reply to this topic, quote and all, as members do.</p></div>"
    * 9,
    "product": "<h1>Thing</h1><span class=price>$ 9</span><button>Add to cart</button><p>In stock, free shipping.</p>"
    * 2,
}
COARSE = dict(zip(WORDS, ("article", "article", "article", "list", "list", "thread", "product"), strict=True))


def layout(label: str, chance: random.Random) -> list[Box]:
    x = chance.randint(100, 300)
    shapes = {
        "article": (900, 150, 6, 0),
        "list": (500, 30, 1, 1),
        "thread": (700, 80, 3, 0),
        "product": (300, 40, 2, 0),
    }
    width, height, lines, link = shapes[label]
    rows = [
        Box("t", i, x, 100 + i * (height + 40), width, height, lines, 80 * lines, 16, 400, link, 0) for i in range(10)
    ]
    if label in ("thread", "product"):
        kind = "i" if label == "product" else "c"
        rows += [Box(kind, 50 + i, x - 90, 100 + i * 120, 80, 80, 0, 0, 16, 400, 0, 0) for i in range(10)]
    return rows


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[LabelledPage]:
    chance, found, folder = random.Random(0), [], tmp_path_factory.mktemp("pages")
    for number in range(56):
        fine = list(WORDS)[number % 7]
        boxes = folder / f"{number}.json.gz"
        boxes.write_bytes(dump_boxes(layout(COARSE[fine], chance)))
        page = LabelledPage(f"page{number}", f"site{number // 7}", COARSE[fine], html=WORDS[fine].encode(), fine=fine)
        found.append(replace(page, boxes=boxes if number % 4 else None))
    return found


@pytest.fixture(scope="module")
def trained(pages: list[LabelledPage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an ensemble of all members, beside what its training left.

    Processes read the HTML, since all pages have it; the boxes, which fewer have, are read here.
    """
    settings = EnsembleSettings(
        tmp_path_factory.mktemp("run") / "ensemble",
        replace(get_recipe("attention"), epochs=5, batch_size=8),
        trees=BoostSettings(max_iter=15, min_samples_leaf=2),
        folds=2,
        held_out=("site0",),
        command="train.py --model ensemble",
    )
    return train_ensemble(pages, settings)


def test_the_ensemble_learns_members_and_rules(pages: list[LabelledPage], trained: Path) -> None:
    fusion = read_fusion(trained)
    assert fusion.labels == LABELS
    assert fusion.training["sites"] == 7
    assert fusion.rules["html"].metrics["html_only_fine"]["accuracy"] > 0.8
    assert fusion.rules["html"].metrics["pages_with_boxes"]["all_labels"]["accuracy"] > 0.8
    assert "pages_with_boxes" in fusion.rules["boxes"].metrics
    assert fusion.rules["html"].first == "html-trees"
    assert 0.9 <= fusion.rules["html"].sure <= 1
    stored_rows = [json.loads(line) for line in (trained.parent / "predictions-html.jsonl").read_text().splitlines()]
    assert not any(row["site"] == "site0" for row in stored_rows)
    for name in (
        "confusion-html.png",
        "mistakes-html.png",
        "layout-attention.json",
        "html-attention.json",
        "html-trees.json",
    ):
        assert (trained.parent / name).is_file()


def test_folds_with_stored_predictions_are_not_trained_again(
    pages: list[LabelledPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = EnsembleSettings(
        tmp_path / "ensemble",
        replace(get_recipe("attention"), epochs=2, batch_size=4),
        trees=BoostSettings(max_iter=3, min_samples_leaf=2),
        folds=2,
        machine=Machine("cpu", checkpoints=tmp_path / "checkpoints"),
        rules=("html",),
    )
    pages = pages[:35]  # so few are read without starting processes
    first = read_fusion(train_ensemble(pages, settings))
    fitted: list[int] = []
    fit = TreesTask.fit

    def counted(task: TreesTask, training: list[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
        fitted.append(len(training))
        return fit(task, training, unseen)

    monkeypatch.setattr(TreesTask, "fit", counted)
    again = read_fusion(train_ensemble(pages, settings))
    assert fitted == [len(pages)]  # the final model alone
    assert again.rules == first.rules
    with pytest.raises(UsageError, match="other settings"):
        train_ensemble(pages[1:], settings)
    monkeypatch.setattr("iawce.train.page_type.ensemble.code_version", lambda _: "changed since")
    with pytest.raises(UsageError, match="code"):
        train_ensemble(pages, settings)


def test_a_new_ensemble_is_used_instead_of_the_shipped_one(trained: Path) -> None:
    answer = PageTypeEnsemble(model=str(trained)).classify(Document("", html=WORDS["forum"]))
    assert isinstance(answer, Classification)
    assert (answer.type, answer.model) == ("thread", "page_type/html")
    assert set(answer.fine) == set(FINE_LABELS)
