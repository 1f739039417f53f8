"""Inspector pages and classified pictures, made in a separate process, whose crash does no harm."""

from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.prefetch import begin_after
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.view_page import Inspection, view_page
from iawce.extract.inspector.write_html import page_html
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import classified_row
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.failures import row_or_failure
from iawce.extract.pipeline.page_opener import Opening
from iawce.extract.pipeline.processes.child import Function
from iawce.extract.pipeline.processes.page_processes import ProcessPool, row_of_reply
from iawce.models.page_type.ensemble import PageTypeEnsemble

SCALE = 0.6
"""Pixels of a screenshot for each CSS px, as in the inspector."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A row, and the page of HTML that shows it; empty where the page could not be read."""

    row: Extraction
    html: str = ""


class Inspections(ProcessPool):
    """One process, started with the first page that is inspected.

    Args:
        extractor: whose browser opens pages, and whose settings extract them.
    """

    def __init__(self, extractor: Extractor) -> None:
        super().__init__(partial(load_inspector, extractor.extract_document), extractor.extract_document.limits, 1)
        self._opener = extractor.opener

    def start(self, page: Page) -> Future[Inspected]:
        """Begin one page.

        Raises:
            EnvironmentMissing: no browser.
        """
        opening = self._opener.start_with_screenshot(page, SCALE)
        return begin_after(opening, lambda: self.submit(partial(self._finish, page, opening)))

    def _finish(self, page: Page, opening: Opening) -> Inspected:
        found = row_or_failure(page, lambda: self._inspect(page, opening))
        return Inspected(found) if isinstance(found, Extraction) else found

    def _inspect(self, page: Page, opening: Opening) -> Inspected:
        opened, _ = self._opener.finish(page, opening)
        reply = self.ask_twice(opened)
        if reply.error:
            return Inspected(row_of_reply(page, reply))
        return Inspected(Extraction.from_dict(reply.value["row"]), reply.value["html"])


def load_inspector(extract: DocumentExtractor) -> Function:
    """The function of the process: the row of a page and its HTML, as JSON values."""

    def inspect(item: Page | Snapshot) -> dict[str, Any]:
        row = extract(replace(item, screenshot=b"") if isinstance(item, Snapshot) else item)  # as without the picture
        return {"row": row.to_dict(), "html": _shown(item, row, extract)}

    return inspect


def _shown(item: Page | Snapshot, row: Extraction, extract: DocumentExtractor) -> str:
    try:
        document = open_document(item, extract.limits)
    except PageError:
        return ""
    scale = item.scale if isinstance(item, Snapshot) else 1.0
    wanted = Inspection(extract.settings, correction=extract.ensemble.correction)
    return page_html(view_page(document, row, wanted, scale), asks=True)


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
