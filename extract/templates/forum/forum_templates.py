"""Templates for the pages of forums: learned from many pages, a few of them labelled.

Source: Liu et al. 2017, figure 3: the records of a page are located by the library, the nearest cluster is found by its
features, and the wrapper of its central page extracts the fields. Deviation: if no person labelled the central page,
labels come from its markup (schema.org); without either, a cluster has no wrapper.

Source of the library: the same, section on location features: a record is stored as the pattern of its id (digits are
``d+``), else as the last four steps of its path; main posts likewise, in a role of their own. Deviation: patterns of
fewer than ``least`` pages are ignored in use, not removed when it is built (the paper says nothing), so that it can be
built page by page.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathKeys, PathSpec, mask_digits
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.datasets.page_labels import RecordPlaces
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import UsageError
from iawce.extract.content.content import FoundRecord
from iawce.extract.content.method import Mode
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.papers.hk_clusters import cluster_by_hk, nearest_cluster, record_features
from iawce.extract.papers.softmealy.label_file import PageLabels, labelled_records, placed_records, propose_labels
from iawce.extract.papers.softmealy.tokens import SoftMealySettings
from iawce.extract.papers.softmealy.wrapper import Wrapper, learn_wrapper, to_record
from iawce.extract.records.posts.posts import find_main_post
from iawce.extract.records.posts.record_location import LocationSettings, fill_between, locate_records
from iawce.extract.records.posts.write_posts import with_iso_dates
from iawce.extract.templates.template import (
    VERSION,
    Count,
    Place,
    Template,
    TemplateFile,
    find,
    packed,
    read_templates,
    unpacked,
    write_templates,
)

MANY = 100  # Number of pages from which on a pattern of a single page is ignored
Role = Literal["record", "main_post"]  # Roles of the elements at the places of a library
MIN_FIELDS = 2  # Fields that the markup of a page must have for its labels to be used
Labeller = Literal["person", "markup", "nobody"]
Labels = PageLabels | Sequence[RecordPlaces]
"""A person's labels of a page, by selectors or by the elements that were clicked."""


