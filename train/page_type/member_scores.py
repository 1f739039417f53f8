"""The effect of each member of a rule: its own scores, and the gain of all together over it, page by page."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.intervals import Mean, site_difference
from iawce.models.page_type.classification import LABELS
from iawce.train.common.metrics import Predictions, summarise_ensemble
from iawce.train.page_type.pooling import MemberPredictions, judge_unseen, rebalance_unseen


def score_members(table: MemberPredictions, together: Predictions, folds: int) -> dict[str, Any]:
    """By member, the scores of a rule of this member alone, and ``gain_of_all`` on pages of unseen sites.

    Args:
        table: predictions of all members for the same pages.
        together: those of the rule for these pages, in the same order.
        folds: parts of the cross-validation.
    """
    return {
        name: _score(
            MemberPredictions(table.ids, table.sites, table.targets, table.parts, {name: own}), together, folds
        )
        for name, own in table.members.items()
    }


def _score(table: MemberPredictions, together: Predictions, folds: int) -> dict[str, Any]:
    alone = rebalance_unseen(judge_unseen(table, folds), table.parts)
    two = table.targets < 2
    return summarise_ensemble(alone, LABELS) | {
        "gain_of_all": {
            "all_labels": _gain(together, alone, len(LABELS)),
            f"{LABELS[0]}_or_{LABELS[1]}": _gain(together.rows(two), alone.rows(two), 2),
        }
    }


def _gain(together: Predictions, alone: Predictions, labels: int) -> list[float]:
    """The gain in accuracy with its 95 % interval."""
    found: Mean = site_difference(_right(together, labels).tolist(), _right(alone, labels).tolist(), together.sites)
    return [round(value, 4) for value in found]


def _right(predictions: Predictions, labels: int) -> NDArray[np.float64]:
    right: NDArray[np.bool_] = predictions.logits[:, :labels].argmax(axis=1) == predictions.targets
    return right.astype(np.float64)
