"""A page that waits to be labelled, and the label that the models predict for it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from iawce.data.analysis.path_keys import PathKeys, PathSpec
from iawce.data.datasets.page_labels import PageLabel, RecordPlaces
from iawce.data.datasets.sites import site_of
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import block_path
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.page import SAVED_ORIGIN
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.extract.inspector.block_views import block_views
from iawce.extract.inspector.page_view import doubt_of
from iawce.extract.output.extraction import Extraction
from iawce.extract.papers.leader_clusters import PageFeature, page_feature
from iawce.extract.pipeline.extract_content import find_content
from iawce.extract.pipeline.settings import ExtractSettings


@dataclass(frozen=True, slots=True, eq=False)
class LabelTask:
    """A page with the models' answer.

    ``id`` is that of its snapshot, which is in ``folder``; ``doubt``, 0 to 1, the probability that type or content are
    wrong; ``feature`` expresses how similar its structure is to other pages.
    """

    id: str
    folder: Path
    row: Extraction
    doubt: float
    feature: PageFeature

    @classmethod
    def of(cls, snapshot: Snapshot, row: Extraction, store: SnapshotStore) -> Self:
        """The task of a page, which is kept in a store; ``PageError`` if it cannot be read."""
        feature = feature_of(open_document(snapshot))
        return cls(snapshot.id, store.save(snapshot), row, doubt_of(row), feature)

    @property
    def snapshot(self) -> Snapshot:
        """The page; ``UsageError`` if it is not there any more."""
        return load_snapshot(self.folder)

    @property
    def address(self) -> str:
        """The address of the page; empty if unknown."""
        url = self.row.final_url or self.row.url
        return "" if url.startswith(SAVED_ORIGIN) else url

    @property
    def site(self) -> str:
        """The site of the page; a page without an address counts as its own site."""
        return site_of(self.address) or self.id


def feature_of(document: Document) -> PageFeature:
    """The places of the elements of a page, without ordinals: how long a list is makes no difference."""
    index = document.index
    keys = PathKeys(index).keys(PathSpec.NEAR_NAMES)
    return page_feature(document.ref, np.asarray(keys[index.without(("head",)).numbers]))


def predicted_label(name: str, document: Document, row: Extraction, settings: ExtractSettings) -> PageLabel:
    """The label that a person would confirm if the models were right; ``name``: id of the page's snapshot.

    ``PageError`` if it cannot be read.
    """
    analysis = settings.read(document)
    url = "" if document.url.startswith(SAVED_ORIGIN) else document.url
    kind = row.type if row.type in set(PageType) else None
    try:
        content = find_content(analysis, row.type, settings)[1]
        kept = [one.number for one in block_views(analysis, row, [content], settings.correction) if one.kept[0]]
    except PageError:
        kept = []
    places = tuple(block_path(analysis.blocks, number) for number in kept)
    records = tuple(
        RecordPlaces(record.path, {field: one.path for field, one in record.fields.items() if one and one.path})
        for record in row.records
        if record.path
    )
    return PageLabel(name, row.ref, url, site_of(url) or name, kind, places, records or None)
