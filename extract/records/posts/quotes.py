"""The quotations of a post: block quotations, elements with such names, indented ones, and lines that begin with ``>``.

An element with the whole post is not a quotation: some software marks every post as one.
"""

import re
from collections.abc import Iterable

from iawce.data.html.subset import Subset
from iawce.data.html.tags import BLOCKS
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.texts import Texts
from iawce.extract.records.posts.like_records import Row

CALLED = re.compile(
    r"(?<![a-z])(?:quote[ds]?|quotation|quotebox|zitat|citation|cita|цитата)(?![a-z]*(?:button|link))|Quote\b", re.I
)
"""Parts of the class name of a quotation."""
INDENTED = re.compile(r"(?:(?:margin|padding)-left|margin):\s*(?:[2-9]\d|\d{3})px", re.I)
"""Parts of the style of a quotation."""
LINE = re.compile(r"^[ \t]*>[> \t]*(.+)$", re.M)
"""A line of mail or plain text that is quoted."""


def find_quotes(reading: PageReading, own: Subset, row: Row, elements: Iterable[int]) -> tuple[str, int] | None:
    """The text of all quotations in a post, and their first element; None without one.

    Args:
        reading: of the page.
        own: the text of posts.
        row: the elements of the post.
        elements: these and all in them that are in no other post.
    """
    quoting = quotations(reading, own, row, elements)
    if quoting:
        return "\n".join(Texts(own).lines(number) for number in quoting), quoting[0]
    lines = [line for element in row for line in LINE.findall(Texts(own).lines(element))]
    return ("\n".join(lines), row[0]) if lines else None


def quotations(reading: PageReading, own: Subset, row: Row, elements: Iterable[int]) -> list[int]:
    """The elements of a post that quote something, the outermost of them; arguments as of ``find_quotes``."""
    whole = sum(int(own.words[element]) for element in row)
    inside = (number for number in elements if 0 < own.words[number] < whole)
    return reading.document.topmost(number for number in inside if _is_quotation(reading, number))


def _is_quotation(reading: PageReading, number: int) -> bool:
    index = reading.index
    if index.tags[number] == "blockquote":
        return True
    style = index.attributes.given[number].get("style") or ""
    called = CALLED.search(index.classes[number]) or INDENTED.search(style)
    return called is not None and index.tags[number] in BLOCKS
