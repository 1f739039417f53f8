"""Parses HTML into a tree.

lxml's HTML parser with ``huge_tree`` keeps text below 256 levels, and stops below 2,048; such a page is flattened.
Nothing that reads the tree recurses, so depth costs nothing. What would take time in the square of the page's size is
left out before: attributes of endless tags. Comments and processing instructions are no part of the tree: they part no
text, as they part none for a reader.
"""

import re
from itertools import islice

from lxml import etree

from iawce.data.errors import PageError
from iawce.data.html.flatten import flatten
from iawce.data.html.tokens import TOKEN

Element = etree._Element
LONGEST_TAG = 100_000
"""Characters of a start tag; a longer one is read without its attributes, each of which is compared with all others."""
_START_TAG = re.compile("<[A-Za-z]")


def parse(html: str, most: int = 500_000) -> Element:
    """The root element of a page, however broken its HTML is.

    Args:
        html: its markup.
        most: elements that will be read. What follows twice as many tags is not parsed: a tree takes fifty times the
            memory of tags of three characters.

    Raises:
        PageError: ``empty/no_content`` if no element is left.
    """
    parser = etree.HTMLParser(  # its plain elements are a quarter faster to walk
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    short = _without_endless_tags(_begin(html, 2 * most))
    root = _read(short, parser)
    error = parser.error_log.last_error
    if error is not None and error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        root = _read(flatten(short), parser)
    if root is None:
        raise PageError("empty/no_content", "the page holds no element")
    return root


def _read(html: str, parser: etree.HTMLParser) -> Element | None:
    try:
        return etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None


def _begin(html: str, most: int) -> str:
    """The markup up to so many start tags."""
    if html.count("<") <= most:
        return html
    end = next(islice(_START_TAG.finditer(html), most, None), None)
    return html[: end.start()] if end else html


def _without_endless_tags(html: str) -> str:
    if len(html) <= 2 * LONGEST_TAG:
        return html
    parts, done = [], 0
    for token in TOKEN.finditer(html):
        if token.end() - token.start() > LONGEST_TAG and token["name"] and not token["end"]:
            parts += [html[done : token.start()], f"<{token['name']}>"]
            done = token.end()
    return "".join([*parts, html[done:]])
