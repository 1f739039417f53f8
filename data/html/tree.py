"""Parses HTML into a tree.

lxml's HTML parser with ``huge_tree`` keeps text below 256 levels, and stops below 2,048; such a page is flattened.
Nothing that reads the tree recurses, so depth costs nothing. What would take time in the square of the page's size is
left out before: attributes of endless tags. Comments and processing instructions are no part of the tree: they part no
text, as they part none for a reader.
"""

from lxml import etree

from iawce.data.errors import PageError
from iawce.data.html.flatten import flatten
from iawce.data.html.tokens import TOKEN

Element = etree._Element
LONGEST_TAG = 100_000
"""Characters of a start tag; a longer one is read without its attributes, each of which is compared with all others."""


def parse(html: str) -> Element:
    """The root element of a page, however broken its HTML is.

    Raises:
        PageError: ``empty/no_content`` if no element is left.
    """
    parser = etree.HTMLParser(  # its plain elements are a quarter faster to walk
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    short = _without_endless_tags(html)
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


def _without_endless_tags(html: str) -> str:
    if len(html) <= 2 * LONGEST_TAG:
        return html
    parts, done = [], 0
    for token in TOKEN.finditer(html):
        if token.end() - token.start() > LONGEST_TAG and token["name"] and not token["end"]:
            parts += [html[done : token.start()], f"<{token['name']}>"]
            done = token.end()
    return "".join([*parts, html[done:]])
