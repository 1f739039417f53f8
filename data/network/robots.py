"""robots.txt, as RFC 9309 has it: asked for once a site and day, by the page's own way out."""

import asyncio
import re
import time

import httpx
from protego import Protego

from iawce.data.errors import PageError
from iawce.data.network.client import Client, open_client, read_body
from iawce.data.network.gate import Gate
from iawce.data.network.redirects import next_address
from iawce.data.network.settings import OWN_AGENT, NetworkSettings
from iawce.data.network.site import Site

LARGEST = 500 * 1024
"""Bytes that are read; what stands behind them does not count."""
MOST_REDIRECTS = 5
TIMEOUT = 20.0
"""Seconds, after which a site counts as one that cannot be reached."""
LIFE = 24 * 3600.0
"""Seconds that an answer is kept."""
_NOTHING_ALLOWED = "User-agent: *\nDisallow: /"


class Robots:
    """What the sites allow; one object serves many pages, and does nothing unless the settings say so."""

    def __init__(self, settings: NetworkSettings) -> None:
        self._settings = settings
        agent = re.match(r"[A-Za-z_-]+", settings.user_agent)
        self._agent = agent[0] if agent else OWN_AGENT
        self._known: dict[str, tuple[float, Protego]] = {}

    async def check(self, site: Site, gate: Gate) -> None:
        """Make sure that the address that was named may be opened.

        Raises:
            PageError: ``blocked/robots``, or ``fetch_error/DETAIL`` if the site cannot be asked.
        """
        if not self._settings.robots:
            return
        origin = site.address.origin
        until, rules = self._known.get(origin, (0.0, None))
        if rules is None or until < time.monotonic():
            rules = Protego.parse(await self._ask(site, gate))
            self._known[origin] = time.monotonic() + LIFE, rules
        if not rules.can_fetch(site.address.href, self._agent):
            raise PageError("blocked/robots", "the site's robots.txt does not allow this page")

    async def _ask(self, site: Site, gate: Gate) -> str:
        try:
            async with asyncio.timeout(TIMEOUT), open_client(site, gate, self._settings) as client:
                return await _read_rules(client, f"{site.address.origin}/robots.txt")
        except TimeoutError as error:
            raise PageError("fetch_error/timeout", "robots.txt did not come in time") from error


async def _read_rules(client: Client, url: str) -> str:
    """No rules where there is no such file, all that can be forbidden where the server is out of order."""
    for _ in range(MOST_REDIRECTS + 1):
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
        if len(body) >= LARGEST:
            break
    return bytes(body[:LARGEST]).decode("utf-8-sig", "replace")
