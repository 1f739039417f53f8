"""Parts of a page for browsers without scripts that hold what the page has to say.

Forums and shops that build their pages by script send the whole of it there for search engines; in a page that was
saved without running its scripts that is all there is.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from iawce.data.html.element_index import ElementIndex

LEAST_NOSCRIPT = 50
"""Words of a part for browsers without scripts that is more than "please enable JavaScript"."""


def telling_noscript(index: "ElementIndex") -> list[int]:
    """Numbers of the parts with enough words, where all of them hold more than the rest of the page; else none."""
    inside = {number: int(index.own_words[number : index.ends[number]].sum()) for number in index.tagged("noscript")}
    if sum(inside.values()) < LEAST_NOSCRIPT:
        return []
    words = index.without().words
    if sum(inside.values()) <= int(words[index.tagged("body")].sum()):
        return []
    return [number for number, count in inside.items() if count >= LEAST_NOSCRIPT]
