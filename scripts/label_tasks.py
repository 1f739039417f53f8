"""Pages that are not labelled as tasks for Label Studio, with what the models say of them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from iawce.data.datasets.label_studio import Json, Regions, TaskPage, label_result, label_task
from iawce.data.datasets.page_labels import PAGES, is_labels, label_writer, read_labels
from iawce.data.document import open_document
from iawce.data.snapshot import SnapshotStore
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.label_pages import LabelOrder, label_extractor, unlabelled_tasks
from iawce.serve.labelling.label_session import LabelSession
from iawce.serve.labelling.label_task import LabelTask
from iawce.serve.labelling.predicted_label import predicted_label


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
