"""How much of the wanted text was taken out, and how much else."""

import re
from collections import Counter
from typing import NamedTuple

_WORD = re.compile(r"\w+")


class WordScores(NamedTuple):
    """Precision, recall and their harmonic mean, each 0 to 1."""

    precision: float
    recall: float
    f1: float


def word_scores(got: str, gold: str) -> WordScores:
    """Compare two texts as bags of lower-case words (runs of letters, digits and underscores).

    Two empty texts agree wholly; an empty and a full one not at all.
    """
    ours, wanted = Counter(_WORD.findall(got.lower())), Counter(_WORD.findall(gold.lower()))
    if not ours or not wanted:
        same = float(not ours and not wanted)
        return WordScores(same, same, same)
    shared = (ours & wanted).total()
    precision, recall = shared / ours.total(), shared / wanted.total()
    return WordScores(precision, recall, 2 * precision * recall / (precision + recall) if shared else 0.0)
