"""Gradient-boosted trees (Friedman 2001) as plain arrays, evaluated with numpy; grown by scikit-learn and LightGBM."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing

ARCHITECTURE = "boosted_trees"
TRIED = 100  # Random rows on which trees are compared with their export


@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """All nodes of all trees, one after the other. A leaf points to itself on both sides."""

    feature: NDArray[np.int32]  # (nodes,), as the four below
    threshold: NDArray[np.float64]  # A value up to it goes left
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]  # The summand of a leaf
    roots: NDArray[np.int32]  # (iterations, classes)
    baseline: NDArray[np.float32]  # (classes,)

    def __call__(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Logits (B, classes) of pages as features, (B, features)."""
        nodes = np.tile(self.roots.ravel(), len(features))
        values, width = features.astype(np.float64).ravel(), features.shape[1]
        first = np.repeat(np.arange(len(features)) * width, self.roots.size)
        walking = np.arange(len(nodes))  # those that have not reached a leaf
        while len(walking):
            here = nodes[walking]
            goes_left = values[first[walking] + self.feature[here]] <= self.threshold[here]
            nodes[walking] = np.where(goes_left, self.left[here], self.right[here])
            walking = walking[nodes[walking] != here]
        grown = self.value[nodes].astype(np.float64).reshape(len(features), *self.roots.shape)
        return np.asarray(self.baseline + grown.sum(axis=1))

    def difference(self, exported: Callable[[NDArray[np.float32]], NDArray[np.float64]], features: int) -> float:
        """Largest difference of a logit from that of exported trees, on random rows of so many features."""
        rows = np.random.default_rng(0).normal(0, 3, (TRIED, features)).astype(np.float32)
        return float(np.abs(exported(rows) - self(rows)).max())

    def split(self, rounds: int) -> "tuple[BoostedTrees, BoostedTrees | None]":
        """The trees of the first rounds, and the others; None if there are no others."""
        if rounds >= len(self.roots):
            return self, None
        cut = int(self.roots[rounds, 0])
        first = replace(self._nodes(slice(cut)), roots=self.roots[:rounds])
        later = self._nodes(slice(cut, None))
        later = replace(later, left=later.left - cut, right=later.right - cut, roots=self.roots[rounds:] - cut)
        return first, replace(later, baseline=np.zeros_like(self.baseline))

    def _nodes(self, part: slice) -> "BoostedTrees":
        return replace(self, **{name: getattr(self, name)[part] for name in Tree._fields})

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], prefix: str = "") -> "BoostedTrees":
        """The trees whose arrays are those of ``arrays`` whose names begin with ``prefix``.

        Raises EnvironmentMissing: some arrays are missing, or there are others.
        """
        own = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        try:
            return cls(**own)  # type: ignore[arg-type] # shapes are checked in use
        except TypeError as error:
            raise EnvironmentMissing(f"these weights are no boosted trees: {error}") from error

    def arrays(self, prefix: str = "") -> dict[str, NDArray[np.generic]]:
        """The arrays by name, with a prefix, as they are saved."""
        return {prefix + name: array for name, array in asdict(self).items()}


class Tree(NamedTuple):
    """The nodes of one tree as in ``BoostedTrees``, numbered from its root."""

    feature: NDArray[Any]
    threshold: NDArray[Any]
    left: NDArray[Any]
    right: NDArray[Any]
    value: NDArray[Any]


LEAF = Tree(np.zeros(1, int), np.full(1, np.inf), np.zeros(1, int), np.zeros(1, int), np.zeros(1))  # Adds nothing


def join_trees(rounds: Sequence[Sequence[Tree]], baseline: NDArray[Any]) -> BoostedTrees:
    """The model of these trees: of each round one for each class."""
    trees = [tree for grown in rounds for tree in grown]
    sizes = [len(tree.value) for tree in trees]
    starts = np.cumsum([0, *sizes])[:-1]
    feature, threshold, left, right, value = map(np.concatenate, zip(*trees, strict=True))
    shift = np.repeat(starts, sizes)
    return BoostedTrees(
        feature.astype(np.int32),
        threshold.astype(np.float64),
        (left + shift).astype(np.int32),
        (right + shift).astype(np.int32),
        value.astype(np.float32),
        starts.reshape(len(rounds), -1).astype(np.int32),
        baseline.astype(np.float32),
    )
