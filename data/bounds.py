"""The bounds of settings that are numbers."""

from typing import Final

from iawce.data.errors import UsageError

LARGEST: Final = 1 << 53
"""Largest number of a setting without another bound; files and databases keep it exactly."""
MOST_SECONDS: Final = 86_400
"""Longest time for a page, an answer or a request: a day."""
MOST_JOBS: Final = 1000
"""Most pages that are worked on at the same time, and most processes."""
MOST_PORTS: Final = 65_535
"""Largest number of a port."""


def check_least(settings: object, **least: float) -> None:
    """Make sure that numbers of settings are neither too small nor beyond ``LARGEST``.

    Args:
        settings: an object with the numbers; one that is left out (None) is not checked.
        least: the least value of each, by name.

    Raises:
        UsageError: one is smaller, larger, or no number (NaN).
    """
    for name, number in least.items():
        value = getattr(settings, name)
        if value is not None and not value >= number:
            raise UsageError(f"{name} is {number:g} or more, not {value}")
    check_most(settings, **dict.fromkeys(least, LARGEST))


def check_most(settings: object, **most: int) -> None:
    """Make sure that numbers of settings are not too large; one that is left out (None) is not.

    Args:
        settings: an object with the numbers.
        most: the largest value of each, by name.

    Raises:
        UsageError: one is larger, or no number (NaN).
    """
    for name, number in most.items():
        value = getattr(settings, name)
        if value is not None and not value <= number:
            raise UsageError(f"{name} is {number} or less, not {value}")
