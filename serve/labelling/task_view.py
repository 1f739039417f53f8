"""The data shown for a page to be labelled."""

from dataclasses import dataclass

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.extract.content.content import Content
from iawce.extract.inspector.block_views import MOST_SHOWN, block_views
from iawce.extract.inspector.page_picture import page_picture
from iawce.extract.inspector.page_view import BlockView, PagePicture
from iawce.extract.pipeline.extract_content import find_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.serve.labelling.label_task import LabelTask
from iawce.serve.labelling.record_choices import RecordChoices, record_choices

DOUBTFUL = (0.3, 0.7)
"""Probabilities of main content between which a block should be checked."""


@dataclass(frozen=True, slots=True)
class TaskView:
    """A page as it is shown.

    ``blocks`` have an entry of ``kept`` for each page type, in the order of ``PageType``: the blocks that the models
    keep if it is of this type; their reasons are those of the type of the row. ``cut`` is the number of blocks that
    are not shown, so that the content cannot be labelled completely.
    """

    task: LabelTask
    picture: PagePicture | None
    blocks: tuple[BlockView, ...]
    choices: RecordChoices
    cut: int


def view_task(task: LabelTask, settings: ExtractSettings) -> TaskView:
    """The view of a page.

    Args:
        task: the page.
        settings: of the models.

    Raises:
        PageError: the page cannot be read.
        UsageError: it is not there any more.
    """
    snapshot = task.snapshot
    document = open_document(snapshot)
    reading = settings.read(document)
    types = list(PageType)
    contents = [_content(reading, page_type, settings) for page_type in types]
    explained = types.index(PageType(task.row.type)) if task.row.type in types else 0
    return TaskView(
        task,
        page_picture(document, snapshot.scale),
        tuple(block_views(reading, task.row, contents, settings.correction, explained)),
        record_choices(reading, task.row.records),
        max(0, len(reading.blocks) - MOST_SHOWN),
    )


def _content(reading: PageReading, page_type: str, settings: ExtractSettings) -> Content | None:
    """The content of a page according to the models, given its type."""
    try:
        return find_content(reading, page_type, settings)[1]
    except PageError:
        return None
