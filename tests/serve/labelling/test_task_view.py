"""What a person sees of a page that waits for labels."""

from pathlib import Path

import pytest

from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.serve.labelling.label_session import LabelTask
from iawce.serve.labelling.task_view import view_task
from tests.serve.labelling.sitting import notes, story


@pytest.mark.parametrize("page_type", ["article", "list", "product"])
@pytest.mark.parametrize("page", [notes("notes", 12), story("story")], ids=["notes", "story"])
def test_reasons_are_those_of_the_type_that_is_shown(page: Snapshot, page_type: str, tmp_path: Path) -> None:
    settings = ExtractSettings()
    row = DocumentExtractor(settings, PageTypeEnsemble(), page_type)(page)
    task = LabelTask.of(page, row, SnapshotStore(tmp_path))
    shown = view_task(task, settings).blocks
    number = ["article", "list", "thread", "product"].index(page_type)
    assert shown
    for block in shown:
        assert block.reason.startswith("kept" if block.kept[number] else "dropped")
