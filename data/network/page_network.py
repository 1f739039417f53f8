"""The network of one page in a browser: its headers, its connections as a SOCKS5 proxy (RFC 1928), the refused ones.

Through SOCKS, a browser sends the host as it parsed it and a port, for http, https and WebSockets alike; the traffic
itself is not examined. The proxy listens only on this machine, on a new port for each page, and serves that page's
gate: it gives no process on this machine additional access. It requires no password: Chromium supports none in SOCKS,
and a password by HTTP would require every request of a page to be intercepted.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Self

from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.network.address import WebAddress
from iawce.data.network.egress_filter import EgressFilter, is_literal, is_loopback_name
from iawce.data.network.robots import Robots
from iawce.data.network.settings import NetworkSettings, Site
from iawce.data.page import Page

_VERSION, _CONNECT = 5, 1
_IPV4, _NAME, _IPV6 = 1, 3, 4
_DONE, _REFUSED, _NOT_KNOWN = 0, 2, 7
_CHUNK = 1 << 16


class SocksProxy:
    """Listens while its context is open; then every connection ends."""

    def __init__(self, gate: EgressFilter) -> None:
        self._gate = gate
        self._serving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    @property
    def url(self) -> str:
        """Its address."""
        host, port = self._server.sockets[0].getsockname()
        return f"socks5://{host}:{port}"

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        version, methods = await reader.readexactly(2)
        await reader.readexactly(methods)
        if version != _VERSION:
            return
        writer.write(bytes((_VERSION, 0)))
        version, command, _, kind = await reader.readexactly(4)
        if version != _VERSION or command != _CONNECT or kind not in (_IPV4, _NAME, _IPV6):
            writer.write(_reply(_NOT_KNOWN))
            return
        host = await _read_host(reader, kind)
        port = int.from_bytes(await reader.readexactly(2), "big")
        try:
            far_reader, far_writer = await self._gate.connect(host, port)
        except PageError:
            writer.write(_reply(_REFUSED))
            return
        writer.write(_reply(_DONE))
        ways = [asyncio.ensure_future(_pass_on(*way)) for way in ((reader, far_writer), (far_reader, writer))]
        try:  # in both directions, until both have ended or one has failed
            await asyncio.wait(ways, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            far_writer.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)


async def _read_host(reader: asyncio.StreamReader, kind: int) -> str:
    if kind == _NAME:
        length = (await reader.readexactly(1))[0]
        return (await reader.readexactly(length)).decode("ascii", "replace")
    family, length = (socket.AF_INET, 4) if kind == _IPV4 else (socket.AF_INET6, 16)
    return socket.inet_ntop(family, await reader.readexactly(length))


def _reply(code: int) -> bytes:
    return bytes((_VERSION, code, 0, _IPV4, 0, 0, 0, 0, 0, 0))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Transfer bytes until the end, then signal it."""
    while data := await reader.read(_CHUNK):
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.write_eof()


@dataclass(frozen=True, slots=True)
class PageNetwork:
    """``site`` and ``gate``, None for a saved page; ``proxy``: address of its SOCKS proxy, empty if direct."""

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
    public, and its own does not depend on a name server. Its time is over at ``end``, by the clock of the event loop.

    Raises PageError: ``blocked/DETAIL``, ``fetch_error/DETAIL`` or ``timeout/load``.
    """
    if page.body is not None:
        yield PageNetwork()
        return
    host = WebAddress.parse(page.url).host
    try:
        async with asyncio.timeout_at(end):
            site, gate = await robots.admit(page)
    except TimeoutError as error:
        raise PageError("timeout/load", f"no answer came from {host} in time") from error
    if gate.is_local and (is_literal(host) or is_loopback_name(host)) and not settings.proxy:
        yield PageNetwork(site, gate)
        return
    async with SocksProxy(gate) as proxy:
        yield PageNetwork(site, gate, proxy.url)
