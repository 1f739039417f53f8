"""Word precision, recall and F1 of texts as bags of words.

Source: WCXB, ``evaluate.py`` (words are runs of letters, digits and underscores, in lower case). Deviation: in scripts
without spaces between words, each character counts as one, since otherwise a whole sentence would be a single word.
"""

import re
from collections import Counter

from iawce.evaluate.measures.precision_recall import PrecisionRecall

NO_BLANKS = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0002fa1f"
)
"""Kana, Chinese characters, Thai, Lao, Burmese, Khmer."""
WORD = re.compile(rf"[{NO_BLANKS}]|[^\W{NO_BLANKS}]+")


def words(text: str) -> list[str]:
    """Words in lower case; single characters of scripts without spaces."""
    return WORD.findall(text.lower())


def word_scores(got: str, gold: str) -> PrecisionRecall:
    """Compare two texts as bags of words.

    1 for two empty texts, 0 for an empty and a non-empty one.
    """
    return bag_scores(Counter(words(got)), Counter(words(gold)))


def bag_scores(ours: Counter[str], wanted: Counter[str]) -> PrecisionRecall:
    """Compare two bags."""
    if not ours or not wanted:
        same = float(not ours and not wanted)
        return PrecisionRecall(same, same)
    shared = (ours & wanted).total()
    return PrecisionRecall(shared / ours.total(), shared / wanted.total())
