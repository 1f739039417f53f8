"""Counts with their nouns."""

from iawce.data.errors import quantity


def test_one_is_singular() -> None:
    assert [quantity(count, "page") for count in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]
    assert [quantity(count, "address is", "addresses are") for count in (1, 3)] == ["1 address is", "3 addresses are"]
