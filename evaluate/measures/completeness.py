"""The measures of the influence-weighted DOM: completeness and compression.

Source: the paper of that system, section 4: completeness is the share of result pages whose topic content is complete,
compression the size of the result by that of the source. Its printed shares are not multiples of one page, so they must
be means over pages: both readings are given.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

WHOLE = 0.95
"""Recall of the gold words from which a page counts as complete."""


class Completeness(NamedTuple):
    """``mean``: of the recalls; ``whole_pages``: share of pages with a recall of at least ``WHOLE``."""

    mean: float
    whole_pages: float


def completeness(recalls: Sequence[float]) -> Completeness:
    """Completeness of pages with these recalls of the gold words."""
    values = np.asarray(recalls, np.float64)
    return Completeness(float(values.mean()), float((values >= WHOLE).mean())) if len(values) else Completeness(0, 0)


def compression(result: str, source: bytes) -> float:
    """Bytes of the result for one byte of the source; 0 if the source is empty."""
    return len(result.encode("utf-8", "replace")) / len(source) if source else 0.0
