"""Metrics of a rule of the page-type ensemble on pages of unseen sites, by input."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Rule, divide
from iawce.train.common.metrics import Predictions, summarise, summarise_ensemble
from iawce.train.page_type.plain import PLAIN
from iawce.train.page_type.pooling import OutOfFoldPredictions, empirical_coverage


def measure_rule(judged: Predictions, answers: OutOfFoldPredictions, rule: Rule) -> dict[str, Any]:
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
        metrics |= _measure_html_only(
            judged.rows(~drawn), [pages[place] for place in np.flatnonzero(~drawn)], answers, rule
        )
    return metrics


def _measure_html_only(
    judged: Predictions, pages: Sequence[LabelledPage], answers: OutOfFoldPredictions, rule: Rule
) -> dict[str, Any]:
    """Scores of the types, and of the finer types, of pages of which only HTML is known."""
    named = [FINE_LABELS.index(page.fine) for page in pages]
    by_member = {name: known for name, known in answers.fine.items() if name in rule.weights}
    finer_shares = rule.pool_fine({name: np.stack([known[i] for i in judged.ids]) for name, known in by_member.items()})
    shares = divide(judged.probabilities(), finer_shares)
    finer = replace(judged, targets=np.array(named, np.int64), logits=np.log(np.maximum(shares, 1e-12)))
    return {"html_only": summarise(judged, LABELS, 1.0), "html_only_fine": summarise(finer, FINE_LABELS, 1.0)}
