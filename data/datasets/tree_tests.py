"""The published tests of tree construction (html5lib-tests): markup, and the tree that browsers build from it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_PART = re.compile(r"^#(errors|new-errors|document-fragment|script-off|script-on|document)\n", re.MULTILINE)
_NODE = re.compile(r"\| ( *)(.*)", re.DOTALL)
_ELEMENT, _ATTRIBUTE = re.compile(r"<(?:svg |math )?([^!?].*)>"), re.compile(r'([^"].*?)="(.*)"', re.DOTALL)


class TreeNode(NamedTuple):
    """An element, or a text, where ``tag`` is empty; its depth, 1 for the root."""

    depth: int
    tag: str
    attributes: dict[str, str]
    text: str = ""


class TreeTest(NamedTuple):
    """A page and the elements and texts of its tree in document order.

    ``scripts``: whether the browser runs scripts.
    """

    group: str
    html: str
    scripts: bool
    nodes: list[TreeNode]


def read_tree_tests(folder: Path) -> Iterator[TreeTest]:
    """All tests of whole pages, file by file; those of parts of a page (``document-fragment``) are skipped."""
    for path in sorted(folder.glob("*.dat")):
        group = re.sub(r"[-_]?\d*$", "", path.stem)
        for one in ("\n" + path.read_bytes().decode("utf-8", "surrogatepass")).split("\n#data\n")[1:]:
            html, *parts = _PART.split(one)
            given = dict(zip(parts[::2], parts[1::2], strict=True))
            if "document-fragment" not in given:
                yield TreeTest(group, html[:-1], "script-off" not in given, list(_nodes(given["document"])))


def _nodes(document: str) -> Iterator[TreeNode]:
    """Elements and texts, an attribute with its element; the content of a template counts as its children."""
    above: list[tuple[int, bool]] = []  # the indents of the open lines, and whether each is an element
    last = TreeNode(0, "", {})
    for line in re.split(r"\n(?=\| )", document.rstrip("\n")):
        found = _NODE.fullmatch(line)
        if not found:
            continue
        indent, said = len(found[1]), found[2]
        while above and above[-1][0] >= indent:
            above.pop()
        depth = 1 + sum(is_element for _, is_element in above)
        element, attribute = _ELEMENT.fullmatch(said), _ATTRIBUTE.fullmatch(said)
        above.append((indent, bool(element)))
        if said.startswith('"'):
            yield TreeNode(depth, "", {}, said[1:-1])
        elif element:
            last = TreeNode(depth, element[1].lower(), {})
            yield last
        elif attribute and not said.startswith(("<!", "<?")):
            last.attributes[attribute[1].lower().replace(" ", ":")] = attribute[2]  # "xlink href" has a namespace
