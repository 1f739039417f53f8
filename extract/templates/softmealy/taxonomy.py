"""The taxonomy of tokens: the tokens that a pattern matches, and the least general pattern of two others.

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

from collections.abc import Iterable
from typing import NamedTuple

from iawce.data.reading.places import mask_digits

PARENTS = {
    "Word": "Any",
    "Alph": "Word",
    "CAlph": "Alph",
    "C1Alph": "Alph",
    "OAlph": "Alph",
    "Num": "Word",
    "Cjk": "Word",
    "Nonword": "Any",
    "Html": "Nonword",
    "Open": "Html",
    "Close": "Html",
    "Punc": "Nonword",
    "Ctrl": "Nonword",
    "NL": "Ctrl",
    "Spc": "Ctrl",
    "Tab": "Ctrl",
}
"""The parent class of each class of tokens except ``Any``."""
CLASSLESS = "classless"
"""Represents the class names of a tag that has none; actual ones are written with a dot before them."""
TAGS = frozenset({"Open", "Close"})
"""Classes of tokens whose text is a tag name."""
MOST_CLASSES = 20
"""Class names of a tag that are examined."""
LONGEST = 100
"""Most characters of a word, a tag name or a class name that are examined."""


class Pattern(NamedTuple):
    """A pattern of one token: its class, its text unless empty, and for tags a minimum of class names.

    The pattern that matches only one kind of token represents that token. ``text`` of a tag is its name.
    """

    kind: str
    text: str = ""
    classes: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """The form in the file of a wrapper: ``Num``, ``Punc :``, ``Open div .post .d+``."""
        return " ".join(filter(None, (self.kind, self.text, *sorted(self.classes))))

    @property
    def is_exact(self) -> bool:
        """Whether it names a text, not only a class of tokens."""
        return bool(self.text)

    @property
    def level(self) -> int:
        """Its depth in the taxonomy, with one more step for a text and one for class names."""
        return len(LINEAGES[self.kind]) + bool(self.text) + bool(self.classes - {CLASSLESS})


def tag_classes(names: str) -> frozenset[str]:
    """Class names of a pattern from a class attribute."""
    found = names.split(maxsplit=MOST_CLASSES)[:MOST_CLASSES]
    return frozenset("." + mask_digits(name[:LONGEST]) for name in found) or frozenset({CLASSLESS})


def _lineage(kind: str) -> tuple[str, ...]:
    found = [kind]
    while found[-1] in PARENTS:
        found.append(PARENTS[found[-1]])
    return tuple(found)


LINEAGES = {kind: _lineage(kind) for kind in ("Any", *PARENTS)}
"""Each class of tokens with its ancestors, ``Any`` last."""


def matches(pattern: Pattern, token: Pattern) -> bool:
    """Whether a token is one of those that a pattern matches."""
    if not pattern.text:
        return pattern.kind in LINEAGES[token.kind]
    return pattern[:2] == token[:2] and pattern.classes <= token.classes


def common_pattern(one: Pattern, other: Pattern) -> Pattern:
    """The least common ancestor: the most specific pattern that matches all tokens of both."""
    if one[:2] == other[:2]:
        return Pattern(one.kind, one.text, one.classes & other.classes)
    above = LINEAGES[other.kind]
    return Pattern(next(kind for kind in LINEAGES[one.kind] if kind in above))


def parse_pattern(written: str) -> Pattern:
    """The pattern from the output of ``str``.

    Raises: ValueError: it is not a pattern.
    """
    kind, _, rest = written.partition(" ")
    if kind not in LINEAGES:
        raise ValueError(f"no class of tokens is called {kind[:40]!r}")
    text, *classes = rest.split(" ") if kind in TAGS else (rest,)
    if not all(name.startswith(".") or name == CLASSLESS for name in classes):
        raise ValueError(f"{written[:40]!r} has class names without a dot")
    return Pattern(kind, text, frozenset(classes))


def class_of(token: Pattern) -> Pattern:
    """The pattern of a token's class alone."""
    return Pattern(token.kind)


def generalise(patterns: Iterable[Pattern]) -> Pattern:
    """The least common ancestor of several, at least one."""
    first, *others = patterns
    for other in others:
        first = common_pattern(first, other)
    return first
