"""Records as found by methods, with the numbers of their elements. Paths and boxes are computed only for the row."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundField:
    """One value of a record: its text, the addresses of its link and its picture (absolute), and its place.

    ``elements``: numbers of its elements, none without a place.
    """

    text: str = ""
    link: str = ""
    image: str = ""
    elements: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page: fields by name, and the numbers of its ``elements``.

    A field is None if only other records of the list have it. ``list`` is the number of its list on the page, from 1;
    ``confidence`` that this is the main list of the page, 0 to 1, None if it was not estimated.
    """

    fields: dict[str, FoundField | None]
    elements: tuple[int, ...] = ()
    list: int = 1
    confidence: float | None = None

    @property
    def texts(self) -> dict[str, str]:
        """Text by name of the fields that it has."""
        return {name: field.text for name, field in self.fields.items() if field is not None}
