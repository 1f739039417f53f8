"""How much of a page's text its rendering has kept."""

from collections import Counter

from lxml import etree

from iawce.data.errors import PageError
from iawce.data.html.tree import parse
from iawce.data.html.words import split_words

FEWEST = 30
"""Words below which a source says too little to miss something."""
ENOUGH = 0.6
"""Share of the source's words that a rendered page has kept, unless it has lost text."""
_UNREAD = ("script", "style", "noscript", "template", "title")
Words = Counter[str]


def words_of(html: str) -> Words:
    """How often each word stands in a page's text, hidden or not."""
    try:
        root = parse(html)
    except PageError:
        return Counter()
    etree.strip_elements(root, etree.Comment, *_UNREAD, with_tail=False)
    return Counter(split_words(" ".join(map(str, root.itertext()))))


def has_lost_text(source: Words, rendered: Words) -> bool:
    """Whether much of the source's text is not in the rendered page."""
    total = source.total()
    return total >= FEWEST and (source & rendered).total() < ENOUGH * total
