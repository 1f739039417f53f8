"""The address of a picture that a page loads late: ``srcset``, ``data-src`` and ``<source>`` stand in for ``src``."""

import re
from collections.abc import Iterator
from itertools import islice

from iawce.data.html.tree import Element

_LATE = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-image", "data-url")
_LATE_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_PLACEHOLDER = re.compile(
    r"\s*(?:data:|about:|#|$)|[^?]*\b(?:blank|spacer|placeholder|transparent|pixel|lazy|loading|loader|1x1|clear)"
    r"[^/?]*\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.I,
)
_SIZE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})[wx](?:,(\S*))?")
"""A descriptor, and what follows its comma without a blank."""
MOST_SOURCES = 8
LONGEST_SET = 20_000
"""Characters of a ``srcset`` that are read."""


def picture_address(picture: Element) -> str:
    """Address of an ``img``: its ``src`` unless that is missing or a placeholder, else the largest that it names."""
    source = str(picture.get("src") or "")
    if not _PLACEHOLDER.match(source[:300]):
        return source
    return next((address for address in _others(picture) if not _PLACEHOLDER.match(address[:300])), source)


def _others(picture: Element) -> Iterator[str]:
    for name in _LATE:
        yield str(picture.get(name) or "")
    for element in (picture, *_sources(picture)):
        for name in _LATE_SETS:
            yield _largest(str(element.get(name) or "")[:LONGEST_SET])


def _sources(picture: Element) -> Iterator[Element]:
    """The first few ``source`` elements of the ``picture`` around; the parser nests them, as it thinks them open."""
    around = picture.getparent()
    for _ in range(MOST_SOURCES):
        if around is None or around.tag != "source":
            break
        around = around.getparent()
    if around is not None and around.tag == "picture":
        yield from islice(around.iter("source"), MOST_SOURCES)


def _largest(candidates: str) -> str:
    """The address with the largest descriptor in a ``srcset``; empty if there is none."""
    found: list[tuple[float, str]] = []
    for word in candidates.split():
        address = word
        if found and (sized := _SIZE.fullmatch(word)):
            found[-1] = float(sized[1]), found[-1][1]
            address = sized[2] or ""
        if address := address.strip(","):
            found.append((1.0, address))
    return max(found, key=lambda pair: pair[0], default=(0.0, ""))[1]
