"""Suggestions for unknown names."""

from collections.abc import Iterable
from difflib import get_close_matches

from iawce.data.errors import UsageError


def not_known(what: str, given: str, known: Iterable[str]) -> UsageError:
    """The error for a name that does not exist; its message has the nearest name, and all that exist.

    Args:
        what: beginning of the message, such as ``no method is called``.
        given: the name.
        known: those that exist.
    """
    names = list(known)
    every = f"known are {', '.join(names)}"
    if nearest := nearest_name(given, names):
        return UsageError(f"{what} {given!r}; did you mean {nearest}? {every[0].upper()}{every[1:]}")
    return UsageError(f"{what} {given!r}; {every}")


def nearest_name(given: str, known: Iterable[str]) -> str:
    """The one of these names that is most like another; empty if none is."""
    return next(iter(get_close_matches(given.lower(), list(known), 1)), "")
