"""Tells links that are part of a sentence from links that are a menu."""

from collections import Counter
from collections.abc import Iterable

from iawce.data.html.tree import Element, View, own_words
from iawce.extract.output.text import BLOCKS, CELLS


def menu_links(root: Element, noise: Iterable[str] = (), hidden: Iterable[Element] = ()) -> frozenset[Element]:
    """Links under ``root`` in whose line more than half of the words are links.

    A line is the text that shares its nearest enclosing block.
    """
    view = View(root, noise, hidden)
    owners: dict[Element, Element] = {}
    linked: set[Element] = set()
    total: Counter[Element] = Counter()
    link_words: Counter[Element] = Counter()
    links: list[Element] = []
    for element in view.elements:
        parent = element.getparent()
        is_block = element is root or parent is None or element.tag in BLOCKS or element.tag in CELLS
        owner = owners[element] = element if is_block or parent is None else owners[parent]
        if element.tag == "a" or (parent in linked and element is not root):
            linked.add(element)
        if element.tag == "a":
            links.append(element)
        words = own_words(element)
        total[owner] += words
        if element in linked:
            link_words[owner] += words
    return frozenset(link for link in links if 2 * link_words[owners[link]] > total[owners[link]])
