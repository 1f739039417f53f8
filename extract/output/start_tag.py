"""The start tag of an element in cleaned HTML: an allowed tag with allowed attributes, addresses made absolute."""

import html
import re
from collections.abc import Mapping
from urllib.parse import quote

import nh3

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.formulas import Formula
from iawce.data.html.picture_address import picture_address
from iawce.data.network.address import join
from iawce.extract.output.code_language import FORMULA, code_language

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


def tag_of(tag: str, given: Attributes) -> str:
    """The tag, or an allowed one with the same meaning; a block with preserved white space is a ``pre``."""
    tag = _WRITTEN_AS.get(tag, tag)
    is_verbatim = tag in _BLOCKS_OF_CODE and "style" in given and _VERBATIM.search(given["style"])
    return "pre" if is_verbatim else tag


def formula_tags(formula: Formula) -> tuple[str, str]:
    """Tag and start tag of the element with the text of a formula, in the form that Markdown converters recognise."""
    if formula.is_tex and formula.text:
        tag = "pre" if formula.displayed else "code"
        return tag, f'<{tag} class="language-{FORMULA}">'
    tag = "div" if formula.displayed else "span"
    return tag, f"<{tag}>"


def start_tag(tag: str, index: ElementIndex, number: int, base: str) -> str:
    """Start tag with the allowed attributes, the actual address of a picture and the language of code.

    Args:
        tag: of the written element.
        index: of the page.
        number: of the element.
        base: the base of its addresses.
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
    written = [f"<{tag}"]
    for name, value in found.items():
        plain = _absolute(base, value) if value and name in ADDRESSES else value
        written.append(f' {name}="{html.escape(plain)}"')
    return "".join(written) + ">"


def _absolute(base: str, address: str) -> str:
    """The address as parsed by a browser; an invalid one unchanged, with percent-encoding."""
    return join(base, address) or quote(address.strip(), safe=SAFE, errors="replace")
