"""Arrays by the type of their values, whose axes are said where they are made; the components of a graph."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def connected_components(nodes: int, one: Ints, other: Ints) -> Ints:
    """Number of each node's component, int64 (nodes,), from 0 in the order of the components' first nodes.

    ``one`` and ``other`` are the ends of the edges, (edges,). By FastSV (Zhang, Azad and Hu 2020): roots hooked to
    smaller ones, pointer jumping.
    """
    root = np.arange(nodes)
    while not np.array_equal(root[one], root[other]):
        first, second = root[one], root[other]
        smaller = np.minimum(first, second)
        np.minimum.at(root, first, smaller)
        np.minimum.at(root, second, smaller)
        while not np.array_equal(root[root], root):
            root = root[root]
    return np.unique(root, return_inverse=True)[1]