class RecordTemplate(Template, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A template of records with the number of pages that support it, as in the file."""

    support: Count = 1


class WrittenLibrary(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A library as in the file."""

    pages: Count
    templates: list[RecordTemplate]
    mode: Mode = "default"


class LocationLibrary:
    """Templates of records and main posts, with supporting pages.

    ``pages``: those that had records; ``mode``: whether records are located by the measured constants or the paper's.
    """

    def __init__(self, support: Counter[Template] | None = None, pages: int = 0, mode: Mode = "default") -> None:
        self.support, self.pages, self.mode = support if support is not None else Counter(), pages, mode
        self.settings = LocationSettings.of_mode(mode)

    @property
    def least(self) -> int:
        """Least pages that must support a template."""
        return 2 if self.pages > MANY else 1

    def add(self, analysis: PageAnalysis, content: DomMask | None = None) -> bool:
        """Learn from a page; whether it has records. ``content``: its main content, if known."""
        located = locate_records(analysis, self.settings, content)
        if located is None:
            return False
        found = {_template(analysis.path_keys, record[0], "record") for record in located.units}
        main = find_main_post(analysis, located.units, self.settings, content)
        if main is not None:
            found.add(_template(analysis.path_keys, main, "main_post"))
        self.support.update(found)
        self.pages += 1
        return True

    def find(self, analysis: PageAnalysis) -> dict[str, list[int]]:
        """Elements of a page that are a record or a main post; none is inside another one of its role."""
        found: dict[str, list[int]] = {role: [] for role in get_args(Role)}
        has_words = analysis.shown.kept & (analysis.shown.words > 0)
        for template, support in self.support.items():
            if support >= self.least and (hits := find(analysis, template, has_words)):
                found.setdefault(template.name, []).extend(hits.numbers)
        return {role: analysis.index.topmost(sorted({*hits})) for role, hits in found.items()}

    def locate(self, analysis: PageAnalysis) -> list[Unit]:
        """The records of a page by these templates, else by their times and similarity."""
        found = self.find(analysis)
        index, records = analysis.index, found["record"]
        parents = {int(index.parents[number]) for number in records}
        if not records or len(parents) > 1:
            located = locate_records(analysis, self.settings)
            return list(located.units) if located else []
        children = analysis.shown.children(parents.pop())
        main = [(number,) for number in found["main_post"] if number < records[0]][-1:]
        return [*main, *fill_between(index, children, [(number,) for number in records])]

    def written(self) -> WrittenLibrary:
        """The library as in files."""
        counted = sorted(self.support.items(), key=lambda each: (each[0].name, each[0].place.key))
        templates = [RecordTemplate(one.name, one.place, support=count) for one, count in counted]
        return WrittenLibrary(self.pages, templates, self.mode)

    @classmethod
    def of(cls, written: WrittenLibrary) -> "LocationLibrary":
        """The library from a file."""
        support = Counter({Template(one.name, one.place): one.support for one in written.templates})
        return cls(support, written.pages, written.mode)


def _template(places: PathKeys, number: int, role: Role) -> Template:
    """The template of an element: the pattern of its id if that has digits, else the last names on its path."""
    identity = places.index.attributes.given[number].get("id", "")
    if (pattern := mask_digits(identity)) != identity:
        return Template(role, Place(pattern))
    return Template(role, Place(steps=places.steps(number, PathSpec.LAST_NAMES), strictness="LAST_NAMES"))


class ForumTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The template of a cluster of pages. Raises ValueError: the features are not whole keys."""

    medoid: str  # Reference of its central page, or of the labelled page
    software: str  # Of this page, if known
    pages: Count  # Size of the cluster
    labelled: Labeller  # Source of the labels
    features: bytes  # Of this page, as in files
    wrapper: Wrapper | None  # None without labels

    def __post_init__(self) -> None:
        unpacked(self.features)

    @property
    def paths(self) -> frozenset[int]:
        """The features."""
        return frozenset(unpacked(self.features).tolist())


class ForumTemplates(NamedTuple):
    """A location library, and a template for each cluster of pages."""

    library: LocationLibrary
    templates: tuple[ForumTemplate, ...]

    def extract(self, analysis: PageAnalysis) -> tuple[ForumTemplate, tuple[FoundRecord, ...]] | None:
        """The template that fits a page, and the records of the page; None if no template fits, or it finds none."""
        rows = self.library.locate(analysis)
        features = record_features(analysis, rows)
        number = nearest_cluster(features, [one.paths for one in self.templates])
        if not rows or number is None:
            return None
        template = self.templates[number]
        if template.wrapper is None:
            return None
        if template.wrapper.mode == "page":  # it finds the records itself
            records = [to_record(found) for found in template.wrapper.extract(analysis)]
        else:
            values = template.wrapper.extract(analysis, rows)
            records = [to_record(found, row) for found, row in zip(values, rows, strict=True)]
        found = with_iso_dates(analysis, [record for record in records if record.fields])
        return (template, found) if found else None


def learn_templates(
    readings: Sequence[PageAnalysis], labels: Mapping[str, Labels], mode: Mode = "default"
) -> ForumTemplates:
    """Cluster pages and learn a template for each cluster, with a wrapper if one of its pages is labelled.

    ``readings``: of the pages; those without records are not used. ``labels``: of some of them, by reference; a cluster
    with a labelled page learns from that page, other clusters from their central page if its markup describes its
    records. ``mode``: ``paper`` has the constants of the paper, and no main content.

    Raises UsageError: no page has records, or labels do not fit their page or belong to none of the pages.
    """
    if missing := sorted(labels.keys() - {analysis.document.ref for analysis in readings}):
        raise UsageError(f"there are labels of {missing[0]}, which is not among the pages that could be read")
    library, is_paper, segmented = LocationLibrary(mode=mode), mode == "paper", SegmentationSettings()
    contents = (None if is_paper else extract_segmentation(page, segmented).subset for page in readings)
    pages = [page for page, content in zip(readings, contents, strict=True) if library.add(page, content)]
    settings = SoftMealySettings.of_mode(mode)
    if not pages:
        of_paper = "; as published, they are of div or table, with an id with four digits in a row" if is_paper else ""
        raise UsageError(f"no page has several similar records that each hold a time{of_paper}")
    features = [record_features(page, library.locate(page)) for page in pages]
    clusters = cluster_by_hk(features)
    templates = []
    for number, medoid in enumerate(clusters.medoids.tolist()):
        members = [page for page, label in enumerate(clusters.labels.tolist()) if label == number]
        teacher = next((page for page in members if pages[page].document.ref in labels), medoid)
        ref, software = pages[teacher].document.ref, pages[teacher].software
        name = software.name if software else ""
        labelled, wrapper = _learn(pages[teacher], library.locate(pages[teacher]), labels.get(ref), settings)
        templates.append(ForumTemplate(ref, name, len(members), labelled, packed(features[teacher]), wrapper))
    return ForumTemplates(library, tuple(templates))


def _learn(
    analysis: PageAnalysis, rows: Sequence[Unit], labels: Labels | None, settings: SoftMealySettings
) -> tuple[Labeller, Wrapper | None]:
    """The source of the labels of a page, and its wrapper. UsageError: a person's labels do not fit."""
    if labels:
        if isinstance(labels, PageLabels):
            return "person", learn_wrapper(analysis, labelled_records(analysis, labels), labels.mode, settings)
        return "person", learn_wrapper(analysis, placed_records(analysis, labels), settings=settings)
    proposed = propose_labels(analysis, rows)
    if len({name for one in proposed for name in one.fields}) >= MIN_FIELDS:
        with suppress(UsageError):  # labels from markup are not checked and may be contradictory
            return "markup", learn_wrapper(analysis, proposed, settings=settings)
    return "nobody", None


class ForumFile(TemplateFile, tag="forum"):
    """The learned templates of forums."""

    library: WrittenLibrary
    templates: tuple[ForumTemplate, ...]


def write_forum(forum: ForumTemplates, path: Path) -> None:
    """Write a file, completely or not at all. Raises OSError: it cannot be written."""
    write_templates(ForumFile(VERSION, forum.library.written(), forum.templates), path)


def read_forum(path: Path) -> ForumTemplates:
    """Read a file. Raises UsageError: it cannot be read, or is not one of this version."""
    file = read_templates(path, ForumFile)
    return ForumTemplates(LocationLibrary.of(file.library), file.templates)
