"""Markup of large or unusual pages, rewritten so that the parser needs linear time and memory.

At many tags, the parser searches all open elements; it compares each attribute with the others of its tag, finds the
names of tags and attributes in tables of a fixed size, and reopens unclosed formatting, with copies of its attributes,
in each block. All of this takes quadratic time. Beyond the limits here, tags (but no text) or the attributes of a tag
are left out. Comments are removed, and the content of scripts and similar elements is passed on separately, so that the
parser finds exactly the tags that are found here.

Source: HTML Standard, section 13.2.5, tokenization. A quote opens a value right after ``=`` only; elsewhere it is part
of a name. Each alternative also ends with the text, so that no part is read twice; its end is never searched character
by character.
"""

import re
from collections import Counter
from collections.abc import Iterable, Set
from math import inf
from typing import NamedTuple

import numpy as np

from iawce.data.dom.tags import BLOCKS, CELLS, FOREIGN, ROW_GROUPS, VOID

FORMATTING = frozenset({"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"})
"""Elements that are reopened in each block until they end."""
_SINGLE = frozenset({"a", "nobr"})  # Formatting elements of which only the last is reopened
_MAX_ALIKE = 3  # Most formatting elements with the same attributes that are reopened
_BLOCKS = BLOCKS | CELLS | {"rb", "rp", "rt", "rtc", "listing"}  # Elements that begin outside of formatting
_ROWS = frozenset({"tr", *CELLS, "p"})
# fmt: off
_ENDED_BY = {
    **dict.fromkeys(BLOCKS - {"body", "br", "caption", "html", "legend"}, frozenset({"p"})),
    "li": frozenset({"li", "p"}), **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd", "p"})),
    "option": frozenset({"option"}), "optgroup": frozenset({"option", "optgroup"}),
    **dict.fromkeys(CELLS, frozenset({*CELLS, "p"})), "tr": _ROWS, **dict.fromkeys(ROW_GROUPS, _ROWS | ROW_GROUPS),
}
# fmt: on
"""Open elements that the start tag of another closes."""
_IMPLIED = frozenset({"li", "dt", "dd", "option", "optgroup"}) | _ROWS | ROW_GROUPS
"""Elements that the end tag of a block around them closes."""
_NEVER_OPEN = VOID | {"html", "head", "body"}
_ELEMENT_LENGTH = 300
"""Characters of attributes, copied when an element is reopened, that need as much memory as the element itself."""
_BLANK = r"\t\n\f\r "


def any_case(names: Iterable[str]) -> str:
    """Pattern of names of tags in small or capital letters; most others are told by their first letter alone."""
    written = ["".join(f"[{letter}{letter.upper()}]" for letter in name) for name in sorted(names)]
    firsts = "".join(sorted({name[0] + name[0].upper() for name in names}))
    return f"(?=[{firsts}])(?:{'|'.join(written)})"


