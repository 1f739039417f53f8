"""HTML of what was chosen, safe to show, and Markdown made from it."""

import copy
import re
from collections.abc import Iterable
from urllib.parse import urljoin

import nh3
from lxml.html import tostring
from markdownify import MarkdownConverter

from iawce.data.html.tree import NEVER_TEXT, Element

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
_ADDRESSES = (("a", "href"), ("img", "src"))


def clean_html(
    elements: Iterable[Element],
    noise: frozenset[str],
    hidden: frozenset[Element],
    base: str,
    *,
    links: bool = True,
    images: bool = True,
) -> str:
    """Markup of the chosen elements without noise, scripts, styles and unknown attributes; addresses made absolute.

    Args:
        elements: what to print, one after the other.
        noise: tag names left out.
        hidden: elements left out.
        base: address of the page.
        links: keep the addresses of links; their words stay anyway.
        images: keep pictures.
    """
    tags = set(nh3.ALLOWED_TAGS) | {"article", "section", "main", "figure", "figcaption", "div", "span"}
    tags -= ({"a"} if not links else set()) | ({"img"} if not images else set())
    parts = []
    for element in elements:
        twin = _twin(element, noise, hidden)
        for name, attribute in _ADDRESSES:
            for found in twin.iter(name):
                if found.get(attribute):
                    found.set(attribute, _absolute(base, str(found.get(attribute))))
        parts.append(nh3.clean(tostring(twin, encoding="unicode", with_tail=False), tags=tags, attributes=ATTRIBUTES))
    return "\n".join(parts)


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML, ATX headings and fenced code.

    Raises:
        RecursionError: the markup is nested deeper than Python can follow.
    """
    converter = MarkdownConverter(heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False)
    lines = (line.rstrip() for line in converter.convert(html).strip().splitlines())
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept)


def _absolute(base: str, address: str) -> str:
    """Address without control characters, which entities smuggle into attributes and no markup may hold."""
    plain = _CONTROLS.sub("", address).strip()
    try:
        return urljoin(base, plain)
    except ValueError:
        return plain


def _twin(element: Element, noise: frozenset[str], hidden: frozenset[Element]) -> Element:
    """Copy of an element without noise; the page itself stays as it is."""
    skip = noise | NEVER_TEXT
    twin = copy.deepcopy(element)
    pairs = zip(list(element.iter()), list(twin.iter()), strict=True)
    unwanted = [mirror for node, mirror in pairs if not isinstance(node.tag, str) or node.tag in skip or node in hidden]
    for node in unwanted:
        if node is not twin:
            _drop(node)
    return twin


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
