"""The addresses of the pictures on a page: of the picture that is shown, also late or in the background.

That is ``srcset``, ``data-src``, ``<source>``, any other ``data-`` attribute with the address of a picture, and the
picture in the ``noscript`` after it.
"""

import re
from collections.abc import Iterator
from itertools import islice

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import Given
from iawce.data.network.address import MAX_LENGTH

_LATE = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-image", "data-url")
_LATE_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_PLACEHOLDER = re.compile(
    r"\s*(?:data:|about:|#|$)|[^?{]*+\{"
    r"|[^?]*(?:\b(?:blank|no-?image|spacer|placeholder|transparent|pixel|lazy|loading|loader|clear|empty)[^/?]{0,200}"
    r"|/(?:s_)?[0-9]x[0-9])\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.I,
)
_SMALL = re.compile(r"[-_=]w?[1-9]\d(?:x\d{1,2}|w|px)?(?:\.\w{3,4})?(?:[?&#]|$)", re.I)
"""An address with a width of two digits, of a small copy that is shown before the picture."""
_SIZE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})[wx](?:,(\S*))?")
"""A descriptor, and the text after its comma without a space."""
PIXEL = re.compile(r"\s*[01](?:px)?\s*")  # Width and height of a picture that nobody sees
_UNSEEN = re.compile(r"(?:^|;)(?:display:none|visibility:hidden|(?:width|height):1px(?:!|;|$))", re.I)
_OF_A_PICTURE = re.compile(r"[^\s\"'<>{}?#]++(?<=\.jpg|jpeg|\.png|webp|\.gif|avif)(?:[?#]\S*+)?", re.I)
MAX_SOURCES = 8
MAX_SET = 20_000  # Characters of a ``srcset`` that are read
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]{0,80}?\burl\(\s*['\"]?([^'\")]+)", re.I)
BACKGROUNDS = ("style", "data-bg", "data-background", "data-background-image", "data-bg-src")
"""Attributes with the address of a picture in the background."""


def picture_address(index: ElementIndex, number: int) -> str:
    """Address of an ``img``: that of its late source, or of the picture for browsers without scripts; else its ``src``.

    The ``src`` of a late picture may be a small copy. If it is that, or a placeholder, the largest source counts.
    """
    source, late = index.attributes.given[number].get("src", ""), list(_late(index, number))
    found = next((address for address in late if not is_placeholder(address)), "")
    if found or not (is_placeholder(source) or _SMALL.search(source[-MAX_LENGTH:])):
        return found or source
    return next((address for address in _others(index, number) if not is_placeholder(address)), source)


def background_address(given: Given) -> str:
    """Address of the picture in the background of an element with these attributes; empty if there is none."""
    drawn = _BACKGROUND.search(given.get("style", "")[:MAX_LENGTH])
    late = (given.get(name, "").strip().removeprefix("url(").strip("()'\" ") for name in BACKGROUNDS[1:])
    addresses = (*late, drawn[1].strip() if drawn else "")
    return next((one for one in addresses if "." in one and not is_placeholder(one)), "")


def is_placeholder(address: str) -> bool:
    """Whether an address is that of a placeholder for a late picture, such as ``loading.svg``."""
    return _PLACEHOLDER.match(address[:300]) is not None


def is_pixel(given: Given) -> bool:
    """Whether a picture with these attributes is hidden, or too small to be seen, as those that count readers are."""
    is_small = all(PIXEL.fullmatch(given.get(name, "")) for name in ("width", "height"))
    is_small |= "hidden" in given or _UNSEEN.search("".join(given.get("style", "").split())) is not None
    return is_small and given.keys().isdisjoint((*_LATE, *_LATE_SETS))


def _late(index: ElementIndex, number: int) -> Iterator[str]:
    picture = index.attributes.given[number]
    for name in _LATE_SETS[:-1]:  # the address beside a set is one of its smaller ones
        yield _largest(picture.get(name, "")[:MAX_SET])
    for name in _LATE:
        yield picture.get(name, "")
    yield _without_scripts(index, number)


def _others(index: ElementIndex, number: int) -> Iterator[str]:
    for given in (index.attributes.given[number], *_sources(index, number)):
        for name in _LATE_SETS:
            yield _largest(given.get(name, "")[:MAX_SET])
    given = index.attributes.given[number]
    if is_placeholder(given.get("src", "")):
        said = {text for name, text in given.items() if name.startswith("data-") and "/" in text}
        pictures = [text for text in said if _OF_A_PICTURE.fullmatch(text[:MAX_LENGTH])]
        yield from pictures if len(pictures) == 1 else ()


def _sources(index: ElementIndex, number: int) -> Iterator[Given]:
    """The attributes of the first few ``source`` elements of the ``picture`` around."""
    around = int(index.parents[number])
    if index.tags[around] == "picture":
        inside = islice(index.children(around), 2 * MAX_SOURCES)
        yield from (index.attributes.given[one] for one in islice(inside, MAX_SOURCES) if index.tags[one] == "source")


def _without_scripts(index: ElementIndex, number: int) -> str:
    """Address of the picture in the ``noscript`` right behind this one; empty if there is none."""
    around = int(index.parents[number])
    behind = int(index.ends[around if index.tags[around] == "picture" else number])
    while behind < len(index) and index.tags[behind] == "canvas":
        behind = int(index.ends[behind])
    if behind >= len(index) or index.tags[behind] != "noscript":
        return ""
    inside = islice(range(behind + 1, int(index.ends[behind])), MAX_SOURCES)
    return next((picture_address(index, one) for one in inside if index.tags[one] == "img"), "")


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
