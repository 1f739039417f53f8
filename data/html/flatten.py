"""Markup that is nested too deeply for the parser, with the innermost tags left out and all of its text kept."""

from collections import Counter
from collections.abc import Iterator

from iawce.data.html.tags import VOID
from iawce.data.html.tokens import TOKEN

DEEPEST = 1_400
"""Open elements beyond which tags are left out; the parser adds some of its own, such as ``tbody``."""


def flatten(html: str) -> str:
    """The same text in fewer elements: below ``DEEPEST`` open ones, neither start tags nor their end tags stay."""
    return "".join(_kept(html))


def _kept(html: str) -> Iterator[str]:
    opened, count, left_out, done = list[str](), Counter[str](), Counter[str](), 0
    for token in TOKEN.finditer(html):
        name = (token["name"] or "").lower()
        if not name or name in VOID:
            continue
        if not token["end"] and len(opened) < DEEPEST:
            opened.append(name)
            count[name] += 1
            continue
        if token["end"] and not left_out[name]:
            while count[name] and (inner := opened.pop()):
                count[inner] -= 1
                if inner == name:
                    break
            continue
        left_out[name] += -1 if token["end"] else 1
        yield html[done : token.start()] + " "
        done = token.end()
    yield html[done:]
