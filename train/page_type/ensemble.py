"""Trains the page-type ensemble: out-of-fold predictions of its members, then the pooling rules.

Predictions in a folder of checkpoints are read again, and the others are computed.

Rules are fitted on out-of-fold predictions: no member was trained on the page's site, nor on any site of its theme.
"""

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.record import ModelRecord
from iawce.models.page_type.classification import LABELS, Fusion, Rule, save_fusion
from iawce.models.page_type.classifier import RULES_FILE
from iawce.train.common.feature_cache import check_same_run, code_version
from iawce.train.common.plots import plot_curves
from iawce.train.common.split import site_folds, theme_of
from iawce.train.page_type.plain import PLAIN
from iawce.train.page_type.pooling import (
    OutOfFoldPredictions,
    ask_first,
    fit_rule,
    judge_unseen,
    measure_rule,
    rebalance,
    rebalance_unseen,
    score_members,
)
from iawce.train.page_type.results import draw_results, fingerprint
from iawce.train.page_type.run import cross_validate
from iawce.train.page_type.task import Task
from iawce.train.page_type.tasks import FIRST, RULES, EnsembleSettings, make_tasks

log = logging.getLogger(__name__)


def answer_unseen(
    tasks: dict[str, Task],
    pages: Sequence[LabelledPage],
    parts: Sequence[Sequence[LabelledPage]],
    checkpoints: Path | None = None,
) -> OutOfFoldPredictions:
    """Out-of-fold log probabilities of each member. UsageError: the checkpoints are of another training."""
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
    """Train members and rules; the path of the rules. UsageError: unreadable pages, or too few of a type."""
    pages = [
        page for page in pages if page.site not in settings.held_out and (page.html or page.boxes or page.screenshot)
    ]
    tasks = make_tasks(pages, settings)
    parts = site_folds(pages, settings.folds, settings.seed, theme_of)
    answers = answer_unseen(tasks, pages, parts, settings.machine.checkpoints)
    folder = settings.output
    folder.mkdir(parents=True, exist_ok=True)
    rules = dict(_fit_rules(tasks, answers, settings))
    training = _training(pages, settings)
    _fit_members(tasks, pages, settings, training)
    save_fusion(folder / RULES_FILE, Fusion("page_type", LABELS, rules, training))
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
            fitted, judged = ask_first(fitted, judged, table, FIRST)
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


def _fit_members(
    tasks: dict[str, Task], pages: Sequence[LabelledPage], settings: EnsembleSettings, training: dict[str, Any]
) -> None:
    folder, checkpoints = settings.output, settings.machine.checkpoints
    for name, task in tasks.items():
        log.info("training the final %s", name)
        final = task.in_folder(checkpoints / name / "final" if checkpoints else None)
        member = final.fit(task.seen_by(pages))
        learned = training | task.described()
        member.save(folder, ModelRecord(name, task.model, task.labels, task.spec, training=learned))
        if member.history:
            plot_curves(folder / f"curves-{name}.png", [member.history])


def _training(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> dict[str, Any]:
    return {
        "pages": len(pages),
        "pages_with_boxes": sum(page.boxes is not None for page in pages),
        "pages_plain": sum(page.id.endswith(PLAIN) for page in pages),
        "sites": len({page.site for page in pages}),
        "protocol": f"{settings.folds} parts, no site and no theme in two",
        "held_out_sites": list(settings.held_out),
        "fingerprint": fingerprint(pages),
        "seed": settings.seed,
        "command": settings.command,
    }