_NAME = rf"(?:=[^{_BLANK}/>=]*+|[^{_BLANK}/>=]++)"
_VALUE = rf"(?>[{_BLANK}]*+=[{_BLANK}]*+(?>\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_BLANK}>\"'][^{_BLANK}>]*+)?+)?+"
ATTRIBUTE = rf"[{_BLANK}/]*+{_NAME}{_VALUE}"  # Pattern of an attribute with the separator before it
NAMES = re.compile(rf"({_NAME}){_VALUE}")  # Finds the names of attributes
TAG_NAME = rf"[a-zA-Z][^{_BLANK}/>]*+"
_COMMENT = r"<!--(?:-?>|(?>[^-]++|-(?!-!?>))*+(?:--!?>)?)"
TOKEN = re.compile(
    rf"{_COMMENT}|<(?P<end>/?)(?P<name>{TAG_NAME})(?P<given>(?>{ATTRIBUTE})*+)(?P<close>[{_BLANK}/]*+>?)"
    r"|<[!?/][^>]*+>?"
)
"""A comment; a tag, which alone has a ``name``: ``end`` if it closes; or a declaration or similar token.

``given``: the attributes of the tag. ``close``: its end, without ``>`` if the text ends first.
"""
_SCRIPT = re.compile(rf"<!--(?:-?>)?|-->|<(/?)script(?=[{_BLANK}/>])", re.IGNORECASE)
FEW_TAGS, FEW_NAMES = 20_000, 125_000
"""Numbers of ``<`` and of names of attributes of pages that are fast, unless one of the patterns below matches."""
MAX_ATTRIBUTES = 300  # Most attributes of a tag; one with more is read without any
MAX_DEPTH = 2_000  # Open elements beyond which tags are left out
MAX_TAG_NAMES, MAX_ATTRIBUTE_NAMES = 2_000, 20_000
"""Distinct names in a page beyond which tags are left out or read without attributes."""
FEW_REOPENED = 1_000_000  # Most formatting elements that a page with few tags may reopen
_FEW_FORMATTED = 2_000  # Number of ``<`` of a page that is too small to reopen more
_ENDS = bytes.maketrans(b"/>\t\n\f\r", b"==" + 4 * b" ")
"""Writes the characters that end names as ``=``, and as a space if they are blank."""
_COSTLY_TAG = re.compile(rf"<[a-zA-Z](?:[^{_BLANK}/>]{{1000}}|[^{_BLANK}/>]*+(?:{ATTRIBUTE}){{{MAX_ATTRIBUTES}}})")
"""One with many attributes, or with a name so long that further tags may begin in it."""
_FORMATTED = re.compile(rf"<{any_case(FORMATTING | _SINGLE)}(?=[{_BLANK}/>])(?>{ATTRIBUTE})*+")
_RCDATA = frozenset({"title", "textarea"})
_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext", *_RCDATA})
"""Elements without markup inside."""
_PARTED = "<!---->"  # Replaces omitted parts, so that the text around them does not become a tag
_HELD = "held-back-"
_SCRIPTS = 2_000_000
"""Characters of a page beyond which most of it is scripts, so that they are held back before anything is counted."""
_MAX_UNHELD = 100  # Most characters of a text without markup that is not held back if nothing in it looks like a tag
_PLAIN_TOKENS = re.compile(
    rf"(?>[^<]++|<(?![a-zA-Z/!?])|{_COMMENT}|<(?!/?(?i:{'|'.join(sorted(_TEXT | FOREIGN))})[{_BLANK}/>])/?{TAG_NAME}"
    rf"(?>{ATTRIBUTE})*+[{_BLANK}/]*+>)*+"
)
"""Texts, comments and tags up to the next declaration, drawing, formula or element without markup inside."""


class OpenElements:
    """Follows start and end tags. ``names``: of the open elements."""

    def __init__(self) -> None:
        self.names = list[str]()
        self._formatting, self._alike = list[str](), Counter[str]()
        self._single = dict.fromkeys(_SINGLE, 0)
        self._opened_again = self._foreign = 0

    def opened_again(self, name: str) -> int:
        """Most elements that are reopened at a start tag; long attributes count as further elements."""
        return self._opened_again + sum(self._single.values()) if name in _BLOCKS else 0

    def is_empty(self, name: str) -> bool:
        """Whether an element whose tag ends with a slash has no content: in a drawing or formula."""
        return (self._foreign > 0 or name in FOREIGN) and name not in _NEVER_OPEN

    def start(self, name: str, given: str) -> None:
        """An element begins. ``name``: of its tag; ``given``: its attributes, as they are written."""
        ended = () if self._foreign else _ENDED_BY.get(name, ())
        while self.names and self.names[-1] in ended:
            self.names.pop()
        if name not in _NEVER_OPEN:
            self.names.append(name)
            self._foreign += name in FOREIGN
        if name in _SINGLE:
            self._single[name] = len(given) // _ELEMENT_LENGTH
        if name in FORMATTING:
            self._formatting.append(name + given)
            self._opened_again += _cost(name + given) * (self._alike[name + given] < _MAX_ALIKE)
            self._alike[name + given] += 1

    def end(self, name: str) -> None:
        """An element ends, if it is open and nothing in it needs an end tag."""
        place = len(self.names) - 1
        if name in BLOCKS | CELLS and not self._foreign:
            while place > 0 and self.names[place] in _IMPLIED and self.names[place] != name:
                place -= 1
        if place >= 0 and self.names[place] == name:
            del self.names[place:]
            self._foreign -= name in FOREIGN
            if name in _SINGLE:
                self._single[name] = 0
            if name in FORMATTING:
                self._alike[last := self._formatting.pop()] -= 1
                self._opened_again -= _cost(last) * (self._alike[last] < _MAX_ALIKE)


