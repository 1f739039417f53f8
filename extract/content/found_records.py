"""Records as methods find them: by the numbers of their elements. Paths and boxes are made only for the row."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundField:
    """One value of a record: its text, the addresses of its link and its picture (absolute), and where it stands.

    ``elements``: numbers of those that hold it, none if it stands nowhere.
    """

    text: str = ""
    link: str = ""
    image: str = ""
    elements: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page: fields by name, and the numbers of its ``elements``.

    A field is None where other records of the list have one. ``list`` is the number of its list on the page, from 1;
    ``confidence`` that this list is the one that the page is for, 0 to 1, None where nothing was weighed.
    """

    fields: dict[str, FoundField | None]
    elements: tuple[int, ...] = ()
    list: int = 1
    confidence: float | None = None

    @property
    def texts(self) -> dict[str, str]:
        """Text by name of the fields that it has."""
        return {name: field.text for name, field in self.fields.items() if field is not None}
