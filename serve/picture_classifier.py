"""Classifies pictures in a separate process."""

from typing import Any

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import classified_row
from iawce.extract.pipeline.processes.child import Function
from iawce.extract.pipeline.processes.page_processes import ProcessPool, row_of_reply
from iawce.models.page_type.ensemble import PageTypeEnsemble

REF = "screenshot"
"""Name of a sent picture in its row."""


def load_classifier() -> Function:
    """The function of the process: the row of a screenshot, as JSON values."""
    ensemble = PageTypeEnsemble("screenshot")

    def classify(picture: bytes) -> dict[str, Any]:
        document = Document(REF, screenshot=picture)
        try:
            return classified_row(document, ensemble.classify(document)).to_dict()
        except PageError as error:
            return classified_row(document, error).to_dict()

    return classify


def classify_picture(pool: ProcessPool, picture: bytes) -> Extraction:
    """The row of a screenshot, by a process that was loaded with ``load_classifier``.

    Raises:
        IawceError: the models are missing.
    """
    return row_of_reply(Page(REF), pool.ask(picture))
