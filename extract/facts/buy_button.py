"""The button by which a reader buys the product of a page."""

import re
from collections.abc import Iterator

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading
from iawce.extract.facts.product_words import says_buy

_CLASS = re.compile(
    r"add[-_]?to[-_]?(?:cart|bag|basket)|buy[-_]?(?:now|button|btn)|btn[-_]?buy|product-form__submit", re.I
)
_TYPES = frozenset({"submit", "button", "image"})


def buy_button(reading: PageReading, heading: int, beside: Bools) -> int | None:
    """Number of the button nearest below the heading, else nearest above; None if there is none.

    Args:
        reading: of the page.
        heading: number of the element with the title, 0 if none has it.
        beside: elements about other things than the product.
    """
    found = [number for number in _buttons(reading) if not beside[number]]
    return min(found, key=lambda number: (number < heading, abs(number - heading)), default=None)


def _buttons(reading: PageReading) -> Iterator[int]:
    index, texts = reading.index, reading.texts
    roles = [number for number in index.attributes.having("role") if index.attributes.given[number]["role"] == "button"]
    for number in np.unique([*index.tagged("button", "a", "input"), *roles]).tolist():
        given = index.attributes.given[number]
        if not reading.shown.kept[number] or (index.tags[number] == "input" and given.get("type", "") not in _TYPES):
            continue
        said = (texts.line(number), given.get("value", ""), given.get("aria-label", ""), given.get("title", ""))
        names = f"{index.classes[number]} {given.get('id', '')} {given.get('name', '')}"
        if any(map(says_buy, said)) or _CLASS.search(names):
            yield number
