"""The requests of a tab: its proxy, the headers that only the named site gets, and given markup in place of an answer.

Headers of a browser context are sent to all sites; so requests to the site are intercepted one by one. A redirect is a
new request, without the headers of the one before. Cookies belong to a host in a browser, whatever its port, unless it
is configured otherwise when it is started.
"""

import asyncio
import base64
import mimetypes
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import product
from typing import Any

from playwright.async_api import CDPSession, ProxySettings, Route
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.dom.tree import as_html
from iawce.data.network.address import WebAddress
from iawce.data.network.page_network import PageNetwork
from iawce.data.network.settings import Site
from iawce.data.page import Page
from iawce.data.render.rendering_need import file_beside

NOWHERE = "socks5://127.0.0.1:0"
"""An impossible proxy for the browser itself: its own requests, such as for updates, do not leave the machine."""
ARGUMENTS = (f"--proxy-server={NOWHERE}", "--proxy-bypass-list=<-loopback>")
BOUND_COOKIES = "--enable-features=CDPScreenshotNewSurface,EnablePortBoundCookies"
"""Makes the port part of the origin of a cookie; the other feature is Playwright's, whose list this replaces."""
Answer = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
NO_SCRIPTS = "script-src 'none'; worker-src 'none'"
"""Content security policy of a page whose scripts are off. Parts for browsers without scripts stay unseen."""
_OF_TRANSFER = frozenset({"content-encoding", "content-length", "transfer-encoding"})
DOCUMENTS = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}


def proxy_settings(network: PageNetwork) -> ProxySettings | None:
    """The proxy of a page's context; None for the browser's, which leads nowhere."""
    if network.proxy:
        return {"server": network.proxy, "bypass": "<-loopback>"}
    return {"server": NOWHERE, "bypass": "*"} if network.site else None


async def _hold_requests(session: CDPSession, answer: Answer, *patterns: dict[str, str]) -> None:
    """Hold the requests of a tab that fit a pattern until ``answer`` has answered each event or passed it on."""
    tasks = set[asyncio.Task[None]]()

    def see(event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(answer(event))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    session.on("Fetch.requestPaused", see)
    await session.send("Fetch.enable", {"patterns": list(patterns)})


async def add_site_headers(session: CDPSession, site: Site) -> None:
    """Add the headers and cookies of a site, if there are any, to its requests in one tab from now on."""

    async def answer(event: dict[str, Any]) -> None:
        request, passed = event["request"], {"requestId": event["requestId"]}
        if site.owns(request["url"]):
            ours = {name.lower() for name, _ in site.headers}
            kept = [(name, value) for name, value in request["headers"].items() if name.lower() not in ours]
            passed["headers"] = [{"name": name, "value": value} for name, value in (*kept, *site.headers)]
        with suppress(PlaywrightError):  # the page has gone
            await session.send("Fetch.continueRequest", passed)

    for origin, cookie in product(site.origins, site.cookies):
        given = {
            "name": cookie.name,
            "value": cookie.value or "",
            "url": origin,
            "sourcePort": WebAddress.parse(origin).port,
            "path": cookie.path,
            "secure": cookie.secure,
            "httpOnly": cookie.has_nonstandard_attr("HTTPOnly") or cookie.has_nonstandard_attr("HttpOnly"),
        }
        ends = {} if cookie.expires is None else {"expires": float(cookie.expires)}
        with suppress(PlaywrightError):  # for example a secure one for http, which no browser stores
            await session.send("Network.setCookie", given | ends)
    if site.headers:
        await _hold_requests(session, answer, *({"urlPattern": f"{origin}/*"} for origin in site.origins))


async def forbid_scripts(session: CDPSession) -> None:
    """Add the policy to each complete document of one tab, frames too; the session is for this purpose alone.

    The policy has an effect only in a replaced answer; a browser ignores it in one that is passed on.
    """

    async def answer(event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        try:
            body = await session.send("Fetch.getResponseBody", request)
            headers = [one for one in event["responseHeaders"] if one["name"].lower() not in _OF_TRANSFER]
            policy = {"name": "Content-Security-Policy", "value": NO_SCRIPTS}
            content = body["body"] if body["base64Encoded"] else base64.b64encode(body["body"].encode()).decode()
            replaced = {"responseCode": event["responseStatusCode"], "responseHeaders": [*headers, policy]}
            await session.send("Fetch.fulfillRequest", {**request, **replaced, "body": content})
        except (PlaywrightError, KeyError):  # a redirect or no answer at all; or the page has gone
            with suppress(PlaywrightError):
                await session.send("Fetch.continueRequest", request)

    await _hold_requests(session, answer, DOCUMENTS)


class GivenHtml:
    """Answers the requests of one tab; those to ``refused`` addresses, which are known not to answer, are aborted.

    The first navigation gets the markup (or what the server sends, if there is none), every later one an answer without
    content, at which a browser stays on its page. Of saved HTML style sheets, pictures and fonts are read from the
    file's own folder and everything else is refused; of a live page everything else is fetched.
    """

    def __init__(
        self, html: str | None, *, scripts: bool, saved: Page | None = None, refused: frozenset[str] = frozenset()
    ) -> None:
        self.html, self.scripts = html and as_html(html), scripts
        self._saved, self.refused = saved, refused
        self._is_answered = False

    async def listen(self, tab: Tab) -> None:
        """Answer the requests of a tab from now on."""
        await tab.route("**/*", self.answer)
        if self.html is None and not self.scripts:
            await forbid_scripts(await tab.context.new_cdp_session(tab))

    async def answer(self, route: Route) -> None:
        """Fulfil, pass on or refuse one request."""
        if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
            await self._answer_page(route)
        elif route.request.url in self.refused:
            await route.abort("blockedbyclient")
        elif self._saved is None:
            await route.continue_()
        elif path := file_beside(self._saved, route.request.url):
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            await route.fulfill(status=200, content_type=kind, path=path)
        else:
            await route.abort("blockedbyclient")

    async def _answer_page(self, route: Route) -> None:
        is_answered, self._is_answered = self._is_answered, True
        if is_answered:
            await route.fulfill(status=204)
        elif self.html is None:
            await route.continue_()
        else:
            headers = {"Content-Type": "text/html; charset=utf-8"}
            policy = {} if self.scripts else {"Content-Security-Policy": NO_SCRIPTS}
            await route.fulfill(status=200, headers=headers | policy, body=self.html.encode("utf-8", "replace"))
