"""A plain parse of delivered markup, in which paths are looked up step by step."""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from iawce.data.dom.element_index import ElementIndex, is_mainly_noscript
from iawce.data.dom.tree import parse

_STEP = re.compile(
    r"/(?:\*\[local-name\(\)='(?P<local>[^']+)'\]|\*\[name\(\)=(?P<quote>[\"'])(?P<name>.+?)(?P=quote)\]"
    r"|(?P<tag>[\w.-]+)|\*)(?:\[(?P<ordinal>[0-9]+)\])?",
    re.ASCII,
)


class PlainTree:
    """The elements of a page in document order, without what templates hold.

    Args:
        html: its markup.
        scripts: as a browser reads it that runs scripts, or as one that does not.
    """

    def __init__(self, html: str, *, scripts: bool) -> None:
        self._parser = LexborHTMLParser(html.encode("utf-8", "replace"), scripting=scripts)
        root = self._parser.root
        assert root
        self.elements = [node for node in root.traverse() if node.is_element_node]
        self._children: dict[int, list[LexborNode]] = {}
        for node in self.elements:
            if node.parent:
                self._children.setdefault(node.parent.mem_id, []).append(node)
        self._above = root.parent

    def find(self, path: str) -> list[int]:
        """Places among ``elements`` that a path leads to."""
        assert self._above
        found, done = [self._above.mem_id], 0
        while step := _STEP.match(path, done):
            done = step.end()
            found = [node.mem_id for parent in found for node in self._children_at(parent, step)]
        assert done == len(path), path
        return [place for place, node in enumerate(self.elements) if node.mem_id in found]

    def _children_at(self, parent: int, step: "re.Match[str]") -> list[LexborNode]:
        wanted = (step["local"] or step["name"] or step["tag"] or "").lower()
        named = [node for node in self._children.get(parent, ()) if not wanted or (node.tag or "").lower() == wanted]
        return named[int(step["ordinal"]) - 1 : int(step["ordinal"])] if step["ordinal"] else named


def runs_scripts(html: str) -> bool:
    """Whether the page is read as by a browser that runs scripts."""
    return not is_mainly_noscript(ElementIndex(parse(html)))


def delivered(index: ElementIndex, *, scripts: bool) -> list[int]:
    """The elements that a browser has in its tree: what templates and parts for other browsers hold is apart."""
    holders = {"template", "noframes", *(("noscript",) if scripts else ())}
    held = [number for number in range(len(index)) if index.tags[number] in holders]
    apart = {inner for number in held for inner in range(number + 1, int(index.ends[number]))}
    return [number for number in range(len(index)) if number not in apart]
