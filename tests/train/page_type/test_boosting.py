"""Trees answer from their arrays as scikit-learn's own do."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.export import export_trees as write_onnx
from iawce.models.common.runtime import BoostedTrees, OnnxRuntime
from iawce.models.features.inputs import InputSpec
from iawce.train.page_type.boosting import BoostSettings, TreesTask, export_trees


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_exported_trees_give_the_same_probabilities(classes: int) -> None:
    chance = np.random.default_rng(classes)
    features = chance.normal(size=(300, 6)).astype(np.float32)
    targets = np.concatenate([np.arange(classes), chance.integers(classes, size=300 - classes)])
    features[:, 0] += targets
    booster = HistGradientBoostingClassifier(max_iter=20, max_leaf_nodes=6, random_state=0).fit(features, targets)
    trees = export_trees(booster, classes)
    again = BoostedTrees(**{name: array.copy() for name, array in trees.arrays().items()})  # type: ignore[arg-type]
    unseen = chance.normal(size=(50, 6)).astype(np.float32)
    logits = again(unseen)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    assert np.allclose(powers / powers.sum(axis=1, keepdims=True), booster.predict_proba(unseen), atol=1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_the_export_to_onnx_answers_as_the_trees(classes: int, tmp_path: Path) -> None:
    features = np.random.default_rng(0).normal(size=(200, 5)).astype(np.float32)
    targets = np.arange(200) % classes
    trees = export_trees(HistGradientBoostingClassifier(max_iter=10).fit(features, targets), classes)
    exported = OnnxRuntime(write_onnx(trees, 5, tmp_path / "trees.onnx"))
    assert trees.difference(exported, 5) < 1e-4


def test_a_label_that_no_training_site_has_is_named() -> None:
    pages = [LabelledPage(str(i), str(i), "article") for i in range(4)]
    task = TreesTask(InputSpec("markup"), ("article", "list"), {str(i): np.zeros(3, np.float32) for i in range(4)})
    with pytest.raises(UsageError, match="more sites"):
        task.fit(pages)


def test_inferred_labels_teach_nothing_of_a_theme_on_which_the_trees_are_measured() -> None:
    rows = [
        *((f"m{n}", "plain", n % 2, False) for n in range(8)),
        *((f"u{n}", "dark", n % 2, False) for n in range(8)),
        *((f"i{n}", "dark", 1 - n % 2, True) for n in range(40)),  # all of them wrong
    ]
    labels = ("article", "list")
    pages = [
        LabelledPage(name, name, labels[label], theme=theme, is_inferred=inferred)
        for name, theme, label, inferred in rows
    ]
    features = {
        name: np.array([label if not inferred else 1 - label, 0], np.float32) for name, _, label, inferred in rows
    }
    task = TreesTask(InputSpec("markup"), labels, features, settings=BoostSettings(max_iter=20, min_samples_leaf=1))
    unseen = [page for page in pages if page.theme == "dark" and not page.is_inferred]
    predictions, _ = task.answer_unseen(pages, unseen, None)
    assert (predictions.logits.argmax(axis=1) == predictions.targets).all()
