"""XPaths of the elements of a page, by which a browser finds them in the delivered page."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.read import HTML_TYPES
from iawce.data.dom.tags import FOREIGN

_NAME = re.compile(r"[a-z_][\w.-]*", re.ASCII)
_WITH_HTML = {
    "svg": frozenset({"foreignobject", "desc", "title"}),
    "math": frozenset({"mi", "mo", "mn", "ms", "mtext"}),
}
"""Foreign elements that contain HTML, by namespace."""
_NAMES_WITH_CAPITALS = """
altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath
"""
_CAPITALS = {name.lower(): name for name in _NAMES_WITH_CAPITALS.split()}
"""Names of elements of drawings as a browser writes them (HTML Standard, section 13.2.6.5)."""


class XPaths:
    """Computes paths of elements at their first use; siblings are counted only once.

    A step is a tag with its ordinal among the siblings of that name, 1-based and left out where there is one. Elements
    of drawings and formulas, which have a namespace, are ``*[local-name()='path'][2]``, and those with unusual names
    ``*[name()='o:p']``; if that cannot be written, only the ordinal among all siblings is given: ``*[3]``.

    Args:
        tags: of the elements in document order, in lower case.
        attributes: of the elements.
        parents: number of the parent of each, -1 for the root, int64 (elements,).
        children: gives the numbers of the elements directly in one.
    """

    def __init__(
        self,
        tags: Sequence[str],
        attributes: Sequence[Mapping[str, str]],
        parents: NDArray[np.int64],
        children: Callable[[int], Iterable[int]],
    ) -> None:
        self._tags, self._attributes, self._parents, self._children = tags, attributes, parents, children
        self._steps, self._namespaces = {0: tags[0]}, {0: ""}
        self._named = set[int]()

    def path(self, number: int) -> str:
        """``/html/body/div[3]/p``."""
        line = [number]
        while line[-1]:
            line.append(int(self._parents[line[-1]]))
        line.reverse()
        for parent in line[:-1]:
            self._name_children(parent)
        return "/" + "/".join(self._steps[one] for one in line)

    def _name_children(self, parent: int) -> None:
        if parent in self._named:
            return
        self._named.add(parent)
        inside = self._inside(parent)
        children = list(self._children(parent))
        for child in children:
            self._namespaces[child] = self._tags[child] if self._tags[child] in FOREIGN else inside
        tests = [self._test(child) for child in children]
        of_name, counted = Counter(tests), Counter[str]()
        for place, (child, test) in enumerate(zip(children, tests, strict=True), 1):
            counted[test] += 1
            ordinal = counted[test] if test != "*" else place
            self._steps[child] = f"{test}[{ordinal}]" if of_name[test] > 1 or test == "*" else test

    def _inside(self, number: int) -> str:
        """The namespace of the children of an element: ``svg``, ``math`` or none."""
        namespace, tag = self._namespaces[number], self._tags[number]
        if namespace == "math" and tag == "annotation-xml":
            return "" if self._attributes[number].get("encoding", "").lower() in HTML_TYPES else namespace
        return "" if tag in _WITH_HTML.get(namespace, ()) else namespace

    def _test(self, number: int) -> str:
        """The test of an element's name in a step."""
        tag, namespace = self._tags[number], self._namespaces[number]
        if _NAME.fullmatch(tag):
            written = _CAPITALS.get(tag, tag) if namespace == "svg" else tag
            return f"*[local-name()='{written}']" if namespace else tag
        quote = "'" if "'" not in tag else '"'
        return f"*[name()={quote}{tag}{quote}]" if quote not in tag else "*"
