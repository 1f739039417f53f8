"""The places of texts on the pages of a cluster, each with the texts of all pages."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

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


def gather_places(pages: Sequence[SamplePage]) -> list[TextPlace]:
    """All places of texts, in order of first occurrence. A label counts if enough pages have it."""
    said = Counter(pair for page in pages for pair in {(text.place, text.label) for text in page.texts if text.label})
    places: dict[tuple[int, str], TextPlace] = {}
    for number, page in enumerate(pages):
        for text in page.texts:
            label = text.label if said[text.place, text.label] >= max(2, LABELLED * len(pages)) else ""
            place = places.setdefault((text.place, label), TextPlace(text.place, label))
            place.texts.setdefault(number, []).append(text)
    for place in places.values():
        for number, texts in place.texts.items():
            place.spots[number] = len({text.around for text in texts})
            place.texts[number] = with_first(texts)
    return list(places.values())


def join_places(places: Sequence[TextPlace]) -> TextPlace:
    """Places on different pages as one, with the key and the label of the first."""
    texts = {number: texts for place in places for number, texts in place.texts.items()}
    spots = {number: count for place in places for number, count in place.spots.items()}
    return TextPlace(places[0].key, places[0].label, texts, spots)
