"""The places of texts on the pages of a cluster, each with the texts of all pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from iawce.extract.templates.fields.alike_labels import are_alike
from iawce.extract.templates.fields.field_sample import SamplePage
from iawce.extract.templates.fields.field_template import with_first
from iawce.extract.templates.fields.page_texts import PageText

LABELLED = 0.3
"""Least share of the pages on which a text has a label, for the label to count."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Texts that share a place and a label.

    ``texts``: by the number of their page, in document order. ``spots``: in how many elements each page has them.
    """

    key: int
    label: str
    texts: dict[int, list[PageText]] = field(default_factory=dict)
    spots: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Label:
    """A label under the ``name`` of its most usual form; all ``forms``, each on other ``pages``."""

    name: str
    forms: list[str] = field(default_factory=list)
    pages: set[int] = field(default_factory=set)


def gather_places(pages: Sequence[SamplePage]) -> list[TextPlace]:
    """All places of texts, in order of first occurrence. A label counts if enough pages have a form of it."""
    labels = _common_labels(pages)
    places: dict[tuple[int, str], TextPlace] = {}
    for number, page in enumerate(pages):
        for text in page.texts:
            label = labels.get((text.place, text.label), "")
            place = places.setdefault((text.place, label), TextPlace(text.place, label))
            place.texts.setdefault(number, []).append(text)
    for place in places.values():
        for number, texts in place.texts.items():
            place.spots[number] = len({text.around for text in texts})
            place.texts[number] = with_first(texts)
    return list(places.values())


MOST_FORMS = 50
"""Most labels of a place, the most frequent ones, that another may be a form of."""


def _common_labels(pages: Sequence[SamplePage]) -> dict[tuple[int, str], str]:
    """The name of each label that counts, by its place and its text."""
    said: dict[tuple[int, str], set[int]] = {}
    for number, page in enumerate(pages):
        for text in page.texts:
            if text.label:
                said.setdefault((text.place, text.label), set()).add(number)
    found: dict[int, list[_Label]] = {}
    for (place, label), here in sorted(said.items(), key=lambda each: -len(each[1])):
        known = found.setdefault(place, [])
        alike = (one for one in known[:MOST_FORMS] if are_alike(label, one.name))
        form = next((one for one in alike if here.isdisjoint(one.pages)), None)
        if form is None:
            known.append(form := _Label(label))
        form.forms.append(label)
        form.pages.update(here)
    enough = max(2, LABELLED * len(pages))
    return {(place, form): one.name for place, known in found.items() for one in known if len(one.pages) >= enough
            for form in one.forms}  # fmt: skip


def join_places(places: Sequence[TextPlace]) -> TextPlace:
    """Places on different pages as one, with the key and the label of the first."""
    texts = {number: texts for place in places for number, texts in place.texts.items()}
    spots = {number: count for place in places for number, count in place.spots.items()}
    return TextPlace(places[0].key, places[0].label, texts, spots)
