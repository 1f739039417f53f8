"""The elements of a page as arrays, and the questions that need only these.

Elements are numbered in document order (pre-order), so the subtree of element ``i`` is the range ``i`` to ``ends[i]``.
Text is stored as text nodes in document order, each owned by its parent element.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.attributes import Attributes, NamePattern, numbered
from iawce.data.dom.read import HTML_TYPES
from iawce.data.dom.tags import FOREIGN, STRUCK
from iawce.data.dom.tree import TextNodes, Tree, sums_before

FEW = 16  # Elements whose ranges are filled one by one, which is faster than sums over the page
_NAME = re.compile(r"[a-z_][\w.-]*", re.ASCII)
_STRUCK = NamePattern(r"(?:^|[\s_-])(?<!no-)(?<!has-)(?:line|strike)-?through(?![a-z])", "through")
_DECIMAL = re.compile(r"list-style(?:-type)?\s*:\s*decimal", re.I)
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


class Formula(NamedTuple):
    """The formula that replaces the content of an element."""

    text: str  # TeX or plain text on one line; empty if the formula is elsewhere
    is_tex: bool
    displayed: bool  # Whether it has its own line
    latex: str = ""  # LaTeX made from the markup, where the text is plain


class Footnote(NamedTuple):
    """One note. Numbers are of elements.

    ``number``: by the order of its first mark, from 1. ``element``: holds its text. ``marks``: lead to it. ``backs``:
    links back to the marks, which are no part of its text.
    """

    number: int
    element: int
    marks: tuple[int, ...]
    backs: tuple[int, ...]


class Elements:
    """The elements of a page; all arrays are int64 with one entry for each.

    ``parents``, ``depths``, ``closing``, ``ends``: see ``Nesting``; ``tags``, ``unread``, ``cut``: see ``Tree``.
    ``first_text_node``, ``last_text_node``: the range of the text nodes of the subtree, its end exclusive. By the
    number of their element, ``formulas``, and the texts of boxes of code, ``listings``.
    """

    def __init__(self, tree: Tree) -> None:
        self.tags, given, nesting, text_nodes, self.unread, self.cut = tree
        self.attributes = Attributes(given)
        self.parents, self.depths, self.closing, self.ends = nesting
        self.subtree_sums = nesting.subtree_sums
        self.formulas: dict[int, Formula] = {}
        self.footnotes: list[Footnote] = []
        self.listings: dict[int, str] = {}
        self._take(text_nodes)

    def __len__(self) -> int:
        return len(self.tags)

    def _take(self, text_nodes: TextNodes) -> None:
        """Use these text nodes, and number those of each subtree."""
        self.text_nodes = text_nodes
        owned = np.bincount(self.text_nodes.owners, minlength=len(self))
        self.first_text_node = np.searchsorted(self.text_nodes.opened, np.arange(len(self)), side="right")
        self.last_text_node = self.first_text_node + self.subtree_sums(owned)

    @property
    def classes(self) -> list[str]:
        """Class attribute of each element, blanks squeezed."""
        return self.attributes.classes

    @cached_property
    def kinds(self) -> Ints:
        """A number for the tag and the class names of each element, int64: two have the same if both are."""
        classes, tags = numbered(self.classes), self._tag_numbers
        return tags * (int(classes.max()) + 1) + classes

    @cached_property
    def blank(self) -> Bools:
        """Whether each text node is white space, bool (text nodes,)."""
        return np.array([text.isspace() for text in self.text_nodes.texts], bool)

    @cached_property
    def texts_before(self) -> Ints:
        """Texts that are not blank before each text node, and on the page, int64 (text nodes + 1,).

        A distance in texts does not depend on white space.
        """
        return np.append(0, np.cumsum(~self.blank))

    @cached_property
    def linked(self) -> Bools:
        """Whether an element is or is inside ``a[href]``."""
        return self.inside([number for number in self.tagged("a") if self.attributes.given[number].get("href")])

    @cached_property
    def verbatim(self) -> Bools:
        """Whether an element is or is inside ``pre``, where spaces and line breaks count."""
        return self.inside(self.tagged("pre"))

    @cached_property
    def displayed(self) -> Bools:
        """Whether an element has a formula on its own line."""
        return self.among([number for number, formula in self.formulas.items() if formula.displayed])

    @cached_property
    def _by_tag(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, tag in enumerate(self.tags):
            found.setdefault(tag, []).append(number)
        return found

    @cached_property
    def _tag_numbers(self) -> Ints:
        """Place of the tag of each element in ``_by_tag``."""
        return numbered(self.tags)

    def tagged(self, *tags: str) -> list[int]:
        """Numbers of the elements with one of these tags, in document order."""
        found = [numbers for tag in tags if (numbers := self._by_tag.get(tag))]
        return sorted(chain.from_iterable(found)) if len(found) > 1 else list(*found)

    @cached_property
    def struck(self) -> set[int]:
        """The elements whose text is struck out, by their tags, class names or styles."""
        named, styles = np.flatnonzero(self.attributes.named(_STRUCK)).tolist(), self.attributes.having("style")
        drawn = (number for number in styles if "line-through" in self.attributes.given[number]["style"])
        return {*self.tagged(*STRUCK), *named, *drawn}

    @cached_property
    def ordered(self) -> set[int]:
        """The lists whose items have numbers: by their tag, or by a style, their own or that of each item."""
        given = self.attributes.given
        drawn = {one for one in self.attributes.having("style") if _DECIMAL.search(given[one]["style"])}
        lists = {one if self.tags[one] == "ul" else int(self.parents[one]) for one in drawn}
        found = set(self.tagged("ol"))
        for one in (one for one in lists if one >= 0 and self.tags[one] == "ul"):
            items = {item for item in self.children(one) if self.tags[item] == "li"}
            if one in drawn or items <= drawn:
                found.add(one)
        return found

    @cached_property
    def in_struck(self) -> Bools:
        """Whether each element is in one that is struck out, bool (elements,)."""
        return self.inside(self.struck)

    @cached_property
    def buttons(self) -> list[int]:
        """The elements that are buttons by their tag or role, in document order."""
        roles, given = self.attributes.having("role"), self.attributes.given
        return sorted({*self.tagged("button"), *(one for one in roles if given[one]["role"] == "button")})

    def has_tag(self, tags: Iterable[str]) -> Bools:
        """Whether each element has one of these tags."""
        wanted = frozenset(tags)
        return np.array([tag in wanted for tag in self._by_tag])[self._tag_numbers]

    def valued(self, values: Mapping[str, int]) -> Ints:
        """The value of the tag of each element, int64 (elements,), 0 where it has none."""
        return np.asarray(np.array([values.get(tag, 0) for tag in self._by_tag])[self._tag_numbers])

    def among(self, numbers: Iterable[int]) -> Bools:
        """Whether each element is one of these."""
        found = np.zeros(len(self), bool)
        found[list(numbers)] = True
        return found

    def inside(self, numbers: Iterable[int]) -> Bools:
        """Whether each element is one of these or inside one."""
        roots = np.fromiter(numbers, np.int64)
        if len(roots) > FEW:
            return self.count_around(roots) > 0
        found = np.zeros(len(self), bool)
        for root in roots.tolist():
            found[root : self.ends[root]] = True
        return found

    def text_nodes_inside(self, numbers: Iterable[int]) -> Bools:
        """Whether each text node is inside one of these elements, bool (text nodes,)."""
        return self.inside(numbers)[self.text_nodes.owners]

    def first_within(self, numbers: Sequence[int], unit: Sequence[int]) -> int | None:
        """The first of some elements, given in order, in the subtrees of a unit of siblings; None if there is none."""
        place = bisect_left(numbers, unit[0])
        return numbers[place] if place < len(numbers) and numbers[place] < self.ends[unit[-1]] else None

    def topmost(self, numbers: Iterable[int]) -> list[int]:
        """The elements that are inside no other of these."""
        found = list(numbers)
        inside = self.inside(found)
        return [number for number in found if not number or not inside[self.parents[number]]]

    def count_around(self, numbers: Ints) -> Ints:
        """How many of these elements are around each element, or are itself, int64 (elements,)."""
        size = len(self) + 1
        change = np.bincount(numbers, minlength=size) - np.bincount(self.ends[numbers], minlength=size)
        return np.asarray(np.cumsum(change)[:-1])

    def starts(self, chosen: Bools | Ints) -> Ints:
        """Starts of chosen elements, or the sum of their numbers, before each text node, int64 (text nodes,)."""
        return np.asarray(sums_before(chosen)[self.text_nodes.opened])

    def borders(self, chosen: Bools) -> Ints:
        """Starts and ends of chosen elements before each text node, int64 (text nodes,)."""
        return self.starts(chosen) + sums_before(chosen[self.closing])[self.text_nodes.closed]

    def nearest(self, chosen: Bools) -> Ints:
        """Number of the nearest element around each one, or itself, that is ``chosen``; else of the root."""
        numbers = np.flatnonzero(chosen)
        if len(numbers) <= FEW:
            found = np.zeros(len(self), np.int64)
            for number in numbers.tolist():  # those inside of others come after these
                found[number : self.ends[number]] = number
            return found
        found = np.where(chosen, np.arange(len(self)), self.parents)
        found[0] = 0
        while ((farther := found[found]) != found).any():  # twice as far each time
            found = farther
        return found

    def gathered(self, bits: Ints) -> Ints:
        """The bits of each element and of all around it, int64 (elements,)."""
        found, above = bits, np.maximum(self.parents, 0)
        while above.any():  # twice as far each time
            found, above = found | found[above], above[above]
        return np.asarray(found | found[0])

    def count_holding(self, numbers: Ints, others: Ints) -> int:
        """Count of ``numbers`` that are or contain one of ``others``, which are in document order."""
        held = np.searchsorted(others, self.ends[numbers]) - np.searchsorted(others, numbers)
        return int(np.count_nonzero(held))

    def count_texts(self, number: int) -> int:
        """Count of the text nodes in an element that are not blank."""
        before, inside = self.texts_before, self.span_of(number)
        return int(before[inside.stop] - before[inside.start])

    def span_of(self, number: int) -> slice:
        """The places of the text nodes in an element."""
        return slice(int(self.first_text_node[number]), int(self.last_text_node[number]))

    def text_numbers(self, number: int) -> range:
        """Numbers of the text nodes in an element."""
        return range(int(self.first_text_node[number]), int(self.last_text_node[number]))

    def own_text_nodes(self, number: int) -> Ints:
        """Numbers of the text nodes directly in an element."""
        inside = self.span_of(number)
        return np.asarray(inside.start + np.flatnonzero(self.text_nodes.owners[inside] == number))

    def texts_in(self, number: int) -> list[str]:
        """The texts of the text nodes in an element."""
        return self.text_nodes.texts[self.span_of(number)]

    def raw_text(self, number: int) -> str:
        """All text under an element except scripts and styles, with its white space."""
        return "".join(self.texts_in(number))

    def text_of(self, number: int) -> str:
        """All text under an element except scripts and styles, with collapsed white space."""
        return " ".join(self.raw_text(number).split())

    def written(self, texts: Mapping[int, str], text_nodes: TextNodes | None = None) -> TextNodes:
        """Text nodes, by default those of the page, with each of these as the only text of an element; none if empty.

        The elements are in document order, and none is in another.
        """
        numbers = np.array(list(texts), np.int64)
        others = TextNodes(list(texts.values()), numbers, numbers + 1, numbers - self.depths[numbers] + 1)
        spans = self.first_text_node[numbers], self.last_text_node[numbers]
        return (text_nodes or self.text_nodes).replace(*spans, others)

    def text_node_sums(self, values: Ints | Bools) -> Ints:
        """Sum of a value of each text node over the subtree of each element, int64 (elements,)."""
        before = sums_before(values)
        return np.asarray(before[self.last_text_node] - before[self.first_text_node])

    def opening_text(self, number: int) -> str:
        """The text of an element before its first child; the content of a script or style."""
        if number in self.unread:
            return self.unread[number]
        first = int(self.first_text_node[number])
        is_there = first < self.last_text_node[number] and self.text_nodes.opened[first] == number + 1
        return self.text_nodes.texts[first] if is_there and self.text_nodes.owners[first] == number else ""

    def has_children(self, number: int) -> bool:
        """Whether an element has child elements."""
        return bool(self.ends[number] > number + 1)

    def children(self, number: int) -> Iterator[int]:
        """Numbers of the elements directly in an element."""
        child, end = number + 1, int(self.ends[number])
        while child < end:
            yield child
            child = int(self.ends[child])

    def previous(self, number: int) -> int | None:
        """Number of the element before an element in the same one; None if it is the first."""
        parent, found = self.parents[number], number - 1
        while found != parent and self.parents[found] != parent:
            found = int(self.parents[found])
        return found if found != parent else None

    def ancestors(self, number: int) -> Iterable[int]:
        """Numbers of the ancestors, from the parent upwards."""
        number = int(self.parents[number])
        while number >= 0:
            yield number
            number = int(self.parents[number])


class XPaths:
    """Computes paths of elements at their first use; siblings are counted only once.

    A step is a tag with its ordinal among the siblings of that name, 1-based and left out where there is one. Elements
    of drawings and formulas, which have a namespace, are ``*[local-name()='path'][2]``, and those with unusual names
    ``*[name()='o:p']``; if that cannot be written, only the ordinal among all siblings is given: ``*[3]``.

    ``tags``: of the elements, as they were delivered.
    """

    def __init__(self, index: Elements, tags: Sequence[str]) -> None:
        self._index, self._tags = index, tags
        self._steps, self._namespaces = {0: tags[0]}, {0: ""}
        self._named, self._around = set[int](), {-1: ""}

    def path(self, number: int) -> str:
        """``/html/body/div[3]/p``."""
        parents = self._index.parents
        parent = int(parents[number])
        if parent not in self._around:  # of many elements whose paths are asked for
            line = [parent]
            while line[-1]:
                line.append(int(parents[line[-1]]))
            for one in reversed(line):
                self._name_children(one)
            self._around[parent] = "".join(f"/{self._steps[one]}" for one in reversed(line))
        return f"{self._around[parent]}/{self._steps[number]}"

    def _name_children(self, parent: int) -> None:
        if parent in self._named:
            return
        self._named.add(parent)
        inside = self._inside(parent)
        children = list(self._index.children(parent))
        for child in children:
            self._namespaces[child] = self._tags[child] if self._tags[child] in FOREIGN else inside
        tests = [_test(self._tags[child], self._namespaces[child]) for child in children]
        of_name, counted = Counter(tests), Counter[str]()
        for place, (child, test) in enumerate(zip(children, tests, strict=True), 1):
            counted[test] += 1
            ordinal = counted[test] if test != "*" else place
            self._steps[child] = f"{test}[{ordinal}]" if of_name[test] > 1 or test == "*" else test

    def _inside(self, number: int) -> str:
        """The namespace of the children of an element: ``svg``, ``math`` or none."""
        namespace, tag = self._namespaces[number], self._tags[number]
        if namespace == "math" and tag == "annotation-xml":
            return "" if self._index.attributes.given[number].get("encoding", "").lower() in HTML_TYPES else namespace
        return "" if tag in _WITH_HTML.get(namespace, ()) else namespace


@lru_cache(maxsize=1024)
def _test(tag: str, namespace: str) -> str:
    """The test of an element's name in a step."""
    if _NAME.fullmatch(tag):
        written = _CAPITALS.get(tag, tag) if namespace == "svg" else tag
        return f"*[local-name()='{written}']" if namespace else tag
    quote = "'" if "'" not in tag else '"'
    return f"*[name()={quote}{tag}{quote}]" if quote not in tag else "*"
