"""Learns the fields of the pages of a cluster: texts at the same place that differ from page to page.

Fields are what Wang, Chen and Dai 2018 leave as future work. Texts are at the same place if the elements around them
have the same names and classes and the same label is before them. A place is a field if it is found on most pages and
has a name: from an example of the user, from the markup of the page (a property of schema.org, or a fact about the
page), from its label or from its class.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median_high
from typing import get_args

from iawce.data.reading.times import times_in
from iawce.extract.facts.product import plain_price
from iawce.extract.records.alignment.column_names import plain_name
from iawce.extract.templates.fields.field_examples import given_fields
from iawce.extract.templates.fields.field_sample import ClusterSample
from iawce.extract.templates.fields.field_template import FieldTemplate, NamedBy
from iawce.extract.templates.fields.text_places import TextPlace, gather_places
from iawce.extract.templates.template import TextPart

FEWEST = 3
"""Least pages of a cluster whose fields can be found without examples."""
FOUND = 0.5
"""Least share of the pages on which a field must be found."""
SAME, LABELLED_SAME = 0.5, 0.9
"""Largest share of its pages on which a field, or one with a label, may have the same value."""
AGREED = 0.7
"""Least share of the pages on which a place must agree with the markup."""
MOST_VALUES, MOST_SPOTS = 8, 2
"""Most values in a row, and rows, of a field (medians over the pages); more are entries of a list."""
PRIORITY: Sequence[NamedBy] = get_args(NamedBy)


def learn_fields(sample: ClusterSample) -> tuple[FieldTemplate, ...]:
    """The fields of a cluster, in page order; each name and each place occurs once."""
    places = gather_places(sample.pages)
    given = given_fields(sample, places)
    taken = {(field.place, field.part.label) for field in given}
    named = {field.name: field for field in given}
    found = [field for place in places if (field := _named_by_page(sample, place))]
    found = [field for field in found if (field.place, field.part.label) not in taken]
    for field in sorted(found, key=lambda field: (PRIORITY.index(field.named_by), -field.found)):
        named.setdefault(field.name, field)
    order = {(sample.looks[place.key].place, place.label): number for number, place in enumerate(places)}
    return tuple(sorted(named.values(), key=lambda field: order[field.place, field.part.label]))


def _named_by_page(sample: ClusterSample, place: TextPlace) -> FieldTemplate | None:
    """The field at a place, if the pages give it a name."""
    pages = len(sample.pages)
    if pages < FEWEST or len(place.texts) < FOUND * pages or not _varies(place):
        return None
    name, named_by = next(_names(sample, place), ("", "class"))
    if not name:
        return None
    where, part = sample.looks[place.key].place, TextPart(place.label)
    return FieldTemplate(name, where, part, named_by, pages, len(place.texts))


def _varies(place: TextPlace) -> bool:
    """Whether the texts differ from page to page, and are no entries of a list."""
    first = Counter(texts[0].text if place.label else texts[0].whole for texts in place.texts.values())
    most = LABELLED_SAME if place.label else SAME
    is_list = (
        median_high(map(len, place.texts.values())) > MOST_VALUES or median_high(place.spots.values()) > MOST_SPOTS
    )
    return first.most_common(1)[0][1] <= most * first.total() and not is_list


def _names(sample: ClusterSample, place: TextPlace) -> Iterator[tuple[str, NamedBy]]:
    """Names of a place, the most reliable first."""
    looks = sample.looks[place.key]
    for name in ("title", "author", "date", "price", "sku", "gtin", "brand"):
        if _agrees(sample, place, name):
            yield name, "markup"
    if looks.name and looks.named_by == "markup":
        yield looks.name, "markup"
    if label := plain_name(place.label):
        yield label, "label"
    if looks.name:
        yield looks.name, "class"


def _agrees(sample: ClusterSample, place: TextPlace, name: str) -> bool:
    """Whether a place agrees on nearly all pages with the fact in the markup that has this name."""
    is_heading = sample.looks[place.key].is_heading
    claimed = [(sample.pages[number].facts[name], texts) for number, texts in place.texts.items()
            if name in sample.pages[number].facts]  # fmt: skip
    said = sum(any(_says(name, fact, text.text, is_heading) for text in texts) for fact, texts in claimed)
    return bool(claimed) and said >= AGREED * max(len(claimed), FOUND * len(place.texts))


def _says(name: str, fact: str, text: str, is_heading: bool) -> bool:
    if name == "title":
        return text == fact or (is_heading and fact.startswith(text))
    if name == "date":
        return fact[:10] in (times_in(text).whole_day(month_first=order) for order in (False, True))
    return text == fact or (name == "price" and plain_price(text) == fact)
