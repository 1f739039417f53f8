"""robots.txt (RFC 9309), once a day for each site, by the page's connections; ``otherbot: noindex`` is for others."""

import asyncio
import re
import time
from itertools import islice

import httpx
from protego import Protego

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.client import Client, next_address, open_client, read_body
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings, Site
from iawce.data.page import Page

MAX_SIZE = 500 * 1024  # Most bytes that are read
MAX_REDIRECTS = 5
TIMEOUT = 20.0  # Seconds after which a site counts as unreachable
MAX_DELAY = 60.0  # Most seconds between two pages that a site may require (``Crawl-delay``, which is in no standard)
MAX_SITEMAPS = 100  # Sitemaps of one robots.txt that are examined
LIFE = 24 * 3600.0  # Seconds that an answer is cached
_NOTHING_ALLOWED = "User-agent: *\nDisallow: /"
_VALUED = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
"""Requests that have a value after a colon."""
_NAME = re.compile(r"[a-z*][\w./-]*")


class Robots:
    """The rules of the sites; one object serves many pages, and does nothing unless the settings enable it."""

    def __init__(self, settings: NetworkSettings) -> None:
        self._settings = settings
        self._agent = settings.robot
        self._known: dict[str, tuple[float, Protego]] = {}

    async def admit(self, page: Page) -> tuple[Site, EgressFilter]:
        """The site of a live page, and the way out to it. Raises PageError: ``blocked`` or ``fetch_error/DETAIL``."""
        site, gate = Site.of(page, self._settings), EgressFilter(self._settings)
        await gate.admit(site.address, is_followed=page.is_followed)
        await self.check(page, gate)
        return site, gate

    async def check(self, page: Page, gate: EgressFilter) -> None:
        """Refuse an address that the rules of its site forbid. Raises PageError: ``blocked`` or ``fetch_error``."""
        if self._settings.robots:
            site = Site.of(page, self._settings)
            rules = self._rules(site.address.origin) or await self._learn(site, gate)
            if not rules.can_fetch(site.address.href, self._agent):
                raise PageError("blocked/robots", "the site's robots.txt does not allow this page")

    def are_known(self, page: Page) -> bool:
        """Whether the rules for a page are known without a request."""
        if not self._settings.robots or not page.is_live:
            return True
        return self._rules(WebAddress.parse(page.url).origin) is not None

    async def learn(self, page: Page) -> float:
        """Request the rules of a live page's site; returns the seconds between two pages that it requires, else 0.

        Raises: PageError: it cannot be reached, or its address must not be opened.
        """
        site, gate = Site.of(page, self._settings), EgressFilter(self._settings)
        try:
            async with asyncio.timeout(TIMEOUT):
                await gate.admit(site.address, is_followed=page.is_followed)
        except TimeoutError as error:
            raise PageError("timeout/load", f"no answer came from {site.address.host} in time") from error
        rules = await self._learn(site, gate)
        return min(MAX_DELAY, rules.crawl_delay(self._agent) or 0.0)

    def sitemaps(self, url: str) -> list[str]:
        """Addresses of sitemaps that the robots.txt of an address names, as far as it has been requested."""
        rules = self._rules(WebAddress.parse(url).origin)
        return list(islice(rules.sitemaps, MAX_SITEMAPS)) if rules else []

    def _rules(self, origin: str) -> Protego | None:
        until, rules = self._known.get(origin, (0.0, None))
        return rules if until > time.monotonic() else None

    async def _learn(self, site: Site, gate: EgressFilter) -> Protego:
        try:
            async with asyncio.timeout(TIMEOUT), open_client(site, gate, self._settings) as client:
                rules = Protego.parse(await _read_rules(client, f"{site.address.origin}/robots.txt"))
        except TimeoutError as error:
            raise PageError("fetch_error/timeout", "robots.txt did not come in time") from error
        self._known[site.address.origin] = time.monotonic() + LIFE, rules
        return rules


async def _read_rules(client: Client, url: str) -> str:
    """Without such a file, everything is allowed; if the server has an error, nothing is."""
    for _ in range(MAX_REDIRECTS + 1):
        async with client.get(url) as response:
            if response.status_code >= 500:
                return _NOTHING_ALLOWED
            target = next_address(response.status_code, response.extensions["locations"], url)
            if target is None:
                return await _read_text(response) if response.is_success else ""
            url = target
    return ""


async def _read_text(response: httpx.Response) -> str:
    body = bytearray()
    async for part in read_body(response):
        body += part
        if len(body) >= MAX_SIZE:
            break
    return bytes(body[:MAX_SIZE]).decode("utf-8-sig", "replace")


def robots_requests(header: str, agent: str) -> str:
    """The requests in a header, its values one a line, that concern a program: in lower case, separated by commas."""
    found = list[str]()
    for line in header.lower().splitlines():
        named = "*"
        for part in line.split(","):
            before, colon, after = part.partition(":")
            name, request = before.strip(), part.strip()
            if colon and name not in _VALUED and _NAME.fullmatch(name):
                named, request = name, after.strip()
            if request and named in ("*", agent.lower()):
                found.append(request)
    return ",".join(found)
