"""Weights of names, each of one site or of all sites."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.record import Arrays
from iawce.models.correction.block_names import Names

Floats = NDArray[np.float64]
ANY_SITE = ""
"""Stands for all sites."""


@dataclass(frozen=True, slots=True)
class NamedWeights:
    """Weights by the key of a site and a name.

    ``keys``: uint64 (names,), ascending; ``values``: float32 (names, outputs).
    """

    keys: NDArray[np.uint64]
    values: NDArray[np.float32]

    @classmethod
    def from_arrays(cls, arrays: Arrays, part: str) -> "NamedWeights":
        """The weights from the arrays of a part of a model.

        Raises:
            LookupError, ValueError: they are missing, or do not fit each other.
        """
        given, weights = arrays[f"{part}.keys"], arrays[f"{part}.values"]
        keys, values = given.astype(np.uint64), weights.astype(np.float32)
        if given.dtype != keys.dtype or keys.ndim != 1 or (keys[:-1] >= keys[1:]).any():
            raise ValueError("the keys of the weights are not ascending numbers")
        if (
            values.dtype != weights.dtype
            or values.ndim != 2
            or len(values) != len(keys)
            or not np.isfinite(values).all()
        ):
            raise ValueError("there is not one weight for each key")
        return cls(keys, values)

    def arrays(self, part: str) -> dict[str, NDArray[np.generic]]:
        """The same as ``from_arrays`` reads them."""
        return {f"{part}.keys": self.keys, f"{part}.values": self.values}

    @classmethod
    def of(cls, names: Sequence[tuple[str, str]], values: Floats) -> "NamedWeights":
        """Weights, float64 (names, outputs), of pairs of a site and a name."""
        keys, first = np.unique(np.array([weight_key(*pair) for pair in names], np.uint64), return_index=True)
        return cls(keys, values[first].astype(np.float32))

    def sums(self, sites: Iterable[str], groups: Sequence[Names]) -> Floats:
        """The sum of the weights of the names of each group, of any of these sites, float64 (groups, outputs)."""
        found = np.zeros((len(groups), self.values.shape[1]))
        every = sorted(set[str]().union(*groups))
        for site in sites:
            rows = self._rows(site, every)
            for number, names in enumerate(groups):
                own = sorted(rows[name] for name in names if name in rows)  # the same sum in every process
                found[number] += self.values[own].astype(np.float64).sum(axis=0)
        return found

    def _rows(self, site: str, names: Sequence[str]) -> dict[str, int]:
        """The row of each name that has weights."""
        keys = np.array([weight_key(site, name) for name in names], np.uint64)
        places = np.searchsorted(self.keys, keys)
        known = places < len(self.keys)
        known[known] = self.keys[places[known]] == keys[known]
        return {names[number]: int(places[number]) for number in np.flatnonzero(known).tolist()}


def weight_key(site: str, name: str) -> int:
    """The key of a name of a site, 64 bits, the same on every machine."""
    return int.from_bytes(blake2b(f"{site}\n{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
