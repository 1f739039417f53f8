"""Pages by plain HTTP, without a browser: the same checks, the same reasons."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import httpx

from iawce.data.document import open_document
from iawce.data.dom.read import check_html
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.address import WebAddress, join
from iawce.data.network.client import Client, next_address, open_client, read_body
from iawce.data.network.response import answered, check_response, check_status
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page

MAX_REDIRECTS = 20
Check = Callable[[int, dict[str, str]], None]  # Refuses an answer by its status and headers
Allow = Callable[[str], Awaitable[None]]  # Refuses the target of a redirect
HEAD = 1 << 14  # Bytes of the beginning of a page in which it may say that it is elsewhere
SAYS_REFRESH = re.compile(rb"http-equiv\s{0,9}=\s{0,9}[\"']?refresh", re.I)
REFRESH = re.compile(r"\s*([0-5])(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=)?\s*[\"']?([^\"']+)", re.I)
"""A page that moves on within seconds (HTML Standard, section 4.2.5.3), and its target."""


class Fetcher:
    """Fetches pages, many at once, up to ``max_body`` bytes; what came by ``deadline`` is used, with a warning."""

    def __init__(self, settings: NetworkSettings, deadline: float, max_body: int, robots: Robots | None = None) -> None:
        self._settings, self._deadline, self._max_body = settings, deadline, max_body
        self._robots = robots or Robots(settings)

    async def fetch(self, page: Page) -> Page:
        """The fetched page, with its final address. Raises PageError: it cannot be fetched, or is not a page."""
        fetched = await self._fetch(page, check_response)
        assert isinstance(fetched.body, bytes)  # noqa: S101 - it has just come
        with answered(fetched.status):
            check_html(fetched.body)
        return fetched

    async def download(self, page: Page) -> Page:
        """The same for a file that may be no page, such as a sitemap. Raises PageError: it cannot be fetched."""
        return await self._fetch(page, check_status)

    async def _fetch(self, page: Page, check: Check) -> Page:
        if page.error:
            raise PageError(page.error)
        end = asyncio.get_running_loop().time() + self._deadline
        try:
            async with asyncio.timeout_at(end):
                site, gate = await self._robots.admit(page)

            async def allow(target: str) -> None:
                await self._robots.check(replace(page, url=target), gate)

            async with open_client(site, gate, self._settings) as client:
                target = site.address.href
                for _ in range(MAX_REDIRECTS + 1):
                    async with AsyncExitStack() as stack:
                        async with asyncio.timeout_at(end):
                            url, response = await _follow(client, stack, target, check, allow)
                        with answered(response.status_code):
                            body, cut = await self._read(response, end)
                    found = _answered(page, url, response, body, cut)
                    if not (target := _refreshed(found)):
                        return found
                    async with asyncio.timeout_at(end):
                        await allow(target)
        except TimeoutError as error:
            raise PageError("timeout/load", f"no answer within {self._deadline:g} s") from error
        raise _circular()

    async def _read(self, response: httpx.Response, end: float) -> tuple[bytes, str]:
        """The body, and the reason why it is incomplete; empty if it is complete."""
        content, cut = bytearray(), ""
        try:
            async with asyncio.timeout_at(end):
                async for part in read_body(response):
                    content += part
                    if len(content) > self._max_body:
                        raise PageError("too_large/body", f"it has more than the {self._max_body} bytes allowed")
        except TimeoutError:
            cut = "timeout"
        except PageError as error:
            if error.reason != "fetch_error/closed" or not content:
                raise
            cut = "closed"
        return bytes(content), cut


async def _follow(
    client: Client, stack: AsyncExitStack, url: str, check: Check, allow: Allow
) -> tuple[str, httpx.Response]:
    """The last answer and its address."""
    for _ in range(MAX_REDIRECTS + 1):
        response = await stack.enter_async_context(client.get(url))
        target = next_address(response.status_code, response.extensions["locations"], url)
        if target is None:
            check(response.status_code, dict(response.headers))
            return url, response
        await stack.aclose()
        await allow(target)
        url = target
    raise _circular()


def _circular() -> PageError:
    return PageError("fetch_error/too_many_redirects", f"it redirects more than {MAX_REDIRECTS} times")


def _answered(page: Page, url: str, response: httpx.Response, body: bytes, cut: str) -> Page:
    return replace(
        page,
        body=body,
        content_type=response.headers.get("content-type", ""),
        status=response.status_code,
        final_url=url,
        robots_tag="\n".join(response.headers.get_list("x-robots-tag")),
        warnings=(PageWarning(WarningKind.PARTIAL, cut),) if cut else (),
    )


def _refreshed(page: Page) -> str:
    """The other address to which a browser goes on from a page by itself, within seconds; empty if it stays."""
    assert isinstance(page.body, bytes)  # noqa: S101 - it has just come
    if not SAYS_REFRESH.search(head := page.body[:HEAD]):
        return ""
    try:
        document = open_document(replace(page, body=head))
        index = document.index
    except PageError:
        return ""
    without_scripts = index.inside(index.tagged("noscript"))
    for number in index.tagged("meta"):
        given = index.attributes.given[number]
        is_one = given.get("http-equiv", "").strip().lower() == "refresh" and not without_scripts[number]
        if is_one and (found := REFRESH.match(given.get("content", ""))):
            target = join(document.base_url, found[2].strip())
            return WebAddress.parse(target).href if target and target != page.final_url else ""
    return ""
