"""Learns the fields of the pages of a cluster: texts at the same place that differ from page to page.

Fields are what Wang, Chen and Dai 2018 leave as future work. A place, by names and classes around it and its label, is
a field if it is found on most pages and has a name: from an example, the markup (schema.org, or a fact about the page),
its label or its class. A fact about the page may be at several places, each on other pages.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from pathlib import Path
from statistics import median_high
from typing import NamedTuple, get_args

from msgspec.structs import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.dom.tags import HEADINGS
from iawce.data.json_file import as_schema, read_json
from iawce.data.text.lexicon.columns import ROLE_OF_WORD, name_of_class, name_of_property, plain_name
from iawce.data.text.lexicon.products import availability_of
from iawce.data.text.money import read_amount, read_money
from iawce.data.text.times import DAY, times_in
from iawce.extract.content.boilerplate import elsewhere
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.templates.fields.field_template import (
    EDGES,
    FieldTemplate,
    NamedBy,
    PageText,
    are_alike,
    page_texts,
    text_of_part,
    values_of_part,
    with_first,
)
from iawce.extract.templates.template import Place, TextPart

LABELLED = 0.3  # Least share of the pages on which a text has a label, for the label to count
MAX_FORMS = 50  # Most labels of a place, the most frequent ones, that another may be a form of
MEANT = 0.7  # Least share of the values that must be what the name says
KEPT = 0.5  # Least share of the pages on which a text at the place is surrounded by the same text as an example
MIN_COUNT = 3  # Least pages of a cluster whose fields can be found without examples
MIN_AT_PLACE = 2  # Least pages of one of several places of a field
FOUND = 0.5  # Least share of the pages on which a field must be found
SAME, LABELLED_SAME = 0.5, 0.9
"""Largest share of its pages on which a field may have the same value: one that only its class names, and one whose
name is sure, by the markup, a label or the meaning of its values."""
CHECKED = frozenset({"price", "old_price", "availability"})  # Roles that say what the values mean (``are_meant``)
AGREED = 0.7  # Least share of the pages on which a place must agree with the markup
SOMETIMES = frozenset({"old_price"})  # Fields that few pages may have: only reduced products have had another price
MAX_VALUES, MAX_SPOTS = 8, 2
"""Most values in a row, and rows, of a field (medians over the pages); more are entries of a list."""
FACTS = ("title", "author", "date", "price", "sku", "gtin", "brand")  # Facts in the markup of pages that name fields
PRIORITY: Sequence[NamedBy] = get_args(NamedBy)
Given = Mapping[str, Sequence[str]]  # Values that a user gives for a page, by the name of their field
Examples = dict[str, dict[str, list[str]]]  # For each page, by its name, the values of its fields by name


def read_examples(path: Path) -> Examples:
    """Read a file: ``{"page.html": {"title": "Emma", "author": ["Jane Austen"]}}``.

    Raises UsageError: it cannot be read, or is not such a file.
    """
    found = as_schema(read_json(path), dict[str, dict[str, str | list[str]]], f"{path} holds no examples")
    examples: Examples = {}
    for page, fields in found.items():
        for name, value in fields.items():
            texts = (" ".join(text.split()).strip(EDGES) for text in ([value] if isinstance(value, str) else value))
            examples.setdefault(page, {})[name] = list(filter(None, texts))
    return examples


class SamplePage(NamedTuple):
    """The sample of a page: its ``texts``, the ``facts`` in its markup by name, and the ``given`` values.

    ``apart``: numbers of elements of texts in comments, reviews and parts about other pages (``elsewhere``).
    """

    texts: Sequence[PageText]
    apart: Set[int]
    facts: Mapping[str, str]
    given: Given


class PlaceLooks(NamedTuple):
    """Properties of the first text at a place; ``name``: by schema.org, class or element, maybe empty."""

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

    def add(self, analysis: PageAnalysis, given: Given) -> None:
        """Keep a page. Raises PageError: it cannot be read."""
        texts, index = page_texts(analysis), analysis.index
        properties = ((one, index.attributes.given[one]["itemprop"]) for one in index.attributes.having("itemprop"))
        apart = elsewhere(analysis) & ~index.inside(one for one, name in properties if name == "aggregateRating")
        for text in texts:
            if text.place not in self.looks:
                self.looks[text.place] = _looks(analysis, text)
        beside = {text.element for text in texts if apart[text.element]}
        self.pages.append(SamplePage(texts, beside, _facts(analysis), given))


def _looks(analysis: PageAnalysis, text: PageText) -> PlaceLooks:
    index, given = analysis.index, analysis.index.attributes.given
    near = [number for number in (text.element, int(index.parents[text.element])) if number >= 0]
    place = Place(steps=analysis.path_keys.steps(text.element, PathSpec.NEAR_NAMES), strictness="NEAR_NAMES")
    is_heading = any(index.tags[number] in HEADINGS for number in near)
    named_by: NamedBy = "markup"
    name = next(filter(None, (name_of_property(given[number].get("itemprop", "")) for number in near)), "")
    if not name:
        usual = "date" if index.tags[text.element] == "time" else ""
        name = next(filter(None, (name_of_class(index.classes[number]) for number in near)), usual)
        named_by = "class"
    is_old = name == "price" and index.in_struck[text.element]
    return PlaceLooks(place, "old_price" if is_old else name, named_by, is_heading)


def _facts(analysis: PageAnalysis) -> dict[str, str]:
    """The facts in the markup of a page, under the names of fields."""
    about = page_metadata(analysis)
    facts = {"title": about.title, "date": about.metadata.date_published}
    if about.metadata.authors:
        facts["author"] = about.metadata.authors[0]
    if product := about.metadata.product:
        facts |= {"price": product.price, "sku": product.sku, "brand": product.brand, "gtin": product.gtin}
    return {name: fact for name, fact in facts.items() if fact}


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Texts of one place and label, by page, in order; ``spots``: in how many elements each page has them."""

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
        alike = (one for one in known[:MAX_FORMS] if are_alike(label, one.name) and here.isdisjoint(one.pages))
        form = next(alike, None)
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


