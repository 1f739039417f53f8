"""The parts of a product page about the product, and those about other things: reviews, other products, the site."""

from typing import NamedTuple

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading
from iawce.extract.facts.buy_button import buy_button
from iawce.extract.facts.cards import find_cards
from iawce.extract.facts.elsewhere import elsewhere
from iawce.extract.facts.page_metadata import page_title
from iawce.extract.facts.product_area import beside_product


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
    beside = beside | reading.index.inside(find_cards(reading, title.heading))
    button = buy_button(reading, title.heading, beside)
    if button is None and reading.claims.product(title.title) is None:
        return None
    return ProductPage(tuple(number for number in (title.heading, button) if number), beside)
