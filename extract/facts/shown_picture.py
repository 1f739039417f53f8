"""The picture of the product of a page: the largest, or the first, of those nearest to its title."""

import re

from iawce.data.html.element_index import Bools
from iawce.data.html.picture_address import picture_address
from iawce.data.network.address import join
from iawce.data.reading.page_reading import PageReading
from iawce.extract.facts.headings import Title
from iawce.extract.facts.title_parts import word_bag, word_f1

ALIKE = 0.6
"""Least word F1 of the description of a picture and the title."""
SMALLEST = 80
"""Least width and height in px, if known."""
_NO_PICTURE = re.compile(
    r"(?:^|[-_/\s.])(?:logo|icon|herstlogo|flag|avatar|sprite|payment|checkout|badge|placeholder|rating|star|loader|loading|theme|preview)s?(?:-\d+)?(?:$|[-_/\s.\d])",
    re.I,
)


def shown_picture(reading: PageReading, title: Title, beside: Bools) -> str:
    """Its address, absolute; empty if there is none.

    Args:
        reading: of the page.
        title: of the page.
        beside: elements about other things than the product.
    """
    index = reading.index
    found = [number for number in index.tagged("img") if reading.shown.kept[number] and not beside[number]]
    found = [number for number in found if _is_picture(reading, number)]
    named = [number for number in found if _is_named(index.attributes.given[number].get("alt", ""), title.text)]
    for around in index.ancestors(title.heading):
        if inside := [number for number in named or found if around < number < index.ends[around]]:
            best = max(inside, key=lambda number: (_area(reading, number), -number))
            return join(reading.document.base_url, picture_address(index, best))
    return ""


def _is_named(text: str, title: str) -> bool:
    """Whether the description of a picture is similar to the title."""
    return word_f1(word_bag(text), word_bag(title)) >= ALIKE


def _is_picture(reading: PageReading, number: int) -> bool:
    address, width = picture_address(reading.index, number), _sides(reading, number)
    is_named = _NO_PICTURE.search(f"{reading.index.classes[number]} {address[-80:]}")
    is_small = any(0 < side < SMALLEST for side in width)
    return bool(address) and not address.startswith("data:") and not (is_named or is_small)


def _sides(reading: PageReading, number: int) -> tuple[float, float]:
    """Width and height in px, 0 where unknown."""
    if reading.document.places is not None:
        width, height = reading.document.places[number, 2:].tolist()
        return max(width, 0), max(height, 0)
    given = reading.index.attributes.given[number]
    width, height = (given.get(name, "").removesuffix("px") for name in ("width", "height"))
    return (float(width) if width.isdecimal() else 0.0, float(height) if height.isdecimal() else 0.0)


def _area(reading: PageReading, number: int) -> float:
    width, height = _sides(reading, number)
    return width * height
