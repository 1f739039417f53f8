"""Parts of a page as sequences of tokens: tags with their class names, words, numbers, punctuation, white space.

Source: Hsu and Dung 1998, section 3 (tokens and separators). Deviations: tokens come from the parsed tree, so every tag
has its end; elements without content (``br``) have none, as in HTML; blanks beside tags, which a browser does not show,
are no tokens unless the settings say so.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.html.tags import VOID
from iawce.data.html.words import CJK
from iawce.data.reading.page_reading import PageReading
from iawce.extract.templates.softmealy.settings import SoftMealySettings
from iawce.extract.templates.softmealy.taxonomy import LONGEST, Pattern, tag_classes

Ints = NDArray[np.int64]
Scope = Sequence[int]
"""Numbers of adjacent elements, in document order, that form one sequence of tokens; mostly a single one."""
OUTSIDE = Pattern("Outside")
"""The symbol before, between and after sequences, which no pattern matches."""
UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"
"""Invisible characters, which count as spaces."""
_TOKEN = re.compile(
    rf"(?P<Cjk>[{CJK}]+)|(?P<Num>\d+)|(?P<Alph>[^\W\d_{CJK}]+)|(?P<Ctrl>[\s{UNSEEN}]+)|(?P<Punc>.)", re.DOTALL
)
_BLANKS = re.compile(rf"[\s{UNSEEN}]+")
_CONTROL = {"\n": "NL", "\t": "Tab"}
_Row = tuple[int, int, int, int, int]
"""Symbol, element, text node or -1 of a tag, start and end in the text node."""


class Tokens:
    """Sequences of tokens of one page; border ``i`` is the separator before token ``i``.

    Args:
        reading: of the page.
        scopes: the elements of each sequence.
        settings: define which spaces are tokens.

    Attributes:
        subset: the part of the page that is read: no scripts, styles or hidden elements.
        symbols: each kind of token once, ``OUTSIDE`` first.
        ids: symbol of each token, int64 (tokens,); ``OUTSIDE`` is around every sequence.
        elements: number of the element of each token, int64 (tokens,): its own for a tag, the owner of a text.
        pieces: number of its text node, int64 (tokens,), -1 for tags.
        starts, ends: characters of the text node, int64 (tokens,).
        spans: first border and last border of each sequence.

    Raises:
        PageError: the page holds no element.
    """

    def __init__(self, reading: PageReading, scopes: Sequence[Scope], settings: SoftMealySettings) -> None:
        self.reading, self.scopes, self._settings = reading, scopes, settings
        self._known: dict[Pattern, int] = {OUTSIDE: 0}
        self._tags: dict[tuple[bool, int], int] = {}
        rows: list[_Row] = [(0, -1, -1, 0, 0)]
        self.spans: list[tuple[int, int]] = []
        self.subset = subset = reading.without()
        for scope in scopes:
            first = len(rows)
            for number in scope:
                rows.extend(self._walk(subset, number))
            self.spans.append((first, len(rows)))
            rows.append((0, -1, -1, 0, 0))
        self.symbols = list(self._known)
        self.ids, self.elements, self.pieces, self.starts, self.ends = np.array(rows, np.int64).T

    def __len__(self) -> int:
        return len(self.ids)

    def _walk(self, subset: Subset, number: int) -> Iterator[_Row]:
        """Tokens of one subtree, in document order."""
        index, stack = subset.index, list[int]()
        piece, last = int(index.first_piece[number]), int(index.last_piece[number])
        opened, owners = index.pieces.opened, index.pieces.owners
        inner = np.flatnonzero(subset.kept[number : index.ends[number]]) + number
        for element in [*inner.tolist(), -1]:
            while piece < last and (element < 0 or opened[piece] <= element):
                if subset.pieces[piece]:
                    yield from self._close(subset, stack, int(owners[piece]))
                    yield from self._text(subset, piece)
                piece += 1
            yield from self._close(subset, stack, int(index.parents[element]) if stack and element >= 0 else -1)
            if element >= 0:
                yield self._tag(subset, element, is_end=False)
                stack.append(element)

    def _close(self, subset: Subset, stack: list[int], until: int) -> Iterator[_Row]:
        """End tags of the open elements above an element."""
        while stack and stack[-1] != until:
            element = stack.pop()
            if subset.index.tags[element] not in VOID:
                yield self._tag(subset, element, is_end=True)

    def _tag(self, subset: Subset, element: int, *, is_end: bool) -> _Row:
        key = is_end, int(subset.index.kinds[element])
        if key not in self._tags:
            classes = tag_classes(subset.index.classes[element])
            self._tags[key] = self._id(
                Pattern("Close" if is_end else "Open", subset.index.tags[element][:LONGEST], classes)
            )
        return self._tags[key], element, -1, 0, 0

    def _text(self, subset: Subset, piece: int) -> Iterator[_Row]:
        text, owner = subset.index.pieces.texts[piece], int(subset.index.pieces.owners[piece])
        is_source = self._settings.blanks == "source"
        start, end = (0, len(text)) if is_source else _shown(text)
        for found in _TOKEN.finditer(text, start, end):
            if is_source and found.lastgroup == "Ctrl":
                yield from ((self._id(blank), owner, piece, at, to) for blank, at, to in _blanks(found))
            else:
                yield self._id(_symbol(found)), owner, piece, found.start(), found.end()

    def _id(self, symbol: Pattern) -> int:
        return self._known.setdefault(symbol, len(self._known))

    @cached_property
    def tags(self) -> dict[int, tuple[int, int]]:
        """Tokens of the start tag and of the end tag of each element; the same one if it has no end tag."""
        found: dict[int, tuple[int, int]] = {}
        for token in np.flatnonzero(self.is_tag).tolist():
            element = int(self.elements[token])
            found[element] = found.get(element, (token, token))[0], token
        return found

    @cached_property
    def is_text(self) -> NDArray[np.bool_]:
        """Whether each token is a word or punctuation, bool (tokens,)."""
        blanks = np.array([symbol.kind in ("NL", "Spc", "Tab") for symbol in self.symbols])
        return np.asarray((self.pieces >= 0) & ~blanks[self.ids])

    @cached_property
    def texts_before(self) -> Ints:
        """Words and punctuation before each border, int64 (tokens + 1,)."""
        return np.concatenate([[0], np.cumsum(self.is_text)])

    @cached_property
    def is_tag(self) -> NDArray[np.bool_]:
        """Whether each token is a tag, bool (tokens,)."""
        return np.asarray((self.pieces < 0) & (self.elements >= 0))

    def text(self, token: int) -> str:
        """Characters of a token; empty for a tag."""
        piece = int(self.pieces[token])
        return self.reading.index.pieces.texts[piece][self.starts[token] : self.ends[token]] if piece >= 0 else ""


def without_blanks(text: str) -> str:
    """A text without spaces and invisible characters."""
    return _BLANKS.sub("", text)


def _shown(text: str) -> tuple[int, int]:
    """Bounds of a text without spaces around it."""
    before = _BLANKS.match(text)
    start = before.end() if before else 0
    end = len(text)
    while end > start and _BLANKS.match(text[end - 1]):
        end -= 1
    return start, end


def _symbol(found: re.Match[str]) -> Pattern:
    kind, text = str(found.lastgroup), found[0]
    if kind == "Alph":
        kind = "CAlph" if text.isupper() else "C1Alph" if text[0].isupper() else "OAlph"
    if kind == "Ctrl":
        return Pattern("Spc", "1")
    return Pattern(kind, "" if kind == "Num" else text[:LONGEST])


def _blanks(found: re.Match[str]) -> Iterator[tuple[Pattern, int, int]]:
    """Control tokens of a run of spaces, each with its place."""
    start = found.start()
    for kind, run in groupby(found[0], lambda blank: _CONTROL.get(blank, "Spc")):
        count = len(list(run))
        yield Pattern(kind, str(count)), start, start + count
        start += count
