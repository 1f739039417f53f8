"""The language of a block of code, as the usual highlighters write it into class names."""

import re
from collections.abc import Iterator

from iawce.data.html.tree import Element

FORMULA = "math"
"""Language of what holds the TeX of a formula."""
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|brush)[-:]\s*|sourceCode\s+|hljs\s+)([A-Za-z][\w+#.-]*)"
)
_NAME = re.compile(r"[A-Za-z][\w+#.-]{0,30}")


def code_language(element: Element) -> str:
    """Language named by a ``pre`` or ``code``, by the ``code`` in it or by the two elements around it; else empty."""
    for one in _places(element):
        for name in ("data-lang", "data-language"):
            if _NAME.fullmatch(named := str(one.get(name) or "")):
                return named
        if found := _CLASS.search(str(one.get("class") or "")[:200]):
            return found[1]
    return ""


def _places(element: Element) -> Iterator[Element]:
    yield element
    if element.tag == "pre":
        yield from element.iterchildren("code")
        for _, around in zip(range(2), element.iterancestors(), strict=False):
            if around.tag in ("div", "figure", "pre"):
                yield around