def _best(name: str, sample: ClusterSample, places: Sequence[TextPlace]) -> FieldTemplate | None:
    """The template that is right on most examples; then whole texts before parts, then that found on most pages."""
    given = {number: page.given[name] for number, page in enumerate(sample.pages) if page.given.get(name)}
    found: list[tuple[tuple[int, bool, int], FieldTemplate]] = []
    for place in places:
        start = FieldTemplate(name, sample.looks[place.key].place, TextPart(place.label), pages=len(sample.pages))
        for fields, count in _fits(start, place, given):
            found.append(((count, not (fields.part.before or fields.part.after), fields.found), fields))
    return max(found, key=itemgetter(0), default=(None, None))[1]


def _fits(
    start: FieldTemplate, place: TextPlace, given: Mapping[int, Sequence[str]]
) -> Iterator[tuple[FieldTemplate, int]]:
    """Templates for a place, by the text around an example, with the number of examples on which each is right."""
    ways = dict.fromkeys(way for number, values in given.items() for way in _ways(start.part, place, number, values))
    for before, after in ways:
        part = TextPart(start.part.label, before, after)
        right = sum(values_of_part(part, place.texts.get(one, ())) == list(values) for one, values in given.items())
        found = sum(any(part.fits(text_of_part(part, text)) for text in texts) for texts in place.texts.values())
        if right and found >= KEPT * len(place.texts):
            yield replace(start, part=part, found=found), right


