"""The text of code, whose white space counts."""

import re

from iawce.data.dom.tags import BLOCKS
from iawce.extract.output.markdown.markup import attributes_of

CODE = frozenset({"pre", "code", "kbd", "samp", "tt"})
_LANGUAGE = re.compile(r"(?:^|\s)language-([\w+#.-]+)")


class Code:
    """An element whose text is code; only its text is written.

    Args:
        tag: of the element.
        attributes: as they are written.

    Attributes:
        is_block: it is a ``pre``.
        language: of the first tag that names one, else empty.
    """

    def __init__(self, tag: str, attributes: str) -> None:
        self.is_block, self.language = tag == "pre", _language(attributes)
        self._parts = list[str]()

    def add(self, text: str) -> None:
        """Add a text unchanged."""
        self._parts.append(text)

    def add_tag(self, tag: str, attributes: str = "") -> None:
        """Add a start or end tag in the code: that of a block begins a line."""
        if tag in BLOCKS and self._parts and (tag == "br" or not self._parts[-1].endswith("\n")):
            self._parts.append("\n")
        self.language = self.language or _language(attributes)

    @property
    def text(self) -> str:
        """All lines."""
        return "".join(self._parts).strip("\n").rstrip()


def _language(attributes: str) -> str:
    found = _LANGUAGE.search(attributes_of(attributes).get("class", "")) if attributes else None
    return found[1] if found else ""
