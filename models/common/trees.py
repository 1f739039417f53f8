"""Gradient-boosted trees as plain arrays: evaluated with numpy, kept in safetensors, no pickle.

Source: Friedman 2001, Greedy Function Approximation; the trees are grown by scikit-learn's histogram boosting.
"""

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

ARCHITECTURE = "boosted_trees"


@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """All nodes of all trees, one after the other. A leaf points to itself on both sides.

    ``feature``, ``left``, ``right`` (nodes,) int32; ``threshold`` float64: a value up to it goes left; ``value``
    float32: what a leaf adds; ``roots`` (iterations, classes) int32; ``baseline`` (classes,) float32.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    roots: NDArray[np.int32]
    baseline: NDArray[np.float32]

    def __call__(self, numbers: NDArray[np.float32]) -> NDArray[np.float64]:
        """Logits (B, classes) of pages as numbers, (B, features)."""
        rows = np.arange(len(numbers))[:, None]
        nodes = np.tile(self.roots.ravel(), (len(numbers), 1))
        values = numbers.astype(np.float64)
        while True:
            goes_left = values[rows, self.feature[nodes]] <= self.threshold[nodes]
            following = np.where(goes_left, self.left[nodes], self.right[nodes])
            if np.array_equal(following, nodes):
                break
            nodes = following
        grown = self.value[nodes].astype(np.float64).reshape(len(numbers), *self.roots.shape)
        return np.asarray(self.baseline + grown.sum(axis=1))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """The arrays by name, as they are saved."""
        return asdict(self)
