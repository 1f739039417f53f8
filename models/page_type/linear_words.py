"""Page type from the words of a page's headings, links, buttons and names: a linear model.

A page is the set of its words, each weighted by its inverse document frequency, scaled to length one; the logits are
linear in that. Source: Joachims 1998 (linear models of weighted words), with the weights of multinomial logistic
regression.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing
from iawce.models.common.runtime import RUNTIMES

ARCHITECTURE = "linear_words"
Floats = NDArray[np.float32]


@RUNTIMES.register(ARCHITECTURE)
@dataclass(frozen=True)
class LinearWords:
    """The model.

    ``vocabulary``: the words that count; ``rarity``: inverse document frequency of each (words,); ``weights`` (words,
    labels); ``bias`` (labels,).
    """

    vocabulary: tuple[str, ...]
    rarity: Floats
    weights: Floats
    bias: Floats

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.vocabulary)}

    def describe(self, words: Iterable[str]) -> Floats:
        """The weighted words of a page, float32 (words of the vocabulary,), of length one, or zero if it has none."""
        places = list(map(self._places.__getitem__, self._places.keys() & words))
        found = np.zeros(len(self.vocabulary), np.float32)
        found[places] = self.rarity[places]
        return np.asarray(found / max(float(np.linalg.norm(found)), 1e-9), np.float32)

    def __call__(self, features: Floats) -> NDArray[np.float64]:
        """Logits (B, labels) of described pages (B, words)."""
        return (features @ self.weights + self.bias).astype(np.float64)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, as they are saved; the vocabulary in UTF-8, one word per line."""
        text = np.frombuffer("\n".join(self.vocabulary).encode(), np.uint8)
        return {"vocabulary": text, "rarity": self.rarity, "weights": self.weights, "bias": self.bias}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "LinearWords":
        """The model whose arrays are ``arrays``.

        Raises:
            EnvironmentMissing: some are missing, or do not fit each other.
        """
        try:
            vocabulary = tuple(arrays["vocabulary"].tobytes().decode().split("\n"))
            rarity, weights, bias = (arrays[name].astype(np.float32) for name in ("rarity", "weights", "bias"))
        except (KeyError, ValueError) as error:
            raise EnvironmentMissing(f"the weights are no linear model of words: {error}") from error
        if rarity.shape != (len(vocabulary),) or weights.shape != (len(vocabulary), *bias.shape):
            raise EnvironmentMissing("the weights are no linear model of words: their shapes do not fit")
        return cls(vocabulary, rarity, weights, bias)
