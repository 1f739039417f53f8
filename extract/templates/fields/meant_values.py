"""Whether values are what a class name says: elements named ``club-price`` may hold numbers of copies."""

from collections.abc import Callable, Iterable, Mapping

from iawce.data.reading.money import read_amount, read_money
from iawce.extract.facts.product_words import availability_of

MEANT = 0.7
"""Least share of the values that must be what the name says."""


def are_meant(name: str, texts: Iterable[str]) -> bool:
    """Whether enough values suit the name of their field: all do if it is neither a price nor an availability."""
    suits = _SUITING.get(name)
    found = [suits(text) for text in texts] if suits else []
    return sum(found) >= MEANT * len(found)


def _is_amount(text: str) -> bool:
    """Whether a text is an amount of money, with or without a currency."""
    return read_money(text) is not None or (read_amount(text) is not None and not any(map(str.isalpha, text)))


_SUITING: Mapping[str, Callable[[str], bool]] = {
    "price": _is_amount,
    "old_price": _is_amount,
    "availability": lambda text: bool(availability_of(text)),
}
