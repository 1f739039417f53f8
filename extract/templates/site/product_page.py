"""The parts of a product page about the product, and those about other things: reviews, other products, the site."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.reading.money import find_money
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.pairs.lines import lines_of
from iawce.extract.facts.buy_button import buy_button
from iawce.extract.facts.elsewhere import elsewhere
from iawce.extract.facts.page_metadata import page_title
from iawce.extract.facts.product_area import beside_product

FEWEST_CARDS = 3
CARDS = 0.7
"""Least share of elements of one name with a link and an amount of money if all are cards of products."""


class ProductPage(NamedTuple):
    """The parts of a page about its product.

    ``anchors``: numbers of the elements with its title and with the button to buy it, if they exist. ``beside``:
    whether each element is about something else, bool (elements,).
    """

    anchors: tuple[int, ...]
    beside: Bools

    @property
    def is_bought(self) -> bool:
        """Whether there are both a title and a button."""
        return len(self.anchors) == 2


def read_product_page(reading: PageReading) -> ProductPage | None:
    """A page as one of a product; None if neither its markup nor a button to buy it indicates one."""
    title = page_title(reading)
    beside = beside_product(reading, title.heading, elsewhere(reading))
    beside = beside | reading.index.inside(list(_cards(reading, title.heading)))
    button = buy_button(reading, title.heading, beside)
    if button is None and reading.claims.product(title.title) is None:
        return None
    return ProductPage(tuple(number for number in (title.heading, button) if number), beside)


def _cards(reading: PageReading, heading: int) -> Iterator[int]:
    """Elements in a row that each show a product with its link and its price: other products than that of the page."""
    index, dear = reading.index, np.zeros(len(reading.index), bool)
    for line in lines_of(reading.shown):
        if any(map(str.isdigit, line.text)) and next(find_money(line.text), None):
            dear[line.owner(0)] = True
    linked = reading.shown.kept & index.has_tag(("a",)) & (reading.shown.words > 0)
    is_card = reading.shown.holds(dear) & (reading.shown.holds(linked) | index.linked)
    is_card[[heading, *index.ancestors(heading)]] = False
    for group in reading.units.equally_named:
        if len(group) >= FEWEST_CARDS and is_card[list(group)].mean() >= CARDS:
            yield from group
