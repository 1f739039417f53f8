"""The I-AWCE pipeline: render a page, classify it, extract its content.

Source: Qin et al. 2023 (I-AWCE), figure 1. Every input gives exactly one row; a failure of one page is written
into its row and affects no other.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Literal, Self

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import UsageError, not_known
from iawce.data.labels import PageType
from iawce.data.limits import Checked, Limits, Positive, Processes, Workers
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.prefetch import as_finished, begin_after, start_ahead
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import SnapshotStore, Spool
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.document_extractor import DocumentExtractor, row_or_failure
from iawce.extract.pipeline.follow_pages import FIRST_PAGE, EarlierPages, follow_pages
from iawce.extract.pipeline.page_opener import Item, Opening, PageOpener, Source, items_of
from iawce.extract.pipeline.processes.page_processes import Choices, ExtractionProcesses
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

Render = Literal["auto", "always", "never"]
Extract = Callable[[Item, EarlierPages], Extraction]
SCREENSHOT_SCALE = 0.5  # Scale of screenshots for models alone: that of the training pictures of the shipped model


@dataclass(frozen=True)
class _Arguments(Checked):
    """Arguments of an ``Extractor`` that are no settings, but checked like them."""

    render: Render
    workers: Workers
    processes: Processes
    follow_pages: Positive


class Extractor(Closing):
    """Extracts pages; browser and processes start with the first page that needs them and end with ``close``.

    It may be used by many threads at the same time, which share one browser; after a fork, the child needs its own
    extractor.

    Args:
        settings: what to extract, and by which method.
        network: how pages are reached; with ``fetch``, no browser is used.
        render: which pages are rendered. ``auto``: live pages, and saved HTML if rendering improves it (see
            ``gains_from_rendering``), if it is stored, or if ``ensemble`` needs it; ``always``; ``never``: without a
            browser, HTML is used unchanged, and addresses are fetched only if ``network`` has ``fetch``.
        render_settings: how to render; a screenshot is taken only if it is stored or ``ensemble`` needs it.
        ensemble: what decides the page type.
        page_type: use this type instead of asking the ensemble.
        store: for all snapshots.
        spool: of a run: stores rendered pages until the run removes them; pages in it are not rendered again.
        workers: pages that are rendered at the same time.
        processes: pages that are classified and extracted at the same time by ``extract_many``, each in a separate
            process, which is ended when its page takes too long or too much memory; 0: all in this process.
        limits: of each page.
        follow_pages: most pages of a thread, a list or an article in parts that are joined in one row, if the first is
            live; 1: none is followed.

    Attributes:
        opener: renders or fetches pages.
        extract_document: extracts loaded pages.

    Raises:
        UsageError: a number is out of range, no such page type or ``render``, an ensemble that needs a browser although
            there is none, or a model whose labels are not page types.
        EnvironmentMissing: a model of the ensemble is missing or damaged.
    """

    def __init__(
        self,
        *,
        settings: ExtractSettings = ExtractSettings(),  # noqa: B008 - frozen
        render: Render = "auto",
        render_settings: RenderSettings = RenderSettings(),  # noqa: B008 - frozen
        network: NetworkSettings = NetworkSettings(),  # noqa: B008 - frozen
        ensemble: PageTypeEnsemble | None = None,
        page_type: str = "",
        store: SnapshotStore | None = None,
        spool: Spool | None = None,
        workers: int = 2,
        processes: int = 0,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        follow_pages: int = 1,
    ) -> None:
        _Arguments(render, workers, processes, follow_pages)
        if page_type and page_type not in set(PageType):
            raise not_known("no page type is called", page_type, PageType)
        ensemble = ensemble or PageTypeEnsemble()
        ensemble.check_page_types()
        only_input = ensemble.only_input
        must_draw = only_input not in (None, "html")
        render = "never" if network.fetch else render
        if render == "never" and must_draw:
            raise UsageError(f"without a browser there is no {only_input} to classify")
        if render == "auto" and (must_draw or store):
            render = "always"
        if store is None:
            scale = SCREENSHOT_SCALE if only_input == "screenshot" else 0.0
            render_settings = replace(render_settings, screenshot_scale=scale)
        self.network, self.workers = network, workers
        self.process_count, self.follow_pages = processes, follow_pages
        self.opener = PageOpener(render, render_settings, network, store, spool, workers=workers, limits=limits)
        self.extract_document = DocumentExtractor(settings, ensemble, page_type, limits)
        self._lock = threading.Lock()
        self._processes: ExtractionProcesses | None = None

    def close(self) -> None:
        """End the browser and the processes, if they run; the next page starts them again."""
        self.opener.close()  # first, since processes may wait for it
        processes, self._processes = self._processes, None
        if processes:
            processes.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    def extract(self, source: Source) -> Extraction:
        """Extract one page, in this process.

        Raises UsageError: the source has several pages or none, or is not a source; EnvironmentMissing: no browser or
        no weights.
        """
        found = list(islice(items_of([source]), 2))
        if len(found) != 1:
            raise UsageError(f"{source!r} holds {'several pages; use extract_many' if found else '0 pages'}")
        return self._start(found[0], None)()

    def extract_many(self, sources: Iterable[Source], *, ordered: bool = True) -> Iterator[Extraction]:
        """Extract pages lazily; up to twice ``workers`` and ``processes`` pages are started in advance.

        ``sources``: of the pages. ``ordered``: whether rows are in the order of the sources; otherwise they are yielded
        when they are finished, so that, with processes, a slow page does not delay others. Raises UsageError: this is
        one source, not many, or one of them is no source; EnvironmentMissing: no browser or no weights.
        """
        return self._extract_all(items_of(sources), ordered=ordered)

    def open_many(self, sources: Iterable[Source]) -> Iterator[Document | Extraction]:
        """The documents of pages, rendered as for ``extract_many``, lazily and in order; for failed pages, their rows.

        Raises UsageError: this is one source, not many, or one of them is no source; EnvironmentMissing: no browser.
        """
        started = start_ahead(items_of(sources), self.opener.start, self.workers)
        return (self._open(item, opening) for item, opening in started)

    def submit(self, item: Item, settings: ExtractSettings, page_type: str = "") -> Future[Extraction]:
        """Start a page with its own settings in a process.

        Raises UsageError: this extractor has no processes; EnvironmentMissing: no browser.
        """
        if (processes := self._running_processes()) is None:
            raise UsageError("pages are submitted to processes: make an Extractor with processes")
        return self._submit(item, processes, (settings, page_type))

    async def aextract(self, source: Source) -> Extraction:
        """``extract`` for asyncio: the event loop keeps running."""
        return await asyncio.to_thread(self.extract, source)

    async def aextract_many(self, sources: Iterable[Source]) -> AsyncIterator[Extraction]:
        """``extract_many`` for asyncio: the event loop keeps running; ``sources`` are read in a thread."""
        rows, loop = self.extract_many(sources), asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, "extract_many")
        try:
            while row := await loop.run_in_executor(thread, next, rows, None):
                yield row
        finally:
            thread.shutdown(wait=False)

    def _extract_all(self, items: Iterator[Item], *, ordered: bool) -> Iterator[Extraction]:
        first = list(islice(items, 2))
        every = chain(first, items)
        processes = self._running_processes() if len(first) > 1 else None
        ahead = 2 * (self.workers + self.process_count)
        if processes and not ordered:
            yield from as_finished(every, partial(self._submit, processes=processes), ahead)
            return
        for _, row in start_ahead(every, partial(self._start, processes=processes), ahead):
            yield row()

    def _start(self, item: Item, processes: ExtractionProcesses | None) -> Callable[[], Extraction]:
        """Start the work that is possible in advance; the result is a function that waits for the row."""
        if processes:
            return self._submit(item, processes).result
        return partial(self._finish, item, self.opener.start(item), self.extract_document)

    def _submit(self, item: Item, processes: ExtractionProcesses, choices: Choices | None = None) -> Future[Extraction]:
        """Start a page; no process waits for a page that is still being rendered."""
        opening, extract = self.opener.start(item), partial(processes.extract, choices=choices)
        return begin_after(opening, lambda: processes.submit(partial(self._finish, item, opening, extract)))

    def _open(self, item: Item, opening: Opening) -> Document | Extraction:
        def work() -> Document:
            document = open_document(opening.result() if opening else item, self.extract_document.limits)
            assert document.index  # noqa: S101 - what cannot be parsed fails here
            return document

        return row_or_failure(item, work)

    def _finish(self, item: Item, opening: Opening, extract: Extract) -> Extraction:
        """One item, from its rendering to its row, with its further pages on request."""
        row = self._read(item, opening, extract, FIRST_PAGE)
        if self.follow_pages < 2 or not isinstance(item, Page) or not item.is_live:
            return row
        return follow_pages(
            item,
            row,
            lambda page, earlier: self._read(page, self.opener.start(page, item), extract, earlier),
            self.follow_pages,
            may_move=not (item.credentials or self.network.headers),
        )

    def _read(self, item: Item, opening: Opening, extract: Extract, earlier: EarlierPages) -> Extraction:
        def work() -> Extraction:
            opened, folder = self.opener.finish(item, opening)
            return replace(extract(opened, earlier), snapshot=folder)

        return row_or_failure(item, work)

    def _running_processes(self) -> ExtractionProcesses | None:
        if not self.process_count:
            return None
        with self._lock:
            self._processes = self._processes or ExtractionProcesses(self.extract_document, self.process_count)
            return self._processes