def _ways(part: TextPart, place: TextPlace, number: int, values: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The text before and after the first value in the texts of a page, unless the value is part of a word."""
    for text in place.texts.get(number, ()):
        before, value, after = text_of_part(part, text).partition(values[0])
        if value and not (before[-1:].isalnum() or after[:1].isalnum()):
            yield before, after


def are_meant(name: str, texts: Iterable[str]) -> bool:
    """Whether enough values suit the name of their field: all do if it is neither a price nor an availability."""
    if name in ("price", "old_price"):
        found = [read_money(one) is not None or (read_amount(one) is not None and not any(map(str.isalpha, one)))
                 for one in texts]  # fmt: skip
    else:
        found = [bool(availability_of(text)) for text in texts] if name == "availability" else []
    return sum(found) >= MEANT * len(found)


def learn_fields(sample: ClusterSample) -> tuple[FieldTemplate, ...]:
    """The fields of a cluster, in page order; each place occurs once, and each name once on a page."""
    places = gather_places(sample.pages)
    names = dict.fromkeys(name for page in sample.pages for name, values in page.given.items() if values)
    given = [field for name in names if (field := _best(name, sample, places))]
    taken = {_spot(field) for field in given}
    found = list(_named_by_pages(sample, places)) if len(sample.pages) >= MIN_COUNT else []
    named = {field.name: [field, *_other_places(field, found, taken)] for field in given}
    for fields in sorted(found, key=lambda one: (PRIORITY.index(one[0].named_by), -sum(each.found for each in one))):
        if taken.isdisjoint(map(_spot, fields)):
            named.setdefault(fields[0].name, list(fields))
    order = {(sample.looks[place.key].place, place.label): number for number, place in enumerate(places)}
    return tuple(sorted(chain(*named.values()), key=lambda field: order[field.place, field.part.label]))


def _spot(field: FieldTemplate) -> tuple[Place, str]:
    return field.place, field.part.label


def _other_places(
    given: FieldTemplate, found: Sequence[Sequence[FieldTemplate]], taken: Container[tuple[Place, str]]
) -> Iterator[FieldTemplate]:
    """The field of an example at the other places of the same fact, which pages without the example may have."""
    for fields in found:
        if _spot(given) in map(_spot, fields):
            for field in fields:
                if _spot(field) not in taken:
                    part = replace(given.part, label=field.part.label)
                    yield replace(given, place=field.place, part=part, found=field.found)


def _named_by_pages(sample: ClusterSample, places: Sequence[TextPlace]) -> Iterator[tuple[FieldTemplate, ...]]:
    """The fields that the pages give a name, each with a template for each of its places."""
    told: dict[tuple[str, NamedBy], list[TextPlace]] = {}
    for place in places:
        if len(place.texts) < MIN_AT_PLACE:
            continue
        if fact := next((name for name in FACTS if _agrees(sample, place, name)), ""):
            told.setdefault((fact, "markup"), []).append(place)
        elif name := _name(sample, place):
            role, by_class = ROLE_OF_WORD.get(name[0], name[0]), name[1] == "class"
            if by_class and role in CHECKED and are_meant(role, _firsts(place)):
                told.setdefault(name, []).append(place)
            elif _is_field(sample, place, name[0], SAME if by_class else LABELLED_SAME):
                yield (_template(sample, place, *name),)
    for name, agreeing in told.items():
        for group in _on_different_pages(agreeing):
            if _is_field(sample, join_places(group), name[0], LABELLED_SAME):
                yield tuple(_template(sample, place, *name) for place in group)


def _on_different_pages(places: Sequence[TextPlace]) -> list[list[TextPlace]]:
    """The places in groups without a common page, such as those of usual and of reduced prices."""
    groups: list[list[TextPlace]] = []
    for place in sorted(places, key=lambda place: -len(place.texts)):
        group = next((one for one in groups if join_places(one).texts.keys().isdisjoint(place.texts)), None)
        if group is None:
            groups.append(group := [])
        group.append(place)
    return groups


def _template(sample: ClusterSample, place: TextPlace, name: str, named_by: NamedBy) -> FieldTemplate:
    where, part = sample.looks[place.key].place, TextPart(place.label)
    return FieldTemplate(name, where, part, named_by, len(sample.pages), len(place.texts))


def _is_field(sample: ClusterSample, place: TextPlace, name: str, most: float) -> bool:
    """Whether the texts are on enough pages, differ from page to page, and are no entries of a list."""
    first = Counter(texts[0].text if place.label else texts[0].whole for texts in place.texts.values())
    is_list = median_high(map(len, place.texts.values())) > MAX_VALUES or median_high(place.spots.values()) > MAX_SPOTS
    is_found = first.total() >= (0 if name in SOMETIMES else FOUND) * len(sample.pages)
    return is_found and first.most_common(1)[0][1] <= most * first.total() and not is_list


def _name(sample: ClusterSample, place: TextPlace) -> tuple[str, NamedBy] | None:
    """The name of a place at which no fact of the markup is, and its source; none where it is mostly apart."""
    looks = sample.looks[place.key]
    apart = sum(texts[0].element in sample.pages[number].apart for number, texts in place.texts.items())
    if 2 * apart > len(place.texts):
        return None
    if looks.name and looks.named_by == "markup":
        return looks.name, "markup"
    if label := plain_name(place.label):
        return label, "label"
    return (looks.name, "class") if looks.name and are_meant(looks.name, _firsts(place)) else None


def _firsts(place: TextPlace) -> Iterator[str]:
    return (texts[0].whole for texts in place.texts.values())


def _agrees(sample: ClusterSample, place: TextPlace, name: str) -> bool:
    """Whether a place agrees on nearly all pages with the fact in the markup that has this name."""
    is_heading = sample.looks[place.key].is_heading
    facts = [page.facts for page in sample.pages]
    claimed = [(facts[number][name], texts) for number, texts in place.texts.items() if name in facts[number]]
    said = sum(any(_says(name, fact, text.text, is_heading) for text in texts) for fact, texts in claimed)
    return bool(claimed) and said >= AGREED * max(len(claimed), FOUND * len(place.texts))


def _says(name: str, fact: str, text: str, is_heading: bool) -> bool:
    if name == "title":
        return text == fact or (is_heading and fact.startswith(text))
    if name == "date":
        return fact[:DAY] in (times_in(text).whole_day(month_first=order) for order in (False, True))
    return text == fact or (name == "price" and str(read_amount(text)) == fact)
