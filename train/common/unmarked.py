"""Pages without their marks: what models learn from them holds where names and elements say nothing.

Names of classes and ids, data of search engines, and elements such as ``article`` say on many pages what a part is; on
others, whose style sheets and scripts are written by tools, they do not.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import lxml.html

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError

UNMARKED = "#unmarked"
"""End of the id of a page without marks; before it stands that of the page."""
WEIGHT = 0.25  # Of such a page; with 0.5, the trees are less sure of all other pages
_NAMES = ("class", "id", "itemprop", "itemscope", "itemtype", "itemid", "itemref", "property", "typeof", "vocab", "rel")
_BLOCKS = ("article", "section", "header", "main", "figure", "hgroup", "aside", "h1", "h2", "h3", "h4", "h5", "h6")


def _parse(html: str) -> lxml.html.HtmlElement:
    """The tree of a page; as bytes, since lxml takes no text that declares an encoding."""
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), lxml.html.HTMLParser(encoding="utf-8"))


def without_names(html: str) -> str:
    """The page without scripts and properties, each class name and id another word."""
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
    """The page with ``div`` for headings, articles and sections, and ``span`` for times, but for its main heading."""
    tree = _parse(html)
    for one in list(tree.iter(*_BLOCKS)):
        if one.tag != "h1" or any(around.tag == "article" for around in one.iterancestors()):
            one.tag = "div"
    for one in list(tree.iter("time")):
        one.tag = "span"
        one.attrib.pop("datetime", "")
    return str(lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def unmarked_pages(pages: Sequence[LabelledPage], most: int, seed: int) -> list[LabelledPage]:
    """Up to ``most`` of the pages at random, without names, every other one also without elements, to learn from."""
    usable = [page for page in pages if page.html]
    drawn = random.Random(seed).sample(usable, min(most, len(usable)))  # noqa: S311 - a sample, no secret
    found = list[LabelledPage]()
    for place, page in enumerate(drawn):
        try:
            html = without_names(page.document().html or "")
        except (PageError, UsageError, ValueError, lxml.etree.ParserError):
            continue
        body = (without_elements(html) if place % 2 else html).encode("utf-8-sig", "replace")
        unmarked = replace(page, id=f"{page.id}{UNMARKED}", html=body, weight=page.weight * WEIGHT)
        found.append(replace(unmarked, boxes=None, screenshot=None))
    return found
