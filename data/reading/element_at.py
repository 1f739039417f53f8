"""The element that a path of a row means."""

from lxml import etree

from iawce.data.document import Document
from iawce.data.html.tree import Element


def element_at(document: Document, path: str) -> int | None:
    """Number of the element at an XPath that ``Document.path`` gave; None if there is none."""
    try:
        found = document.index.elements[0].getroottree().xpath(path) if path else []
    except etree.XPathError:  # a tag with a colon, say
        return None
    first = found[0] if isinstance(found, list) and found else None
    return document.index.numbers.get(first) if isinstance(first, Element) else None
