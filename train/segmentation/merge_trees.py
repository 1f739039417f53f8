"""Several models of boosted trees as one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.trees import BoostedTrees


def averaged(models: Sequence[BoostedTrees]) -> BoostedTrees:
    """One model that answers with the mean of the answers of several."""
    joined, roots = _joined(models)
    baseline = np.mean([model.baseline for model in models], axis=0).astype(np.float32)
    trees = _ordered(joined, np.concatenate(roots), baseline)
    trees.value[:] /= len(models)
    return trees


def side_by_side(models: Sequence[BoostedTrees]) -> BoostedTrees:
    """One model with the outputs of several."""
    rounds = max(len(model.roots) for model in models)
    joined, roots = _joined([_padded(model, rounds) for model in models])
    baseline = np.concatenate([model.baseline for model in models])
    return _ordered(joined, np.concatenate(roots, axis=1), baseline)


def _padded(model: BoostedTrees, rounds: int) -> BoostedTrees:
    """The model with additional trees of one leaf that add nothing."""
    added = np.arange(len(model.feature), len(model.feature) + (rounds - len(model.roots)) * len(model.baseline))
    return BoostedTrees(
        feature=np.append(model.feature, np.zeros_like(added)),
        threshold=np.append(model.threshold, np.full(len(added), np.inf)),
        left=np.append(model.left, added),
        right=np.append(model.right, added),
        value=np.append(model.value, np.zeros(len(added))),
        roots=np.concatenate([model.roots, added.reshape(-1, len(model.baseline))]),
        baseline=model.baseline,
    )


def _joined(models: Sequence[BoostedTrees]) -> tuple[dict[str, NDArray[np.generic]], list[NDArray[np.int64]]]:
    """The nodes of all models, one after the other, and the roots of each among them."""
    offsets = np.cumsum([0, *(len(model.feature) for model in models)])[:-1]
    shifted = list(zip(models, offsets.tolist(), strict=True))
    joined: dict[str, NDArray[np.generic]] = {
        name: np.concatenate([getattr(model, name) for model in models]) for name in ("feature", "threshold", "value")
    }
    for side in ("left", "right"):
        joined[side] = np.concatenate([getattr(model, side) + offset for model, offset in shifted])
    return joined, [model.roots.astype(np.int64) + offset for model, offset in shifted]


def _ordered(
    nodes: dict[str, NDArray[np.generic]], roots: NDArray[np.int64], baseline: NDArray[np.float32]
) -> BoostedTrees:
    """The trees with their nodes in the order of the roots, round by round, as the export expects them."""
    starts = np.sort(roots.ravel())
    sizes = dict(zip(starts.tolist(), np.diff(starts, append=len(nodes["feature"])).tolist(), strict=True))
    order = np.concatenate([np.arange(root, root + sizes[root]) for root in roots.ravel().tolist()])
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return BoostedTrees(
        feature=nodes["feature"][order].astype(np.int32),
        threshold=nodes["threshold"][order].astype(np.float64),
        left=places[nodes["left"][order].astype(np.int64)].astype(np.int32),
        right=places[nodes["right"][order].astype(np.int64)].astype(np.int32),
        value=nodes["value"][order].astype(np.float32),
        roots=places[roots].astype(np.int32),
        baseline=baseline,
    )
