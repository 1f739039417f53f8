"""CSS selectors as Scrapy writes them: ``a.next::attr(href)``, ``h1::text``."""

import re
from typing import NamedTuple

_ENDING = re.compile(r"::(?:(text)|attr\(\s*([\w:.-]+)\s*\))\s*$")


class ScrapySelector(NamedTuple):
    """A CSS selector, and the part of its elements that is selected.

    ``css`` is empty for the element itself. ``attribute``: the name of an attribute; ``is_text``: each text node of the
    elements; else all of their text.
    """

    css: str
    attribute: str = ""
    is_text: bool = False

    @classmethod
    def of(cls, written: str) -> "ScrapySelector":
        """The parts of a selector."""
        found = _ENDING.search(written)
        if not found:
            return cls(written.strip())
        return cls(written[: found.start()].strip(), found[2] or "", bool(found[1]))
