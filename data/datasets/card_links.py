"""Marks as links what lies under an empty link laid over a whole card.

A common card is a block of text with an ``a[href]`` that holds nothing and is stretched over it: a person can click all
of the card, yet no text of it is inside a link. A renderer sees where such a link lies; a corpus that has boxes of text
only does not, so there the links are found in the saved DOM: empty links of one class that come twice or more, each
beside other text under one parent.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from iawce.data.boxes import Box
from iawce.data.html.tree import Element, parse, whole_text

FEWEST = 2
CARD_TEXT = (15, 1500)
"""Characters that a card holds."""
FITTING = 0.9
"""Share of texts whose length must agree before boxes and DOM are joined."""
UNCOUNTED = frozenset({"noscript", "template", "iframe"})
"""A browser has no elements inside these."""


def mark_covered_links(boxes: Sequence[Box], html: str) -> tuple[Box, ...]:
    """The boxes of a page with ``link`` set for text and pictures on a card that one empty link covers.

    Args:
        boxes: ``element`` counts elements in document order.
        html: the rendered DOM that they belong to; boxes come back unchanged if the two do not fit.

    Raises:
        PageError: the HTML holds no element.
    """
    root: Element = parse(html)[0]
    cards = _cards(root)
    elements = list(_walk(root)) if cards else []
    if not cards or not _fits(boxes, elements):
        return tuple(boxes)
    covered = {element for card in cards for element in card.iter(etree.Element)}
    return tuple(
        box._replace(link=1) if box.kind in "ti" and elements[box.element] in covered else box for box in boxes
    )


def _cards(root: Element) -> list[Element]:
    by_class: dict[str, list[Element]] = defaultdict(list)
    for link in root.iter("a"):
        parent, address = link.getparent(), link.get("href", "").lower()
        if parent is None or not address or address.startswith(("#", "javascript:")) or len(link):
            continue
        if not whole_text(link):
            size = len(whole_text(parent))
            if CARD_TEXT[0] < size < CARD_TEXT[1]:
                by_class[link.get("class", "")].append(parent)
    return [card for cards in by_class.values() if len(set(cards)) >= FEWEST for card in cards]


def _walk(root: Element) -> Iterator[Element]:
    """Elements in the order in which a browser counts them."""
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        yield element
        if element.tag in UNCOUNTED:
            walk.skip_subtree()


def _fits(boxes: Sequence[Box], elements: Sequence[Element]) -> bool:
    texts = [box for box in boxes if box.kind == "t"]
    if any(box.element >= len(elements) for box in boxes):
        return False
    return sum(box.chars in _lengths(elements[box.element]) for box in texts) >= FITTING * len(texts)


def _lengths(element: Element) -> set[int]:
    texts = [element.text or "", *(child.tail or "" for child in element)]
    return {len(" ".join(text.split())) for text in texts}
