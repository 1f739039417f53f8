"""Loads pages: renders them, fetches them, or uses them unchanged."""

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document, undrawn_snapshot
from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html, Page
from iawce.data.render.rendering_need import gains_from_rendering
from iawce.data.render.settings import RenderSettings
from iawce.data.run_folder.input import input_id
from iawce.data.snapshot import Snapshot, SnapshotStore, Spool
from iawce.data.sources.source import read_source

if TYPE_CHECKING:
    from iawce.data.render.background import BackgroundRenderer

Item = Page | Snapshot | Document  # One page, in any state
Source = str | Path | bytes | Html | Item
"""An address, a path (of HTML, a folder, a snapshot), bytes of HTML, markup, a page, a snapshot, or a document."""
SOURCES = ", ".join(kind.__name__ for kind in get_args(Source))
Opening = Future[Snapshot] | Future[Page] | None  # Of a page that is rendered or fetched; None if it is used unchanged


def items_of(sources: Iterable[Source]) -> Iterator[Item]:
    """The pages of all sources, in order.

    Raises UsageError: this is one source instead of many; or, during the iteration, an item is not a source.
    """
    if isinstance(sources, Source):
        raise UsageError(f"extract_many takes many sources; for one, use extract, or a list: [{_shown(sources)}]")
    return (item for source in sources for item in _items(source))


def _items(source: object) -> Iterator[Item]:
    if isinstance(source, Item):
        return iter((source,))
    if isinstance(source, Html | bytes):
        return iter(((source if isinstance(source, Html) else Html(source)).page(),))
    if not isinstance(source, str | Path):
        raise UsageError(f"{_shown(source)} is no source; sources are {SOURCES}")
    text = str(source)
    if not text.strip():
        raise UsageError("an empty text is no source: give an address, a path, or Html(text)")
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        raise UsageError(f"{_shown(source)} is markup, not an address or a path: give Html(text)")
    return read_source(text)


def _shown(source: object) -> str:
    return repr(source)[:60]


class PageOpener(Closing):
    """Renders or fetches pages by one browser, which starts with the first page that needs it; thread-safe.

    Its arguments are those of ``Extractor``. It can be pickled: in another process, it starts its own browser.
    """

    def __init__(
        self,
        render: str,
        render_settings: RenderSettings,
        network: NetworkSettings,
        store: SnapshotStore | None,
        spool: Spool | None,
        *,
        workers: int,
        limits: Limits,
    ) -> None:
        self.render, self.render_settings, self.network = render, render_settings, network
        self.store, self.workers, self.limits = store, workers, limits
        self._spool = spool
        self._spooling: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._renderer: BackgroundRenderer | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_lock", "_renderer")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.Lock(), _renderer=None)  # another process starts its own browser

    def start(self, item: Item, first: Item | None = None, scale: float = 0.0) -> Opening:
        """Start to render or fetch an item, if necessary.

        ``item``: to open; ``first``: the page whose row will contain it, if it is another one; ``scale``: pixels of a
        screenshot for each CSS px, 0 for none; such a page is not stored in the spool. Raises EnvironmentMissing: no
        browser.
        """
        if not isinstance(item, Page) or item.error:
            return None
        if self.network.fetch and item.is_live:
            return self.renderer().fetch(item)
        if not self._is_drawn(item):
            return None
        if not self._spool or scale:
            return self.renderer().submit(item, 0.0 if self.network.fetch else scale)
        # one page may be written while the others are rendered
        self._spooling = self._spooling or ThreadPoolExecutor(self.workers + 1, "spool")
        return self._spooling.submit(self._through_spool, self._spool, item, first or item)

    def finish(self, item: Item, opening: Opening) -> tuple[Item, str]:
        """The opened item, and the folder of its stored snapshot, empty without one.

        A page that was fetched without a browser is stored without boxes and picture, a saved file not at all. Raises
        PageError: it could not be rendered or fetched.
        """
        opened = opening.result() if opening else item
        if not self.store or not (opening or isinstance(opened, Snapshot)):
            return opened, ""
        if isinstance(opened, Snapshot):
            return opened, str(self.store.save(opened))
        document = open_document(opened, self.limits)
        return document, str(self.store.save(undrawn_snapshot(document)))

    def close(self) -> None:
        """End the browser, if it runs; the next page starts it again."""
        renderer, self._renderer = self._renderer, None
        if renderer:
            renderer.close()
        threads, self._spooling = self._spooling, None
        if threads:
            threads.shutdown(cancel_futures=True)

    def _through_spool(self, spool: Spool, page: Page, first: Item) -> Snapshot:
        """The snapshot of a page in the row of ``first``, from the spool, or rendered and stored there."""
        row, own = input_id(first.ref, first.url), input_id(page.ref, page.url)
        if found := spool.find(row, own):
            return found
        snapshot = self.renderer().submit(page).result()
        spool.keep(row, snapshot, own)
        return snapshot

    def _is_drawn(self, page: Page) -> bool:
        if self.render != "auto" or page.is_live:
            return self.render != "never"
        return not page.is_archived and gains_from_rendering(page)

    def renderer(self) -> "BackgroundRenderer":
        """The one browser of all threads, also for files that are no pages. Raises EnvironmentMissing: no browser."""
        from iawce.data.render.background import BackgroundRenderer  # noqa: PLC0415

        with self._lock:
            if self._renderer is None:
                renderer = BackgroundRenderer(self.render_settings, self.workers, self.network, self.limits)
                self._renderer = renderer.start()
            return self._renderer