def _cost(tag: str) -> int:
    """Of reopening an element, in elements without attributes."""
    return 1 + len(tag) // _ELEMENT_LENGTH


def text_end(name: str, html: str, start: int) -> int:
    """End of the text of an element without markup: at its end tag, or with the page.

    A script that writes another within a comment continues after the end of that.
    """
    if name != "script":
        end = re.compile(rf"</{name}(?=[{_BLANK}/>])", re.IGNORECASE).search(html, start)
        return end.start() if end and name != "plaintext" else len(html)
    in_comment = in_script = False
    for found in _SCRIPT.finditer(html, start):
        if found[1] and not in_script:
            return found.start()
        if found[0].endswith(">"):
            in_comment = in_script = False
        elif found[0] == "<!--":
            in_comment = True
        else:
            in_script = in_comment and not found[1]
    return len(html)


class Bounded(NamedTuple):
    """Markup for the parser; the texts that it refers to by number; whether the page continues after its end."""

    markup: str
    held: list[str]
    is_cut: bool

    def restore(self, text: str) -> str:
        """The original of a text of the tree."""
        number = text[len(_HELD) :] if self.held and text.startswith(_HELD) else ""
        return self.held[int(number)] if number.isdecimal() and int(number) < len(self.held) else text


def bounded(html: str, most: int, *, scripts: bool = True) -> Bounded:
    """Markup that the parser reads in linear time: the page itself if possible.

    ``most``: elements that will be read; the page is cut where its tags make at least twice as many. ``scripts``:
    whether the parser treats parts for browsers without scripts as text.
    """
    if len(html) <= _SCRIPTS and is_plain(html):
        return Bounded(html, [], False)
    without_markup = _TEXT if scripts else _TEXT - {"noscript"}
    page = _hold_texts(html, without_markup)
    return page if is_plain(page.markup) else _Writer(page, 2 * most, without_markup).write()


def _hold_texts(html: str, without_markup: Set[str]) -> Bounded:
    """The page without the texts of elements without markup, and without declarations but its own."""
    parts, held, done, foreign = list[str](), list[str](), 0, 0
    while (tokens := _PLAIN_TOKENS.match(html, done)) and (token := TOKEN.match(html, tokens.end())):
        parts.append(tokens[0])
        done = token.end()
        if not token["name"]:
            parts.append(token[0] if token[0][:9].lower() == "<!doctype" else _PARTED)
            continue
        if not token["close"].endswith(">"):
            break  # the page ends within a tag, which does not count then
        name, is_alone = token["name"].lower(), token["close"].endswith("/>")
        if token["end"] or name not in without_markup:
            parts.append(token[0])
            if name in FOREIGN and not is_alone:
                foreign = max(0, foreign - 1) if token["end"] else foreign + 1
            continue
        parts.append(f"<{token['name']}{token['given']}>")
        if foreign and is_alone:
            parts.append(f"</{name}>")
            continue
        end = text_end(name, html, done)
        text, done = html[done:end], end
        if name in _RCDATA:
            text = text.replace("<", "&lt;")
        elif "<" in text or len(text) > _MAX_UNHELD:
            held.append(text.replace("\r\n", "\n").replace("\r", "\n"))
            text = f"{_HELD}{len(held) - 1}"
        parts.append(text)
    else:
        parts.append(html[done:])
    return Bounded("".join(parts), held, False)


