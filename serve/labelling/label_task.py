"""A page that waits to be labelled."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from iawce.data.analysis.path_keys import Places, Strictness
from iawce.data.datasets.sites import site_of
from iawce.data.document import Document, open_document
from iawce.data.page import SAVED_ORIGIN
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.extract.inspector.index_entry import doubt_of
from iawce.extract.output.extraction import Extraction
from iawce.extract.papers.leader_clusters import PageFeature, page_feature


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
        """The task of a page, which is kept in a store.

        Raises:
            PageError: it cannot be read.
            UsageError: it cannot be kept.
        """
        feature = feature_of(open_document(snapshot))
        return cls(snapshot.id, store.save(snapshot), row, doubt_of(row), feature)

    @property
    def snapshot(self) -> Snapshot:
        """The page.

        Raises:
            UsageError: it is not there any more.
        """
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
    """The places of the elements of a page, without ordinals: how long a list is makes no difference.

    Raises:
        PageError: it holds no element.
    """
    index = document.index
    keys = Places(index).keys(Strictness.NEAR_NAMES)
    return page_feature(document.ref, np.asarray(keys[index.without(("head",)).numbers]))
