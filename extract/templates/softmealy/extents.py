"""Attributes that are a tag, an element or the content of an element: their ends are known from the tree.

A deviation from Hsu and Dung 1998, whose pages are text: there an attribute ends where a rule matches, which may never
happen on a page with slightly different markup. Here the element of each token is known.
"""

from typing import Literal

from iawce.extract.templates.softmealy.tokens import Tokens

Extent = Literal["tag", "content", "element"]
"""A start tag alone; all between the tags of an element; an element with its tags."""


def end_of(tokens: Tokens, extent: Extent, start: int) -> int | None:
    """End border of an attribute that begins at ``start``; None if no tag there begins one of this extent."""
    opening = start - 1 if extent == "content" else start
    if not 0 <= opening < len(tokens.is_tag) or not tokens.is_tag[opening]:
        return None
    first, last = tokens.tags[int(tokens.elements[opening])]
    end = {"tag": first + 1, "content": last, "element": last + 1}[extent]
    return end if first == opening and end > start else None
