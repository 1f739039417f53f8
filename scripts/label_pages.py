"""Pages to label: read and shown by ``iawce label``, or exported as tasks for Label Studio."""

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import tee
from pathlib import Path

from iawce.data.datasets.label_studio import Json, Regions, TaskPage, label_result, label_task
from iawce.data.datasets.page_labels import PAGES, is_labels, label_writer, open_labelled, read_labels
from iawce.data.document import open_document, undrawn_snapshot
from iawce.data.errors import PageError, UsageError
from iawce.data.page import SAVED_ORIGIN
from iawce.data.sinks import read_rows
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.command_settings import LabelSettings
from iawce.scripts.console import complain, remark
from iawce.scripts.fetch_options import PageTypeSettings, opening
from iawce.scripts.open_output import Sources, refuse_source, rows_file
from iawce.scripts.options import RenderChoice
from iawce.scripts.settings_tables import Settings
from iawce.serve.labelling.label_session import LabelSession
from iawce.serve.labelling.label_task import LabelTask, feature_of, predicted_label
from iawce.serve.labelling.task_view import PageSettings

NOTHING = "the sources hold no page that can be labelled"
MOST_COMPARED = 300
"""Pages labelled before that others are compared with, the latest."""


@dataclass(frozen=True)
class LabelOrder:
    """What is to be labelled, and how; the options of the command."""

    sources: Sources
    output: Path
    render: RenderChoice
    fine: bool
    settings: Settings


def label_pages(order: LabelOrder) -> None:
    """Show the pages until the command is stopped.

    Raises:
        UsageError: the folder or the port cannot be used, or there is no page.
        EnvironmentMissing: a browser, a model or a library is missing.
    """
    from iawce.serve.labelling.run_labelling import Labelling, run_labelling

    refuse_source(order.output, order.sources.given)
    if order.sources.count() == 0:
        raise UsageError(NOTHING)
    shown = order.settings.make(LabelSettings)
    known = read_labels(order.output) if is_labels(order.output) else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch, label_writer(order.output) as writer:
        session, store = LabelSession(writer, known), SnapshotStore(Path(scratch))
        with label_extractor(order, store) as extractor:
            tasks = unlabelled_tasks(order, session, extractor, store)
            page = PageSettings.of(str(order.output), fine=order.fine)
            labelling = Labelling(session, tasks, page, extractor.extract_document.settings, shown.port)
            try:
                run_labelling(labelling, opens=shown.open)
            finally:
                remark(f"pages labelled in {order.output}: {session.progress.labelled}")


def label_extractor(order: LabelOrder, store: SnapshotStore) -> Extractor:
    """What looks at the pages; it keeps what it renders.

    Raises:
        UsageError, EnvironmentMissing: there is no such model.
    """
    ensemble = order.settings.make(PageTypeSettings).ensemble()
    settings = ExtractSettings(correction=ensemble.correction)
    opened = opening(order.settings, order.render)
    opened["store"] = None if order.render == "never" else store
    return Extractor(settings=settings, ensemble=ensemble, **opened)


def unlabelled_tasks(
    order: LabelOrder, session: LabelSession, extractor: Extractor, store: SnapshotStore
) -> Iterator[LabelTask]:
    """The pages that are not labelled, as they are read.

    Raises:
        UsageError: there is none.
    """
    _learn_known(order.output, session)
    rows, is_empty = rows_file(order.sources.given), True
    for snapshot, row in _of_rows(rows) if rows else _of_sources(order.sources, session, extractor):
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


def _learn_known(folder: Path, session: LabelSession) -> None:
    """Let the queue know how the pages are built that were labelled before."""
    for label in (read_labels(folder) if is_labels(folder) else [])[-MOST_COMPARED:]:
        with suppress(PageError, UsageError):
            session.learn(label, feature_of(open_labelled(folder, label)))


def _of_rows(target: str) -> Iterator[tuple[Snapshot | None, Extraction]]:
    for values in read_rows(target, row_schema()):
        row = Extraction.from_dict(values)
        try:
            yield load_snapshot(Path(row.snapshot)) if row.snapshot else None, row
        except UsageError as error:
            complain(str(error))


def _of_sources(
    sources: Sources, session: LabelSession, extractor: Extractor
) -> Iterator[tuple[Snapshot | None, Extraction]]:
    items, same = tee(item for item in sources.read() if not _is_labelled(item, session))
    for row, item in zip(extractor.extract_many(same), items, strict=True):
        yield _snapshot_of(item, row), row


def _is_labelled(item: Item, session: LabelSession) -> bool:
    if isinstance(item, Snapshot):
        return False  # the session knows it by its id
    url = "" if item.url.startswith(SAVED_ORIGIN) or item.url == item.ref else item.url
    return session.is_labelled(item.ref, url)


def _snapshot_of(item: Item, row: Extraction) -> Snapshot | None:
    """The page as it was looked at; None where there is none."""
    if isinstance(item, Snapshot):
        return item
    try:
        return load_snapshot(Path(row.snapshot)) if row.snapshot else undrawn_snapshot(open_document(item))
    except PageError:
        return None


def label_tasks(order: LabelOrder, regions: Regions) -> Iterator[Json]:
    """The tasks; their pages are kept in the folder of labels.

    Raises:
        UsageError: the folder cannot be used, or there is no page.
        EnvironmentMissing: a browser or a model is missing.
    """
    known = read_labels(order.output) if is_labels(order.output) else []
    with tempfile.TemporaryDirectory() as scratch, label_writer(order.output) as writer:
        session, store = LabelSession(writer, known), SnapshotStore(Path(scratch))
        with label_extractor(order, store) as extractor:
            for task in unlabelled_tasks(order, session, extractor, store):
                if not any(label.id == task.id for label in known):
                    yield _task(task, SnapshotStore(order.output / PAGES), extractor.extract_document.settings, regions)


def _task(task: LabelTask, pages: SnapshotStore, settings: ExtractSettings, regions: Regions) -> Json:
    snapshot = task.snapshot
    pages.save(snapshot)
    document = open_document(snapshot)
    used: Regions = regions if snapshot.screenshot else "text"
    label = predicted_label(task.id, document, task.row, settings)
    result = label_result(label, TaskPage(snapshot, document, used))
    about = label_task(snapshot, document, used)
    about["data"]["said"] = ["content"]
    return about | {
        "predictions": [{"result": result, "score": 1 - task.doubt, "model_version": task.row.model or "iawce"}]
    }
