import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score, recall_score

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.probabilities import calibration_error
from iawce.train.common.metrics import (
    Predictions,
    accuracy,
    balanced_accuracy,
    confusion,
    fit_temperature,
    macro_f1,
    summarise,
)
from iawce.train.common.split import site_folds
from iawce.train.common.trainer import RECIPES, get_recipe

TARGETS = np.array([0, 0, 0, 1])
GUESSES = np.array([0, 0, 1, 1])


def page(number: int, site: str, label: str) -> LabelledPage:
    return LabelledPage(f"{site}-{number}", site, label, screenshot=None)


pages = st.lists(st.tuples(st.integers(0, 12), st.sampled_from(["article", "list"])), min_size=20, max_size=60).map(
    lambda rows: [page(number, f"site{site}", label) for number, (site, label) in enumerate(rows)]
)


@given(pages, st.integers(0, 5))
def test_no_site_is_in_two_parts_and_no_page_is_lost(rows: list[LabelledPage], seed: int) -> None:
    if len({row.site for row in rows}) < 3:
        return
    parts = site_folds(rows, 3, seed)
    assert sorted(row.id for part in parts for row in part) == sorted(row.id for row in rows)
    sites = [{row.site for row in part} for part in parts]
    assert not sites[0] & sites[1]
    assert not sites[0] & sites[2]
    assert not sites[1] & sites[2]
    assert parts == site_folds(rows, 3, seed)


def test_too_few_sites_to_split() -> None:
    with pytest.raises(UsageError, match="2 sites"):
        site_folds([page(0, "a", "list"), page(1, "b", "list")], 3, 0)


def test_scores() -> None:
    counts = confusion(TARGETS, GUESSES).sum(axis=0)
    assert accuracy(counts) == 0.75
    assert balanced_accuracy(counts) == pytest.approx((2 / 3 + 1) / 2)


LABELS = st.integers(0, 3)


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=40))
def test_scores_are_those_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    """The means over the labels that occur, whatever else is guessed."""
    targets, guesses = np.array(pairs).T
    labels, counts = np.unique(targets), confusion(targets, guesses).sum(axis=0)
    assert accuracy(counts) == pytest.approx(accuracy_score(targets, guesses))
    recall = recall_score(targets, guesses, labels=labels, average="macro")
    assert balanced_accuracy(counts) == pytest.approx(recall)
    assert macro_f1(counts) == pytest.approx(f1_score(targets, guesses, labels=labels, average="macro"))


def error_at(predictions: Predictions, temperature: float) -> float:
    shares = predictions.probabilities(temperature)
    return calibration_error(shares.max(axis=1), shares.argmax(axis=1) == predictions.targets)


def test_temperature_cools_a_network_that_is_too_sure() -> None:
    rng = np.random.default_rng(0)
    targets = rng.integers(2, size=4000)
    right = rng.random(4000) < 0.8
    said = np.where(right, targets, 1 - targets)
    logits = np.where(np.arange(2) == said[:, None], 8.0, 0.0)
    sites = tuple(str(number % 40) for number in range(4000))
    predictions = Predictions(("x",) * 4000, sites, targets, logits)
    temperature = fit_temperature(logits, targets)
    assert temperature == pytest.approx(8 / np.log(4), rel=0.1)
    assert error_at(predictions, 1.0) > 0.15
    assert error_at(predictions, temperature) < 0.03
    summary = summarise(predictions, ("article", "list"), temperature)
    assert summary["accuracy"] == pytest.approx(0.8, abs=0.02)
    assert set(summary["recall"]) == {"article", "list"}  # type: ignore[call-overload]


def test_the_paper_s_recipe() -> None:
    recipe = get_recipe("paper")
    assert (recipe.epochs, recipe.batch_size, recipe.learning_rate, recipe.augment) == (30, 16, 2e-4, False)
    with pytest.raises(UsageError, match=", ".join(RECIPES)):
        get_recipe("best")
