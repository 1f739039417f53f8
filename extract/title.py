"""The title of a page."""

import re

from iawce.extract.dom import Element
from iawce.extract.text import block_text
from iawce.extract.words import split_words

_PARTS = re.compile(r"\s+[|\-–—·•»:_]+\s+|\s*[|_]\s*")
"""What stands between the title of a page and the name of its site."""


def page_title(root: Element) -> str:
    """The longest heading that is a part of ``<title>``, else og:title, else the longest part of ``<title>``.

    A heading that is less than half of ``<title>`` is more often the name of the site.
    """
    found = root.find(".//title")
    title = " ".join((found.text or "").split()) if found is not None else ""
    words = split_words(title.lower())
    headings = (" ".join(block_text(heading).split()) for heading in root.iter("h1", "h2"))
    inside = [text for text in headings if text and set(split_words(text.lower())) <= set(words)]
    best = max(inside, key=lambda text: len(split_words(text)), default="")
    if best and 2 * len(split_words(best)) >= len(words):
        return best
    for meta in root.iter("meta"):
        if meta.get("property") == "og:title" and (meta.get("content") or "").strip():
            return " ".join(str(meta.get("content")).split())
    return max(_PARTS.split(title), key=lambda part: len(split_words(part)), default="").strip()
