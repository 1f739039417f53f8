"""Pages to label: read for the page of ``iawce label``, or as tasks of ``iawce labels``."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import tee
from pathlib import Path

from iawce.data.datasets.label_formats import Json, TaskPage, label_result, label_task
from iawce.data.datasets.page_labels import PAGES, PageLabel, is_labels, label_writer, open_labelled, read_labels
from iawce.data.document import open_document, undrawn_snapshot
from iawce.data.errors import PageError, UsageError
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sinks import read_rows
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.data.sources.source import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.console import complain
from iawce.scripts.inputs_and_outputs import Sources, rows_file
from iawce.scripts.options import PageTypeSettings, RenderChoice, make_extractor
from iawce.scripts.settings_tables import Settings
from iawce.serve.labelling.label_session import LabelSession, LabelTask, feature_of, predicted_label

NOTHING = "the sources hold no page that can be labelled"
MAX_COMPARED = 300  # Pages labelled before that others are compared with, the latest
Looked = tuple[Snapshot | None, Extraction]
"""A page as it was looked at, None where there is none, and what was extracted."""


@contextmanager
def open_session(
    sources: Sources, output: Path, render: RenderChoice, given: Settings
) -> Iterator[tuple[LabelSession, Iterator[LabelTask], ExtractSettings]]:
    """A session that keeps labels in a folder, the pages that are not labelled there, and how they are extracted."""
    known = read_labels(output) if is_labels(output) else []
    ensemble = given.make(PageTypeSettings).ensemble()
    content = ExtractSettings(correction=ensemble.correction)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch, label_writer(output) as writer:
        session, store = LabelSession(writer, known), SnapshotStore(Path(scratch))
        with make_extractor(given, render, settings=content, ensemble=ensemble, store=store) as extractor:
            rows = rows_file(sources.given)
            looked = _of_rows(rows) if rows else _of_sources(sources, session, extractor)
            yield session, _tasks(looked, output, known, session, store), extractor.extract_document.settings


def _tasks(
    looked: Iterator[Looked], output: Path, known: list[PageLabel], session: LabelSession, store: SnapshotStore
) -> Iterator[LabelTask]:
    for label in known[-MAX_COMPARED:]:
        with suppress(PageError, UsageError):
            session.learn(label, feature_of(open_labelled(output, label)))
    is_empty = True
    for snapshot, row in looked:
        if snapshot is None:
            complain(f"{row.ref}: {row.why or 'its snapshot was not kept: extract with --snapshots'}")
            continue
        try:
            task = LabelTask.of(snapshot, row, store)
        except PageError as error:
            complain(f"{row.ref}: {error}")
            continue
        is_empty = False
        yield task
    if is_empty and not session.progress.labelled:
        raise UsageError(NOTHING)


def _of_rows(target: str) -> Iterator[Looked]:
    for values in read_rows(target, row_schema()):
        row = Extraction.from_dict(values)
        try:
            yield load_snapshot(Path(row.snapshot)) if row.snapshot else None, row
        except UsageError as error:
            complain(str(error))


def _of_sources(sources: Sources, session: LabelSession, extractor: Extractor) -> Iterator[Looked]:
    def is_labelled(item: Item) -> bool:
        if isinstance(item, Snapshot):
            return False  # the session knows it by its id
        url = "" if item.url.startswith(SAVED_ORIGIN) or item.url == item.ref else item.url
        return session.is_labelled(item.ref, url)

    items, same = tee(item for item in sources.read() if not is_labelled(item))
    for row, item in zip(extractor.extract_many(same), items, strict=True):
        snapshot = item if isinstance(item, Snapshot) else None
        with suppress(PageError):
            if isinstance(item, Page):
                snapshot = load_snapshot(Path(row.snapshot)) if row.snapshot else undrawn_snapshot(open_document(item))
        yield snapshot, row


def label_tasks(sources: Sources, output: Path, render: RenderChoice, given: Settings) -> Iterator[Json]:
    """The tasks for Label Studio; their pages are kept in the folder of labels."""
    with open_session(sources, output, render, given) as (session, tasks, content):
        known = {label.id for label in session.known}
        for task in tasks:
            if task.id not in known:
                snapshot = task.snapshot
                SnapshotStore(output / PAGES).save(snapshot)
                document = open_document(snapshot)
                label = predicted_label(task.id, document, task.row, content)
                result = label_result(label, TaskPage(document))
                about = label_task(snapshot, document)
                about["data"]["said"] = ["content"]
                said = {"result": result, "score": 1 - task.doubt, "model_version": task.row.model or "iawce"}
                yield about | {"predictions": [said]}
