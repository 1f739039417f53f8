"""SoftMealy's settings, and parts of a page as tokens: tags with class names, words, numbers, punctuation, white space.

Source: Hsu and Dung 1998, section 3 (tokens and separators). Deviations: tokens come from the parsed tree, so every tag
has its end; elements without content (``br``) have none, as in HTML; blanks beside tags, which a browser does not show,
are no tokens unless the settings say so.

Source: Hsu and Dung 1998 (Generating Finite-State Transducers for Semi-Structured Data Extraction from the Web),
section 3. The tree::

    Any ── Word ── Alph ── CAlph (all capitals), C1Alph (a capital first), OAlph
        │       ├─ Num
        │       └─ Cjk
        └─ Nonword ── Html ── Open, Close ── of a name ── with class names
                   ├─ Punc ── a punctuation character
                   └─ Ctrl ── NL, Spc, Tab ── a number of them

Deviations: runs of Chinese, Japanese and Korean characters have a class (the paper's pages are English); a tag also has
the class names of its element, with runs of digits as ``d+``, and so has the end tag, because on present-day pages
class names, not tag names, describe the content. The least common pattern of two tags of one name has the class names
that both have, and tags without class names are a separate kind.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import mask_digits
from iawce.data.arrays import Bools, Ints
from iawce.data.dom.tags import VOID
from iawce.data.dom.tree import sums_before
from iawce.data.dom.words import CJK
from iawce.data.limits import Range
from iawce.extract.content.method import MethodSettings

WIDEST = 64  # Most tokens on each side that a setting may have
LINEAGES: dict[str, tuple[str, ...]] = {"Any": ("Any",)}  # Each class of tokens with its ancestors, ``Any`` last
for _parent, _kinds in (
    ("Any", ("Word", "Nonword")),
    ("Word", ("Alph", "Num", "Cjk")),
    ("Alph", ("CAlph", "C1Alph", "OAlph")),
    ("Nonword", ("Html", "Punc", "Ctrl")),
    ("Html", ("Open", "Close")),
    ("Ctrl", ("NL", "Spc", "Tab")),
):
    LINEAGES |= {_kind: (_kind, *LINEAGES[_parent]) for _kind in _kinds}
CLASSLESS = "classless"
"""Represents the class names of a tag that has none; actual ones are written with a dot before them."""
TAGS = frozenset({"Open", "Close"})  # Classes of tokens whose text is a tag name
MAX_CLASSES = 20  # Class names of a tag that are examined
MAX_LENGTH = 100  # Most characters of a word, a tag name or a class name that are examined
Scope = Sequence[int]
"""Numbers of adjacent elements, in document order, that form one sequence of tokens; mostly a single one."""
UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"  # Invisible characters, which count as spaces
_TOKEN = re.compile(
    rf"(?P<Cjk>[{CJK}]+)|(?P<Num>\d+)|(?P<Alph>[^\W\d_{CJK}]+)|(?P<Ctrl>[\s{UNSEEN}]+)|(?P<Punc>.)", re.DOTALL
)
_BLANKS = re.compile(rf"[\s{UNSEEN}]+")
_SHOWN = re.compile(rf"[^\s{UNSEEN}](?:.*[^\s{UNSEEN}])?", re.DOTALL)  # A text without the spaces around it
_CONTROL = {"\n": "NL", "\t": "Tab"}
_Row = tuple[int, int, int, int, int]  # Symbol, element, text node or -1 of a tag, start and end in the text node


@dataclass(frozen=True, slots=True)
class SoftMealySettings(MethodSettings):
    """Settings of tokens and of the learning of rules.

    ``width``: most tokens of a context on each side of a separator, 1 to 64. ``blanks``: ``collapsed``, runs of white
    space in a text are one space and those beside tags are none, as a browser shows them; ``source``, line breaks,
    spaces and tabs are control tokens with their number, as printed. ``values``: which properties of the words in a
    field a rule may use: only their ``class``, since values vary from tuple to tuple, or the words, too (``exact``, as
    printed). ``orders``: the fields of a record node may be in ``any`` order, and any of them may be missing; or in the
    orders of the labelled ones (``seen``, as printed). In the mode ``page``, where the end of a record is unknown,
    ``seen`` is always used. ``extents``: the end of a field that is an element, its content or its start tag: at the
    end tag (``tree``), or where a rule matches (``rules``, as printed). Raises UsageError: a value is not one of these.
    """

    PAPER: ClassVar[dict[str, Any]] = {"blanks": "source", "values": "exact", "orders": "seen", "extents": "rules"}

    width: Annotated[int, Range(1, WIDEST)] = 8
    blanks: Literal["collapsed", "source"] = "collapsed"
    values: Literal["class", "exact"] = "class"
    orders: Literal["any", "seen"] = "any"
    extents: Literal["tree", "rules"] = "tree"


class Pattern(str):
    """A pattern of one token as in the file of a wrapper: ``Num``, ``Punc :``, ``Open div .post .d+``.

    Its class ``kind``, its ``text`` unless empty (the name of a tag), and for tags a minimum of ``classes``. The
    pattern that matches only one kind of token represents that token.
    """

    __slots__ = ("classes", "kind", "text")
    kind: str
    text: str
    classes: frozenset[str]

    def __new__(cls, kind: str, text: str = "", classes: frozenset[str] = frozenset()) -> Self:
        """The pattern with these parts."""
        made = super().__new__(cls, " ".join(filter(None, (kind, text, *sorted(classes)))))
        made.kind, made.text, made.classes = kind, text, classes
        return made

    def __reduce__(self) -> tuple[type["Pattern"], tuple[str, str, frozenset[str]]]:
        return Pattern, (self.kind, self.text, self.classes)

    @property
    def level(self) -> int:
        """Its depth in the taxonomy, with one more step for a text and one for class names."""
        return len(LINEAGES[self.kind]) + bool(self.text) + bool(self.classes - {CLASSLESS})


def tag_classes(names: str) -> frozenset[str]:
    """Class names of a pattern from a class attribute."""
    found = names.split(maxsplit=MAX_CLASSES)[:MAX_CLASSES]
    return frozenset("." + mask_digits(name[:MAX_LENGTH]) for name in found) or frozenset({CLASSLESS})


def matches(pattern: Pattern, token: Pattern) -> bool:
    """Whether a token is one of those that a pattern matches."""
    if not pattern.text:
        return pattern.kind in LINEAGES[token.kind]
    return (pattern.kind, pattern.text) == (token.kind, token.text) and pattern.classes <= token.classes


def common_pattern(one: Pattern, other: Pattern) -> Pattern:
    """The least common ancestor: the most specific pattern that matches all tokens of both."""
    if (one.kind, one.text) == (other.kind, other.text):
        return Pattern(one.kind, one.text, one.classes & other.classes)
    above = LINEAGES[other.kind]
    return Pattern(next(kind for kind in LINEAGES[one.kind] if kind in above))


def parse_pattern(written: str) -> Pattern:
    """The pattern of a text. Raises ValueError: it is not a pattern."""
    if isinstance(written, Pattern):
        return written
    kind, _, rest = written.partition(" ")
    if kind not in LINEAGES:
        raise ValueError(f"no class of tokens is called {kind[:40]!r}")
    text, *classes = rest.split(" ") if kind in TAGS else (rest,)
    if not all(name.startswith(".") or name == CLASSLESS for name in classes):
        raise ValueError(f"{written[:40]!r} has class names without a dot")
    return Pattern(kind, text, frozenset(classes))


OUTSIDE = Pattern("Outside")  # The symbol before, between and after sequences, which no pattern matches


class Tokens:
    """Sequences of tokens of one page; border ``i`` is the separator before token ``i``; arrays are int64 (tokens,).

    ``subset``: what is read, no scripts, styles or hidden elements. ``symbols``: each kind of token once, ``OUTSIDE``,
    which is around every sequence, first; ``ids`` of them. ``elements``: of a tag its own, of a text its owner.
    ``text_nodes``: -1 for tags; ``starts``, ``ends``: characters in them. ``spans``: first and last border of each
    sequence.
    """

    def __init__(self, analysis: PageAnalysis, scopes: Sequence[Scope], settings: SoftMealySettings) -> None:
        self.analysis, self._settings = analysis, settings
        self._known: dict[Pattern, int] = {OUTSIDE: 0}
        self._tags: dict[tuple[str, int], int] = {}
        rows: list[_Row] = [(0, -1, -1, 0, 0)]
        self.spans: list[tuple[int, int]] = []
        self.subset = analysis.without()
        for scope in scopes:
            first = len(rows)
            for number in scope:
                rows.extend(self._walk(number))
            self.spans.append((first, len(rows)))
            rows.append((0, -1, -1, 0, 0))
        self.symbols = list(self._known)
        self.ids, self.elements, self.text_nodes, self.starts, self.ends = np.array(rows, np.int64).T

    def __len__(self) -> int:
        return len(self.ids)

    def _walk(self, number: int) -> Iterator[_Row]:
        """Tokens of one subtree, in document order."""
        subset, index, stack = self.subset, self.subset.index, list[int]()
        text_node, last = int(index.first_text_node[number]), int(index.last_text_node[number])
        opened, owners = index.text_nodes.opened, index.text_nodes.owners
        inner = np.flatnonzero(subset.kept[number : index.ends[number]]) + number
        for element in [*inner.tolist(), -1]:
            while text_node < last and (element < 0 or opened[text_node] <= element):
                if subset.text_nodes[text_node]:
                    yield from self._close(stack, int(owners[text_node]))
                    yield from self._text(text_node)
                text_node += 1
            yield from self._close(stack, int(index.parents[element]) if stack and element >= 0 else -1)
            if element >= 0:
                yield self._tag(element, "Open")
                stack.append(element)

    def _close(self, stack: list[int], until: int) -> Iterator[_Row]:
        """End tags of the open elements above an element."""
        while stack and stack[-1] != until:
            element = stack.pop()
            if self.subset.index.tags[element] not in VOID:
                yield self._tag(element, "Close")

    def _tag(self, element: int, kind: str) -> _Row:
        index = self.subset.index
        key = kind, int(index.kinds[element])
        if key not in self._tags:
            pattern = Pattern(kind, index.tags[element][:MAX_LENGTH], tag_classes(index.classes[element]))
            self._tags[key] = self._id(pattern)
        return self._tags[key], element, -1, 0, 0

    def _text(self, text_node: int) -> Iterator[_Row]:
        nodes = self.subset.index.text_nodes
        text, owner = nodes.texts[text_node], int(nodes.owners[text_node])
        is_source = self._settings.blanks == "source"
        shown = None if is_source else _SHOWN.search(text)
        start, end = shown.span() if shown else (0, len(text) if is_source else 0)
        for found in _TOKEN.finditer(text, start, end):
            if is_source and found.lastgroup == "Ctrl":
                at = found.start()
                for kind, run in groupby(found[0], lambda blank: _CONTROL.get(blank, "Spc")):
                    count = len(list(run))
                    yield self._id(Pattern(kind, str(count))), owner, text_node, at, at + count
                    at += count
            else:
                yield self._id(_symbol(found)), owner, text_node, found.start(), found.end()

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
    def is_text(self) -> Bools:
        """Whether each token is a word or punctuation, bool (tokens,)."""
        blanks = np.array([symbol.kind in ("NL", "Spc", "Tab") for symbol in self.symbols])
        return np.asarray((self.text_nodes >= 0) & ~blanks[self.ids])

    @cached_property
    def texts_before(self) -> Ints:
        """Words and punctuation before each border, int64 (tokens + 1,)."""
        return sums_before(self.is_text)

    @cached_property
    def is_tag(self) -> Bools:
        """Whether each token is a tag, bool (tokens,)."""
        return np.asarray((self.text_nodes < 0) & (self.elements >= 0))

    def text(self, token: int) -> str:
        """Characters of a token; empty for a tag."""
        text_node, texts = int(self.text_nodes[token]), self.analysis.index.text_nodes.texts
        return texts[text_node][self.starts[token] : self.ends[token]] if text_node >= 0 else ""


def without_blanks(text: str) -> str:
    """A text without spaces and invisible characters."""
    return _BLANKS.sub("", text)


def _symbol(found: re.Match[str]) -> Pattern:
    kind, text = str(found.lastgroup), found[0]
    if kind == "Alph":
        kind = "CAlph" if text.isupper() else "C1Alph" if text[0].isupper() else "OAlph"
    if kind == "Ctrl":
        return Pattern("Spc", "1")
    return Pattern(kind, "" if kind == "Num" else text[:MAX_LENGTH])
