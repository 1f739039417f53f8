"""Loads pages: renders them, fetches them, or uses them unchanged."""

import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from iawce.data.closing import Closing
from iawce.data.limits import Limits
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render.saved_pages import gains_from_rendering
from iawce.data.render.settings import RenderSettings
from iawce.data.run_folder.spool import Spool
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.extract.run.items import Item
from iawce.extract.run.spooled_pages import SpooledPages

if TYPE_CHECKING:  # without rendering, Playwright is not loaded
    from iawce.data.render.background import BackgroundRenderer

Opening = Future[Snapshot] | Future[Page] | None
"""The future of a page that is rendered or fetched; None if it is used unchanged."""


class PageOpener(Closing):
    """Renders or fetches pages by one browser, which starts with the first page that needs it; thread-safe.

    It can be pickled: in another process, it starts its own browser.

    Args:
        render: which pages are rendered, see ``Extractor``.
        render_settings: how to render.
        network: how pages are reached; with ``fetch``, no browser is used.
        store: for all snapshots.
        spool: stores rendered pages until their rows are finished; pages in it are not rendered again.
        workers: pages that are rendered at the same time.
        limits: of each page.
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
        self._spooled = SpooledPages(spool, workers) if spool else None
        self._lock = threading.Lock()
        self._renderer: BackgroundRenderer | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_lock", "_renderer")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.Lock(), _renderer=None)  # another process starts its own browser

    @property
    def opens_any(self) -> bool:
        """Whether it renders or fetches any pages."""
        return self.network.fetch or self.render != "never"

    def start(self, item: Item, first: Item | None = None) -> Opening:
        """Start to render or fetch an item, if necessary.

        Args:
            item: to open.
            first: the page whose row will contain it, if it is another one.

        Raises:
            EnvironmentMissing: no browser.
        """
        if not isinstance(item, Page) or item.error:
            return None
        fetches = self.network.fetch and item.is_live
        if not fetches and not self._is_drawn(item):
            return None
        if fetches:
            return self._running_renderer().fetch(item)
        if self._spooled:
            return self._spooled.start(item, first or item, lambda: self._running_renderer().submit(item))
        return self._running_renderer().submit(item)

    def start_with_screenshot(self, page: Page, scale: float) -> Opening:
        """The same for a page that needs a screenshot if it is rendered, and is not stored in the spool.

        Args:
            page: to open.
            scale: pixels of the screenshot for each CSS px.

        Raises:
            EnvironmentMissing: no browser.
        """
        if self.network.fetch or not self._is_drawn(page):
            return self.start(page)
        return self._running_renderer().submit(page, scale)

    def download(self, page: Page) -> Future[Page]:
        """Start to fetch a file that may not be a page, such as a sitemap.

        Raises:
            EnvironmentMissing: no browser.
        """
        return self._running_renderer().download(page)

    def sitemaps(self, page: Page) -> Future[list[str]]:
        """Start to request the sitemaps in the robots.txt of a live page.

        Raises:
            EnvironmentMissing: no browser.
        """
        return self._running_renderer().sitemaps(page)

    def finish(self, item: Item, opening: Opening) -> tuple[Item, str]:
        """The opened item, and the folder of its stored snapshot, empty without one.

        Raises:
            PageError: it could not be rendered or fetched.
        """
        opened = opening.result() if opening else item
        folder = self.store.save(opened) if self.store and isinstance(opened, Snapshot) else None
        return opened, str(folder or "")

    def close(self) -> None:
        """End the browser, if it runs; the next page starts it again."""
        renderer, self._renderer = self._renderer, None
        if renderer:
            renderer.close()
        if self._spooled:
            self._spooled.close()

    def _is_drawn(self, page: Page) -> bool:
        if self.render != "auto" or page.is_live:
            return self.render != "never"
        return not page.is_archived and gains_from_rendering(page)

    def _running_renderer(self) -> "BackgroundRenderer":
        """The one browser of all threads."""
        from iawce.data.render.background import BackgroundRenderer  # noqa: PLC0415

        if (running := self._renderer) is None:
            with self._lock:
                if (running := self._renderer) is None:
                    running = BackgroundRenderer(self.render_settings, self.workers, self.network, self.limits).start()
                    self._renderer = running
        return running
