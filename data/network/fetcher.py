"""Pages by plain HTTP, without a browser: the same checks, the same reasons."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import httpx

from iawce.data.dom.read import check_html
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.client import Client, next_address, open_client, read_body
from iawce.data.network.response import check_response, check_status
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page

MAX_REDIRECTS = 20
Check = Callable[[int, dict[str, str]], None]
"""Refuses an answer by its status and headers."""


class Fetcher:
    """Fetches live pages of up to ``max_body`` unpacked bytes; ``fetch`` may be called many times at once.

    After ``deadline`` seconds, the part of a body received by then is used, with a warning.
    """

    def __init__(self, settings: NetworkSettings, deadline: float, max_body: int, robots: Robots | None = None) -> None:
        self._settings, self._deadline, self._max_body = settings, deadline, max_body
        self._robots = robots or Robots(settings)

    async def fetch(self, page: Page) -> Page:
        """The fetched page, with its final address. Raises PageError: it cannot be fetched, or is not a page."""
        fetched = await self._fetch(page, check_response)
        assert isinstance(fetched.body, bytes)  # noqa: S101 - it has just come
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
            async with open_client(site, gate, self._settings) as client, AsyncExitStack() as stack:
                url, response = await _follow(client, stack, site.address.href, end, check)
                body, cut = await self._read(response, end)
        except TimeoutError as error:
            raise PageError("timeout/load", f"no answer within {self._deadline:g} s") from error
        return replace(
            page,
            body=body,
            content_type=response.headers.get("content-type", ""),
            status=response.status_code,
            final_url=url,
            robots_tag="\n".join(response.headers.get_list("x-robots-tag")),
            warnings=(PageWarning(WarningKind.PARTIAL, cut),) if cut else (),
        )

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
    client: Client, stack: AsyncExitStack, url: str, end: float, check: Check
) -> tuple[str, httpx.Response]:
    """The last answer and its address."""
    for _ in range(MAX_REDIRECTS + 1):
        async with asyncio.timeout_at(end):
            answer = await stack.enter_async_context(AsyncExitStack())
            response = await answer.enter_async_context(client.get(url))
            target = next_address(response.status_code, response.extensions["locations"], url)
            if target is None:
                check(response.status_code, dict(response.headers))
                return url, response
            await answer.aclose()
            url = target
    raise PageError("fetch_error/too_many_redirects", f"it redirects more than {MAX_REDIRECTS} times")
