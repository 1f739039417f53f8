"""Which parser builds the trees that browsers build, and what a tree costs: lexbor, which reads our pages, and libxml2.

    python -m bench parsers PATH/tree-construction --wcxb PATH/wcxb-dev.tar.xz

The first table: the share of the published tests of whole pages (html5lib-tests, in the source of html5lib 1.1 on PyPI)
that a parser gets wholly right, by file. All elements are compared in their order and nesting, their attributes, and
all texts. Comments and doctypes are aside, and what comments part is one text; so are, for both parsers, namespaces and
capitals of drawings, an empty head or body, and what ``noscript`` and ``noframes`` hold, where a browser finds text and
we read markup. lexbor is ``iawce.data.html.tree``, libxml2 is lxml with ``huge_tree``.

The second: CPU time on a sample of WCXB in bare lxml parses of the same page.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Annotated, Any

import typer
from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from bench.common.tree_tests import TreeNode, TreeTest, read_tree_tests
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.errors import PageError
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import FALLBACKS
from iawce.data.html.tree import parse
from iawce.evaluate.page_speed import Part, ratio_section, time_pages
from iawce.evaluate.report.section import make_section

Nodes = list[TreeNode]
HEAD = 2
"""Depth of the head and of the body."""
PARTS: dict[str, Part] = {
    "lexbor alone": lambda _, html: LexborHTMLParser(html.encode("utf-8", "replace")),
    "our parse: lexbor, and its tree as lists": lambda _, html: parse(html),
    "our parse and index": lambda _, html: ElementIndex.of(html),
}


def main(
    tests: Annotated[Path, typer.Argument(help="Folder of the tests, *.dat.")],
    wcxb: Annotated[Path | None, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")] = None,
    sample: Annotated[int, typer.Option(min=1, help="Take each Nth page of it.")] = 13,
    rounds: Annotated[int, typer.Option(min=1, help="Times that each part runs on each page.")] = 3,
    shown: Annotated[str, typer.Option(help="A parser of the table, whose wrong pages are printed.")] = "",
) -> None:
    cases = list(read_tree_tests(tests))
    wrong = {name: [case for case in cases if not is_right(case, read)] for name, read in PARSERS.items()}
    if shown:
        print("\n".join(f"{case.group} {case.html!r}" for case in wrong[shown]) + "\n")
    counts = {name: Counter(case.group for case in found) for name, found in wrong.items()}
    total = Counter(case.group for case in cases)
    rows = [(group, str(of), *(share(of - counts[name][group], of) for name in PARSERS)) for group, of in total.items()]
    rows.append(("all", str(len(cases)), *(share(len(cases) - len(wrong[name]), len(cases)) for name in PARSERS)))
    print(make_section("Trees that browsers build", ("file", "pages", *PARSERS), rows).markdown())
    if wcxb:
        times = time_pages(PARTS, read_gold("wcxb", wcxb)[::sample], rounds)
        print("\n" + ratio_section("Cost of a tree", times).markdown())


def share(right: int, of: int) -> str:
    return f"{right / of:.3f}"


def is_right(case: TreeTest, read: Callable[[TreeTest], Iterable[TreeNode]]) -> bool:
    return list(compared(read(case))) == list(compared(case.nodes))


def compared(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """The elements and texts of a tree without what is aside."""
    joined = list(_joined(outside_fallbacks(nodes)))
    for node, following in zip_longest(joined, joined[1:]):
        is_empty = not node.attributes and (following is None or following.depth <= node.depth)
        if not (is_empty and node.depth == HEAD and node.tag in {"head", "body"}):
            yield node


def _joined(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """Texts that stand side by side as one."""
    for (depth, tag), same in groupby(nodes, lambda node: (node.depth, node.tag)):
        if tag:
            yield from same
        else:
            yield TreeNode(depth, "", {}, "".join(node.text for node in same))


def outside_fallbacks(nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """All but what stands in elements for browsers without scripts or frames."""
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
    depths, pieces = tree.nesting.depths.tolist(), tree.pieces
    texts = zip(pieces.texts, pieces.owners.tolist(), pieces.opened.tolist(), strict=True)
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
