"""The I-AWCE pipeline: render a page, look at it, take its content out.

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

from iawce.data.errors import IawceError, PageError, UsageError
from iawce.data.html.read import read_html
from iawce.data.labels import PageType
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.data.sources.local import read_source
from iawce.data.sources.pictures import Look
from iawce.extract.content import Taken, TakeSettings, take_out
from iawce.extract.extraction import Extraction, failed
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import Eyes

LOOK_SCALE = 0.5
"""Scale of a screenshot that is only looked at: that of the pictures which the shipped model has learned from."""
log = logging.getLogger(__name__)
Source = str | Path | bytes | Page | Snapshot
"""An address, a path (of HTML or of a snapshot's folder), bytes of HTML, a page, or a snapshot."""


class Extractor:
    """Extracts pages; the browser starts with the first page that needs it and ends with ``close``.

    Args:
        take: what to keep and by which method.
        render: how to render; a screenshot is taken only if ``store`` keeps it or ``eyes`` looks at pixels.
        eyes: what decides the page type.
        page_type: use this type and look at nothing.
        store: keep every snapshot there.
        browser: False takes HTML as it is, without rendering; its type is then told by the markup.
        workers: pages that are rendered at the same time.

    Raises:
        UsageError: no such page type, or an eye that needs a browser where none is wanted.
    """

    def __init__(
        self,
        *,
        take: TakeSettings = TakeSettings(),  # noqa: B008 - frozen
        render: RenderSettings = RenderSettings(),  # noqa: B008 - frozen
        eyes: Eyes | None = None,
        page_type: str = "",
        store: SnapshotStore | None = None,
        browser: bool = True,
        workers: int = 2,
    ) -> None:
        if page_type and page_type not in set(PageType):
            raise UsageError(f"no page type is called {page_type!r}; known are {', '.join(PageType)}")
        if not browser and eyes and eyes.eye not in ("auto", "dom"):
            raise UsageError(f"without a browser the eye {eyes.eye!r} has nothing to look at")
        self.take, self.page_type, self.store, self.workers = take, page_type, store, workers
        self.eyes = eyes or Eyes()
        if store is None:
            render = replace(render, screenshot_scale=LOOK_SCALE if self.eyes.eye == "pixels" else 0.0)
        self.render = render
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
        for item, rendering in start_ahead(_items(sources), self._start, self.workers):
            yield self._finish(item, rendering)

    def _start(self, item: Page | Snapshot) -> Future[Snapshot] | None:
        if isinstance(item, Snapshot) or item.error or not self._use_browser:
            return None
        if self._renderer is None:
            self._renderer = self._stack.enter_context(BackgroundRenderer(self.render, self.workers))
        return self._renderer.submit(item)

    def _finish(self, item: Page | Snapshot, rendering: Future[Snapshot] | None) -> Extraction:
        try:
            if isinstance(item, Snapshot):
                return self._from_snapshot(item)
            if item.error:
                raise PageError(item.error)
            return self._from_snapshot(rendering.result()) if rendering else self._from_html(item)
        except PageError as error:
            return failed(item.ref, error, url=item.url)
        except IawceError:
            raise
        except Exception as error:
            log.exception("%s: a defect in the program", item.ref)
            return failed(item.ref, PageError(f"internal/{type(error).__name__}", str(error)), url=item.url)

    def _from_snapshot(self, snapshot: Snapshot) -> Extraction:
        folder = self.store.save(snapshot) if self.store else None
        started = time.perf_counter()
        seen = self._look(Look(snapshot.ref, snapshot.boxes, snapshot.screenshot or None, snapshot.html))
        looked = time.perf_counter()
        page_type = self.page_type or (seen.type if seen else "")
        taken = take_out(snapshot.html, snapshot.boxes, page_type, snapshot.final_url, self.take)
        timings = {"look": round(looked - started, 4), "take": round(time.perf_counter() - looked, 4)}
        row = _row(snapshot.ref, taken, page_type, seen, (*snapshot.warnings, *taken.warnings))
        return replace(
            row,
            status="partial_success" if snapshot.partial or row.status != "success" else "success",
            url=snapshot.url,
            final_url=snapshot.final_url,
            http_status=snapshot.status,
            truncated=snapshot.truncated,
            warnings=(*row.warnings, *(("partial/still_changing",) if snapshot.partial else ())),
            snapshot=str(folder or ""),
            timings=snapshot.timings | timings,
        )

    def _look(self, look: Look) -> Classification | None:
        """What kind of page it is; None where that has been said already."""
        return None if self.page_type or self.take.method else self.eyes.look(look)

    def _from_html(self, page: Page) -> Extraction:
        if page.body is None:
            raise PageError("not_fetched/no_browser", "an address needs the browser")
        started = time.perf_counter()
        decoded = read_html(page)
        seen = self._look(Look(page.ref, html=decoded.text))
        looked = time.perf_counter()
        page_type = self.page_type or (seen.type if seen else "")
        taken = take_out(decoded.text, (), page_type, page.url, self.take)
        row = _row(page.ref, taken, page_type, seen, (*decoded.warnings, *taken.warnings))
        timings = {"look": round(looked - started, 4), "take": round(time.perf_counter() - looked, 4)}
        return replace(row, url=page.url, final_url=page.url, timings=timings)


def _row(ref: str, taken: Taken, page_type: str, seen: Classification | None, warnings: tuple[str, ...]) -> Extraction:
    return Extraction(
        ref=ref,
        status="partial_success" if any(note.startswith("truncated/") for note in warnings) else "success",
        type=page_type,
        fine_type=seen.fine_type if seen else "",
        probabilities=dict(seen.probabilities) if seen else {},
        model=seen.model if seen else "",
        method=taken.method,
        title=taken.title,
        text=taken.text,
        html=taken.html,
        blocks=taken.blocks,
        scores=taken.scores,
        warnings=(*warnings, *(f"suspect/{flag}" for flag in (seen.flags if seen else ()))),
    )


def _items(sources: Iterable[Source]) -> Iterator[Page | Snapshot]:
    for source in sources:
        if isinstance(source, Page | Snapshot):
            yield source
        elif isinstance(source, bytes):
            yield Page("bytes", body=source)
        else:
            yield from read_source(str(source))
