"""Writes the markup of a page from its index."""

import html
from collections.abc import Iterator, Mapping, Sequence

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import VOID

HARMLESS = ("class", "id", "lang", "dir", "title", "alt", "colspan", "rowspan")  # Attributes that neither act nor load


def numbered_markup(index: ElementIndex, attribute: str) -> str:
    """The markup of a page, each element with its number. ``attribute``: that holds the number."""
    numbered = ({**given, attribute: str(number)} for number, given in enumerate(index.attributes.given))
    return f"<!DOCTYPE html>{''.join(_parts(index, list(numbered), index.unread))}"


def inert_markup(index: ElementIndex) -> str:
    """The markup of a page without active parts, links and resources: scripts, styles and frames are empty."""
    shown = [{name: given[name] for name in HARMLESS if name in given} for given in index.attributes.given]
    return "".join(_parts(index, shown, {}))


def _parts(index: ElementIndex, attributes: Sequence[Mapping[str, str]], unread: Mapping[int, str]) -> Iterator[str]:
    text_nodes, tags, open_elements = index.text_nodes, index.tags, list[int]()
    texts = iter(zip(text_nodes.opened.tolist(), text_nodes.owners.tolist(), text_nodes.texts, strict=True))
    begun, owner, text = next(texts, (len(index) + 1, -1, ""))
    for number in range(len(index) + 1):
        while begun == number:
            yield from _end_tags(tags, open_elements, owner)
            yield html.escape(text, quote=False)
            begun, owner, text = next(texts, (len(index) + 1, -1, ""))
        yield from _end_tags(tags, open_elements, int(index.parents[number]) if number < len(index) else -1)
        if number < len(index):
            written = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes[number].items())
            yield f"<{tags[number]}{written}>{unread.get(number, '')}"
            open_elements.append(number)


def _end_tags(tags: list[str], open_elements: list[int], around: int) -> Iterator[str]:
    """Close the open elements within an element."""
    while open_elements and open_elements[-1] != around:
        tag = tags[open_elements.pop()]
        if tag not in VOID:
            yield f"</{tag}>"
