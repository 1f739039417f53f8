"""Parts of a page for browsers without scripts or frames that contain the page's content.

Forums and shops that build their pages by script send their whole content there for search engines; in a page that was
saved without running its scripts, it is the only content.
"""

from typing import TYPE_CHECKING

from iawce.data.dom.tags import FALLBACKS

if TYPE_CHECKING:
    from iawce.data.dom.element_index import ElementIndex

LEAST_NOSCRIPT = 50
"""Least words of a part for browsers without scripts that is content, not only "please enable JavaScript"."""


def is_mainly_noscript(index: "ElementIndex") -> bool:
    """Whether one of the parts has enough words, and together they have more than the rest of the page."""
    inside = _words(index).values()
    if max(inside, default=0) < LEAST_NOSCRIPT:
        return False
    return sum(inside) > int(index.without().words[index.tagged("body")].sum())


def noscript_parts(index: "ElementIndex") -> list[int]:
    """Numbers of the parts with enough words."""
    return [number for number, words in _words(index).items() if words >= LEAST_NOSCRIPT]


def _words(index: "ElementIndex") -> dict[int, int]:
    return {number: int(index.own_words[number : index.ends[number]].sum()) for number in index.tagged(*FALLBACKS)}
