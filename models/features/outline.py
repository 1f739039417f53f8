"""A page's elements as flat lists: what the features of its HTML are counted from.

The head is left out, also comments and what nobody reads. Everything but attributes is taken from the
document's index.
"""

from dataclasses import dataclass

import numpy as np

from iawce.data.document import Document
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.subset import Subset
from iawce.data.html.tags import HEADINGS

REGIONS = ("nav", "header", "footer", "aside")


@dataclass(frozen=True, slots=True)
class Outline:
    """The elements of a page. All lists have the same length; ``parents`` holds indices, -1 for the first."""

    tags: list[str]
    parents: list[int]
    depths: list[int]
    own: list[int]
    """Words directly in the element."""
    words: list[int]
    """Words in its subtree."""
    linked: list[bool]
    """Whether it is or stands in ``a[href]``."""
    hrefs: list[str]
    """Address of an ``a``, else empty."""
    classes: list[str]
    ids: list[str]
    regions: list[str]
    """Outermost of ``REGIONS`` that it stands in, else empty."""
    holds_link: list[bool]
    holds_picture: list[bool]
    holds_heading: list[bool]
    """Whether it is or holds a link, a picture, a heading of level 1 to 4."""
    spans: list[tuple[int, int]]
    """Where its text stands in ``text``."""
    text: str
    """All text in lower case."""

    def __len__(self) -> int:
        return len(self.tags)


def read_outline(document: Document) -> Outline:
    """The outline of a page.

    Raises:
        PageError: the page holds no element, or too many.
    """
    index, body = document.index, document.body
    numbers = body.numbers
    place = np.cumsum(body.kept) - 1
    parents = index.parents[numbers]
    elements = [index.elements[number] for number in numbers]
    tags = [index.tags[number] for number in numbers]
    linked = index.linked[numbers]
    text, offsets = body.text
    begin, end = offsets[index.first_piece[numbers]].tolist(), offsets[index.last_piece[numbers]].tolist()
    return Outline(
        tags=tags,
        parents=np.where(parents >= 0, place[parents], -1).tolist(),
        depths=index.depths[numbers].tolist(),
        own=index.own_words[numbers].tolist(),
        words=body.words[numbers].tolist(),
        linked=linked.tolist(),
        hrefs=[element.get("href") or "" if tag == "a" else "" for element, tag in zip(elements, tags, strict=True)],
        classes=[index.classes[number] for number in numbers],
        ids=[element.get("id") or "" for element in elements],
        regions=_regions(index)[numbers].tolist(),
        holds_link=(body.subtree_sums(index.linked)[numbers] > 0).tolist(),
        holds_picture=_holds(body, "img"),
        holds_heading=_holds(body, *HEADINGS[:4]),
        spans=list(zip(begin, end, strict=True)),
        text=text.lower(),
    )


def _holds(body: Subset, *tags: str) -> list[bool]:
    held: list[bool] = (body.subtree_sums(body.index.has_tag(tags))[body.numbers] > 0).tolist()
    return held


def _regions(index: ElementIndex) -> "np.ndarray[tuple[int], np.dtype[np.str_]]":
    """Outermost region around each element of the page."""
    regions = np.zeros(len(index), "U6")
    end = 0
    for number in index.tagged(*REGIONS):
        if number >= end:
            end = int(index.ends[number])
            regions[number:end] = index.tags[number]
    return regions
