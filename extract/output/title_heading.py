"""The heading that is the title of a page, above content without it."""

from collections.abc import Sequence
from html import escape

from iawce.data.html.tags import HEADINGS
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content
from iawce.extract.facts.headings import Title, one_line

LONGEST = 1000
"""Most characters of a title that is a heading."""


def title_heading(reading: PageReading, title: Title, content: Content, text: str) -> str:
    """Markup of a heading with the page's title; empty if there is none, or if the content has it.

    A title that is in no heading of the page, only in its head or in another element, is a heading of the first level,
    unless the content has one.

    Args:
        reading: of the page.
        title: of the page, with its element.
        content: to be printed.
        text: of the content.
    """
    if not 0 < len(title.text) <= LONGEST or _is_inside(title.heading, content):
        return ""
    if title.text.casefold() in (one_line(line).casefold() for line in text.splitlines()):
        return ""
    tag = reading.index.tags[title.heading]
    if tag not in HEADINGS:
        tag = "h1"
        if not content.origins and _has_heading(reading.index.tagged(tag), content):
            return ""
    shown = escape(" ".join(title.text.split()), quote=False)
    return f"<{tag}>{shown}</{tag}>"


def _has_heading(headings: Sequence[int], content: Content) -> bool:
    """Whether one of these headings is printed, with words or a picture, or holds what is printed."""
    subset, index = content.subset, content.subset.index
    inside, within = index.inside(content.elements), index.inside(headings)
    pictured = subset.holds(index.has_tag({"img", "svg", "picture"}) & subset.kept)
    filled = inside & subset.kept & ((subset.words > 0) | pictured)
    return bool(filled[list(headings)].any() or within[list(content.elements)].any())


def _is_inside(heading: int, content: Content) -> bool:
    """Whether some text of a heading is printed."""
    subset, ends = content.subset, content.subset.index.ends
    if content.origins or not heading or not subset.words[heading]:
        return False
    return any(number < ends[heading] and heading < ends[number] for number in content.elements)
