"""Parses HTML into a tree.

lxml's HTML parser with ``huge_tree`` keeps text below 256 levels. Nothing that reads the tree recurses, so depth costs
nothing.
"""

from lxml import etree

from iawce.data.errors import PageError

Element = etree._Element
PARSER_DEPTH = 2048
"""Depth below which libxml2 drops elements, even with ``huge_tree``."""


def parse(html: str) -> Element:
    """The root element of a page, however broken its HTML is.

    Raises:
        PageError: ``empty/no_content`` if no element is left.
    """
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)  # its plain elements are a quarter faster to walk
    try:
        root = etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise PageError("empty/no_content", "the page holds no element")
    return root


def path_of(element: Element) -> str:
    """XPath of an element: ``/html/body/div[3]/p``, ordinals 1-based among siblings of the same name."""
    return str(element.getroottree().getpath(element))
