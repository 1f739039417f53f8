"""An extractor whose answers are a test's: what a service does with them needs no pages."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock

from iawce.data.errors import Status
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.settings import ExtractSettings


class Canned(Extractor):
    """Answers when it is asked to. ``opening``: pages are still being opened, and can be cancelled.

    Attributes:
        begun: names of the pages that were begun, in the order in which they are answered.
    """

    def __init__(self, *, at_once: bool = True, opening: bool = False) -> None:
        super().__init__(network=NetworkSettings(public_only=True, fetch=True), processes=1)
        self._at_once, self._opening, self.begun = at_once, opening, list[str]()
        self.answered = 0
        self._answers: list[Callable[[], None]] = []
        self._submitting = Lock()

    def submit(self, item: Item, settings: ExtractSettings, page_type: str = "") -> Future[Extraction]:
        assert isinstance(item, Page)
        row = Future[Extraction]()
        if not self._opening:
            row.set_running_or_notify_cancel()
        done = Extraction(ref=item.ref, status=Status.SUCCESS, text=item.ref)
        with self._submitting:  # a job submits its pages from several threads
            self._answers.append(lambda: row.set_result(done))
            self.begun.append(item.ref)  # at last: who sees a page begun may answer it
        if self._at_once:
            self.answer()
        return row

    def answer(self) -> None:
        """Give the row of the page that waits longest."""
        self._answers.pop(0)()
        self.answered += 1
