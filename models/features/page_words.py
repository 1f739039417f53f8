"""The words of a page that indicate its type for any topic: of its title, headings, buttons, short links, names.

Each word is prefixed with its source: ``heading:comments``, ``class:post``. Not among them are the address of the page,
the class of ``html`` and ``body``, and ``og:type``: the labels of the page-type corpus were derived from these.
"""

import re
from collections import defaultdict
from collections.abc import Iterable

from iawce.data.document import Document
from iawce.data.dom.attributes import JoinedTexts
from iawce.data.dom.element_index import DomMask

MOST_HEADINGS = 60
MOST_LABELS = 200
"""Buttons, field labels, head cells and options that are read."""
MOST_LINKS = 1_000
LINK_WORDS = 3
"""Most words of a link that is read; longer ones are titles."""
HEADING_WORDS, LABEL_WORDS, PATH_WORDS = 12, 6, 5
"""Words of one heading, label and address that are read."""
LONGEST = 300
"""Characters of a text or an attribute that are read."""
_LABELS = ("button", "label", "th", "dt", "legend", "option")
_NAMED = ("itemprop", "rel", "itemtype", "role")
_WORD = re.compile(r"[^\W\d_]+")
_HOST = re.compile(r"https?://[^/]*")
Found = dict[str, set[str]]
"""Words by source."""


def page_words(document: Document) -> frozenset[str]:
    """All words, each once.

    Raises:
        PageError: the page holds no element, or too many.
    """
    body, found = document.body, defaultdict[str, set[str]](set)
    for read in (_title, _headings, _labels, _fields, _links, _names, _marks):
        read(body, found)
    return frozenset(f"{source}:{word}" for source, words in found.items() for word in words)


def _title(body: DomMask, found: Found) -> None:
    for number in body.index.tagged("title")[:1]:
        found["title"].update(_words(body.index.text_of(number)[:LONGEST]))


def _headings(body: DomMask, found: Found) -> None:
    for level in ("h1", "h2", "h3", "h4"):
        for number in body.tagged(level)[:MOST_HEADINGS].tolist():
            found["heading"].update(_words(body.index.text_of(number)[:LONGEST])[:HEADING_WORDS])


def _labels(body: DomMask, found: Found) -> None:
    for number in body.tagged(*_LABELS)[:MOST_LABELS].tolist():
        found["label"].update(_words(body.index.text_of(number)[:LONGEST])[:LABEL_WORDS])


def _fields(body: DomMask, found: Found) -> None:
    for number in body.tagged("input")[:MOST_LABELS].tolist():
        given = body.index.attributes.given[number]
        shown = ("value",) if given.get("type") in ("submit", "button") else ()
        for name in ("placeholder", "name", "aria-label", *shown):
            found["label"].update(_words(given.get(name, "")[:LONGEST])[:LABEL_WORDS])


def _links(body: DomMask, found: Found) -> None:
    """Words of short links, and of the paths that links lead to."""
    links = body.tagged("a")[:MOST_LINKS]
    numbers, given = links.tolist(), body.index.attributes.given
    short = set(body.index.texts_of(links[body.words[links] <= LINK_WORDS]))
    found["link"].update(_words("\n".join([text[:LONGEST] for text in short])))
    addresses = {given[number].get("href", "") for number in numbers}
    paths = {_HOST.sub("", address)[:LONGEST] for address in addresses}
    for letters in JoinedTexts(paths).letters:
        found["path"].update([word for word in letters.split() if len(word) > 1][:PATH_WORDS])


def _names(body: DomMask, found: Found) -> None:
    """Words of class names and ids, but not those of ``html`` and ``body``."""
    index = body.index
    names, numbers = index.attributes.names
    own = set(numbers[index.tagged("html", "body")].tolist())
    asked = [(pair, said) for pair, said in enumerate(index.attributes.joined_names.letters) if pair not in own]
    long = [" ".join(names[pair])[:LONGEST] for pair, said in asked if len(said) > LONGEST]
    found["class"].update(_runs([said for _, said in asked if len(said) <= LONGEST]), _letters(long))


def _marks(body: DomMask, found: Found) -> None:
    """Words of attributes that state the role of an element."""
    given = body.index.attributes.given
    said = {name: set[str]() for name in _NAMED}
    for number in body.index.attributes.having(*_NAMED):
        for name in _NAMED:
            if name in given[number]:
                said[name].add(given[number][name][:LONGEST])
    for name, texts in said.items():
        found[name].update(_letters(texts))


def _letters(texts: Iterable[str]) -> set[str]:
    """Runs of two or more of the letters a to z."""
    return _runs(JoinedTexts(texts).letters)


def _runs(letters: Iterable[str]) -> set[str]:
    return {run for run in set(" ".join(letters).split()) if len(run) > 1}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
