"""A template: a place on pages of one layout, a part of the text there, and a name.

The content of a site, its fields and the records of forums have such templates. A SoftMealy wrapper is a template of
records, whose places are in the library of a forum and whose part is given by learned rules (``softmealy``).

Source of the three identifiers of a place, and of their order: Wang, Chen and Dai 2018, Web Information Extraction
Based on Webpage Clustering, section on content rules, L = <class, id, path>.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from iawce.data.html.element_index import Bools
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Strictness

ToldBy = Literal["id", "class", "path"]
"""The property by which an element is found."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The place of an element; empty parts are unknown or irrelevant.

    ``id`` and ``classes``, its class attribute with single spaces: in both, ``d+`` may represent runs of digits.
    ``steps``: the path to it, according to ``strictness``, a name of ``Strictness``.
    """

    id: str = ""
    classes: str = ""
    steps: tuple[str, ...] = ()
    strictness: Literal["ORDINALS", "NEAR_NAMES", "LAST_NAMES"] = "ORDINALS"

    @property
    def key(self) -> tuple[ToldBy, str]:
        """The first known one of id, class and path, and which one it is."""
        if self.id:
            return "id", self.id
        return ("class", self.classes) if self.classes else ("path", "/".join(self.steps))


class TextPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a text: the text after its ``label``, without the parts ``before`` and ``after`` it."""

    label: str = ""
    before: str = ""
    after: str = ""

    def fits(self, text: str) -> bool:
        """Whether a text, without its label, begins and ends with these parts and has a text between them."""
        has_more = len(text) > len(self.before) + len(self.after)
        return has_more and text.startswith(self.before) and text.endswith(self.after)

    def cut(self, text: str) -> str:
        """This part of a text."""
        return text.removeprefix(self.before).removesuffix(self.after).strip()


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name for the text at a place, or a part of this text."""

    name: str
    place: Place
    part: TextPart = TextPart()


class Found(NamedTuple):
    """Numbers of elements in document order, at least one, and the property by which they were found."""

    numbers: list[int]
    by: ToldBy


def find(reading: PageReading, template: Template, among: Bools | None = None) -> Found | None:
    """The elements at the place of a template: by id, else by class, else by path; None if there are none.

    Args:
        reading: of the page.
        template: with the place.
        among: whether each element counts, bool (elements,); by default the visible ones.
    """
    places, place = reading.places, template.place
    counts = reading.shown.kept if among is None else among
    ways: tuple[tuple[ToldBy, Sequence[int]], ...] = (
        ("id", places.named("id", place.id)),
        ("class", places.named("class", place.classes)),
        ("path", places.at(place.steps, Strictness[place.strictness])),
    )
    for by, numbers in ways:
        if here := [number for number in numbers if counts[number]]:
            return Found(here, by)
    return None
