"""Whether a parser builds the tree that browsers build, according to the published tests of tree construction.

All elements are compared in their order and nesting, their attributes, and all texts. Comments and doctypes are
ignored, and texts separated by a comment are joined. Also ignored, for every parser, are namespaces and capitals of
drawings, an empty head or body, and the content of ``noscript`` and ``noframes``, where a browser finds text and we
read markup.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby, zip_longest
from typing import Any

from lxml import etree

from iawce.data.datasets.tree_tests import TreeNode, TreeTest
from iawce.data.dom.tags import FALLBACKS
from iawce.data.dom.tree import parse
from iawce.data.errors import PageError

Nodes = list[TreeNode]
HEAD = 2
"""Depth of the head and of the body."""


def is_built_right(case: TreeTest, read: Callable[[TreeTest], Iterable[TreeNode]]) -> bool:
    """Whether the tree of a page by one of ``PARSERS`` is that of the test."""
    return list(_compared(read(case))) == list(_compared(case.nodes))


def _compared(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """The elements and texts of a tree without the ignored parts."""
    joined = list(_joined(_outside_fallbacks(nodes)))
    for node, following in zip_longest(joined, joined[1:]):
        is_empty = not node.attributes and (following is None or following.depth <= node.depth)
        if not (is_empty and node.depth == HEAD and node.tag in {"head", "body"}):
            yield node


def _joined(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """The same with adjacent texts joined."""
    for (depth, tag), same in groupby(nodes, lambda node: (node.depth, node.tag)):
        if tag:
            yield from same
        else:
            yield TreeNode(depth, "", {}, "".join(node.text for node in same))


def _outside_fallbacks(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """All but the content of elements for browsers without scripts or frames."""
    deepest = None
    for node in nodes:
        if deepest is not None and node.depth > deepest:
            continue
        deepest = node.depth if node.tag in FALLBACKS else None
        yield node


def lexbor(case: TreeTest) -> Iterator[TreeNode]:
    """The tree of our parser; a page that it calls empty is an element without content."""
    try:
        tree = parse(case.html, scripts=case.scripts)
    except PageError:
        yield TreeNode(1, "html", {})
        return
    depths, text_nodes = tree.nesting.depths.tolist(), tree.text_nodes
    texts = zip(text_nodes.texts, text_nodes.owners.tolist(), text_nodes.opened.tolist(), strict=True)
    before: dict[int, Nodes] = {}
    for text, owner, opened in texts:
        before.setdefault(opened, []).append(TreeNode(depths[owner] + 1, "", {}, text))
    for number, (tag, given) in enumerate(zip(tree.tags, tree.attributes, strict=True)):
        yield TreeNode(depths[number], tag, {name.lower(): value for name, value in given.items()})
        if number in tree.unread:
            yield TreeNode(depths[number] + 1, "", {}, tree.unread[number])
        yield from before.get(number + 1, ())


def libxml2(case: TreeTest) -> Iterator[TreeNode]:
    """The tree of lxml; a page that it refuses is an element without content."""
    parser, root = etree.HTMLParser(encoding="utf-8", huge_tree=True), None
    with suppress(etree.XMLSyntaxError):
        root = etree.fromstring(case.html.encode("utf-8", "replace"), parser)
    yield from _lxml_nodes(etree.Element("html") if root is None else root, 1)


def _lxml_nodes(element: Any, depth: int) -> Iterator[TreeNode]:
    if isinstance(element.tag, str):  # no comment or instruction
        yield TreeNode(depth, element.tag.lower(), {name.lower(): value for name, value in element.attrib.items()})
        if element.text:
            yield TreeNode(depth + 1, "", {}, element.text)
        for child in element:
            yield from _lxml_nodes(child, depth + 1)
    if element.tail:
        yield TreeNode(depth, "", {}, element.tail)


PARSERS: dict[str, Callable[[TreeTest], Iterable[TreeNode]]] = {"lexbor": lexbor, "libxml2": libxml2}
