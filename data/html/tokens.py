"""Markup token by token."""

import re

TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)"
    r"""|<(?P<end>/?)(?P<name>[a-z][^\s/>"']*+)(?:[^"'>]++|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))*+(?:>|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
"""A comment, a script or style sheet with all it holds, or a tag: only that has a ``name``, and ``end`` if it closes.

Each alternative also ends with the text, so that no part is read twice.
"""
