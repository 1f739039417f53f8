"""Marks as links what lies under a link that is laid over it.

A card is often clickable by a link that holds no text, or by one whose ``::after`` is stretched over the card. What a
person can click is a link, wherever it stands in the document.
"""

from collections.abc import Sequence

from iawce.data.boxes import Box

Bounds = tuple[float, float, float, float]
"""x, y, width, height, CSS px."""
COVERED = 0.8
"""Share of a box's area that must lie under the link."""
MOST_TEXT = 1500
"""Characters of a card; a link over more is a trap laid over the page, not a card."""


def mark_covered(boxes: Sequence[Box], links: Sequence[Bounds]) -> tuple[Box, ...]:
    """The boxes with ``link`` set for text and pictures under one of ``links``."""
    covered: set[int] = set()
    plain = [index for index, box in enumerate(boxes) if box.kind in "ti" and not box.link]
    for link in sorted(set(links)):
        under = [index for index in plain if _covers(link, boxes[index])]
        if 0 < sum(boxes[index].chars for index in under) <= MOST_TEXT:
            covered.update(under)
    return tuple(box._replace(link=1) if index in covered else box for index, box in enumerate(boxes))


def _covers(link: Bounds, box: Box) -> bool:
    x, y, width, height = link
    across = min(x + width, box.x + box.width) - max(x, box.x)
    down = min(y + height, box.y + box.height) - max(y, box.y)
    return across > 0 and down > 0 and across * down >= COVERED * box.width * box.height
