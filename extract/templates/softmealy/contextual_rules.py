"""Contextual rules: the tokens to the left and right of a separator, and the places on a page that they match.

Source: Hsu and Dung 1998, section 3 (separators and contextual rules). Patterns are matched with all tokens of a page
at once, so a rule takes linear time in the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.extract.templates.softmealy.taxonomy import LINEAGES, Pattern, matches
from iawce.extract.templates.softmealy.tokens import Tokens

Bools = NDArray[np.bool_]
TELL_NOTHING = frozenset({"Any", "Nonword", "Ctrl", "NL", "Spc", "Tab"})
"""Classes of tokens that occur everywhere."""


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a separator: patterns of neighbouring tokens, read outward from it.

    ``support``: number of labelled separators from which it was learned. A rule is a disjunction of contexts.
    """

    left: tuple[Pattern, ...]
    right: tuple[Pattern, ...]
    support: int = 1

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Exact tokens, length, support: contexts are tried in decreasing order of these."""
        patterns = (*self.left, *self.right)
        return sum(pattern.is_exact for pattern in patterns), len(patterns), self.support

    @property
    def is_specific(self) -> bool:
        """Whether it has a pattern of words, punctuation or tags, not only of spaces or of any token."""
        return any(pattern.kind not in TELL_NOTHING for pattern in (*self.left, *self.right))


class Matcher:
    """Finds the separators of a page that match contexts.

    Args:
        tokens: of the page.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._tables: dict[Pattern, Bools] = {}

    def table(self, pattern: Pattern) -> Bools:
        """Whether a pattern matches each symbol, bool (symbols,)."""
        if pattern not in self._tables:
            self._tables[pattern] = self._exactly(pattern) if pattern.is_exact else self._of_class(pattern)
        return self._tables[pattern]

    def _exactly(self, pattern: Pattern) -> Bools:
        found = np.zeros(len(self.tokens.symbols), bool)
        alike = self._by_text.get(pattern[:2], ())
        found[[number for number in alike if matches(pattern, self.tokens.symbols[number])]] = True
        return found

    def _of_class(self, pattern: Pattern) -> Bools:
        below = [name for name, lineage in LINEAGES.items() if pattern.kind in lineage]
        return np.isin(self._classes, below)

    @cached_property
    def _by_text(self) -> dict[tuple[str, str], list[int]]:
        """Symbols by their class and text: a page may have a million words."""
        found: dict[tuple[str, str], list[int]] = {}
        for number, symbol in enumerate(self.tokens.symbols):
            found.setdefault(symbol[:2], []).append(number)
        return found

    @cached_property
    def _classes(self) -> NDArray[np.str_]:
        return np.array([symbol.kind for symbol in self.tokens.symbols])

    def borders(self, context: Context) -> Bools:
        """Whether a context matches each border, bool (tokens + 1,)."""
        found = np.ones(len(self.tokens) + 1, bool)
        for offset, pattern in offsets(context.left, context.right):
            matched = self.table(pattern)[self.tokens.ids]
            shifted = np.zeros(len(found), bool)  # border b looks at token b + offset
            first, last = max(0, -offset), min(len(found), len(matched) - offset)
            if first < last:
                shifted[first:last] = matched[first + offset : last + offset]
            found &= shifted
        return found


def offsets(left: Sequence[Pattern], right: Sequence[Pattern]) -> list[tuple[int, Pattern]]:
    """Patterns with their places: 0 is the token after the separator, -1 the one before it."""
    return [*enumerate(right), *((-1 - place, pattern) for place, pattern in enumerate(left))]
