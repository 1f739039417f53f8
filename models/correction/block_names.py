"""Names of the places of text blocks, by which a correction recognises them on other pages."""

from collections.abc import Iterator

import numpy as np

from iawce.data.reading.places import Strictness, mask_digits
from iawce.models.segmentation.features.page_blocks import PageBlocks

Names = frozenset[str]
NEAREST = 40
"""Most elements around a block whose names are read."""
MOST_NAMES, LONGEST = 12, 60
"""Class names of an element that are read, and characters of a name or a text."""
PLACES = (Strictness.TAGS, Strictness.OWN_NAMES, Strictness.LAST_NAMES)
"""Strictness of the keys of a block's place."""
EVERY = "any"
"""The name of all blocks, and of all pages."""
_PLAIN = frozenset({"html", "body", "div", "span"})
"""Tags without meaning."""


def block_names(page: PageBlocks) -> list[Names]:
    """The names of each block: from the names of it and the elements around it, its place, and its text.

    Runs of digits are masked. A text of more than ``LONGEST`` characters is not a name.
    """
    owners, texts = page.owners.tolist(), page.blocks.texts
    around = {owner: frozenset(_around(page, owner)) for owner in dict.fromkeys(owners)}
    places = {strictness.name: page.places.keys(strictness)[page.owners].tolist() for strictness in PLACES}
    headings = _headings_before(page)
    return [
        around[owner].union(
            (EVERY, f"says {_short(texts[number])}", f"after {headings[number]}"),
            [f"at {name} {keys[number]:x}" for name, keys in places.items()],
        )
        for number, owner in enumerate(owners)
    ]


def element_names(classes: str, identity: str) -> Iterator[str]:
    """Names from the class attribute and the id of an element, runs of digits masked."""
    for name in classes[: LONGEST * MOST_NAMES].split()[:MOST_NAMES]:
        yield f".{mask_digits(name[:LONGEST])}"
    if identity:
        yield f"#{mask_digits(identity[:LONGEST])}"


def _around(page: PageBlocks, element: int) -> Iterator[str]:
    """Tag, class names and id of an element and of those around it."""
    index = page.index
    for _ in range(NEAREST):
        if index.tags[element] not in _PLAIN:
            yield f"in {index.tags[element]}"
        for name in element_names(index.classes[element], index.attributes.given[element].get("id", "")):
            yield f"in {name}"
        if (element := int(index.parents[element])) < 0:
            return


def _headings_before(page: PageBlocks) -> list[str]:
    """The text of the last heading before each block, or of the block itself if it is one; empty without one."""
    numbers = np.flatnonzero(page.is_heading)
    texts = ["", *(_short(page.blocks.texts[number]) for number in numbers.tolist())]
    return [texts[place] for place in np.searchsorted(numbers, np.arange(len(page)), side="right").tolist()]


def _short(text: str) -> str:
    return mask_digits(text.lower()) if len(text) <= LONGEST else ""
