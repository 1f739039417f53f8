"""Names of pages, by which a correction recognises the pages of one type of a site."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

from iawce.data.document import Document
from iawce.data.network.address import parse_address
from iawce.data.page import SAVED_ORIGIN
from iawce.data.reading.places import mask_digits
from iawce.models.correction.block_names import EVERY, LONGEST, Names, element_names

MOST_STEPS = 6
"""Steps and parameters of an address that are read."""
MOST_PAIRS = 3000
"""Distinct pairs of class attribute and id of a page that are read."""
TITLE_WORDS = 3
"""Least words joined by hyphens in a step of an address that is a title."""


def page_names(document: Document) -> list[Names]:
    """The names of a page, in groups: one of all pages, the shape of the address, the root's names, all elements'.

    Runs of digits are masked. No group is empty.

    Raises:
        PageError: the page holds no element.
    """
    index = document.index
    given, pairs = index.attributes.given, index.attributes.names[0][:MOST_PAIRS]
    roots = [0, *index.tagged("body")[:1]]
    own = (name for root in roots for name in element_names(index.classes[root], given[root].get("id", "")))
    groups = (
        frozenset({EVERY}),
        frozenset(_address(document.url)),
        frozenset(f"root {name}" for name in own),
        frozenset(f"has {name}" for classes, identity in pairs for name in element_names(classes, identity)),
    )
    return [names for names in groups if names]


def _address(url: str) -> Iterator[str]:
    """The shape of an address: its first steps, which of the others are numbers or words, and its parameters."""
    found = None if url.startswith(SAVED_ORIGIN) else parse_address(url)
    if found is None:
        return
    steps = [_step(step) for step in str(found.pathname).split("/")[1:][:MOST_STEPS]]
    for count in range(1, len(steps) + 1):
        yield f"address begins {'/'.join(steps[:count])}"
    yield f"address shape {'/'.join('w' if step and step[0].isalpha() else step for step in steps)}"
    for name, _ in parse_qsl(str(found.search).removeprefix("?"))[:MOST_STEPS]:
        yield f"address asks {mask_digits(name[:LONGEST])}"


def _step(step: str) -> str:
    """A step of an address; all titles give the same name."""
    masked = mask_digits(step[:LONGEST].lower())
    return "*" if masked.count("-") + masked.count("_") >= TITLE_WORDS - 1 else masked
