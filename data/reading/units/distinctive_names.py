"""Class names that describe an element: without states, positions and numbers."""

import re
from functools import lru_cache

STATES = frozenset({
    "odd", "even", "first", "last", "alt", "active", "selected", "current", "hover", "focus", "open", "closed", "new",
    "clearfix", "clear", "left", "right", "center", "hidden", "visible", "show", "fade", "in", "lazy", "lazyload",
    "lazyloaded", "loaded", "loading", "sticky", "featured", "row", "col", "container", "wrapper", "wrap", "inner",
    "js", "no-js", "block", "inline", "inline-block", "flex", "grid", "bold", "small", "large", "big",
})  # fmt: skip
MOST = 8
"""Class names of an element that are read."""
LONGEST = 60
_DIGITS = re.compile(r"[0-9]+")


@lru_cache(maxsize=8192)
def distinctive_names(classes: str) -> frozenset[str]:
    """The class names in an attribute that distinguish kinds of elements, digits left out."""
    names = (_DIGITS.sub("", name[:LONGEST].lower()).strip("-_") for name in classes.split()[:MOST])
    return frozenset(name for name in names if len(name) > 1 and name not in STATES)
