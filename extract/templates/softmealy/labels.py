"""Labelled records: the elements of each record, and its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iawce.extract.templates.softmealy.tokens import Scope


@dataclass(frozen=True, slots=True)
class TextLabel:
    """A field given by its value: a text of the record, ignoring spaces, or an attribute of one of its tags."""

    text: str


@dataclass(frozen=True, slots=True)
class ElementLabel:
    """A field given by the number of its element, whose text it is, or by an attribute of it."""

    element: int
    attribute: str = ""


Label = TextLabel | ElementLabel


@dataclass(frozen=True, slots=True)
class LabelledRecord:
    """A record with its fields; a repeated field has several labels, a missing one has none.

    ``scope``: numbers of the elements of the record, adjacent and in document order.
    """

    scope: Scope
    fields: Mapping[str, Sequence[Label]]
