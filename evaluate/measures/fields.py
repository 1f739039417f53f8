"""Scores of the fields of a page: dates by their day, other texts by their words."""

from iawce.evaluate.measures.word_overlap import word_scores

DAY = 10
"""Characters of a date in ISO 8601 without its time."""


def field_score(name: str, got: str, gold: str) -> float:
    """Word F1 of a field, 0 to 1; of ``date``, in ISO 8601, whether it is the same day."""
    return float(got[:DAY] == gold[:DAY]) if name == "date" else word_scores(got, gold).f1
