"""Markup token by token, as browsers read it, outside of scripts and other parts without markup.

Source: HTML Standard, section 13.2.5, tokenization. A quote opens a value right after ``=`` only; elsewhere it is part
of a name. Each alternative also ends with the text, so that no part is read twice; its end is never searched character
by character.
"""

import re

_BLANK = r"\t\n\f\r "
_NAME = rf"(?:=[^{_BLANK}/>=]*+|[^{_BLANK}/>=]++)"
_VALUE = (
    rf"(?:[{_BLANK}]*+=[{_BLANK}]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_BLANK}>\"'][^{_BLANK}>]*+)?+)?+"  # or none
)
ATTRIBUTE = rf"[{_BLANK}/]*+{_NAME}{_VALUE}"
"""Pattern of an attribute with the separator before it."""
NAMES = re.compile(rf"[{_BLANK}/]*+({_NAME}){_VALUE}")
"""Finds the names of attributes."""
TAG_NAME = rf"[a-zA-Z][^{_BLANK}/>]*+"
TOKEN = re.compile(
    r"<!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>)?)"
    rf"|<(?P<end>/?)(?P<name>{TAG_NAME})(?P<given>(?:{ATTRIBUTE})*+)(?P<close>[{_BLANK}/]*+>?)"
    r"|<[!?/][^>]*+>?"
)
"""A comment; a tag, which alone has a ``name``: ``end`` if it closes; or a declaration or similar token.

``given``: the attributes of the tag. ``close``: its end, without ``>`` if the text ends first.
"""


_SCRIPT = re.compile(rf"<!--(?:-?>)?|-->|<(/?)script(?=[{_BLANK}/>])", re.IGNORECASE)


def text_end(name: str, html: str, start: int) -> int:
    """End of the text of an element without markup: at its end tag, or with the page.

    A script that writes another within a comment continues after the end of that.
    """
    if name != "script":
        end = re.compile(rf"</{name}(?=[{_BLANK}/>])", re.IGNORECASE).search(html, start)
        return end.start() if end and name != "plaintext" else len(html)
    in_comment = in_script = False
    for found in _SCRIPT.finditer(html, start):
        if found[1] and not in_script:
            return found.start()
        if found[0].endswith(">"):
            in_comment = in_script = False
        elif found[0] == "<!--":
            in_comment = True
        else:
            in_script = in_comment and not found[1]
    return len(html)
