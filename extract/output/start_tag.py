"""The start tag of an element in cleaned HTML: a tag and attributes that may stay, addresses made absolute."""

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import quote, urljoin

import nh3

from iawce.data.html.formulas import Formula
from iawce.data.html.tree import Element
from iawce.extract.output.code_language import FORMULA, code_language
from iawce.extract.output.picture_address import picture_address

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
"""Blocks that are no longer ones when their tag is gone."""
ADDRESSES = frozenset({"href", "src"})
SAFE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""What an address may hold as it is: all printable ASCII but the blank."""
NONE = frozenset[str]()
_BLOCKS_OF_CODE = frozenset({"code", "div", "p", "td"})
_VERBATIM = re.compile(r"white-space\s*:\s*pre\s*(?:;|!|$)", re.I)
_CONTROLS = re.compile("[\x00-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_NORMALISED = re.compile("[?#;]+(?:[?#;]|$)")
"""Empty parts of an address, which ``urljoin`` drops; without them it gives an absolute address back as it is."""


def tag_of(element: Element) -> str:
    """Its tag, or one that may stay and means the same; a block whose blanks count is a ``pre``."""
    tag = _WRITTEN_AS.get(str(element.tag), str(element.tag))
    if (
        tag in _BLOCKS_OF_CODE
        and "white-space" in (style := str(element.get("style") or ""))
        and _VERBATIM.search(style)
    ):
        return "pre"
    return tag


def formula_tags(formula: Formula) -> tuple[str, str]:
    """Tag and start tag of what holds the text of a formula: as the usual writers of Markdown know it."""
    if formula.is_tex and formula.text:
        tag = "pre" if formula.displayed else "code"
        return tag, f'<{tag} class="language-{FORMULA}">'
    tag = "div" if formula.displayed else "span"
    return tag, f"<{tag}>"


def start_tag(tag: str, element: Element, base: str) -> str:
    """Start tag with those attributes of an element that may stay.

    Args:
        tag: as which the element is written.
        element: of the page.
        base: address of the page.
    """
    if not element.attrib and tag not in ("pre", "code"):
        return f"<{tag}>"
    written = [f"<{tag}"]
    for name, value in _attributes(tag, element):
        plain = _absolute(base, value) if value and name in ADDRESSES else value
        written.append(f' {name}="{html.escape(plain)}"')
    return "".join(written) + ">"


def _attributes(tag: str, element: Element) -> Iterator[tuple[str, str]]:
    """Attributes that may stay, with the true address of a picture and the language of code."""
    # To list the values with the names takes time in the square of their number.
    given = ((str(name), str(element.get(name))) for name in element.keys())  # noqa: SIM118
    if tag in ("pre", "code"):
        if language := code_language(element):
            yield "class", f"language-{language}"
    elif tag == "img":
        if address := picture_address(element):
            yield "src", address
        given = ((name, value) for name, value in given if name != "src")
    allowed = ATTRIBUTES.get(tag, NONE)
    for name, value in given:
        if (name in allowed and name != "class") or name in ATTRIBUTES["*"]:
            yield name, value


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
