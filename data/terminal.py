"""What is written to a terminal: it obeys control characters, and the direction of text, so they are shown instead."""

import re
import sys

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""All control characters but tabs and line feeds, and those that change the direction of text."""


def shown(text: str) -> str:
    """A text in which these characters are written as JSON writes them."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """Addresses and titles come from pages: no line breaks, no control sequences of a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def write_out(text: str) -> None:
    """Write results to standard output, in UTF-8 as everywhere; on a terminal, they are ``shown``."""
    stream = sys.stdout
    raw = (shown(text) if stream.isatty() else text).encode("utf-8", "replace")
    stream.flush()
    stream.buffer.write(raw)
    stream.buffer.flush()
