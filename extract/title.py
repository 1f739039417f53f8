"""The title of a page."""

from iawce.extract.dom import Element
from iawce.extract.text import block_text
from iawce.extract.words import split_words


def page_title(root: Element) -> str:
    """``h1`` where it is a part of ``<title>`` (which often adds the site's name), else og:title, else ``<title>``."""
    found = root.find(".//title")
    title = " ".join((found.text or "").split()) if found is not None else ""
    words = set(split_words(title.lower()))
    for heading in root.iter("h1"):
        text = " ".join(block_text(heading).split())
        if text and set(split_words(text.lower())) <= words:
            return text
    for meta in root.iter("meta"):
        if meta.get("property") == "og:title" and (meta.get("content") or "").strip():
            return " ".join(str(meta.get("content")).split())
    return title
