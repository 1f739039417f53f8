"""The properties of the product on a page: label and value pairs, except those about other things."""

from collections import Counter
from collections.abc import Sequence

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.pairs.pair import Pair
from iawce.extract.facts.product_words import availability_of, fact_of_label

BETWEEN = "; "
"""Between several values of a property."""
MOST_VALUES = 4
"""Most values of a property; a label with more belongs to the entries of a list."""
MOST = 200
"""Most properties of a product."""


def product_pairs(reading: PageReading, beside: Bools) -> list[Pair]:
    """The pairs about the product.

    Args:
        reading: of the page.
        beside: elements about other things (``beside_product``).
    """
    own = [pair for pair in reading.pairs if not (beside[pair.label_at.element] or beside[pair.value_at.element])]
    values = Counter(label for label, _ in {(pair.label, pair.value) for pair in own})
    return [pair for pair in own if values[pair.label] <= MOST_VALUES]


def properties_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The properties in pairs, in the order of the page, except for the price, which is a separate fact."""
    said = dict[str, dict[str, None]]()
    for pair in pairs:
        if fact_of_label(pair.label) != "price":
            said.setdefault(pair.label, {})[pair.value] = None
    return {label: BETWEEN.join(values) for label, values in list(said.items())[:MOST]}


def facts_of(pairs: Sequence[Pair]) -> dict[str, str]:
    """The facts of a product by the name of their field, as far as labels name them; the first of each counts."""
    said = dict[str, str]()
    for pair in pairs:
        if name := fact_of_label(pair.label):
            value = availability_of(pair.value) if name == "availability" else pair.value
            if value:
                said.setdefault(name, value)
    return said
