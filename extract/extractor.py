"""The I-AWCE pipeline: render a page, classify it, extract its content.

Source: Qin et al. 2023 (I-AWCE), figure 1. Every input gives exactly one row; what goes wrong with one page is written
into its row and costs no other.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from iawce.data.document import Document
from iawce.data.errors import IawceError, PageError, UsageError
from iawce.data.labels import PageType
from iawce.data.network.settings import NetworkSettings
from iawce.data.open_document import open_document
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.data.sources.read_sources import read_source
from iawce.extract.extract_content import extract_content
from iawce.extract.extraction import Extraction, suspicions
from iawce.extract.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

SCREENSHOT_SCALE = 0.5
"""Scale of a screenshot that only models look at: that of the pictures which the shipped model was trained on."""
log = logging.getLogger(__name__)
Item = Page | Snapshot | Document
Source = str | Path | bytes | Item
"""An address, a path (of HTML or of a snapshot's folder), bytes of HTML, a page, a snapshot, or a document."""


class Extractor:
    """Extracts pages; the browser starts with the first page that needs it and ends with ``close``.

    Args:
        settings: what to extract, and by which method.
        network: how pages are reached; with ``fetch``, no browser is used.
        render: how to render; a screenshot is taken only if ``store`` keeps it or ``ensemble`` looks at it.
        ensemble: what decides the page type.
        page_type: use this type instead of asking the ensemble.
        store: keep every snapshot there.
        browser: False takes HTML as it is, without rendering; its type is then classified by the HTML.
        workers: pages that are rendered at the same time.

    Raises:
        UsageError: no such page type, an ensemble that needs a browser where none is wanted, or a model that tells
            other labels than page types.
        EnvironmentMissing: the ensemble's model is absent or damaged.
    """

    def __init__(
        self,
        *,
        settings: ExtractSettings = ExtractSettings(),  # noqa: B008 - frozen
        render: RenderSettings = RenderSettings(),  # noqa: B008 - frozen
        network: NetworkSettings = NetworkSettings(),  # noqa: B008 - frozen
        ensemble: PageTypeEnsemble | None = None,
        page_type: str = "",
        store: SnapshotStore | None = None,
        browser: bool = True,
        workers: int = 2,
    ) -> None:
        if page_type and page_type not in set(PageType):
            raise UsageError(f"no page type is called {page_type!r}; known are {', '.join(PageType)}")
        self.settings, self.page_type, self.store, self.workers = settings, page_type, store, workers
        self.ensemble = ensemble or PageTypeEnsemble()
        self.ensemble.check_page_types()
        only_input = self.ensemble.only_input
        browser = browser and not network.fetch
        if not browser and only_input not in (None, "html"):
            raise UsageError(f"without a browser there is no {only_input} to look at")
        if store is None:
            scale = SCREENSHOT_SCALE if only_input == "screenshot" else 0.0
            render = replace(render, screenshot_scale=scale)
        self.render, self.network = render, network
        self._use_browser = browser
        self._stack = ExitStack()
        self._renderer: BackgroundRenderer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser, if one runs."""
        self._stack.close()
        self._renderer = None

    def extract(self, source: Source) -> Extraction:
        """Extract one page.

        Raises:
            UsageError: the source holds several pages, or none.
            EnvironmentMissing: no browser or no weights.
        """
        found = list(self.extract_many([source]))
        if len(found) != 1:
            raise UsageError(f"{source!r} holds {len(found)} pages; use extract_many")
        return found[0]

    def extract_many(self, sources: Iterable[Source]) -> Iterator[Extraction]:
        """Extract pages, lazily and in order; up to ``workers`` are rendered ahead."""
        for item, rendering in start_ahead(_items(sources), self._start_rendering, self.workers):
            yield self._extract(item, rendering)

    def _start_rendering(self, item: Item) -> Future[Snapshot] | Future[Page] | None:
        if not isinstance(item, Page) or item.error:
            return None
        fetches = self.network.fetch and item.is_live
        if not fetches and not self._use_browser:
            return None
        if self._renderer is None:
            self._renderer = self._stack.enter_context(BackgroundRenderer(self.render, self.workers, self.network))
        return self._renderer.fetch(item) if fetches else self._renderer.submit(item)

    def _extract(self, item: Item, rendering: Future[Snapshot] | Future[Page] | None) -> Extraction:
        """One item, from source to row."""
        try:
            item = rendering.result() if rendering else item
            folder = self.store.save(item) if self.store and isinstance(item, Snapshot) else None
            row = self._extract_document(item if isinstance(item, Document) else open_document(item))
            return _with_snapshot(row, item, folder) if isinstance(item, Snapshot) else replace(row, url=item.url)
        except PageError as error:
            return Extraction.failed(item.ref, error, url=item.url)
        except IawceError:
            raise
        except Exception as error:
            log.exception("%s: a defect in the program", item.ref)
            return Extraction.failed(item.ref, PageError(f"internal/{type(error).__name__}", str(error)), url=item.url)

    def _extract_document(self, document: Document) -> Extraction:
        started = time.perf_counter()
        asked = not self.page_type and self.settings.needs_type
        answer = self.ensemble.classify(document).as_page_type() if asked else None
        classified = time.perf_counter()
        row = extract_content(document, answer.type if answer else self.page_type, self.settings)
        if answer:
            row = replace(
                row,
                fine_type=answer.fine_type,
                probabilities=dict(answer.probabilities),
                model=answer.model,
                warnings=(*row.warnings, *suspicions(answer.flags)),
            )
        ended = time.perf_counter()
        return replace(
            row, timings={"classify": round(classified - started, 4), "extract": round(ended - classified, 4)}
        )


def _with_snapshot(row: Extraction, snapshot: Snapshot, folder: Path | None) -> Extraction:
    """The row with what the renderer knows, and where the snapshot is kept."""
    return replace(
        row,
        url=snapshot.url,
        truncated=snapshot.truncated,
        rendered=snapshot.time,
        snapshot=str(folder or ""),
        timings=snapshot.timings | row.timings,
    )


def _items(sources: Iterable[Source]) -> Iterator[Item]:
    for source in sources:
        if isinstance(source, Page | Snapshot | Document):
            yield source
        elif isinstance(source, bytes):
            yield Page("bytes", body=source)
        else:
            yield from read_source(str(source))
