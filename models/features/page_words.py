"""The words of a page that tell its type whatever it is about: of its title, headings, buttons, short links, names.

Each is a word with what it was found in: ``heading:comments``, ``class:post``. Not among them are the address of the
page, the class of ``html`` and ``body``, and ``og:type``: the labels of the page-type corpus were found by these.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from iawce.data.document import Document
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset

MOST_HEADINGS = 60
MOST_LABELS = 200
"""Buttons, field labels, head cells and options that are read."""
MOST_LINKS = 1_000
LINK_WORDS = 3
"""Words of the longest link that is read: longer ones are titles."""
HEADING_WORDS, LABEL_WORDS, PATH_WORDS = 12, 6, 5
"""Words of one heading, label and address that are read."""
LONGEST = 300
"""Characters of a text or an attribute that are read."""
_LABELS = ("button", "label", "th", "dt", "legend", "option")
_NAMED = ("itemprop", "rel", "itemtype", "role")
_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"[a-z]{2,}")
_HOST = re.compile(r"https?://[^/]*")


def page_words(document: Document) -> frozenset[str]:
    """All words, each once.

    Raises:
        PageError: the page holds no element, or too many.
    """
    body = document.body
    parts = (_headings, _labels, _fields, _links, _names, _marks)
    return frozenset(chain(_title(document.index), *(part(body) for part in parts)))


def _title(index: ElementIndex) -> Iterator[str]:
    for number in index.tagged("title")[:1]:
        yield from _words("title", index.text_of(number))


def _headings(body: Subset) -> Iterator[str]:
    for level in ("h1", "h2", "h3", "h4"):
        for number in body.tagged(level)[:MOST_HEADINGS].tolist():
            yield from _words("heading", body.index.text_of(number))[:HEADING_WORDS]


def _labels(body: Subset) -> Iterator[str]:
    for number in body.tagged(*_LABELS)[:MOST_LABELS].tolist():
        yield from _words("label", body.index.text_of(number))[:LABEL_WORDS]


def _fields(body: Subset) -> Iterator[str]:
    for number in body.tagged("input")[:MOST_LABELS].tolist():
        given = body.index.attributes.given[number]
        shown = ("value",) if given.get("type") in ("submit", "button") else ()
        for name in ("placeholder", "name", "aria-label", *shown):
            yield from _words("label", given.get(name, ""))[:LABEL_WORDS]


def _links(body: Subset) -> Iterator[str]:
    """Words of short links, and of the paths that links lead to."""
    links = body.tagged("a")[:MOST_LINKS]
    short = body.words[links] <= LINK_WORDS
    for number, is_short in zip(links.tolist(), short.tolist(), strict=True):
        if is_short:
            yield from _words("link", body.index.text_of(number))
        yield from _names_in("path", _HOST.sub("", body.index.attributes.given[number].get("href", "")))[:PATH_WORDS]


def _names(body: Subset) -> Iterator[str]:
    """Words of class names and ids, but not those of ``html`` and ``body``."""
    index = body.index
    names, _ = index.attributes.names
    given = index.attributes.given
    own = {(index.classes[number], given[number].get("id", "")) for number in index.tagged("html", "body")}
    for pair in names:
        if pair not in own:
            yield from _names_in("class", " ".join(pair))


def _marks(body: Subset) -> Iterator[str]:
    """Words of attributes that say what an element is."""
    given = body.index.attributes.given
    for number in body.index.attributes.having(*_NAMED):
        for name in _NAMED:
            if name in given[number]:
                yield from _names_in(name, given[number][name])


@lru_cache(maxsize=1 << 14)
def _words(source: str, text: str) -> list[str]:
    return [f"{source}:{word}" for word in _WORD.findall(text[:LONGEST].lower())]


@lru_cache(maxsize=1 << 15)
def _names_in(source: str, text: str) -> list[str]:
    return [f"{source}:{word}" for word in _NAME.findall(text[:LONGEST].lower())]