def is_plain(html: str) -> bool:
    """Whether the parser reads this markup fast in any case."""
    tags = html.count("<")
    if tags > FEW_TAGS or _has_many_names(html) or _COSTLY_TAG.search(html):
        return False
    is_small = tags <= _FEW_FORMATTED and tags * len(html) <= _ELEMENT_LENGTH * FEW_REOPENED
    return is_small or tags * _reopened(html) <= FEW_REOPENED


def _has_many_names(html: str) -> bool:
    """Whether there may be many attributes, since a blank, a slash, ``>`` or ``=`` ends the name of each."""
    if len(html) <= 4 * FEW_NAMES:
        return False  # different names have, with their ends, more than four characters in the mean
    kinds = np.frombuffer(html.encode("utf-8", "replace").translate(_ENDS), np.uint8)
    blank = kinds == ord(" ")
    return int(np.count_nonzero(kinds == ord("=")) + np.count_nonzero(blank[1:] > blank[:-1])) > FEW_NAMES


def _reopened(html: str) -> float:
    """Most elements that one block of a page reopens; long attributes count as further elements."""
    tags = set(_FORMATTED.findall(html))
    if any(_FORMATTED.search(tag, 1) for tag in tags):
        return inf  # what looks like a tag, in a script, hides the beginning of one
    single = {tag for tag in tags if tag[1] in "aAnN"}  # begins no other of these names
    longest = max(map(len, single), default=0)
    return longest // _ELEMENT_LENGTH + _MAX_ALIKE * sum(map(_cost, tags - single))


class _Writer:
    """Writes the markup of one page whose elements without markup hold none."""

    def __init__(self, page: Bounded, most: int, without_markup: Set[str]) -> None:
        self._page, self._most, self._without_markup = page, most, without_markup
        self._parts = list[str]()
        self._open, self._left_out = OpenElements(), Counter[str]()
        self._tag_names, self._attribute_names = set[str](), set[str]()
        self._elements = 0

    def write(self) -> Bounded:
        done, html = 0, self._page.markup
        while (token := TOKEN.search(html, done)) and self._elements <= self._most:
            self._parts.append(html[done : token.start()])
            done = token.end()
            if not token["name"]:
                self._parts.append(token[0] if token[0][:9].lower() == "<!doctype" else _PARTED)
            elif token["end"]:
                self._end(token["name"])
            else:
                self._start(token["name"], token["given"], token["close"])
        self._parts.append("" if token else html[done:])
        return Bounded("".join(self._parts), self._page.held, self._elements > self._most)

    def _end(self, written: str) -> None:
        name = written.lower()
        if self._left_out[name]:
            self._left_out[name] -= 1
            self._parts.append(_PARTED)
        else:
            self._open.end(name)
            self._parts.append(f"</{written}>")

    def _start(self, written: str, given: str, close: str) -> None:
        name, is_alone = written.lower(), close.endswith("/>")
        if name not in self._without_markup and not self._may_open(name):
            self._left_out[name] += 1
            self._parts.append(_PARTED)
            return
        self._elements += 1 + self._open.opened_again(name)
        self._parts.append(f"<{written}{self._attributes(given)}>")
        if is_alone and self._open.is_empty(name):
            self._parts.append(f"</{written}>")
        elif name not in self._without_markup:
            self._open.start(name, given)

    def _may_open(self, name: str) -> bool:
        if len(self._tag_names) < MAX_TAG_NAMES:
            self._tag_names.add(name)
        return name in self._tag_names and len(self._open.names) < MAX_DEPTH

    def _attributes(self, given: str) -> str:
        names = NAMES.findall(given) if given else ()
        if len(names) > MAX_ATTRIBUTES:
            return ""
        if len(self._attribute_names) < MAX_ATTRIBUTE_NAMES:
            self._attribute_names.update(names)
        return given if self._attribute_names.issuperset(names) else ""
