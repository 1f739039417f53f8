"""A text cut into pieces of a limited number of words: at line breaks, else between sentences, else between words."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from iawce.data.html.words import CJK, count_words

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？｡])[」』”’）]*")
"""End of a sentence: a full stop and a space, or a wide full stop."""
_WORD = re.compile(rf"(?:[{CJK}]|[^\W_{CJK}]+)[\W_]*|[\W_]+")


class CutText(NamedTuple):
    """A piece of the content: its text and words, the headings above it, the elements of which it is part."""

    text: str
    words: int
    headings: tuple[str, ...]
    elements: tuple[int, ...]


def cut_text(text: str, most: int) -> Iterator[str]:
    """Pieces of at most ``most`` words, as long as possible, whose concatenation is the text; in linear time."""
    return _cut(text, most, [_lines, _sentences, _words])


def _cut(text: str, most: int, ways: list[Callable[[str], Iterator[str]]]) -> Iterator[str]:
    if count_words(text) <= most or not ways:
        yield text
        return
    piece, words = "", 0
    for part in ways[0](text):
        count = count_words(part)
        if piece and words + count > most:
            yield piece
            piece, words = "", 0
        if count > most:
            yield from _cut(part, most, ways[1:])
        else:
            piece, words = piece + part, words + count
    if piece:
        yield piece


def _lines(text: str) -> Iterator[str]:
    yield from text.splitlines(keepends=True)


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _words(text: str) -> Iterator[str]:
    """Words with the text after them; in scripts without spaces, single characters."""
    for found in _WORD.finditer(text):
        yield found.group()
