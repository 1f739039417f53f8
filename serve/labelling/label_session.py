"""The labels of one session: pages, the most informative first, their labels, and undo.

A page is informative if the models are unsure, and less so if its structure is similar to that of a labelled page::

    gain = doubt * (LIKE + (1 - LIKE) * (1 - likeness))

``doubt`` is 1 minus the product of the probability of the page type and the expected word F1, or 1 for a failed page.
``likeness`` is the share of the places of its elements that it has in common with the most similar labelled page. After
the information density of Settles and Craven 2008, An Analysis of Active Learning Strategies for Sequence Labeling
Tasks, with dissimilarity to labelled pages in place of similarity to unlabelled ones.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np

from iawce.data.analysis.path_keys import PathKeys, PathSpec
from iawce.data.datasets.page_labels import LabelWriter, PageLabel, RecordPlaces
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import block_path
from iawce.data.errors import PageError, UsageError
from iawce.data.labels import PageType
from iawce.data.network.address import site_of
from iawce.data.page import SAVED_ORIGIN
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.extract.inspector.view_page import block_views, content_or_error, doubt_of
from iawce.extract.output.extraction import Extraction
from iawce.extract.papers.leader_clusters import PageFeature, page_feature, similarity
from iawce.extract.pipeline.settings import ExtractSettings

LIKE = 0.1  # Gain of a page with the same structure as a labelled one, relative to an unlike page


@dataclass(frozen=True, slots=True, eq=False)
class LabelTask:
    """A page with the models' answer."""

    id: str  # Of its snapshot
    folder: Path  # With the snapshot
    row: Extraction
    doubt: float  # 0 to 1, the probability that type or content are wrong
    feature: PageFeature  # Expresses how similar its structure is to other pages

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
    url = document.address
    kind = row.type if row.type in set(PageType) else None
    content = content_or_error(analysis, row.type, settings)
    shown = () if isinstance(content, PageError) else block_views(analysis, row, [content], settings.correction)
    places = tuple(block_path(analysis.blocks, one.number) for one in shown if one.kept[0])
    records = tuple(
        RecordPlaces(record.path, {field: one.path for field, one in record.fields.items() if one and one.path})
        for record in row.records
        if record.path
    )
    return PageLabel(name, row.ref, url, site_of(url) or name, kind, places, records or None)


