"""Markdown in parts that fit a budget of tokens."""

import math
import re

LETTERS_A_TOKEN = 4.0
"""Latin letters and spaces in a token, on average. A token has two characters of other alphabets, digits and
punctuation, and one of scripts without spaces."""
_LATIN = re.compile(r"[A-Za-z ]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00010000-\U0010ffff]+")


def tokens_in(text: str) -> int:
    """Estimated number of tokens of a text, rather too high than too low."""
    latin = sum(map(len, _LATIN.findall(text)))
    unspaced = sum(map(len, _UNSPACED.findall(text)))
    return math.ceil(latin / LETTERS_A_TOKEN + unspaced + (len(text) - latin - unspaced) / 2)


def part_of(text: str, start: int, most: int) -> tuple[str, int | None]:
    """The part of a text from character ``start`` with at most ``most`` tokens, and where the next one starts.

    It ends at the end of a paragraph, else of a line, else of a word. None where nothing follows.
    """
    rest = text[start:]
    if tokens_in(rest) <= most:
        return rest, None
    end = _longest(rest, most)
    for border in ("\n\n", "\n", " "):
        if (found := rest.rfind(border, end // 2, end)) > 0:
            end = found + len(border)
            break
    return rest[:end], start + end


def _longest(text: str, most: int) -> int:
    """Characters of the longest beginning that has at most ``most`` tokens; at least one."""
    low, high = 1, min(len(text), round(most * LETTERS_A_TOKEN))
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_in(text[:middle]) <= most:
            low = middle
        else:
            high = middle - 1
    return low
