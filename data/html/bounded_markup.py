"""Markup of large or unusual pages, rewritten so that the parser needs linear time and memory.

At many tags, the parser searches all open elements; it compares each attribute with the others of its tag, finds the
names of tags and attributes in tables of a fixed size, and reopens unclosed formatting in each block. All of this takes
quadratic time. Beyond the limits here, tags (but no text) or the attributes of a tag are left out. Comments are
removed, and the content of scripts and similar elements is passed on separately, so that the parser finds exactly the
tags that are found here.
"""

import re
from collections import Counter
from typing import NamedTuple

from iawce.data.html.open_elements import FORMATTING, OpenElements
from iawce.data.html.tokens import ATTRIBUTE, NAMES, TAG_NAME, TOKEN, text_end

FEW_TAGS, SHORT = 20_000, 500_000
"""Numbers of ``<`` and of characters of pages that are always fast, unless one of the patterns below matches."""
MOST_ATTRIBUTES = 300
"""Most attributes of a tag; one with more is read without any."""
DEEPEST = 2_000
"""Open elements beyond which tags are left out."""
MOST_TAG_NAMES, MOST_ATTRIBUTE_NAMES = 2_000, 20_000
"""Distinct names in a page beyond which tags are left out or read without attributes."""
FEW_REOPENED = 600_000
"""Most formatting elements that a page with few tags may reopen."""
_FEW_FORMATTED = 2_000
"""Number of ``<`` of a page that is too small to reopen more."""
_MANY_ATTRIBUTES = re.compile(rf"<{TAG_NAME}(?:{ATTRIBUTE}){{{MOST_ATTRIBUTES}}}")
_FORMATTED = re.compile(rf"<(?i:{'|'.join(sorted(FORMATTING))})[\s/][^>]*")
_RCDATA = frozenset({"title", "textarea"})
_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext", *_RCDATA})
"""Elements without markup inside."""
_PARTED = "<!---->"
"""Replaces omitted parts, so that the text around them does not become a tag."""
_HELD = "held-back-"


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

    Args:
        html: of the page.
        most: elements that will be read; the page is cut where its tags make at least twice as many.
        scripts: whether the parser treats parts for browsers without scripts as text.
    """
    return Bounded(html, [], False) if is_plain(html) else _Writer(html, 2 * most, scripts=scripts).write()


def is_plain(html: str) -> bool:
    """Whether the parser reads this markup fast in any case."""
    tags = html.count("<")
    if len(html) > SHORT or tags > FEW_TAGS or _MANY_ATTRIBUTES.search(html):
        return False
    return tags <= _FEW_FORMATTED or 3 * tags * len(set(_FORMATTED.findall(html))) <= FEW_REOPENED


class _Writer:
    """Writes the markup of one page."""

    def __init__(self, html: str, most: int, *, scripts: bool) -> None:
        self._html, self._most = html, most
        self._without_markup = _TEXT if scripts else _TEXT - {"noscript"}
        self._parts, self._held = list[str](), list[str]()
        self._open, self._left_out = OpenElements(), Counter[str]()
        self._tag_names, self._attribute_names = set[str](), set[str]()
        self._elements = 0

    def write(self) -> Bounded:
        done, html = 0, self._html
        while (token := TOKEN.search(html, done)) and self._elements <= self._most:
            self._parts.append(html[done : token.start()])
            done = token.end()
            if not token["name"]:
                self._parts.append(token[0] if token[0][:9].lower() == "<!doctype" else _PARTED)
            elif not token["close"].endswith(">"):
                break  # the page ends within a tag, which does not count then
            elif token["end"]:
                self._end(token["name"])
            else:
                done = self._start(token["name"], token["given"], token["close"], done)
        else:
            self._parts.append("" if token else html[done:])
        return Bounded("".join(self._parts), self._held, self._elements > self._most)

    def _end(self, written: str) -> None:
        name = written.lower()
        if self._left_out[name]:
            self._left_out[name] -= 1
            self._parts.append(_PARTED)
        else:
            self._open.end(name)
            self._parts.append(f"</{written}>")

    def _start(self, written: str, given: str, close: str, done: int) -> int:
        """Read a start tag; the position after it."""
        name, is_alone = written.lower(), close.endswith("/>")
        if name not in self._without_markup and not self._may_open(name):
            self._left_out[name] += 1
            self._parts.append(_PARTED)
            return done
        self._elements += 1 + self._open.opened_again(name)
        self._parts.append(f"<{written}{self._attributes(given)}>")
        if is_alone and self._open.is_empty(name):
            self._parts.append(f"</{written}>")
        elif name in self._without_markup:
            return self._text(name, done)
        else:
            self._open.start(name, given)
        return done

    def _may_open(self, name: str) -> bool:
        if len(self._tag_names) < MOST_TAG_NAMES:
            self._tag_names.add(name)
        return name in self._tag_names and len(self._open.names) < DEEPEST

    def _attributes(self, given: str) -> str:
        names = NAMES.findall(given) if given else ()
        if len(names) > MOST_ATTRIBUTES:
            return ""
        if len(self._attribute_names) < MOST_ATTRIBUTE_NAMES:
            self._attribute_names.update(names)
        return given if self._attribute_names.issuperset(names) else ""

    def _text(self, name: str, done: int) -> int:
        """Position of the end of an element without markup."""
        end = text_end(name, self._html, done)
        text = self._html[done:end]
        if "<" in text:
            if name in _RCDATA:
                text = text.replace("<", "&lt;")
            else:
                self._held.append(text.replace("\r\n", "\n").replace("\r", "\n"))
                text = f"{_HELD}{len(self._held) - 1}"
        self._parts.append(text)
        return end
