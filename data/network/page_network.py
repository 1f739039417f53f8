"""The network of one page in a browser: its headers, its connections, and the refused ones."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.egress_filter import EgressFilter, is_literal, is_loopback_name
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings
from iawce.data.network.site import Site
from iawce.data.network.socks import SocksProxy
from iawce.data.page import Page


@dataclass(frozen=True, slots=True)
class PageNetwork:
    """``site`` and ``gate`` are None for a saved page, which has no network.

    ``proxy`` is the address of the page's own SOCKS proxy; empty if the browser connects by itself.
    """

    site: Site | None = None
    gate: EgressFilter | None = None
    proxy: str = ""

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about refused requests of the page."""
        return (PageWarning(WarningKind.BLOCKED, "ssrf"),) if self.gate and self.gate.refusal else ()

    def explain(self, error: PageError) -> PageError:
        """The reason why there is no page, if the browser only reports that it got no connection."""
        is_unknown = error.reason.startswith(("fetch_error/socks_", "fetch_error/proxy_", "fetch_error/no_page"))
        known = self.gate and (self.gate.refusal or self.gate.failure)
        return known if known and is_unknown else error


@asynccontextmanager
async def open_network(page: Page, settings: NetworkSettings, robots: Robots, end: float) -> AsyncIterator[PageNetwork]:
    """The network of a page; it is closed with the context.

    A page named by an IP address that is not public or as localhost has no gate: it may reach addresses that are not
    public, and its own does not depend on a name server.

    Args:
        page: saved or live.
        settings: how pages are reached.
        robots: rules of the sites.
        end: when the page's time is over, by the clock of the event loop.

    Raises:
        PageError: ``blocked/DETAIL``, ``fetch_error/DETAIL`` or ``timeout/load``.
    """
    if page.body is not None:
        yield PageNetwork()
        return
    site, gate = Site.of(page, settings), EgressFilter(settings)
    try:
        async with asyncio.timeout_at(end):
            await gate.admit(site.address, is_followed=page.is_followed)
            await robots.check(site, gate)
    except TimeoutError as error:
        raise PageError("timeout/load", f"no answer came from {site.address.host} in time") from error
    host = site.address.host
    if gate.is_local and (is_literal(host) or is_loopback_name(host)) and not settings.proxy:
        yield PageNetwork(site, gate)
        return
    async with SocksProxy(gate) as proxy:
        yield PageNetwork(site, gate, proxy.url)
