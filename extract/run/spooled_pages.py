"""Rendered pages whose rows are not finished: stored on disk as soon as they are rendered."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from iawce.data.closing import Closing
from iawce.data.page import Page
from iawce.data.run_folder.input import input_id
from iawce.data.run_folder.spool import Spool
from iawce.data.snapshot import Snapshot
from iawce.extract.run.items import Item


class SpooledPages(Closing):
    """Takes pages from a spool, or renders them and stores them there.

    Args:
        spool: of the run.
        workers: pages that are rendered at the same time; one more may be written meanwhile.
    """

    def __init__(self, spool: Spool, workers: int) -> None:
        self._spool, self._workers = spool, workers
        self._threads: ThreadPoolExecutor | None = None

    def start(self, page: Page, first: Item, render: Callable[[], Future[Snapshot]]) -> Future[Snapshot]:
        """The snapshot of a page that will be in the row of ``first``."""
        self._threads = self._threads or ThreadPoolExecutor(self._workers + 1, "spool")
        return self._threads.submit(self._open, input_id(page.ref, page.url), input_id(first.ref, first.url), render)

    def close(self) -> None:
        """Cancel work that has not begun; may be called twice."""
        threads, self._threads = self._threads, None
        if threads:
            threads.shutdown(cancel_futures=True)

    def _open(self, id: str, row: str, render: Callable[[], Future[Snapshot]]) -> Snapshot:
        if found := self._spool.find(row, id):
            return found
        snapshot = render().result()
        self._spool.keep(row, snapshot, id)
        return snapshot
