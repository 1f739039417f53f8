"""Serves saved HTML to the browser without touching the network.

The page itself is answered from memory; style sheets, pictures and fonts are read from the
file's own folder; everything else is refused.
"""

import mimetypes
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from playwright.async_api import Route

from iawce.data.page import Page

SUFFIXES = frozenset(
    {".css", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico", ".woff", ".woff2", ".ttf", ".otf"}
)


class SavedPage:
    """Answers the requests of one saved page."""

    def __init__(self, page: Page, html: str) -> None:
        self._page = page
        self._html = html

    async def answer(self, route: Route) -> None:
        """Fulfil or refuse one request."""
        request = route.request
        if request.url == self._page.url and request.is_navigation_request():
            body = self._html.encode("utf-8", "replace")
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=body)
            return
        path = self._file(request.url)
        if path is None:
            await route.abort("blockedbyclient")
        else:
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            await route.fulfill(status=200, content_type=kind, body=path.read_bytes())

    def _file(self, url: str) -> Path | None:
        base = urljoin(self._page.url, ".")
        folder = self._page.folder
        if folder is None or not url.startswith(base):
            return None
        path = (folder / unquote(urlsplit(url[len(base) :]).path)).resolve()
        inside = path.is_relative_to(folder.resolve()) and path.suffix.lower() in SUFFIXES
        return path if inside and path.is_file() else None
