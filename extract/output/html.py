"""HTML of the extracted content, safe to show.

The markup is written anew from the index, with no more attributes than may stay, and then cleaned by nh3.
"""

import html
import math
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import quote, urljoin

import nh3

from iawce.data.html.formulas import Formula
from iawce.data.html.subset import Subset
from iawce.data.html.tags import VOID
from iawce.data.html.tree import Element
from iawce.extract.content import Content
from iawce.extract.output.code_language import FORMULA, code_language
from iawce.extract.output.picture_address import picture_address

Attributes = Mapping[str, str]
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
ADDRESSES = frozenset({"href", "src"})
SAFE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""What an address may hold as it is: all printable ASCII but the blank."""
_KEPT = {tag: (names | ATTRIBUTES["*"]) - {"class"} for tag, names in ATTRIBUTES.items()}
"""Attributes by tag that are written as they are given; the class of code says its language."""
NO_PIECE = (math.inf, -1, False, "")
"""What comes after the last text: it begins after every element."""
_BLOCKS_OF_CODE = frozenset({"code", "div", "p", "td"})
_VERBATIM = re.compile(r"white-space\s*:\s*pre\s*(?:;|!|$)", re.I)
_CONTROLS = re.compile("[\x00-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_NORMALISED = re.compile("[?#;]+(?:[?#;]|$)")
"""Empty parts of an address, which ``urljoin`` drops; without them it gives an absolute address back as it is."""


def clean_html(content: Content, base: str, *, links: bool = True, images: bool = True) -> str:
    """Markup of the chosen elements without scripts, styles and unknown attributes; addresses made absolute.

    Args:
        content: what to print, one element after the other.
        base: address of the page.
        links: keep the addresses of links; their words stay anyway.
        images: keep pictures.
    """
    clean = _cleaner(links, images).clean
    return "\n".join(clean(_write(content.subset, number, base)) for number in content.elements)


def cut_html(cleaned: str, most: int) -> str:
    """About the first ``most`` characters of cleaned HTML; what is open there is closed."""
    return _cleaner(True, True).clean(cleaned[:most])


@cache
def _cleaner(links: bool, images: bool) -> nh3.Cleaner:
    tags = set(TAGS) - ({"a"} if not links else set()) - ({"img"} if not images else set())
    return nh3.Cleaner(tags=tags, attributes=ATTRIBUTES)


def _write(subset: Subset, root: int, base: str) -> str:
    """Markup of an element without what is left out of the subset."""
    index, pieces = subset.index, subset.index.pieces
    end = int(index.ends[root])
    inside, texts = slice(root, end), slice(int(index.first_piece[root]), int(index.last_piece[root]))
    elements = zip(subset.kept[inside].tolist(), index.parents[inside].tolist(), strict=True)
    places = zip(
        pieces.opened[texts].tolist(), pieces.owners[texts].tolist(), subset.pieces[texts].tolist(),
        pieces.texts[texts], strict=True,
    )  # fmt: skip
    markup, after = _Markup(), root
    opened, owner, shown, text = next(places, NO_PIECE)
    for number, (kept, parent) in enumerate(elements, root):
        while opened <= number:
            if shown:
                markup.write(owner, text)
            opened, owner, shown, text = next(places, NO_PIECE)
        if kept and number >= after:
            if formula := index.formulas.get(number):
                tag, start_tag = _formula_tags(formula)
                after = int(index.ends[number])
            else:
                given = index.attributes.given[number]
                tag = _tag_of(index.tags[number], given)
                start_tag = _start_tag(tag, given, index.elements[number], base)
            markup.open(number, parent, tag, start_tag)
    while text:
        if shown:
            markup.write(owner, text)
        opened, owner, shown, text = next(places, NO_PIECE)
    return markup.finish()


class _Markup:
    """Start tags and texts in document order; end tags come by themselves."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._open: list[int] = []
        self._tags: list[str] = []

    def open(self, number: int, parent: int, tag: str, start_tag: str) -> None:
        if self._open:
            self._close_inside(parent)
        self._open.append(number)
        self._tags.append(tag)
        self._parts.append(start_tag)

    def write(self, owner: int, text: str) -> None:
        self._close_inside(owner)
        self._parts.append(html.escape(text, quote=False))

    def _close_inside(self, number: int) -> None:
        """End all elements within one that is open."""
        while self._open[-1] != number:
            self._close()

    def _close(self) -> None:
        self._open.pop()
        tag = self._tags.pop()
        if tag not in VOID:
            self._parts.append(f"</{tag}>")

    def finish(self) -> str:
        while self._open:
            self._close()
        return "".join(self._parts)


def _tag_of(tag: str, given: Attributes) -> str:
    """The tag of an element; a block whose blanks count is a ``pre``."""
    is_verbatim = tag in _BLOCKS_OF_CODE and "style" in given and _VERBATIM.search(given["style"])
    return "pre" if is_verbatim else tag


def _formula_tags(formula: Formula) -> tuple[str, str]:
    """Tag and start tag of what holds the text of a formula: as the usual writers of Markdown know it."""
    if formula.is_tex and formula.text:
        tag = "pre" if formula.displayed else "code"
        return tag, f'<{tag} class="language-{FORMULA}">'
    tag = "div" if formula.displayed else "span"
    return tag, f"<{tag}>"


def _start_tag(tag: str, given: Attributes, element: Element, base: str) -> str:
    """The start tag with what may stay, the true address of a picture and the language of code."""
    kept = _KEPT.get(tag, _KEPT["*"])
    found = {name: value for name, value in given.items() if name in kept}
    if tag in ("pre", "code"):
        if language := code_language(element):
            found = {"class": f"language-{language}"} | found
    elif tag == "img":
        found.pop("src", "")
        if address := picture_address(element):
            found = {"src": address} | found
    written = [f"<{tag}"]
    for name, value in found.items():
        plain = _absolute(base, value) if value and name in ADDRESSES else value
        written.append(f' {name}="{html.escape(plain)}"')
    return "".join(written) + ">"


def _absolute(base: str, address: str) -> str:
    """Address without control characters, which entities smuggle into attributes and no markup may hold.

    What no address may hold is written in percent-encoding.
    """
    plain = (address if address.isprintable() else _CONTROLS.sub("", address)).strip()
    if not (plain.startswith(("http://", "https://")) and not _NORMALISED.search(plain)):
        try:
            plain = _join(base, plain)
        except ValueError:
            return plain
    return plain if plain.isascii() and " " not in plain else quote(plain, safe=SAFE, errors="replace")


@lru_cache(maxsize=4096)
def _join(base: str, address: str) -> str:
    """``urljoin``, which is slow; a page has most of its addresses more than once, and so has the next page."""
    return urljoin(base, address)
