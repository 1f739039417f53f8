"""The connections and headers of a browser context: its proxy, and what only the named site gets.

Headers of a browser context are sent to all sites; so requests to the site are intercepted one by one. A redirect is a
new request, without the headers of the one before. Cookies belong to a host in a browser, whatever its port, unless it
is configured otherwise when it is started.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, ProxySettings
from playwright.async_api import Error as PlaywrightError

from iawce.data.network.address import WebAddress
from iawce.data.network.page_network import PageNetwork
from iawce.data.network.site import Site

NOWHERE = "socks5://127.0.0.1:0"
"""An impossible proxy for the browser itself: its own requests, such as for updates, do not leave the machine."""
ARGUMENTS = (f"--proxy-server={NOWHERE}", "--proxy-bypass-list=<-loopback>")


def proxy_settings(network: PageNetwork) -> ProxySettings | None:
    """The proxy of a page's context; None for the browser's, which leads nowhere."""
    if network.proxy:
        return {"server": network.proxy, "bypass": "<-loopback>"}
    return {"server": NOWHERE, "bypass": "*"} if network.site else None


BOUND_COOKIES = "--enable-features=CDPScreenshotNewSurface,EnablePortBoundCookies"
"""Makes the port part of the origin of a cookie; the other feature is Playwright's, whose list this replaces."""


def browser_cookies(site: Site) -> Iterator[dict[str, Any]]:
    """Cookies in the form of the DevTools protocol, each for one origin."""
    for origin in site.origins:
        for cookie in site.cookies:
            ends = {} if cookie.expires is None else {"expires": float(cookie.expires)}
            yield ends | {
                "name": cookie.name,
                "value": cookie.value or "",
                "url": origin,
                "sourcePort": WebAddress.parse(origin).port,
                "path": cookie.path,
                "secure": cookie.secure,
                "httpOnly": cookie.has_nonstandard_attr("HTTPOnly") or cookie.has_nonstandard_attr("HttpOnly"),
            }


class PausedRequests(ABC):
    """Requests of one tab that the browser holds until ``send_on`` has answered each or passed it on."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._tasks: set[asyncio.Task[None]] = set()

    async def pause(self, *patterns: dict[str, str]) -> None:
        """Hold what fits a pattern of the DevTools protocol from now on."""
        self._session.on("Fetch.requestPaused", self._see)
        await self._session.send("Fetch.enable", {"patterns": list(patterns)})

    @abstractmethod
    async def send_on(self, event: dict[str, Any]) -> None:
        """Answer one request, or pass it on."""

    def _see(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self.send_on(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class SiteHeaders(PausedRequests):
    """Adds the headers and cookies of ``site`` in one tab, from ``start`` on."""

    def __init__(self, session: CDPSession, site: Site) -> None:
        super().__init__(session)
        self._site = site

    async def start(self) -> None:
        """Begin, if there is anything to send."""
        for cookie in browser_cookies(self._site):
            with suppress(PlaywrightError):  # for example a secure one for http, which no browser stores
                await self._session.send("Network.setCookie", cookie)
        if self._site.headers:
            await self.pause(*({"urlPattern": f"{origin}/*"} for origin in self._site.origins))

    async def send_on(self, event: dict[str, Any]) -> None:  # noqa: D102
        request = event["request"]
        answer: dict[str, Any] = {"requestId": event["requestId"]}
        if self._site.owns(request["url"]):
            ours = {name.lower() for name, _ in self._site.headers}
            kept = [(name, value) for name, value in request["headers"].items() if name.lower() not in ours]
            answer["headers"] = [{"name": name, "value": value} for name, value in (*kept, *self._site.headers)]
        with suppress(PlaywrightError):  # the page has gone
            await self._session.send("Fetch.continueRequest", answer)
