"""Labelled records: the elements of each record, and its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iawce.extract.templates.softmealy.tokens import Scope


@dataclass(frozen=True, slots=True)
class TextLabel:
    """A field whose value is known: a text of the record, blanks aside, or an attribute of one of its tags."""

    text: str


@dataclass(frozen=True, slots=True)
class ElementLabel:
    """A field that is the text of an element, or one of its attributes: its number and the attribute's name."""

    element: int
    attribute: str = ""


Label = TextLabel | ElementLabel


@dataclass(frozen=True, slots=True)
class LabelledRecord:
    """A record with its fields; one that is repeated has several labels, one that is missing has none.

    ``scope``: numbers of the elements that the record is, neighbours in document order.
    """

    scope: Scope
    fields: Mapping[str, Sequence[Label]]