@dataclass(slots=True)
class LabelQueue:
    """Pages that wait, and the structure of labelled ones, by id; each pair is compared once."""

    waiting: dict[str, LabelTask] = field(default_factory=dict)
    labelled: dict[str, PageFeature] = field(default_factory=dict)
    _likeness: Callable[[PageFeature, PageFeature], float] = field(default_factory=lambda: cache(similarity))

    def first(self) -> LabelTask | None:
        """The page with the highest expected gain, the earliest of several; None if none waits."""
        return max(self.waiting.values(), key=self.gain, default=None)

    def gain(self, task: LabelTask) -> float:
        """The expected gain from labelling a page, 0 to 1."""
        alike = (self._likeness(task.feature, feature) for feature in self.labelled.values())
        return task.doubt * (LIKE + (1 - LIKE) * (1 - max(alike, default=0.0)))


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the work, in pages."""

    labelled: int  # In the folder
    types: dict[str, int]  # Of these
    waiting: int  # Ready to be labelled
    skipped: int
    is_reading: bool  # More may come
    unshown: int = 0  # That cannot be shown

    @property
    def total(self) -> int:
        """All pages that are known."""
        return self.labelled + self.waiting + self.skipped


class LabelSession:
    """The waiting pages and the answers for others; safe among threads. ``known`` are labels that are kept already."""

    def __init__(self, writer: LabelWriter, known: Iterable[PageLabel] = ()) -> None:
        self.writer, self.known = writer, known
        self._labels, self._answers = {label.id: label for label in known}, dict[str, str]()
        self._queue, self._skipped, self._unshown = LabelQueue(), dict[str, LabelTask](), set[str]()
        self._steps = list[tuple[LabelTask, bool]]()
        self._current: LabelTask | None = None
        self._is_reading, self._lock = True, threading.RLock()

    def is_labelled(self, ref: str, url: str = "") -> bool:
        """Whether a page is labelled, by its address, or by its path if it has none."""
        with self._lock:
            return any(ref == label.ref and url in ("", label.url) for label in self._labels.values())

    def add(self, task: LabelTask) -> None:
        """Add a page, unless it is labelled, skipped or cannot be shown."""
        with self._lock:
            if not (task.id in self._labels or task.id in self._skipped or task.id in self._unshown):
                self._queue.waiting[task.id] = task

    def learn(self, label: PageLabel, feature: PageFeature) -> None:
        """Add the structure of a page that was labelled before."""
        with self._lock:
            self._queue.labelled[label.id] = feature

    def stop_reading(self) -> None:
        """No further page will come."""
        with self._lock:
            self._is_reading = False

    @property
    def current(self) -> LabelTask | None:
        """The page to be labelled now, until it is confirmed, skipped or left out. None if none waits."""
        with self._lock:
            if self._current is None:
                self._current = self._queue.first()
            return self._current

    def task(self, task_id: str) -> LabelTask:
        """The current page, to which a request must refer; ``UsageError`` if another one is current."""
        if (task := self.current) is None or task.id != task_id:
            raise UsageError("another page is current: reload this page")
        return task

    @property
    def progress(self) -> Progress:
        """How far the work is."""
        with self._lock:
            types = Counter(label.type or "no type" for label in self._labels.values())
            ordered = dict(types.most_common())
            counts = len(self._queue.waiting), len(self._skipped)
            return Progress(len(self._labels), ordered, *counts, self._is_reading, len(self._unshown))

    def answer(self, task: LabelTask) -> str:
        """The answer when this page was labelled before in this session; empty if it was not."""
        with self._lock:
            return self._answers.get(task.id, "")

    def confirm(self, task: LabelTask, label: PageLabel, answer: str) -> None:
        """Keep the answer for the current page, as a label and as it was sent, and go on to the next.

        ``UsageError`` if another page is current, or the label cannot be written; the page stays.
        """
        with self._lock:
            self.task(task.id)
            self.writer.write(label, task.snapshot)
            self._steps.append((task, False))
            self._labels[task.id], self._answers[task.id] = label, answer
            self._queue.labelled[task.id] = task.feature
            self._leave(task)

    def skip(self, task: LabelTask) -> None:
        """Leave the current page for later; ``UsageError`` if another one is current."""
        with self._lock:
            self.task(task.id)
            self._steps.append((task, True))
            self._skipped[task.id] = task
            self._leave(task)

    def leave_out(self, task: LabelTask) -> None:
        """Leave out a page that cannot be shown; undo does not return to it."""
        with self._lock:
            self._unshown.add(task.id)
            if self._current is task:
                self._leave(task)

    def take_skipped(self) -> None:
        """Put the skipped pages back among the waiting ones."""
        with self._lock:
            self._queue.waiting |= self._skipped
            self._skipped.clear()

    def undo(self) -> bool:
        """Take the last step back, so that its page is current again; whether there was one.

        ``UsageError`` if it cannot be written; nothing has changed.
        """
        with self._lock:
            if not self._steps:
                return False
            task, was_skipped = self._steps[-1]
            if not was_skipped:
                self.writer.write(PageLabel(task.id, task.row.ref, task.address, task.site), task.snapshot)
                self._labels.pop(task.id)
                self._queue.labelled.pop(task.id)
            self._steps.pop()
            self._skipped.pop(task.id, None)
            self._queue.waiting[task.id] = self._current = task
            return True

    def _leave(self, task: LabelTask) -> None:
        self._queue.waiting.pop(task.id, None)
        self._current = None
