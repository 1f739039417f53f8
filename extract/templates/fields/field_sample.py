"""Pages of a cluster that are kept during learning, so that its fields can be found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import NamedTuple, Protocol

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.dom.tags import HEADINGS, STRUCK
from iawce.data.json_file import as_schema, read_json
from iawce.data.text.lexicon.columns import name_of_class, name_of_property
from iawce.extract.content.boilerplate import elsewhere
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.templates.fields.field_template import EDGES, NamedBy, PageText, page_texts
from iawce.extract.templates.template import Place

DATES = frozenset({"date", "published", "date_published", "date_created"})
"""Names of the date of a page; the date of a review or a comment is not a field."""
Given = Mapping[str, Sequence[str]]  # Values that a user gives for a page, by the name of their field
Examples = dict[str, dict[str, list[str]]]  # For each page, by its name, the values of its fields by name
PAGES = 40  # Most pages of a cluster that are kept, and most of those with examples
MAX_TEXTS = 200_000
"""Most texts that are kept of all clusters, about 60 MB; beyond, those of the clusters with the fewest pages are
dropped."""


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
    """The sample of a page: its ``texts``, the ``facts`` in its markup by name, and the ``given`` values."""

    texts: Sequence[PageText]
    facts: Mapping[str, str]
    given: Given


@dataclass(frozen=True, slots=True)
class PlaceLooks:
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
        texts, apart = page_texts(analysis), elsewhere(analysis)
        for text in texts:
            if text.place not in self.looks:
                looks = _looks(analysis, text)
                is_of_other = looks.name in DATES and apart[text.element]
                self.looks[text.place] = replace(looks, name="") if is_of_other else looks
        self.pages.append(SamplePage(texts, _facts(analysis), given))


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
    is_struck = not STRUCK.isdisjoint(index.tags[number] for number in (text.element, *index.ancestors(text.element)))
    return PlaceLooks(place, "old_price" if name == "price" and is_struck else name, named_by, is_heading)


def _facts(analysis: PageAnalysis) -> dict[str, str]:
    """The facts in the markup of a page, under the names of fields."""
    about = page_metadata(analysis)
    facts = {"title": about.title, "date": about.metadata.date_published}
    if about.metadata.authors:
        facts["author"] = about.metadata.authors[0]
    if product := about.metadata.product:
        facts |= {"price": product.price, "sku": product.sku, "brand": product.brand, "gtin": product.gtin}
    return {name: fact for name, fact in facts.items() if fact}


class Sampled(Protocol):
    """A cluster with a sample of its pages."""

    pages: int
    sample: ClusterSample


class FieldSampler:
    """Keeps pages of clusters up to a limit; ``examples``: by a page's address, path, or name of its file."""

    def __init__(self, examples: Mapping[str, Given], most: int = MAX_TEXTS) -> None:
        self._examples, self._most, self._size = examples, most, 0
        self.unmet = dict.fromkeys(examples)
        """Names in the examples that no page has had so far."""

    def add(self, clusters: Sequence[Sampled], number: int, analysis: PageAnalysis) -> None:
        """Keep a page of a cluster if it is one of the first, or has examples. Raises PageError: it cannot be read."""
        sample, given = clusters[number].sample, self._given(analysis)
        if len(sample.pages) >= PAGES and not given:
            return
        sample.add(analysis, given)
        self._size += len(sample.pages[-1].texts)
        if self._size > self._most:  # forget the pages of the clusters that have the fewest, up to half of the texts
            for cluster in sorted(clusters, key=lambda cluster: (cluster.sample.is_given, cluster.pages)):
                if 2 * self._size <= self._most:
                    break
                self._size -= cluster.sample.size
                cluster.sample = ClusterSample()

    def _given(self, analysis: PageAnalysis) -> Given:
        names = (analysis.document.ref, analysis.document.url, PurePath(analysis.document.ref).name)
        if (found := next((name for name in names if name in self._examples), None)) is None:
            return {}
        self.unmet.pop(found, None)
        return self._examples[found]
