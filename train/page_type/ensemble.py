"""Trains the page-type ensemble: out-of-fold predictions of its members, then the pooling rules.

Predictions in a folder of checkpoints are read again, and the others are computed.

Rules are fitted on out-of-fold predictions: no member was trained on the page's site, nor on any site of its theme.
"""

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import quantity
from iawce.models.common.export import export_onnx
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.networks import NETWORKS
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Fusion, Rule, save_fusion, to_labels
from iawce.models.page_type.classifier import RULES_FILE
from iawce.train.common.feature_cache import check_same_run, code_version, keep_part, read_part
from iawce.train.common.metrics import Predictions
from iawce.train.common.plots import plot_confusion, plot_curves, plot_mistakes
from iawce.train.common.split import site_folds, theme_of
from iawce.train.page_type.fit import NetworkTask
from iawce.train.page_type.inner_maps import MapsTask
from iawce.train.page_type.plain import PLAIN
from iawce.train.page_type.pooling import (
    OutOfFoldPredictions,
    fit_rule,
    judge_unseen,
    measure_rule,
    rebalance,
    rebalance_unseen,
    score_members,
)
from iawce.train.page_type.reading_attention import ReadingTask
from iawce.train.page_type.results import fingerprint, write_predictions
from iawce.train.page_type.tasks import (
    RULES,
    EnsembleSettings,
    FittedMember,
    MemberTask,
    in_folder,
    make_tasks,
    seen_by,
)

log = logging.getLogger(__name__)


def answer_unseen(
    tasks: dict[str, MemberTask],
    pages: Sequence[LabelledPage],
    parts: Sequence[Sequence[LabelledPage]],
    checkpoints: Path | None = None,
) -> OutOfFoldPredictions:
    """Out-of-fold log probabilities of each member; what ``checkpoints`` holds of them is not computed again.

    Raises:
        UsageError: the checkpoints are of a training with other pages, settings or code.
    """
    answers = OutOfFoldPredictions()
    if checkpoints:
        code = code_version(make_tasks.__module__)
        for name, task in tasks.items():
            run = (task.spec, settings_of(task), task.seed, fingerprint(pages), code)
            check_same_run(checkpoints / name, repr(run))
    for number, unseen in enumerate(parts):
        for name, task in tasks.items():
            shown = seen_by(task, unseen)
            kept = checkpoints / name / f"fold-{number + 1}" if checkpoints else None
            predictions = _predict_unseen(task, seen_by(task, pages), shown, kept)
            log_shares = np.log(predictions.probabilities() + 1e-9)
            answers.add(name, number, shown, to_labels(log_shares, task.labels))
            if task.labels == FINE_LABELS:
                answers.fine.setdefault(name, {}).update(zip((page.id for page in shown), log_shares, strict=True))
            log.info("part %d of %d: %s classified %s", number + 1, len(parts), name, quantity(len(shown), "page"))
    return answers


def _predict_unseen(
    task: MemberTask, pages: Sequence[LabelledPage], unseen: Sequence[LabelledPage], checkpoints: Path | None
) -> Predictions:
    """Predictions for ``unseen`` of a model that was trained on the other pages."""
    if checkpoints and (done := read_part(checkpoints)):
        return done[0]
    ids = {page.id for page in unseen}
    fitted = in_folder(task, checkpoints).fit([page for page in pages if page.id not in ids])
    predictions = fitted.predict(unseen)
    if checkpoints:
        keep_part(checkpoints, predictions, fitted.history)
    return predictions


def settings_of(task: MemberTask) -> dict[str, Any]:
    """How a member is trained, by name."""
    if isinstance(task, NetworkTask):
        return {"recipe": asdict(task.recipe), "weights": task.weights}
    trunk = {"weights": task.weights} if isinstance(task, MapsTask) else {}
    reader = {"reader": asdict(task.reading)} if isinstance(task, ReadingTask) else {}
    return {"recipe": asdict(task.settings)} | trunk | reader


def train_ensemble(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> Path:
    """Train members and rules; returns the path of the rules, with the members' records in the same folder.

    Args:
        pages: all members are trained on those with boxes and HTML, those of the HTML also on pages with HTML only.
        settings: of the training.

    Raises:
        UsageError: pages that cannot be read, or too few of a type.
    """
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
    tasks: dict[str, MemberTask], answers: OutOfFoldPredictions, settings: EnsembleSettings
) -> Iterator[tuple[str, Rule]]:
    """The wanted rules whose inputs some pages have, fitted, measured and drawn."""
    for rule in settings.rules:
        members = RULES[rule]
        if not tasks.keys() >= set(members):
            continue  # no pages with such an input
        table = answers.table(members)
        raw = judge_unseen(table, settings.folds)
        judged = rebalance_unseen(raw, table.parts)
        fitted = rebalance(fit_rule(table), raw)
        metrics = measure_rule(judged, answers, fitted)
        if len(members) > 1:
            metrics["members"] = score_members(table, judged, settings.folds)
        log.info("%s: %s", rule, json.dumps(metrics))
        _draw_rule(settings.output, rule, judged, answers)
        yield rule, replace(fitted, metrics=metrics)


def _draw_rule(folder: Path, rule: str, judged: Predictions, answers: OutOfFoldPredictions) -> None:
    pages = [page for page, _ in answers.pages.values()]
    plot_confusion(folder / f"confusion-{rule}.png", judged, LABELS)
    plot_mistakes(folder / f"mistakes-{rule}.png", pages, judged, LABELS, 1.0)
    write_predictions(folder / f"predictions-{rule}.jsonl", judged, LABELS, 1.0)


def _fit_members(
    tasks: dict[str, MemberTask], pages: Sequence[LabelledPage], settings: EnsembleSettings, training: dict[str, Any]
) -> None:
    """Train the final members on all pages, and save them."""
    folder, checkpoints = settings.output, settings.machine.checkpoints
    for name, task in tasks.items():
        log.info("training the final %s", name)
        final = in_folder(task, checkpoints / name / "final" if checkpoints else None)
        member = final.fit(seen_by(task, pages))
        _save(folder, name, task, member, training)
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


def _save(folder: Path, name: str, task: MemberTask, fitted: FittedMember, training: dict[str, Any]) -> None:
    record = ModelRecord(name, task.model, task.labels, task.spec, training=training | settings_of(task))
    path = save_model(folder, record, fitted.arrays())
    if task.model in NETWORKS:
        export_onnx(path)
