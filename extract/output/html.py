"""HTML of the extracted content, safe to show.

The markup is written from the index, with allowed attributes only, and then cleaned by nh3.
"""

import html
import math
import re
from functools import cache
from itertools import chain, compress, islice
from urllib.parse import quote

import nh3
import numpy as np

from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import BLOCKS, VOID
from iawce.data.dom.web_address import is_pixel, picture_address
from iawce.data.network.address import join
from iawce.extract.content.content import Content

FORMULA = "math"
"""Language of an element with the TeX of a formula."""
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|brush)[-:]\s*|sourceCode\s+|hljs\s+)([A-Za-z][\w+#.-]*)"
)
_NAME = re.compile(r"[A-Za-z][\w+#.-]{0,30}")


def code_language(index: ElementIndex, number: int) -> str:
    """Language named by a ``pre`` or ``code``, by the ``code`` in it or by the two elements around it; else empty."""
    places = [number]
    if index.tags[number] == "pre":
        places += [child for child in index.children(number) if index.tags[child] == "code"]
        places += [one for one in islice(index.ancestors(number), 2) if index.tags[one] in ("div", "figure", "pre")]
    for given in map(index.attributes.given.__getitem__, places):
        for name in ("data-lang", "data-language"):
            if _NAME.fullmatch(named := given.get(name, "")):
                return named
        if found := _CLASS.search(given.get("class", "")[:200]):
            return found[1]
    return ""


ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "time": {"datetime"},
    "code": {"class"},
    "pre": {"class"},
    "ol": {"start"},
    "li": {"value"},
    "*": {"lang", "dir"},
}
TAGS = frozenset(nh3.ALLOWED_TAGS) | {"article", "section", "main", "figure", "figcaption", "div", "span"}
# fmt: off
_WRITTEN_AS = {
    "address": "div", "dialog": "div", "dir": "ul", "fieldset": "div", "form": "div", "legend": "div", "menu": "ul",
    "search": "div",
}
# fmt: on
"""Block elements whose tag is not kept and must be replaced."""
ADDRESSES = frozenset({"href", "src"})
SAFE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""Characters that an address may contain literally: all printable ASCII except the space."""
_KEPT = {tag: (names | ATTRIBUTES["*"]) - {"class"} for tag, names in ATTRIBUTES.items()}
"""Attributes by tag that are written unchanged; the class of code names its language."""
_LOOKED_AT = frozenset({"pre", "code", "img"})
"""Tags whose attributes may come from other attributes of the element."""
_BLOCKS_OF_CODE = frozenset({"code", "div", "p", "td"})
_VERBATIM = re.compile(r"white-space\s*:\s*pre\s*(?:;|!|$)", re.I)


def start_tag(tag: str, index: ElementIndex, number: int, base: str) -> str:
    """Start tag of a written element with the allowed attributes, the address of a picture and the language of code.

    ``base``: of the addresses of the page.
    """
    kept = _KEPT.get(tag, _KEPT["*"])
    given = index.attributes.given[number]
    if tag not in _LOOKED_AT and kept.isdisjoint(given):
        return f"<{tag}>"
    found = {name: value for name, value in given.items() if name in kept}
    if tag in ("pre", "code"):
        if language := code_language(index, number):
            found = {"class": f"language-{language}"} | found
    elif tag == "img":
        found.pop("src", "")
        if address := picture_address(index, number):
            found = {"src": address} | found
    for name in ADDRESSES.intersection(found):  # an invalid one is left as it is, with percent-encoding
        if value := found[name]:
            found[name] = join(base, value) or quote(value.strip(), safe=SAFE, errors="replace")
    written = "".join([f' {name}="{html.escape(value)}"' for name, value in found.items()])
    return f"<{tag}{written}>"


def clean_html(content: Content, base: str, *, links: bool = True, images: bool = True) -> str:
    """Markup of the chosen elements without scripts, styles and unknown attributes; addresses made absolute.

    ``base``: address of the page; ``links``: keep the addresses of links, whose words are always kept; ``images``: keep
    pictures.
    """
    clean, write = _cleaner(links, images).clean, _Writer(content.subset, base).write
    return "\n".join(clean(write(number)) for number in content.elements)


def cut_html(cleaned: str, most: int) -> str:
    """About the first ``most`` characters of cleaned HTML; open elements are closed."""
    return _cleaner(True, True).clean(cleaned[:most])


@cache
def _cleaner(links: bool, images: bool) -> nh3.Cleaner:
    tags = set(TAGS) - ({"a"} if not links else set()) - ({"img"} if not images else set())
    return nh3.Cleaner(tags=tags, attributes=ATTRIBUTES)


class _Writer:
    """Writes elements of a page without parts outside the subset."""

    def __init__(self, subset: DomMask, base: str) -> None:
        self.subset, self.base, self.index = subset, base, subset.index
        self.is_separate = subset.inline_blocks | self.index.has_tag(("option", "optgroup"))
        """Elements separated by a space from the text around them, since their tag is not kept."""
        left_out = ~subset.kept & subset.parent_kept & ~self.index.verbatim
        self.gaps = left_out & (self.is_separate | self.index.has_tag(BLOCKS))
        """Omitted elements that still separate the texts around them."""

    def write(self, root: int) -> str:
        """Markup of an element."""
        index, kept, text_nodes = self.index, self.subset.kept, self.index.text_nodes
        inside = slice(int(index.first_text_node[root]), int(index.last_text_node[root]))
        opened, owners = text_nodes.opened[inside].tolist(), text_nodes.owners[inside].tolist()
        places = zip(opened, owners, text_nodes.texts[inside], strict=True)
        texts = chain(compress(places, self.subset.text_nodes[inside].tolist()), [(math.inf, -1, "")])
        numbers = root + np.flatnonzero((kept | self.gaps)[root : index.ends[root]])
        arrays = numbers, index.parents[numbers], kept[numbers], self.is_separate[numbers]
        markup, after = _Markup(), root
        before, owner, text = next(texts)  # elements that begin before the text, and the one around it
        for number, parent, is_kept, is_separate in zip(*(values.tolist() for values in arrays), strict=True):
            while before <= number:
                markup.write(owner, text)
                before, owner, text = next(texts)
            if number < after:
                continue
            if is_kept:
                after, tag, begin = self._begin(number)
                markup.open(number, parent, tag, begin, " " if is_separate else "")
            elif number > root:
                markup.write(parent, " ")
        while text:
            markup.write(owner, text)
            before, owner, text = next(texts)
        return markup.finish()

    def _begin(self, number: int) -> tuple[int, str, str]:
        """Number of the first element not written with this one; its tag and its start tag.

        An element that is not kept is one with the same meaning, and a block with preserved white space a ``pre``.
        Formulas are in the form that Markdown converters recognise.
        """
        if formula := self.index.formulas.get(number):
            end = int(self.index.ends[number])
            if formula.is_tex and formula.text:
                tag = "pre" if formula.displayed else "code"
                return end, tag, f'<{tag} class="language-{FORMULA}">'
            tag = "div" if formula.displayed else "span"
            return end, tag, f"<{tag}>"
        given, tag = self.index.attributes.given[number], self.index.tags[number]
        tag = _WRITTEN_AS.get(tag, tag)
        if tag in _BLOCKS_OF_CODE and "style" in given and _VERBATIM.search(given["style"]):
            tag = "pre"
        if tag == "img" and is_pixel(given):
            return number, "span", "<span>"
        return number, tag, start_tag(tag, self.index, number, self.base)


class _Markup:
    """Start tags and texts in document order; end tags are added automatically."""

    def __init__(self) -> None:
        self._parts, self._open = list[str](), list[tuple[int, str]]()
        """Open elements with their end tags."""

    def open(self, number: int, parent: int, tag: str, begin: str, gap: str) -> None:
        if self._open:
            self._close_inside(parent)
        self._open.append((number, gap if tag in VOID else f"</{tag}>{gap}"))
        self._parts.append(gap + begin)

    def write(self, owner: int, text: str) -> None:
        self._close_inside(owner)
        self._parts.append(html.escape(text, quote=False))

    def _close_inside(self, number: int) -> None:
        """Close all elements inside an open one."""
        while self._open[-1][0] != number:
            self._parts.append(self._open.pop()[1])

    def finish(self) -> str:
        return "".join([*self._parts, *(end for _, end in reversed(self._open))])
