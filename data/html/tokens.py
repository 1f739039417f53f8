"""Markup token by token."""

import re

TOKEN = re.compile(
    r"<!--(?:[^-]++|-(?!->))*+(?:-->)?|<((?i:script|style))\b(?:[^<]++|<(?!/(?i:\1)))*+(?:</(?i:\1))?"
    r"""|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>"']*+)"""
    r"""(?:[\s/]++|(?:=[^\s/>=]*+|[^\s/>=]++)"""
    r"""(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?+)?+)*+>?"""
)
"""A comment, a script or style sheet with all it holds, or a tag: only that has a ``name``, and ``end`` if it closes.

A quote opens a value right after ``=`` only; elsewhere it is part of a name, as browsers read it (HTML, 13.2.5).
Each alternative also ends with the text, so that no part is read twice; what ends it is never searched sign by sign.
"""
