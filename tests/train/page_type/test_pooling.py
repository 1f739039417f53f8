"""Rules by which members answer together: learned on made-up members whose worth is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.page_type.classification import LABELS, Classification, Rule, divide, to_labels
from iawce.train.page_type.ensemble import (
    MemberPredictions,
    OutOfFoldPredictions,
    empirical_coverage,
    fit_rule,
    judge_unseen,
    quantiles,
    rebalance,
    rebalance_unseen,
)


def member(chance: np.random.Generator, targets: np.ndarray, worth: float) -> Floats:
    """Log probabilities that know the truth the better, the larger ``worth``."""
    logits = chance.normal(size=(len(targets), len(LABELS)))
    logits[np.arange(len(targets)), targets] += worth
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))


def table(worths: dict[str, float], seed: int = 0, size: int = 800) -> MemberPredictions:
    chance = np.random.default_rng(seed)
    targets = chance.integers(len(LABELS), size=size)
    pages = tuple(LabelledPage(str(number), str(number), LABELS[label]) for number, label in enumerate(targets))
    members = {name: member(chance, targets, worth) for name, worth in worths.items()}
    return MemberPredictions(pages, targets, np.arange(size) % 5, members)


def rows(found: MemberPredictions, chosen: np.ndarray) -> MemberPredictions:
    pages = tuple(page for page, is_chosen in zip(found.pages, chosen, strict=True) if is_chosen)
    members = {name: values[chosen] for name, values in found.members.items()}
    return MemberPredictions(pages, found.targets[chosen], found.parts[chosen], members)


def test_the_better_member_weighs_more_and_a_useless_one_nothing() -> None:
    rule = fit_rule(table({"good": 3.0, "fair": 1.0, "noise": 0.0}))
    assert rule.weights["good"] > 2 * rule.weights["fair"] > 4 * rule.weights["noise"]
    assert min(rule.weights.values()) >= 0


def test_together_they_are_better_than_the_best_alone() -> None:
    both = table({"one": 2.0, "two": 2.0})
    alone = table({"one": 2.0})
    judged = [judge_unseen(found) for found in (both, alone)]
    scores = [(found.logits.argmax(axis=1) == found.targets).mean() for found in judged]
    assert scores[0] > scores[1] + 0.05


def test_rare_labels_are_found_more_often_when_rebalanced(monkeypatch: pytest.MonkeyPatch) -> None:
    found = table({"one": 1.5}, size=3000)
    rare = rows(found, (found.targets < 2) | (np.arange(3000) % 12 == 0))
    raw = judge_unseen(rare)
    recalls, biases = [], []
    for balance in (0.0, 0.25, 1.0):
        monkeypatch.setattr("iawce.train.page_type.ensemble.BALANCE", balance)
        even = rebalance_unseen(raw, rare.parts)
        recalls.append(float((even.logits.argmax(axis=1) == even.targets)[rare.targets > 1].mean()))
        rule = rebalance(fit_rule(rare), raw)
        biases.append(min(rule.bias[2:]) - max(rule.bias[:2]))
        assert np.mean(rule.pool(rare.members).argmax(axis=1) == even.logits.argmax(axis=1)) > 0.95
    assert recalls == sorted(recalls)
    assert recalls[2] > recalls[0] + 0.1
    assert biases == sorted(biases)


@pytest.mark.parametrize("coverage", ["0.9", "0.95", "0.99"])
def test_prediction_sets_keep_their_coverage_guarantee(coverage: str) -> None:
    known = table({"one": 1.5}, seed=1)
    rule = rebalance(fit_rule(known), judge_unseen(known))
    fresh = table({"one": 1.5}, seed=2, size=4000)
    held = []
    for row, target in zip(rule.pool(fresh.members), fresh.targets, strict=True):
        answer = Classification("article", dict(zip(LABELS, row.tolist(), strict=True)), "m", quantiles=rule.quantiles)
        held.append(LABELS[target] in answer.possible(coverage))
    assert np.mean(held) == pytest.approx(float(coverage), abs=0.02)


@settings(max_examples=30)
@given(st.integers(0, 1000))
def test_quantiles_rise_with_the_coverage(seed: int) -> None:
    found = table({"one": 1.0}, seed, 60)
    values = quantiles(np.exp(found.members["one"]), found.targets)
    assert 0 <= values["0.9"] <= values["0.95"] <= values["0.99"] <= 1


def test_finer_types_add_up_to_the_page_types() -> None:
    chance = np.random.default_rng(0)
    fine = chance.dirichlet(np.ones(7), 20)
    fine_labels = ("article", "documentation", "service", "listing", "collection", "forum", "product")
    coarse = np.exp(to_labels(np.log(fine), fine_labels))
    assert np.allclose(coarse.sum(axis=1), 1)
    assert np.allclose(coarse[:, 1], fine[:, 3] + fine[:, 4])
    pooled = chance.dirichlet(np.ones(4), 20)
    shared = divide(pooled, fine)
    assert np.allclose(shared.sum(axis=1), 1)
    assert np.allclose(np.exp(to_labels(np.log(shared), fine_labels)), pooled)


def test_a_table_holds_the_pages_that_all_members_classified() -> None:
    answers = OutOfFoldPredictions()
    both, one = (LabelledPage(name, "s", "list") for name in "ab")
    answers.add("boxes", [[both, one]], np.log(np.array([[0.1, 0.7, 0.1, 0.1], [0.7, 0.1, 0.1, 0.1]])), LABELS)
    answers.add("markup", [[both]], np.log(np.array([[0.05, 0.85, 0.05, 0.05]])), LABELS)
    table = answers.table(("boxes", "markup"))
    assert ([page.id for page in table.pages], table.targets.tolist()) == (["a"], [1])
    assert [values.shape for values in table.members.values()] == [(1, 4), (1, 4)]


def test_a_rule_pools_by_weighted_sums_of_logarithms() -> None:
    rule = Rule({"a": 1.0, "b": 2.0}, (0.0, 0.0))
    shares = rule.pool({"a": np.log([[0.5, 0.5]]), "b": np.log([[0.8, 0.2]])})
    assert shares == pytest.approx(np.array([[0.64, 0.04]]) / 0.68)


def test_coverage_guarantees_hold_on_other_sites() -> None:
    judged = judge_unseen(table({"one": 2.0}, size=1500))
    for guarantee, found in empirical_coverage(judged, repeats=10).items():
        assert found["coverage"] == pytest.approx(float(guarantee), abs=0.02)
        assert 1 <= found["set_size"] <= 4
        assert 0 <= found["undercovered"] <= 1
