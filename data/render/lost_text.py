"""The share of a page's text that its rendering has kept."""

from collections import Counter
from itertools import compress

from iawce.data.errors import PageError
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tree import parse
from iawce.data.html.words import split_words

FEWEST = 30
"""Least words of a source for this comparison."""
ENOUGH = 0.6
"""Least share of the source's words in a rendered page that has not lost text."""
Words = Counter[str]


def words_of(html: str) -> Words:
    """Number of occurrences of each word in a page's text, hidden or not."""
    try:
        index = ElementIndex(parse(html))
    except PageError:
        return Counter()
    texts = compress(index.pieces.texts, index.without(("title",)).pieces.tolist())
    return Counter(split_words(" ".join(texts)))


def has_lost_text(source: Words, rendered: Words) -> bool:
    """Whether much of the source's text is not in the rendered page."""
    total = source.total()
    return total >= FEWEST and (source & rendered).total() < ENOUGH * total
