"""Trains the page-type ensemble: out-of-fold predictions of its members, then the rules that pool them.

Predictions in a folder of checkpoints are read again, and the others are computed.

Rules are fitted on out-of-fold predictions: no member was trained on the page's site, nor on any site of its theme.
"""

import json
import logging
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.intervals import site_difference
from iawce.models.common.probabilities import log_softmax
from iawce.models.common.record import ModelRecord, write_record
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Fusion, Rule, divide, to_labels
from iawce.models.page_type.classifier import RULES_FILE
from iawce.train.common.feature_cache import check_same_run, code_version
from iawce.train.common.metrics import Predictions, summarise, summarise_ensemble
from iawce.train.common.plots import plot_curves
from iawce.train.common.split import label_weights, scored_pages, site_folds, theme_of
from iawce.train.page_type.plain import PLAIN
from iawce.train.page_type.results import draw_results, fingerprint
from iawce.train.page_type.run import cross_validate
from iawce.train.page_type.task import Task, targets_of
from iawce.train.page_type.tasks import FIRST, RULES, EnsembleSettings, make_tasks

COVERAGES = ("0.9", "0.95", "0.99")
"""Coverage guarantees that prediction sets are fitted for, see ``Classification.possible``."""
RESTRAINT = 0.02  # Weight of the squared bias in the fit; with few pages it keeps the members' label frequencies
SURE_LIMITS = (0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995)
"""Least probabilities, among which that is chosen at which the first member's answer stands alone."""
MAX_LOSS = 0.001  # Accuracy that this may cost at most, over all pages
BALANCE = 0.25  # Exponent of ``rebalance``: threads and products are rarer in the training pages than on the web
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MemberPredictions:
    """Log probabilities (N, labels) of each member for the same N pages; ``parts`` (N,) is the fold of each page."""

    pages: tuple[LabelledPage, ...]
    targets: Ints
    parts: Ints
    members: dict[str, Floats]


@dataclass(slots=True)
class OutOfFoldPredictions:
    """Predictions of each member for pages of sites that it was not trained on, by member and page id."""

    pages: dict[str, tuple[LabelledPage, int]] = field(default_factory=dict)
    log_probabilities: dict[str, dict[str, Floats]] = field(default_factory=dict)
    fine: dict[str, dict[str, Floats]] = field(default_factory=dict)
    """Log probabilities (7,) of the finer types by member, of those that distinguish them, and page id."""

    def add(
        self, member: str, parts: Sequence[Sequence[LabelledPage]], log_shares: Floats, labels: tuple[str, ...]
    ) -> None:
        """Add the log probabilities of one member, (pages of all folds, labels), for the pages of each fold."""
        placed = [(page, number) for number, part in enumerate(parts) for page in part]
        self.pages |= {page.id: (page, number) for page, number in placed}
        ids = [page.id for page, _ in placed]
        self.log_probabilities[member] = dict(zip(ids, to_labels(log_shares, labels), strict=True))
        if labels == FINE_LABELS:
            self.fine[member] = dict(zip(ids, log_shares, strict=True))

    def table(self, members: Sequence[str]) -> MemberPredictions:
        """Predictions for the pages that all ``members`` classified."""
        known = [i for i in self.pages if all(i in self.log_probabilities[member] for member in members)]
        ids = sorted(known, key=lambda page_id: self.pages[page_id][1])
        pages, parts = zip(*(self.pages[i] for i in ids), strict=True)
        return MemberPredictions(
            pages,
            targets_of(pages, LABELS),
            np.array(parts, np.int64),
            {member: np.stack([self.log_probabilities[member][i] for i in ids]) for member in members},
        )


def fit_rule(table: MemberPredictions, chosen: Any = slice(None)) -> Rule:
    """The weights, none negative, and the bias with the lowest cross-entropy; of ``chosen`` pages, else of all."""
    members = np.stack(list(table.members.values()))
    weights, bias = _minimise_cross_entropy(members[:, chosen], table.targets[chosen], restraint=RESTRAINT)
    return Rule(dict(zip(table.members, weights.tolist(), strict=True)), tuple(bias.tolist()))


