"""Cards: elements in a row that each show another product than that of the page."""

from collections.abc import Iterator

import numpy as np

from iawce.data.reading.money import find_money
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.pairs.lines import lines_of

FEWEST = 3
CARDS = 0.7
"""Least share of elements of one name with a link and an amount of money if all are cards."""


def find_cards(reading: PageReading, heading: int) -> Iterator[int]:
    """Elements in a row that each show a product with its link and its price: other products than that of the page.

    Args:
        reading: of the page.
        heading: number of the element with its title, 0 if none has it.
    """
    index, dear = reading.index, np.zeros(len(reading.index), bool)
    for line in lines_of(reading.shown):
        if any(map(str.isdigit, line.text)) and next(find_money(line.text), None):
            dear[line.owner(0)] = True
    linked = reading.shown.kept & index.has_tag(("a",)) & (reading.shown.words > 0)
    is_card = reading.shown.holds(dear) & (reading.shown.holds(linked) | index.linked)
    is_card[[heading, *index.ancestors(heading)]] = False
    for group in reading.units.equally_named:
        if len(group) >= FEWEST and is_card[list(group)].mean() >= CARDS:
            yield from group
