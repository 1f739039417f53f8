"""Documents as a browser would have drawn them: every element says where it stands."""

import re

import numpy as np

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE

_PLACED = re.compile(r"<(\w+) at=([-0-9.]+),([-0-9.]+),([0-9.]+),([0-9.]+)")


def drawn(html: str) -> Document:
    """A document of markup in which start tags say ``at=x,y,width,height``; each is also a box of text."""
    rectangles: list[list[float]] = []

    def numbered(found: re.Match[str]) -> str:
        rectangles.append([float(part) for part in found.groups()[1:]])
        return f'<{found[1]} {ELEMENT_ATTRIBUTE}="{len(rectangles) - 1}"'

    markup = _PLACED.sub(numbered, html)
    boxes = [
        Box("t", number, int(x), int(y), int(width), int(height), 1, 5, 16, 400, 0, 0)
        for number, (x, y, width, height) in enumerate(rectangles)
    ]
    return Document(
        "", url="http://page.example/", html=markup, boxes=boxes, rectangles=np.array(rectangles, np.float32)
    )
