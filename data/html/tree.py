"""Parses HTML into a tree.

lxml's HTML parser with ``huge_tree`` keeps text below 256 levels. Nothing that reads the tree recurses, so depth costs
nothing. What would take time in the square of the page's size is left out before: attributes of endless tags, endless
runs of comments.
"""

import re

from lxml import etree

from iawce.data.errors import PageError

Element = etree._Element
PARSER_DEPTH = 2048
"""Depth below which libxml2 drops elements, even with ``huge_tree``."""
LONGEST_TAG = 100_000
"""Characters of a start tag; a longer one is read without its attributes, each of which is compared with all others."""
MANY_COMMENTS = 10_000
"""A page with more comments is read without them: walking over a run of them moves what is left of it at each step."""
_TOKEN = re.compile(
    r"""<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)|(?P<tag><[a-z][^\s/>"']*+)"""
    r"""(?:[^"'>]++|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))*+(?:>|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
"""Each alternative also ends with the text, so that no part is read twice."""


def parse(html: str) -> Element:
    """The root element of a page, however broken its HTML is.

    Raises:
        PageError: ``empty/no_content`` if no element is left.
    """
    many = html.count("<!") + html.count("<?") > MANY_COMMENTS
    parser = etree.HTMLParser(  # its plain elements are a quarter faster to walk
        encoding="utf-8", huge_tree=True, remove_comments=many, remove_pis=many
    )
    try:
        root = etree.fromstring(_without_endless_tags(html).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise PageError("empty/no_content", "the page holds no element")
    return root


def _without_endless_tags(html: str) -> str:
    if len(html) <= 2 * LONGEST_TAG:
        return html
    parts, done = [], 0
    for token in _TOKEN.finditer(html):
        if token["tag"] and token.end() - token.start() > LONGEST_TAG:
            parts += [html[done : token.start()], token["tag"], ">"]
            done = token.end()
    return "".join([*parts, html[done:]])
