"""The language of a block of code, as the usual highlighters write it into class names."""

import re
from collections.abc import Iterator
from itertools import islice

from iawce.data.html.element_index import ElementIndex

FORMULA = "math"
"""Language of an element with the TeX of a formula."""
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|brush)[-:]\s*|sourceCode\s+|hljs\s+)([A-Za-z][\w+#.-]*)"
)
_NAME = re.compile(r"[A-Za-z][\w+#.-]{0,30}")


def code_language(index: ElementIndex, number: int) -> str:
    """Language named by a ``pre`` or ``code``, by the ``code`` in it or by the two elements around it; else empty."""
    for one in _places(index, number):
        given = index.attributes.given[one]
        for name in ("data-lang", "data-language"):
            if _NAME.fullmatch(named := given.get(name, "")):
                return named
        if found := _CLASS.search(given.get("class", "")[:200]):
            return found[1]
    return ""


def _places(index: ElementIndex, number: int) -> Iterator[int]:
    yield number
    if index.tags[number] == "pre":
        yield from (child for child in index.children(number) if index.tags[child] == "code")
        yield from (one for one in islice(index.ancestors(number), 2) if index.tags[one] in ("div", "figure", "pre"))
