"""What a site is sent, as a browser sends it: cookies and headers for this site, and for no other.

Headers that a browser context has are sent everywhere; so requests to the site are stopped on their way, one by one.
A redirect is a new request, which the headers of the one before do not follow.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.network.site import Site

if TYPE_CHECKING:  # Playwright names this type in no public module
    from playwright._impl._api_structures import SetCookieParam


def browser_cookies(site: Site) -> "list[SetCookieParam]":
    """Cookies as a browser context takes them."""
    return [
        {
            "name": cookie.name,
            "value": cookie.value or "",
            "domain": cookie.domain,
            "path": cookie.path,
            "expires": -1 if cookie.expires is None else float(cookie.expires),
            "secure": cookie.secure,
            "httpOnly": cookie.has_nonstandard_attr("HTTPOnly") or cookie.has_nonstandard_attr("HttpOnly"),
        }
        for cookie in site.cookies
    ]


class SiteHeaders:
    """Adds the headers of ``site`` in one tab, from ``start`` on."""

    def __init__(self, session: CDPSession, site: Site) -> None:
        self._session, self._site = session, site
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin, if there is anything to send."""
        if not self._site.headers:
            return
        self._session.on("Fetch.requestPaused", self._see)
        patterns = [{"urlPattern": f"{origin}/*"} for origin in self._site.origins]
        await self._session.send("Fetch.enable", {"patterns": patterns})

    def _see(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._send_on(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_on(self, event: dict[str, Any]) -> None:
        request = event["request"]
        answer: dict[str, Any] = {"requestId": event["requestId"]}
        if self._site.owns(request["url"]):
            ours = {name.lower() for name, _ in self._site.headers}
            kept = [(name, value) for name, value in request["headers"].items() if name.lower() not in ours]
            answer["headers"] = [{"name": name, "value": value} for name, value in (*kept, *self._site.headers)]
        with suppress(PlaywrightError):  # the page has gone
            await self._session.send("Fetch.continueRequest", answer)
