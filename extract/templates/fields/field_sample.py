"""Pages of a cluster that are kept during learning, so that its fields can be found."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import HEADINGS, STRUCK
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Strictness
from iawce.extract.facts.elsewhere import elsewhere
from iawce.extract.facts.page_metadata import page_metadata
from iawce.extract.records.alignment.class_words import name_of_class
from iawce.extract.records.alignment.column_names import plain_name
from iawce.extract.templates.fields.field_template import NamedBy
from iawce.extract.templates.fields.page_texts import PageText, page_texts
from iawce.extract.templates.template import Place

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
DATES = frozenset({"date", "published", "date_published", "date_created"})
"""Names of the date of a page; the date of a review or a comment is not a field."""
Given = Mapping[str, Sequence[str]]
"""Values that a user gives for a page, by the name of their field."""


@dataclass(frozen=True, slots=True)
class SamplePage:
    """The sample of a page: its ``texts``, the ``facts`` in its markup by name, and the ``given`` values."""

    texts: Sequence[PageText]
    facts: Mapping[str, str]
    given: Given


@dataclass(frozen=True, slots=True)
class PlaceLooks:
    """Properties of the first text at a place: the ``place``, its ``name``, and the source of the name, ``named_by``.

    ``name`` is empty if neither a property of schema.org nor a class nor an element gives one.
    """

    place: Place
    name: str
    named_by: NamedBy
    is_heading: bool


@dataclass(slots=True)
class ClusterSample:
    """Pages of a cluster, and the looks of the places of their texts, by the key of the place."""

    pages: list[SamplePage] = field(default_factory=list)
    looks: dict[int, PlaceLooks] = field(default_factory=dict)

    @property
    def is_given(self) -> bool:
        """Whether there are examples."""
        return any(page.given for page in self.pages)

    @property
    def size(self) -> int:
        """Number of texts."""
        return sum(len(page.texts) for page in self.pages)

    def add(self, reading: PageReading, given: Given) -> None:
        """Keep a page.

        Raises:
            PageError: it cannot be read.
        """
        texts, apart = page_texts(reading), elsewhere(reading)
        for text in texts:
            if text.place not in self.looks:
                looks = _looks(reading, text)
                is_of_other = looks.name in DATES and apart[text.element]
                self.looks[text.place] = replace(looks, name="") if is_of_other else looks
        self.pages.append(SamplePage(texts, _facts(reading), given))


def _looks(reading: PageReading, text: PageText) -> PlaceLooks:
    index, near = reading.index, _near(reading.index, text.element)
    steps = reading.places.steps(text.element, Strictness.NEAR_NAMES)
    place = Place(steps=steps, strictness="NEAR_NAMES")
    is_heading = any(index.tags[number] in HEADINGS for number in near)
    name, named_by = _named(index, text.element, near)
    is_struck = not STRUCK.isdisjoint(index.tags[number] for number in (text.element, *index.ancestors(text.element)))
    return PlaceLooks(place, "old_price" if name == "price" and is_struck else name, named_by, is_heading)


def _named(index: ElementIndex, element: int, near: Sequence[int]) -> tuple[str, NamedBy]:
    """The name of an element by its property or class or those of the elements near it, and the source."""
    given = index.attributes.given
    properties = (given[number].get("itemprop", "").split() for number in near)
    if found := next((names[0] for names in properties if names), ""):
        return plain_name(_WORDS.sub("_", found)), "markup"
    classes = (name_of_class(index.classes[number]) for number in near)
    return next(filter(None, classes), "date" if index.tags[element] == "time" else ""), "class"


def _near(index: ElementIndex, element: int) -> list[int]:
    """The element and the one around it."""
    return [number for number in (element, int(index.parents[element])) if number >= 0]


def _facts(reading: PageReading) -> dict[str, str]:
    """The facts in the markup of a page, under the names of fields."""
    about = page_metadata(reading)
    facts = {"title": about.title, "date": about.metadata.date_published}
    if about.metadata.authors:
        facts["author"] = about.metadata.authors[0]
    if product := about.metadata.product:
        facts |= {"price": product.price, "sku": product.sku, "brand": product.brand, "gtin": product.gtin}
    return {name: fact for name, fact in facts.items() if fact}
