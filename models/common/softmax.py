"""Probabilities from logits. ``scipy.special`` has the same, but takes a third of a second to import."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Float = TypeVar("Float", bound=np.floating)


def softmax(logits: NDArray[Float]) -> NDArray[Float]:
    """Probabilities (..., labels) from logits (..., labels) of any size, in the same precision."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability of the second of two labels from its logit, float64 of any shape."""
    return np.asarray(1 / (1 + np.exp(-logits)))


def log_softmax(logits: NDArray[Float]) -> NDArray[Float]:
    """Logarithms of the probabilities, finite where these underflow to 0."""
    below = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(below - np.log(np.exp(below).sum(axis=-1, keepdims=True)))
