"""Weights of the signs that speak for and against the values of a page's facts: a log-linear model for each fact.

Source: McFadden 1974, Conditional Logit Analysis of Qualitative Choice Behavior. The probability of a value is
proportional to the exponential of its sum of weights, that of no value to the exponential of ``NONE``. A weight is the
mode of its distribution after the pages of the training, before which it was normal around a value set by hand: for
signs that these pages hardly have, that value decides. ``python -m bench metadata train`` learns them.
"""

import json
from functools import cache
from pathlib import Path

from iawce.data.errors import EnvironmentMissing, cause_of

SHIPPED = Path(__file__).parent / "weights" / "metadata" / "evidence.json"
AGREEMENT = "agreement"
"""The sign of other sources that say the same; its degree is the sum of their weights."""
NONE = "none"
"""The weight that a value needs to be better than none."""
Weights = dict[str, dict[str, float]]


def read_weights(path: Path = SHIPPED, *, learned: bool = True) -> Weights:
    """The weights of each sign of each fact; those set by hand if not ``learned``.

    Raises EnvironmentMissing: the file cannot be read, or has no weights.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return {fact: {sign: float(both[learned]) for sign, both in signs.items()} for fact, signs in facts.items()}
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise EnvironmentMissing(f"the weights of evidence {path} cannot be read: {cause_of(error)}") from error


@cache
def shipped_weights() -> Weights:
    """The weights of the package."""
    return read_weights()
