"""The elements of a page in lxml, for XPath."""

import re
from collections.abc import Mapping

from lxml import etree

from iawce.data.html.element_index import ElementIndex

Element = etree._Element
_NAME = re.compile(r"(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)", re.ASCII)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def lxml_elements(index: ElementIndex) -> list[Element]:
    """An lxml element for each element of a page, in the same order, with its text.

    A name with a colon has a prefix. Characters and attribute names that XML does not allow are left out; an element
    with such a name is called ``_``.
    """
    tags, given, parents = index.tags, index.attributes.given, index.parents.tolist()
    found = list[Element]()
    for tag, attributes, parent in zip(tags, given, parents, strict=True):
        name = _written(tag) or "_"
        named = _attributes(attributes)
        prefixes = {prefix: prefix for prefix in (_prefix(one) for one in (tag, *attributes)) if prefix}
        if parent < 0:
            found.append(etree.Element(name, named, prefixes))
        else:
            found.append(etree.SubElement(found[parent], name, named, prefixes))
    _write_texts(index, found)
    return found


def _prefix(name: str) -> str:
    parts = _NAME.fullmatch(name)
    return parts[1] or "" if parts else ""


def _written(name: str) -> str:
    """A name in the form of lxml; empty if it is not valid."""
    parts = _NAME.fullmatch(name)
    if not parts:
        return ""
    return f"{{{parts[1]}}}{parts[2]}" if parts[1] else parts[2]


def _attributes(given: Mapping[str, str]) -> dict[str, str]:
    return {name: _NO_XML.sub("", value) for written, value in given.items() if (name := _written(written))}


def _write_texts(index: ElementIndex, elements: list[Element]) -> None:
    pieces, parents = index.pieces, index.parents.tolist()
    for text, owner, opened in zip(pieces.texts, pieces.owners.tolist(), pieces.opened.tolist(), strict=True):
        before = opened - 1
        while before != owner and parents[before] != owner:
            before = parents[before]
        plain = _NO_XML.sub("", text)
        if before == owner:
            elements[owner].text = (elements[owner].text or "") + plain
        else:
            elements[before].tail = (elements[before].tail or "") + plain
    for number, text in index.unread.items():
        elements[number].text = _NO_XML.sub("", text)
