"""Superscripts and subscripts in plain characters: x², H₂O, 10^(n+m)."""

import re

_RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_FORMS = {"sup": (_RAISED, "^"), "sub": (_LOWERED, "_")}
_AS_IT_IS = re.compile(r"[\[(].*[\])]|[^\w]*|[^\W\d_]{2,}\.?|[\ue000-\uffff\U00010000-\U0010ffff]*|[ao]", re.S)
"""Superscripts without meaning: ordinals (th, er), TM, marks such as ® and *; and notes in brackets."""


def plain_script(tag: str, text: str) -> str:
    """Text of a ``sup`` or ``sub``, distinguished from the word before it.

    Superscript or subscript characters of Unicode if all exist, else ``^`` or ``_`` before it; ordinals and marks as
    they are.
    """
    core = text.strip()
    table, mark = _FORMS[tag]
    if all(ord(character) in table for character in core):
        plain = core.translate(table)
    elif _AS_IT_IS.fullmatch(core):
        return text
    else:
        plain = f"{mark}({core})" if re.search(r"\W", core) else mark + core
    return text.replace(core, plain, 1)
