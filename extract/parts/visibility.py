"""Finds what is in the document but not on the screen."""

from iawce.data.boxes import Box
from iawce.data.html.tree import Element, View
from iawce.data.snapshot import ELEMENT_ATTRIBUTE

SMALLEST_SHARE = 0.5
"""If less of the page's words than this is drawn, the page hides its text until somebody acts; then all is kept."""


def element_numbers(root: Element) -> dict[Element, int]:
    """Number of each element that the renderer has numbered; empty for a page that was never rendered."""
    numbers: dict[Element, int] = {}
    for element in View(root).elements:
        number = element.get(ELEMENT_ATTRIBUTE, "")
        if number.isdecimal():
            numbers[element] = int(number)
    return numbers


def undrawn_elements(root: Element, numbers: dict[Element, int], boxes: tuple[Box, ...]) -> frozenset[Element]:
    """Topmost elements that hold text none of which is drawn.

    Nothing is returned where too little of the page is drawn to trust the drawing.
    """
    view = View(root, ("head",))
    drawn_numbers = {box.element for box in boxes}
    drawn: set[Element] = set()
    for element in reversed(view.elements):
        if element in drawn or numbers.get(element, -1) in drawn_numbers:
            drawn.add(element)
            parent = element.getparent()
            if parent is not None:
                drawn.add(parent)
    undrawn = [element for element in view.elements if element not in drawn and view.words[element]]
    members = set(undrawn)
    topmost = [element for element in undrawn if element.getparent() not in members and element in numbers]
    lost = sum(view.words[element] for element in topmost)
    if lost > (1 - SMALLEST_SHARE) * view.words[root]:
        return frozenset()
    return frozenset(topmost)
