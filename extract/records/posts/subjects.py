"""The subjects of posts, which some forums print where others print the author."""

import re

from iawce.data.html.element_index import ElementIndex

REPLY = re.compile(r"(?:re|aw|sv|rv|odp|antw)\s?:", re.I)
"""Beginning of the subject of a reply."""
HEADINGS = frozenset({"h3", "h4", "h5"})


def is_subject(index: ElementIndex, element: int, text: str) -> bool:
    """Whether the text of an element is a subject: that of a reply, or a heading with which ``<title>`` begins."""
    if REPLY.match(text):
        return True
    titles = index.tagged("title")[:1] if index.tags[element] in HEADINGS else []
    return any(f"{' '.join(index.opening_text(number).split())} ".startswith(f"{text} ") for number in titles)
