"""The title of a page."""

import re

from iawce.data.document import Document
from iawce.data.html.words import split_words
from iawce.extract.output.text import block_text

_PARTS = re.compile(r"\s+[|\-–—·•»:_]+\s+|\s*[|_]\s*")
"""What stands between the title of a page and the name of its site."""


def page_title(document: Document) -> str:
    """The longest heading that is a part of ``<title>``, else og:title, else the longest part of ``<title>``.

    A heading that is only the last part of ``<title>`` is the name of the site, unless it is the longest part too.
    """
    index = document.index
    title = next((_plain(index.elements[number].text or "") for number in index.tagged("title")[:1]), "")
    parts = [part.strip() for part in _PARTS.split(title)]
    longest = max(parts, key=_length)
    words = set(split_words(title.lower()))
    headings = (_plain(block_text(document.body, number)) for number in index.tagged("h1", "h2"))
    inside = [text for text in headings if text and set(split_words(text.lower())) <= words]
    best = max(inside, key=_length, default="")
    if best and (best != parts[-1] or best == longest):
        return best
    for number in index.tagged("meta"):
        meta = index.elements[number]
        if meta.get("property") == "og:title" and (meta.get("content") or "").strip():
            return _plain(str(meta.get("content")))
    return longest


def _plain(text: str) -> str:
    return " ".join(text.split())


def _length(text: str) -> int:
    return len(split_words(text))
