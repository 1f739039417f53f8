"""Writes the markup of a page anew, from its index."""

import html
from collections.abc import Iterator

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import VOID


def numbered_markup(index: ElementIndex, attribute: str) -> str:
    """The markup of a page, each element with its number.

    Args:
        index: of the page.
        attribute: that holds the number.
    """
    return f"<!DOCTYPE html>{''.join(_parts(index, attribute))}"


def _parts(index: ElementIndex, attribute: str) -> Iterator[str]:
    pieces, tags, open_elements = index.pieces, index.tags, list[int]()
    texts = iter(zip(pieces.opened.tolist(), pieces.owners.tolist(), pieces.texts, strict=True))
    begun, owner, text = next(texts, (len(index) + 1, -1, ""))
    for number in range(len(index) + 1):
        while begun == number:
            yield from _end_tags(tags, open_elements, owner)
            yield html.escape(text, quote=False)
            begun, owner, text = next(texts, (len(index) + 1, -1, ""))
        yield from _end_tags(tags, open_elements, int(index.parents[number]) if number < len(index) else -1)
        if number < len(index):
            given = {**index.attributes.given[number], attribute: str(number)}
            written = "".join(f' {name}="{html.escape(value)}"' for name, value in given.items())
            yield f"<{tags[number]}{written}>{index.unread.get(number, '')}"
            open_elements.append(number)


def _end_tags(tags: list[str], open_elements: list[int], around: int) -> Iterator[str]:
    """End what is open within an element."""
    while open_elements and open_elements[-1] != around:
        tag = tags[open_elements.pop()]
        if tag not in VOID:
            yield f"</{tag}>"
