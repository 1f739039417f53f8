"""Labels that are forms of the same words: ``Category`` of a page with one category, ``Categories`` of others."""

COMMON = 0.75
"""Least share of the letters of the shorter form with which both forms begin."""
MAX_ENDING = 3


def are_alike(one: str, other: str) -> bool:
    """Whether two labels have equal words, or forms of the same words in any language with endings."""
    words, others = one.casefold().split(), other.casefold().split()
    return len(words) == len(others) and all(map(_are_forms, words, others))


def _are_forms(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    common = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    endings = one[common:], other[common:]
    have_letters = all(not ending or ending.isalpha() for ending in endings)
    is_most = common >= max(1, COMMON * shorter)
    return one == other or (have_letters and is_most and len(max(endings, key=len)) <= MAX_ENDING)
