"""Trains the page-type ensemble: its members on the same folds, then the rules that pool their probabilities.

Rules are fitted on out-of-fold predictions: no member was trained on the page's site, nor on any site of its theme.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from iawce.data.boxes import Box
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.page_type.fusion import FINE_LABELS, LABELS, Fusion, Rule, divide, save_fusion, to_labels
from iawce.models.page_type.shipped import RULES_FILE
from iawce.train.common.metrics import Predictions, summarise, summarise_ensemble
from iawce.train.common.plots import plot_confusion, plot_curves, plot_mistakes
from iawce.train.common.resume import check_same_run, keep_part, read_part
from iawce.train.common.split import site_folds, theme_of
from iawce.train.page_type.fit import FittedNetwork, NetworkTask
from iawce.train.page_type.member_scores import score_members
from iawce.train.page_type.members import RULES, EnsembleSettings, FittedMember, MemberTask, make_tasks, seen_by
from iawce.train.page_type.plain import PLAIN
from iawce.train.page_type.pooling import (
    BARE,
    OutOfFoldPredictions,
    empirical_coverage,
    fit_rule,
    judge_unseen,
    rebalance,
    rebalance_unseen,
)
from iawce.train.page_type.results import draw_attention, fingerprint, write_predictions

log = logging.getLogger(__name__)


def train_ensemble(
    pages: Sequence[LabelledPage], unstyled: dict[str, tuple[Box, ...]], settings: EnsembleSettings
) -> Path:
    """Train members and rules; returns the path of the rules, with the members' records in the same folder.

    Args:
        pages: all members are trained on those with boxes and HTML, the HTML trees also on those with HTML only.
        unstyled: by page id, the boxes of some of the pages rendered without their style sheets.
        settings: of the training.

    Raises:
        UsageError: pages that cannot be read, or too few of a type.
    """
    pages = [
        page for page in pages if page.site not in settings.held_out and (page.html or page.boxes or page.screenshot)
    ]
    drawn = {page.id for page in pages if page.boxes}
    unstyled = {page_id: boxes for page_id, boxes in unstyled.items() if page_id in drawn}
    tasks = make_tasks(pages, unstyled, settings)
    parts = site_folds(pages, settings.folds, settings.seed, theme_of)
    checkpoints = settings.machine.checkpoints
    answers = answer_unseen(tasks, pages, parts, checkpoints)
    folder = settings.output
    folder.mkdir(parents=True, exist_ok=True)
    training = _training(pages, unstyled, settings)
    rules: dict[str, Rule] = {}
    for rule in settings.rules:
        members = RULES[rule]
        if not tasks.keys() >= set(members):
            continue  # no pages with such an input
        table = answers.table(members, unstyled=rule == "unstyled")
        raw = judge_unseen(table, settings.folds)
        judged = rebalance_unseen(raw, table.parts)
        fitted = rebalance(fit_rule(table), raw)
        metrics = _measure(judged, answers, fitted)
        if len(members) > 1:
            metrics["members"] = score_members(table, judged, settings.folds)
        log.info("%s: %s", rule, json.dumps(metrics))
        plot_confusion(folder / f"confusion-{rule}.png", judged, LABELS)
        plot_mistakes(
            folder / f"mistakes-{rule}.png", [page for page, _ in answers.pages.values()], judged, LABELS, 1.0
        )
        write_predictions(folder / f"predictions-{rule}.jsonl", judged, LABELS, 1.0)
        rules[rule] = replace(fitted, metrics=metrics)
    for name, task in tasks.items():
        log.info("training the final %s", name)
        final = in_folder(task, checkpoints / name / "final" if checkpoints else None)
        member = final.fit(seen_by(task, pages))
        _save(folder, name, task, member, training)
        if isinstance(member, FittedNetwork):
            plot_curves(folder / f"curves-{name}.png", [member.history])
            draw_attention(folder, member, seen_by(task, pages))
    save_fusion(folder / RULES_FILE, Fusion("page_type", LABELS, rules, training))
    return folder / RULES_FILE


def answer_unseen(
    tasks: dict[str, MemberTask],
    pages: Sequence[LabelledPage],
    parts: Sequence[Sequence[LabelledPage]],
    checkpoints: Path | None = None,
) -> OutOfFoldPredictions:
    """Out-of-fold log probabilities of each member; what ``checkpoints`` holds of them is not computed again.

    Raises:
        UsageError: the checkpoints are of a training with other pages or settings.
    """
    answers = OutOfFoldPredictions()
    if checkpoints:
        for name, task in tasks.items():
            check_same_run(checkpoints / name, repr((task.spec, settings_of(task), task.seed, fingerprint(pages))))
    for number, unseen in enumerate(parts):
        for name, task in tasks.items():
            shown = seen_by(task, unseen)
            shown += [page for page in (replace(p, id=f"{p.id}{BARE}") for p in unseen) if page.id in task.loaded]
            kept = checkpoints / name / f"fold-{number + 1}" if checkpoints else None
            predictions = _predict_unseen(task, seen_by(task, pages), shown, kept)
            log_shares = np.log(predictions.probabilities() + 1e-9)
            answers.add(name, number, shown, to_labels(log_shares, task.labels))
            if task.labels == FINE_LABELS:
                answers.fine.setdefault(name, {}).update(zip((page.id for page in shown), log_shares, strict=True))
            log.info("part %d of %d: %s classified %d pages", number + 1, len(parts), name, len(shown))
    return answers


def _predict_unseen(
    task: MemberTask, pages: Sequence[LabelledPage], unseen: Sequence[LabelledPage], checkpoints: Path | None
) -> Predictions:
    """Predictions for ``unseen`` of a model that was trained on the other pages."""
    if checkpoints and (done := read_part(checkpoints)):
        return done[0]
    ids = {page.id.removesuffix(BARE) for page in unseen}
    fitted = in_folder(task, checkpoints).fit([page for page in pages if page.id not in ids])
    predictions = fitted.predict(unseen)
    if checkpoints:
        keep_part(checkpoints, predictions, fitted.history)
    return predictions


def _measure(judged: Predictions, answers: OutOfFoldPredictions, rule: Rule) -> dict[str, Any]:
    """Scores of the pages with boxes, of those of which only HTML is known, also of finer types, and of plain pages.

    ``rule`` divides the types into the finer ones by two weights, which were fitted on all pages.
    """
    metrics: dict[str, Any] = {}
    plain = np.array([page_id.endswith(PLAIN) for page_id in judged.ids])
    if plain.any():
        metrics["plain_pages"] = summarise(judged.rows(plain), LABELS, 1.0)
        judged = judged.rows(~plain)
    pages = [answers.pages[page_id][0] for page_id in judged.ids]
    drawn = np.array([page.boxes is not None for page in pages])
    if drawn.any():
        metrics["pages_with_boxes"] = summarise_ensemble(judged.rows(drawn), LABELS)
        metrics["empirical_coverage"] = empirical_coverage(judged.rows(drawn))
    if not drawn.all():
        html_only = judged.rows(~drawn)
        named = [FINE_LABELS.index(page.fine) for page, is_drawn in zip(pages, drawn, strict=True) if not is_drawn]
        told = {name: known for name, known in answers.fine.items() if name in rule.weights}
        finer_shares = rule.pool_fine(
            {name: np.stack([known[i] for i in html_only.ids]) for name, known in told.items()}
        )
        shares = divide(html_only.probabilities(), finer_shares)
        finer = replace(html_only, targets=np.array(named, np.int64), logits=np.log(np.maximum(shares, 1e-12)))
        metrics["html_only"] = summarise(html_only, LABELS, 1.0)
        metrics["html_only_fine"] = summarise(finer, FINE_LABELS, 1.0)
    return metrics


def _training(
    pages: Sequence[LabelledPage], unstyled: dict[str, tuple[Box, ...]], settings: EnsembleSettings
) -> dict[str, Any]:
    return {
        "pages": len(pages),
        "pages_with_boxes": sum(page.boxes is not None for page in pages),
        "pages_plain": sum(page.id.endswith(PLAIN) for page in pages),
        "pages_unstyled": len(unstyled),
        "sites": len({page.site for page in pages}),
        "protocol": f"{settings.folds} parts, no site and no theme in two",
        "held_out_sites": list(settings.held_out),
        "fingerprint": fingerprint(pages),
        "seed": settings.seed,
        "command": settings.command,
    }


def _save(folder: Path, name: str, task: MemberTask, fitted: FittedMember, training: dict[str, Any]) -> None:
    record = ModelRecord(name, task.model, task.labels, task.spec, training=training | settings_of(task))
    save_model(folder, record, fitted.arrays())


def settings_of(task: MemberTask) -> dict[str, Any]:
    """How a member is trained, by name."""
    if isinstance(task, NetworkTask):
        return {"recipe": asdict(task.recipe), "weights": task.weights}
    return {"recipe": asdict(task.settings)}


def in_folder(task: MemberTask, checkpoints: Path | None) -> MemberTask:
    """The task with a folder of its own for checkpoints, or without."""
    return (
        replace(task, machine=replace(task.machine, checkpoints=checkpoints)) if isinstance(task, NetworkTask) else task
    )
