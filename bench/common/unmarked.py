"""Pages without their marks: names of classes and ids, data for search engines, elements that say what a part is.

Many pages are so from the beginning, since tools have written their style sheets and scripts.
"""

from collections import defaultdict
from itertools import count

import lxml.html

_NAMES = ("class", "id", "itemprop", "itemscope", "itemtype", "itemid", "itemref", "property", "typeof", "vocab", "rel")
_BLOCKS = ("article", "section", "header", "main", "figure", "hgroup", "aside", "h1", "h2", "h3", "h4", "h5", "h6")


def _parse(html: str) -> lxml.html.HtmlElement:
    """The tree of a page; as bytes, since lxml takes no text that declares an encoding."""
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), lxml.html.HTMLParser(encoding="utf-8"))


def without_names(html: str) -> str:
    """The page without scripts and properties, each class name and id another word; ``data-*`` and roles stay."""
    tree, numbers = _parse(html), count(1)
    words = defaultdict[str, str](lambda: f"x{next(numbers) * 7919 % 99991:05d}")
    lxml.etree.strip_elements(tree, "script", with_tail=False)
    for one in tree.iter(lxml.etree.Element):
        given = {name: str(one.attrib.pop(name)) for name in _NAMES if name in one.attrib}
        for name in ("class", "id") if one.tag not in ("html", "body") else ():
            if text := " ".join(words[word] for word in given.get(name, "").split()):
                one.set(name, text)
    return str(lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def without_elements(html: str) -> str:
    """The page with ``div`` for headings but the main one, articles and sections, and ``span`` for times."""
    tree = _parse(html)
    for one in list(tree.iter(*_BLOCKS)):
        if one.tag != "h1" or any(around.tag == "article" for around in one.iterancestors()):
            one.tag = "div"
    for one in list(tree.iter("time")):
        one.tag = "span"
        one.attrib.pop("datetime", "")
    return str(lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))
