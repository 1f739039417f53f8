"""Snippets that must be in a text, and snippets that must not.

Source: WCXB. A snippet is found if its words are in the text in their order; spaces, punctuation and case do not count.
A page without snippets of a kind does not count for that kind.
"""

from collections.abc import Sequence

from iawce.evaluate.measures.word_overlap import words


def share_found(text: str, snippets: Sequence[str]) -> float | None:
    """Share of the snippets that are in the text, None if there are none."""
    joined = f" {' '.join(words(text))} "
    asked = [" ".join(words(snippet)) for snippet in snippets]
    asked = [snippet for snippet in asked if snippet]
    return sum(f" {snippet} " in joined for snippet in asked) / len(asked) if asked else None