def rebalance(rule: Rule, judged: Predictions) -> Rule:
    """The rule with a sharpness (inverse temperature) and a bias fitted so that rare labels are not under-predicted.

    A member without weight leaves the rule. ``judged``: predictions for the pages by rules fitted on other sites.
    """
    (sharpness,), shift = _minimise_cross_entropy(judged.logits[None], judged.targets, balance=BALANCE)
    bias = tuple((sharpness * np.array(rule.bias) + shift).round(4).tolist())
    weights = {name: round(float(sharpness) * weight, 4) for name, weight in rule.weights.items() if weight > 0}
    shares = replace(judged, logits=sharpness * judged.logits + shift).probabilities()
    return Rule(weights, bias, quantiles(shares, judged.targets))


def rebalance_unseen(judged: Predictions, parts: Ints) -> Predictions:
    """Each fold rebalanced by parameters fitted on the other folds."""

    def of_fold(rest: Bools, here: Bools) -> Floats:
        (sharpness,), shift = _minimise_cross_entropy(judged.logits[None, rest], judged.targets[rest], balance=BALANCE)
        return np.asarray(sharpness * judged.logits[here] + shift)

    shares = replace(judged, logits=cross_fit(parts, of_fold)).probabilities()
    return replace(judged, logits=np.log(np.maximum(shares, 1e-12)))


def cross_fit(parts: Ints, of_fold: Callable[[Bools, Bools], Floats]) -> Floats:
    """What ``of_fold`` gives of the pages of each fold, (N, labels), fitted on those of the other folds, bool (N,)."""
    found = np.zeros((len(parts), len(LABELS)))
    for part in np.unique(parts):
        found[parts == part] = of_fold(parts != part, parts == part)
    return found


def ask_first(rule: Rule, judged: Predictions, table: MemberPredictions) -> tuple[Rule, Predictions]:
    """The rule that asks ``FIRST`` alone first, and its predictions; each fold with the limit of the other folds.

    ``judged``: predictions of such rules for the pages, fitted on other sites; ``table``: of the members for these.
    """
    own = table.members[FIRST]

    def of_fold(rest: Bools, here: Bools) -> Floats:
        return _with_sure(judged.logits[here], own[here], _sure_limit(judged.rows(rest), own[rest]))

    limit = _sure_limit(judged, own)
    shares = np.exp(_with_sure(judged.logits, own, limit))
    sure = replace(rule, first=FIRST, sure=limit, quantiles=quantiles(shares, judged.targets))
    return sure, replace(judged, logits=cross_fit(table.parts, of_fold))


def _sure_limit(judged: Predictions, first: Floats) -> float:
    """The least probability at which the answers of a member may stand alone: they cost less than ``MAX_LOSS``."""
    right = _right(judged, len(LABELS))
    for limit in SURE_LIMITS:
        cascade = replace(judged, logits=_with_sure(judged.logits, first, limit))
        if (right - _right(cascade, len(LABELS))).mean() <= MAX_LOSS:
            return limit
    return 1.0


def _with_sure(logits: Floats, first: Floats, limit: float) -> Floats:
    """The log probabilities (N, labels) of the first member where its largest probability is at least the limit."""
    return np.where(np.exp(first).max(axis=1, keepdims=True) >= limit, first, logits)


def _minimise_cross_entropy(
    members: Floats, targets: Ints, *, balance: float = 0.0, restraint: float = 0.0
) -> tuple[Floats, Floats]:
    """Weights (members,), none negative, and bias (labels,) with the lowest cross-entropy.

    ``members``: log probabilities, (members, N, labels). A page whose label n pages have counts n ** -balance;
    ``restraint``: weight of the squared bias.
    """
    count, rows = len(members), np.arange(len(targets))
    worth = label_weights(targets, len(LABELS), balance)[targets]

    def cross_entropy(values: Floats) -> float:
        logits = np.tensordot(values[:count], members, 1) + values[count:]
        losses = -worth * log_softmax(logits)[rows, targets]
        return float(losses.mean() + restraint * (values[count:] ** 2).sum())

    start = np.concatenate([np.full(count, 1 / count), np.zeros(len(LABELS))])
    bounds = [(0.0, None)] * count + [(None, None)] * len(LABELS)
    found = minimize(cross_entropy, start, method="L-BFGS-B", bounds=bounds).x.round(4)
    return found[:count], found[count:]


def quantiles(probabilities: Floats, targets: Ints) -> dict[str, float]:
    """By coverage guarantee, the conformal quantile of the score 1 - probability of the true label.

    Sources: Sadinle, Lei and Wasserman 2019 (the score); Papadopoulos et al. 2002 (split conformal prediction: of n
    scores in rising order the one at place ceil((n + 1) coverage)).
    """
    scores = np.sort(1 - probabilities[np.arange(len(targets)), targets])
    places = {coverage: math.ceil((len(scores) + 1) * float(coverage)) for coverage in COVERAGES}
    return {coverage: round(float(scores[min(place, len(scores)) - 1]), 6) for coverage, place in places.items()}


