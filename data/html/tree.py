"""The document tree: parsing, and a view of it that leaves noise out.

Parsing is pyquery on lxml's HTML parser with ``huge_tree``, which keeps text below 256 levels. Nothing here recurses,
so depth costs nothing.
"""

from collections.abc import Iterable
from functools import cached_property

from lxml import etree
from pyquery import PyQuery

from iawce.data.errors import PageError
from iawce.data.html.words import count_words

Element = etree._Element
NEVER_TEXT = frozenset({"script", "style", "noscript", "template"})
"""Elements whose content nobody reads."""
MAX_ELEMENTS = 500_000
LEAST_NOSCRIPT = 50
"""Words of a part for browsers without scripts that is more than "please enable JavaScript"."""
PARSER_DEPTH = 2048
"""libxml2 drops what lies deeper, also with ``huge_tree``."""


def parse(html: str) -> PyQuery:
    """Parse a page, however broken; the result holds its ``html`` element.

    Raises:
        PageError: ``empty/no_content`` if no element is left, ``too_large/elements``.
    """
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)  # its plain elements are a quarter faster to walk
    try:
        root = etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise PageError("empty/no_content", "the page holds no element")
    if sum(1 for _ in root.iter(etree.Element)) > MAX_ELEMENTS:
        raise PageError("too_large/elements", f"more than {MAX_ELEMENTS} elements")
    _reveal_noscript(root)
    return PyQuery(root)


def _reveal_noscript(root: Element) -> None:
    """Make parts for browsers without scripts plain ones, where they hold more than all the rest of the page.

    Forums and shops that build their pages by script send the whole of it there for search engines; in a page that was
    saved without running its scripts that is all there is.
    """
    inside = {
        element: sum(own_words(inner) for inner in element.iter(etree.Element)) for element in root.iter("noscript")
    }
    if sum(inside.values()) < LEAST_NOSCRIPT:
        return
    shown = sum(View(root).words[body] for body in root.iter("body"))
    if sum(inside.values()) > shown:
        for element, words in inside.items():
            if words >= LEAST_NOSCRIPT:
                element.tag = "div"


class View:
    """A document tree as an algorithm sees it: without comments and without elements called ``noise``.

    The tree itself stays whole, so that what was chosen can also be printed with its links.

    Args:
        root: where the view begins.
        noise: tag names of elements that are left out with all they hold.
        hidden: further elements to leave out.
    """

    def __init__(self, root: Element, noise: Iterable[str] = (), hidden: Iterable[Element] = ()) -> None:
        self.root = root
        self.noise = frozenset(noise) | NEVER_TEXT
        self.hidden = frozenset(hidden)

    @cached_property
    def elements(self) -> list[Element]:
        """All elements in document order."""
        found: list[Element] = []
        walk = etree.iterwalk(self.root, events=("start",))
        for _, element in walk:
            if self.keeps(element):
                found.append(element)
            else:
                walk.skip_subtree()
        return found

    def keeps(self, element: Element) -> bool:
        """Whether the element is no noise; its ancestors are not asked."""
        return element.tag not in self.noise and element not in self.hidden

    def children(self, element: Element) -> list[Element]:
        """Child elements in document order."""
        return [child for child in element if isinstance(child.tag, str) and self.keeps(child)]

    @cached_property
    def words(self) -> dict[Element, int]:
        """Words in the subtree of each element. A word that markup cuts in two counts as two."""
        counts = {element: own_words(element) for element in self.elements}
        for element in reversed(self.elements[1:]):
            parent = element.getparent()
            if parent is not None:
                counts[parent] += counts[element]
        return counts

    @cached_property
    def depths(self) -> dict[Element, int]:
        """Depth of each element; the root's is 1."""
        depths = {self.root: 1}
        for element in self.elements[1:]:
            parent = element.getparent()
            depths[element] = depths[parent] + 1 if parent is not None else 1
        return depths


def own_words(element: Element) -> int:
    """Words of the text directly in an element, not in its children."""
    return count_words(element.text or "") + sum(count_words(child.tail or "") for child in element)


def whole_text(element: Element) -> str:
    """All text under an element, blanks collapsed."""
    return " ".join("".join(str(piece) for piece in element.itertext()).split())


def path_of(element: Element) -> str:
    """Address of an element: ``/html/body/div[3]/p``, ordinals 1-based among siblings of the same name."""
    return str(element.getroottree().getpath(element))
