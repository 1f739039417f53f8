"""Text of a part of a page."""

from iawce.data.html.subset import Subset
from iawce.data.html.text_lines import text_lines


def block_text(subset: Subset, number: int = 0) -> str:
    """All text of the subset in the subtree of an element, in document order.

    Blanks are collapsed except inside ``pre``; each block is a line, paragraphs are parted by an empty one; items of
    lists begin with ``- `` or their number; a tab separates table cells.
    """
    return "\n".join(text_lines(subset, number))