def empirical_coverage(judged: Predictions, repeats: int = 50) -> dict[str, dict[str, float]]:
    """Coverage and size of prediction sets on sites that their quantiles were not fitted on, by coverage guarantee.

    Half of the sites, drawn at random, fit the quantiles, the other half tests them: ``coverage`` (share of pages whose
    set holds the true label) and ``set_size``, means over ``repeats`` draws; ``undercovered``, the share of draws whose
    coverage falls short of the guarantee by more than 0.02.
    """
    sites = np.asarray(judged.sites)
    names = np.unique(sites)
    shares = judged.probabilities()
    chance = np.random.default_rng(0)
    found: dict[str, list[tuple[float, float]]] = {guarantee: [] for guarantee in COVERAGES}
    for _ in range(repeats):
        fitted = np.isin(sites, chance.permutation(names)[: len(names) // 2])
        limits = quantiles(shares[fitted], judged.targets[fitted])
        tested, targets = shares[~fitted], judged.targets[~fitted]
        for guarantee, limit in limits.items():
            sets = (1 - tested <= limit) | (tested == tested.max(axis=1, keepdims=True))
            held = sets[np.arange(len(targets)), targets]
            found[guarantee].append((float(held.mean()), float(sets.sum(axis=1).mean())))
    measured = dict[str, dict[str, float]]()
    for guarantee, rows in found.items():
        coverages, sizes = np.array(rows).T
        measured[guarantee] = {
            "coverage": round(float(coverages.mean()), 4),
            "set_size": round(float(sizes.mean()), 3),
            "undercovered": round(float((coverages < float(guarantee) - 0.02).mean()), 2),
        }
    return measured


def judge_unseen(table: MemberPredictions) -> Predictions:
    """Out-of-fold predictions of the rule: each fold by a rule fitted on the others; logits are log probabilities."""

    def of_fold(rest: Bools, here: Bools) -> Floats:
        return fit_rule(table, rest).pool({name: values[here] for name, values in table.members.items()})

    shares = cross_fit(table.parts, of_fold)
    return Predictions.of(table.pages, table.targets, np.log(np.maximum(shares, 1e-12)))


def measure_rule(judged: Predictions, answers: OutOfFoldPredictions, rule: Rule) -> dict[str, Any]:
    """Scores of the pages with boxes, of those of which only HTML is known, also of finer types, and of plain pages.

    ``rule`` divides the types into the finer ones by two weights, which were fitted on all pages.
    """
    metrics: dict[str, Any] = {}
    plain = np.array([page_id.endswith(PLAIN) for page_id in judged.ids])
    if plain.any():
        metrics["plain_pages"] = summarise(judged.rows(plain), LABELS, 1.0)
        judged = judged.rows(~plain)
    drawn = np.array([answers.pages[page_id][0].boxes is not None for page_id in judged.ids])
    if drawn.any():
        metrics["pages_with_boxes"] = summarise_ensemble(judged.rows(drawn))
        metrics["empirical_coverage"] = empirical_coverage(judged.rows(drawn))
    if not drawn.all():
        html_only = judged.rows(~drawn)
        by_member = {name: known for name, known in answers.fine.items() if name in rule.weights}
        of_pages = {name: np.stack([known[i] for i in html_only.ids]) for name, known in by_member.items()}
        shares = divide(html_only.probabilities(), rule.pool_fine(of_pages))
        named = targets_of([answers.pages[page_id][0] for page_id in html_only.ids], FINE_LABELS)
        finer = replace(html_only, targets=named, logits=np.log(np.maximum(shares, 1e-12)))
        metrics["html_only"] = summarise(html_only, LABELS, 1.0)
        metrics["html_only_fine"] = summarise(finer, FINE_LABELS, 1.0)
    return metrics


def score_members(table: MemberPredictions, together: Predictions) -> dict[str, Any]:
    """By member, the scores of a rule of this member alone, and ``gain_of_all`` on pages of unseen sites.

    ``together``: predictions of the rule for the pages of ``table``, in the same order.
    """
    found, two = dict[str, Any](), table.targets < 2
    for name, own in table.members.items():
        alone = rebalance_unseen(judge_unseen(replace(table, members={name: own})), table.parts)
        gains = _gain(together, alone, len(LABELS)), _gain(together.rows(two), alone.rows(two), 2)
        named = zip(("all_labels", f"{LABELS[0]}_or_{LABELS[1]}"), gains, strict=True)
        found[name] = summarise_ensemble(alone) | {"gain_of_all": dict(named)}
    return found


def _gain(together: Predictions, alone: Predictions, labels: int) -> list[float]:
    found = site_difference(_right(together, labels).tolist(), _right(alone, labels).tolist(), together.sites)
    return [round(value, 4) for value in found]


def _right(predictions: Predictions, labels: int) -> Floats:
    right: Bools = predictions.logits[:, :labels].argmax(axis=1) == predictions.targets
    return right.astype(np.float64)


def answer_unseen(
    tasks: dict[str, Task],
    pages: Sequence[LabelledPage],
    parts: Sequence[Sequence[LabelledPage]],
    checkpoints: Path | None = None,
) -> OutOfFoldPredictions:
    """Out-of-fold log probabilities of each member; what ``checkpoints`` holds of them is not computed again.

    Raises UsageError: the checkpoints are of a training with other pages, settings or code.
    """
    answers, code = OutOfFoldPredictions(), code_version(make_tasks.__module__)
    for name, task in tasks.items():
        folder = checkpoints / name if checkpoints else None
        if folder:
            check_same_run(folder, repr((task.spec, task.described(), task.seed, fingerprint(pages), code)))
        shown = [task.seen_by(part) for part in parts]
        log.info("%s is cross-validated", name)
        predictions, _ = cross_validate(task, task.seen_by(pages), shown, folder)
        answers.add(name, shown, np.log(predictions.probabilities() + 1e-9), task.labels)
    return answers


def train_ensemble(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> Path:
    """Train members and rules; returns the path of the rules, with the members' records in the same folder.

    All members are trained on pages with boxes and HTML, those of the HTML also on pages with HTML only.

    Raises UsageError: pages that cannot be read, or too few of a type.
    """
    pages = [one for one in pages if one.site not in settings.held_out and (one.html or one.boxes or one.screenshot)]
    scored, pages = scored_pages(pages)
    tasks = make_tasks(pages, settings)
    parts = site_folds(scored, settings.folds, settings.seed, theme_of)
    answers = answer_unseen(tasks, pages, parts, settings.machine.checkpoints)
    folder = settings.output
    folder.mkdir(parents=True, exist_ok=True)
    rules = dict(_fit_rules(tasks, answers, settings))
    training = settings.described(pages) | {
        "pages_with_boxes": sum(page.boxes is not None for page in pages),
        "pages_plain": sum(page.id.endswith(PLAIN) for page in pages),
        "protocol": f"{settings.folds} parts, no site and no theme in two",
    }
    checkpoints = settings.machine.checkpoints
    for name, task in tasks.items():
        log.info("training the final %s", name)
        final = task.in_folder(checkpoints / name / "final" if checkpoints else None)
        member = final.fit(task.seen_by(pages))
        learned = training | task.described()
        member.save(folder, ModelRecord(name, task.model, task.labels, task.spec, training=learned))
        if member.history:
            plot_curves(folder / f"curves-{name}.png", [member.history])
    write_record(folder / RULES_FILE, Fusion("page_type", LABELS, rules, training))
    return folder / RULES_FILE


def _fit_rules(
    tasks: dict[str, Task], answers: OutOfFoldPredictions, settings: EnsembleSettings
) -> Iterator[tuple[str, Rule]]:
    """The wanted rules whose inputs some pages have, fitted, measured and drawn."""
    for rule in settings.rules:
        members = RULES[rule]
        if not tasks.keys() >= set(members):
            continue  # no pages with such an input
        table = answers.table(members)
        raw = judge_unseen(table)
        judged = rebalance_unseen(raw, table.parts)
        fitted = rebalance(fit_rule(table), raw)
        if FIRST in members[:-1]:
            fitted, judged = ask_first(fitted, judged, table)
        metrics = measure_rule(judged, answers, fitted)
        if fitted.first:
            alone = np.exp(table.members[FIRST]).max(axis=1) >= fitted.sure
            metrics["answered_by_first"] = round(float(alone.mean()), 4)
        if len(members) > 1:
            metrics["members"] = score_members(table, judged)
        log.info("%s: %s", rule, json.dumps(metrics))
        shown = [page for page, _ in answers.pages.values()]
        draw_results(settings.output, shown, judged, LABELS, suffix=f"-{rule}")
        yield rule, replace(fitted, metrics=metrics)
