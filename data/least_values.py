"""The least values of settings that are numbers."""

from iawce.data.errors import UsageError


def check_least(settings: object, **least: float) -> None:
    """Make sure that numbers of settings are not too small; one that is left out (None) is not.

    Args:
        settings: an object with the numbers.
        least: the least value of each, by name.

    Raises:
        UsageError: one is smaller, or no number (NaN).
    """
    for name, number in least.items():
        value = getattr(settings, name)
        if value is not None and not value >= number:
            raise UsageError(f"{name} is {number:g} or more, not {value}")
