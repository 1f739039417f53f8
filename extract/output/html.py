"""HTML of what was chosen, safe to show."""

import copy
import re
from urllib.parse import urljoin

import nh3
import numpy as np
from lxml import etree
from lxml.html import tostring

from iawce.data.html.element_index import text_nodes
from iawce.data.html.subset import Subset
from iawce.data.html.tree import Element
from iawce.extract.content import Content

ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "time": {"datetime"},
    "code": {"class"},
    "pre": {"class"},
    "ol": {"start"},
    "*": {"lang", "dir"},
}
_CONTROLS = re.compile("[\x00-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_NORMALISED = re.compile("[?#;]+(?:[?#;]|$)")
"""Empty parts of an address, which ``urljoin`` drops; without them it gives an absolute address back as it is."""
_ADDRESSES = (("a", "href"), ("img", "src"))


def clean_html(content: Content, base: str, *, links: bool = True, images: bool = True) -> str:
    """Markup of the chosen elements without scripts, styles and unknown attributes; addresses made absolute.

    Args:
        content: what to print, one element after the other.
        base: address of the page.
        links: keep the addresses of links; their words stay anyway.
        images: keep pictures.
    """
    tags = set(nh3.ALLOWED_TAGS) | {"article", "section", "main", "figure", "figcaption", "div", "span"}
    tags -= ({"a"} if not links else set()) | ({"img"} if not images else set())
    parts = []
    for number in content.elements:
        twin = _twin(content.subset, number)
        for name, attribute in _ADDRESSES:
            for found in twin.iter(name):
                if found.get(attribute):
                    found.set(attribute, _absolute(base, str(found.get(attribute))))
        parts.append(nh3.clean(tostring(twin, encoding="unicode", with_tail=False), tags=tags, attributes=ATTRIBUTES))
    return "\n".join(parts)


def _absolute(base: str, address: str) -> str:
    """Address without control characters, which entities smuggle into attributes and no markup may hold."""
    plain = _CONTROLS.sub("", address).strip()
    if plain.startswith(("http://", "https://")) and not _NORMALISED.search(plain):
        return plain
    try:
        return urljoin(base, plain)
    except ValueError:
        return plain


def _twin(subset: Subset, root: int) -> Element:
    """Copy of an element without what is left out of the subset; the page itself stays as it is."""
    index = subset.index
    twin = copy.deepcopy(index.elements[root])
    elements = list(twin.iter(etree.Element))
    if subset.cuts_elements:
        _blank_pieces(subset, root, twin)
    left_out = ~subset.kept[root : root + len(elements)]
    left_out[0] = False
    for place in np.flatnonzero(left_out):
        if subset.kept[index.parents[root + place]]:
            _drop(elements[place])
    return twin


def _blank_pieces(subset: Subset, root: int, twin: Element) -> None:
    """Empty the text nodes of a copy whose element is kept although they are not."""
    index = subset.index
    owners = index.pieces.owners
    for piece, (node, is_tail) in enumerate(text_nodes(twin), int(index.first_piece[root])):
        if subset.kept[owners[piece]] and not subset.pieces[piece]:
            if is_tail:
                node.tail = None
            else:
                node.text = None


def _drop(node: Element) -> None:
    """Remove a node and keep the text that follows it."""
    parent, before = node.getparent(), node.getprevious()
    if parent is None:
        return
    if node.tail:
        if before is not None:
            before.tail = (before.tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
    node.tail = None
    parent.remove(node)
