"""Templates for the pages of forums: learned from many pages, a few of them labelled.

Source: Liu et al. 2017, figure 3: the records of a page are located by the library, the nearest cluster is found by its
features, and the wrapper of the central page of that cluster extracts the fields. Deviation: if the central page is not
labelled by a person, labels come from its markup (schema.org); without either, a cluster has no wrapper.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from iawce.data.errors import UsageError
from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundRecord
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.records.posts.like_records import Row, fill_between
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.record_location import locate_records
from iawce.extract.records.posts.write_posts import with_iso_dates
from iawce.extract.templates.forum.location_library import LocationLibrary
from iawce.extract.templates.hk_clusters import ClusterSettings, cluster_by_hk, nearest_cluster, record_features
from iawce.extract.templates.softmealy.label_file import PageLabels, labelled_records
from iawce.extract.templates.softmealy.proposed_labels import propose_labels
from iawce.extract.templates.softmealy.wrapper import Wrapper, learn_wrapper, to_record

FEWEST_FIELDS = 2
"""Fields that the markup of a page must have for its labels to be used."""
Labeller = Literal["person", "markup", "nobody"]


@dataclass(frozen=True, slots=True)
class ForumTemplate:
    """The template of one cluster of pages.

    ``medoid``: reference of its central page, or of the labelled page; ``features`` and ``software``, if known, are
    those of this page; ``pages``: size of the cluster; ``labelled``: source of the labels; ``wrapper``: None without
    labels.
    """

    medoid: str
    features: frozenset[int]
    software: str
    pages: int
    labelled: Labeller
    wrapper: Wrapper | None


@dataclass(frozen=True, slots=True)
class ForumTemplates:
    """A location library, and a template for each cluster of pages."""

    library: LocationLibrary
    templates: tuple[ForumTemplate, ...]

    def extract(self, reading: PageReading) -> tuple[ForumTemplate, tuple[FoundRecord, ...]] | None:
        """The template that fits a page, and the records of the page; None if no template with a wrapper fits.

        Raises:
            PageError: the page holds no element.
        """
        rows = self.locate(reading)
        features = record_features(reading, rows)
        number = nearest_cluster(features, [one.features for one in self.templates], ClusterSettings.default())
        if not rows or number is None:
            return None
        template = self.templates[number]
        if template.wrapper is None:
            return None
        values = template.wrapper.extract(reading, rows)
        records = (to_record(found, row) for found, row in zip(values, rows, strict=True))
        return template, with_iso_dates(reading, [record for record in records if record.fields])

    def locate(self, reading: PageReading) -> list[Row]:
        """The records of a page by the library, else by their times and similarity.

        Raises:
            PageError: the page holds no element.
        """
        found = self.library.find(reading)
        index, records = reading.index, found["record"]
        parents = {int(index.parents[number]) for number in records}
        if not records or len(parents) > 1:
            located = locate_records(reading, LocationSettings.default())
            return list(located.records) if located else []
        children = reading.shown.children(parents.pop())
        main = [(number,) for number in found["main_post"] if number < records[0]][-1:]
        return [*main, *fill_between(index, children, [(number,) for number in records])]


def learn_templates(readings: Sequence[PageReading], labels: Mapping[str, PageLabels]) -> ForumTemplates:
    """Cluster pages and learn a template for each cluster, with a wrapper if one of its pages is labelled.

    Args:
        readings: of the pages; those without records are not used.
        labels: of some of them, by reference; a cluster with a labelled page learns from that page, other clusters from
            their central page if its markup describes its records.

    Raises:
        UsageError: no page has records, or labels do not fit their page or belong to none of the pages.
    """
    if missing := sorted(labels.keys() - {reading.document.ref for reading in readings}):
        raise UsageError(f"there are labels of {missing[0]}, which is not among the pages that could be read")
    library, settings = LocationLibrary(), LocationSettings.default()
    pages = [reading for reading in readings if library.add(reading, settings, _main_content(reading))]
    if not pages:
        raise UsageError("no page has several similar records that each hold a time")
    empty = ForumTemplates(library, ())
    features = [record_features(page, empty.locate(page)) for page in pages]
    clusters = cluster_by_hk(features, ClusterSettings.default())
    templates = []
    for number, medoid in enumerate(clusters.medoids.tolist()):
        members = [page for page, label in enumerate(clusters.labels.tolist()) if label == number]
        teacher = next((page for page in members if pages[page].document.ref in labels), medoid)
        learned = _learn(pages[teacher], empty.locate(pages[teacher]), labels.get(pages[teacher].document.ref))
        software = pages[teacher].software
        name = software.name if software else ""
        templates.append(ForumTemplate(pages[teacher].document.ref, features[teacher], name, len(members), *learned))
    return ForumTemplates(library, tuple(templates))


def _main_content(reading: PageReading) -> Subset:
    return extract_segmentation(reading, SegmentationSettings.default()).subset


def _learn(reading: PageReading, rows: Sequence[Row], labels: PageLabels | None) -> tuple[Labeller, Wrapper | None]:
    """The source of the labels of a page, and the wrapper learned from them.

    Raises: UsageError: a person's labels do not fit.
    """
    if labels:
        return "person", learn_wrapper(reading, labelled_records(reading, labels))
    proposed = propose_labels(reading, rows)
    if len({name for one in proposed for name in one.fields}) >= FEWEST_FIELDS:
        with suppress(UsageError):  # labels from markup are not checked and may be contradictory
            return "markup", learn_wrapper(reading, proposed)
    return "nobody", None
