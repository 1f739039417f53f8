"""Regular expressions that match one of many words in a single pass."""

import re
from collections.abc import Iterable
from typing import Any

_END = ""


def trie_pattern(words: Iterable[str]) -> str:
    """A pattern that matches any of the words, the longest where one begins another; alike beginnings are shared."""
    trie: dict[str, Any] = {}
    for word in words:
        node = trie
        for character in word:
            node = node.setdefault(character, {})
        node[_END] = {}
    return _pattern(trie)


def _pattern(node: dict[str, Any]) -> str:
    ways = [re.escape(character) + _pattern(rest) for character, rest in node.items() if character != _END]
    if not ways:
        return ""
    if _END in node:
        return f"(?:{'|'.join(ways)})?"
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
