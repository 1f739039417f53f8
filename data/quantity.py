"""Counts with their nouns, in messages for people."""


def quantity(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun, in the singular for one: ``1 page``, ``2 pages``.

    Args:
        count: how many there are.
        noun: in the singular.
        plural: of the noun, if it is not the noun with an ``s``.
    """
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"
