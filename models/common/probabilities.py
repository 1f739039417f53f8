"""Scales and summaries of numbers: probabilities, logarithmic counts, shares, means and spreads."""

from typing import Any, TypeVar

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


def logit(probabilities: float | NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """The inverse of ``sigmoid``, finite: probabilities are taken to be ``least`` to 1 - ``least``."""
    sure = np.clip(probabilities, least, 1 - least)
    return np.asarray(np.log(sure / (1 - sure)))


def log_softmax(logits: NDArray[Float]) -> NDArray[Float]:
    """Logarithms of the probabilities, finite where these underflow to 0."""
    below = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(below - np.log(np.exp(below).sum(axis=-1, keepdims=True)))


def calibration_error(confidence: NDArray[Any], right: NDArray[Any], bins: int = 10) -> float:
    """Expected calibration error: mean gap between confidence and accuracy over equal-width bins of confidence.

    ``confidence`` is 0 to 1, (N,); ``right``: whether each answer was right, (N,).
    """
    bin_of = np.minimum((confidence * bins).astype(int), bins - 1)
    return float(np.abs(np.bincount(bin_of, confidence - right)).sum() / len(confidence))


def share(part: float, whole: float) -> float:
    """``part / whole``, 0 where there is nothing."""
    return part / whole if whole else 0.0


def mean(values: NDArray[Any]) -> float:
    """Arithmetic mean."""
    return float(values.mean()) if len(values) else 0.0


def median(values: NDArray[Any]) -> float:
    """Median, 0 of nothing."""
    return float(np.median(values)) if len(values) else 0.0


def quick_median(values: NDArray[Any]) -> NDArray[np.float64]:
    """Median of values or rows (n, ...), float64 (...); numpy's is slower for few, and loads masked arrays."""
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (low, high), axis=0)
    return np.asarray((parted[low] + parted[high]) / 2, np.float64)


def spread(values: NDArray[Any]) -> float:
    """Standard deviation as a share of the mean, which counts from 1."""
    return float(values.std() / (values.mean() + 1)) if len(values) > 1 else 0.0
