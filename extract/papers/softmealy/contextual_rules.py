"""Contextual rules: the tokens to the left and right of a separator, and the places on a page that they match.

Source: Hsu and Dung 1998, section 3 (separators and contextual rules). Patterns are matched with all tokens of a page
at once, so a rule takes linear time in the page.

A deviation from Hsu and Dung 1998, whose pages are text: there an attribute ends where a rule matches, which may never
happen on a page with slightly different markup. Here the element of each token is known.
"""

from collections import defaultdict
from functools import cached_property
from typing import Annotated, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from iawce.extract.papers.softmealy.settings import WIDEST
from iawce.extract.papers.softmealy.tokens import LINEAGES, Pattern, Tokens, matches, parse_pattern

Bools = NDArray[np.bool_]
TELL_NOTHING = frozenset({"Any", "Nonword", "Ctrl", "NL", "Spc", "Tab"})
"""Classes of tokens that occur everywhere."""
_Patterns = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=3_000)], ...], msgspec.Meta(max_length=WIDEST)]


class Context(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The context of a separator: patterns of neighbouring tokens, read outward from it.

    ``support``: number of labelled separators from which it was learned. A rule is a disjunction of contexts.

    Raises:
        ValueError: a pattern is none.
    """

    left: _Patterns
    right: _Patterns
    support: Annotated[int, msgspec.Meta(ge=1, le=1 << 31)] = 1

    def __post_init__(self) -> None:
        for name in ("left", "right"):
            msgspec.structs.force_setattr(self, name, tuple(map(parse_pattern, getattr(self, name))))

    @property
    def patterns(self) -> list[tuple[int, Pattern]]:
        """Patterns with their places: 0 is the token after the separator, -1 the one before it."""
        left = ((-1 - place, parse_pattern(pattern)) for place, pattern in enumerate(self.left))
        return [*((place, parse_pattern(pattern)) for place, pattern in enumerate(self.right)), *left]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Exact tokens, length, support: contexts are tried in decreasing order of these."""
        patterns = self.patterns
        return sum(bool(pattern.text) for _, pattern in patterns), len(patterns), self.support

    @property
    def is_specific(self) -> bool:
        """Whether it has a pattern of words, punctuation or tags, not only of spaces or of any token."""
        return any(pattern.kind not in TELL_NOTHING for _, pattern in self.patterns)


class Matcher:
    """Finds the separators of a page that match contexts."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._tables: dict[Pattern, Bools] = {}

    def table(self, pattern: Pattern) -> Bools:
        """Whether a pattern matches each symbol, bool (symbols,)."""
        if pattern not in self._tables:
            if pattern.text:
                found = np.zeros(len(self.tokens.symbols), bool)
                alike = self._by_text[pattern.kind, pattern.text]
                found[[number for number in alike if matches(pattern, self.tokens.symbols[number])]] = True
            else:
                found = np.isin(self._classes, [kind for kind, above in LINEAGES.items() if pattern.kind in above])
            self._tables[pattern] = found
        return self._tables[pattern]

    @cached_property
    def _by_text(self) -> dict[tuple[str, str], list[int]]:
        """Symbols by their class and text: a page may have a million words."""
        found = defaultdict[tuple[str, str], list[int]](list)
        for number, symbol in enumerate(self.tokens.symbols):
            found[symbol.kind, symbol.text].append(number)
        return found

    @cached_property
    def _classes(self) -> NDArray[np.str_]:
        return np.array([symbol.kind for symbol in self.tokens.symbols])

    def borders(self, context: Context) -> Bools:
        """Whether a context matches each border, bool (tokens + 1,)."""
        found = np.ones(len(self.tokens) + 1, bool)
        for offset, pattern in context.patterns:
            matched = self.table(pattern)[self.tokens.ids]
            shifted = np.zeros(len(found), bool)  # border b looks at token b + offset
            first, last = max(0, -offset), min(len(found), len(matched) - offset)
            if first < last:
                shifted[first:last] = matched[first + offset : last + offset]
            found &= shifted
        return found


Extent = Literal["tag", "content", "element"]
"""A start tag alone; all between the tags of an element; an element with its tags."""


def end_of(tokens: Tokens, extent: Extent, start: int) -> int | None:
    """End border of an attribute that begins at ``start``; None if no tag there begins one of this extent."""
    opening = start - 1 if extent == "content" else start
    if not 0 <= opening < len(tokens.is_tag) or not tokens.is_tag[opening]:
        return None
    first, last = tokens.tags[int(tokens.elements[opening])]
    end = {"tag": first + 1, "content": last, "element": last + 1}[extent]
    return end if first == opening and end > start else None
