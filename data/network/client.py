"""Plain HTTP/1.1 over connections of a page's gate, one request at a time; redirects are for the caller to follow."""

import asyncio
import ssl
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import httpcore
import httpx

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, join
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings, Site, client_agent

ACCEPTED = "gzip, deflate"
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
_FORMATS = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_ZLIB, _RAW)}
_CHUNK = 1 << 16
LOCATION = b"location"
_certificates = cache(httpx.create_ssl_context)
"""The certificates; loading them takes longer than a page, so they are shared."""
_HEADERS = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "Accept-Encoding": ACCEPTED}
REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Unpacker:
    """Decodes a body by its Content-Encoding. Raises PageError: ``fetch_error/encoding``, when made or at any step."""

    def __init__(self, encoding: str) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", *_FORMATS):
            raise PageError("fetch_error/encoding", f"bodies encoded as {name[:30]!r} are not read")
        self._formats = list(_FORMATS.get(name, ()))
        self._stream = zlib.decompressobj(self._formats.pop(0)) if self._formats else None
        self._is_begun = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The next bytes of the body, at most 64 KiB at a time if it is compressed."""
        if self._stream is None:
            yield data
            return
        while data:
            part = self._decompress(data)
            self._is_begun = True
            yield part
            data = self._stream.unconsumed_tail
            if self._stream.eof:
                data = self._stream.unused_data
                if not data.startswith(b"\x1f\x8b"):  # bytes after the end are ignored
                    return
                self._stream = zlib.decompressobj(_GZIP)

    def finish(self) -> None:
        """Report the end of the body."""
        if self._stream is not None and self._is_begun and not self._stream.eof:
            raise PageError("fetch_error/encoding", "the body is cut off within its encoding")

    def _decompress(self, data: bytes) -> bytes:
        assert self._stream is not None  # noqa: S101 - asked of packed bodies only
        try:
            return self._stream.decompress(data, _CHUNK)
        except zlib.error as error:
            if self._is_begun or not self._formats:
                raise PageError("fetch_error/encoding", "the body is not encoded as its header says") from error
            self._stream = zlib.decompressobj(self._formats.pop())  # many servers leave the frame of deflate out
            return self._decompress(data)


class GateTransport(httpx.AsyncBaseTransport):
    """Sends requests by httpcore over connections of the gate, each for one request.

    The target of a redirect is only in the extension ``locations`` of the answer. Raises PageError: refused by the
    gate; httpcore.NetworkError, httpcore.ProtocolError: an answer is faulty.
    """

    def __init__(self, gate: EgressFilter) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_certificates(), max_keepalive_connections=0, network_backend=_Backend(gate)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        url = httpcore.URL(
            scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path
        )
        asked = httpcore.Request(request.method, url, headers=request.headers.raw, extensions=request.extensions)
        answer = await self._pool.handle_async_request(asked)
        # httpx parses each Location in its own way, and fails on some.
        headers = [(name, value) for name, value in answer.headers if name.lower() != LOCATION]
        locations = [value for name, value in answer.headers if name.lower() == LOCATION]
        extensions = {**answer.extensions, "locations": locations}
        return httpx.Response(answer.status, headers=headers, stream=_Body(answer), extensions=extensions)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._answer.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._answer.aclose()


class _Backend(httpcore.AsyncNetworkBackend):
    def __init__(self, gate: EgressFilter) -> None:
        self._gate = gate

    async def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        """Connect; whoever asks limits the time."""
        return _Stream(*await self._gate.connect(host, port))


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        try:
            return await self._reader.read(max_bytes)
        except OSError as error:
            raise httpcore.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        try:
            self._writer.write(buffer)
            await self._writer.drain()
        except OSError as error:
            raise httpcore.WriteError(str(error)) from error

    async def aclose(self) -> None:
        self._writer.close()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, *_: Any, **__: Any
    ) -> httpcore.AsyncNetworkStream:
        try:
            await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
        except (ssl.SSLError, OSError) as error:
            self._writer.close()
            raise PageError("fetch_error/tls", "the site's certificate or encryption is wrong") from error
        return self


class Client:
    """Requests addresses for one page: by ``ours``, with cookies, of its site, whose headers go to no other site."""

    def __init__(self, ours: httpx.AsyncClient, others: httpx.AsyncClient, site: Site) -> None:
        self._ours, self._others, self._site = ours, others, site

    @asynccontextmanager
    async def get(self, url: str) -> AsyncIterator[httpx.Response]:
        """The answer, its body unread. Raises PageError: ``fetch_error/DETAIL``, ``blocked/scheme``/``ssrf``."""
        is_ours = self._site.owns(url)
        client, other = (self._ours, self._others) if is_ours else (self._others, self._ours)
        host = WebAddress.parse(url).origin.partition("//")[2]  # httpx would parse it again, and accepts fewer names
        headers = [*(self._site.headers if is_ours else ()), ("Host", host)]
        try:
            async with client.stream("GET", url, headers=headers) as response:
                other.cookies.extract_cookies(response)  # cookies that a server sets are sent where it allows
                yield response
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            if "without sending a response" in str(error):
                raise PageError("fetch_error/empty_response", "the connection closed without an answer") from error
            if isinstance(error, httpcore.ProtocolError):
                raise PageError("fetch_error/invalid_response", "the answer is not HTTP") from error
            raise PageError("fetch_error/reset", "the connection was lost") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise PageError("fetch_error/invalid_url", "this is no address that can be opened") from error


@asynccontextmanager
async def open_client(site: Site, gate: EgressFilter, settings: NetworkSettings) -> AsyncIterator[Client]:
    """A client for one page. It has no time limit; its caller has."""
    cookies = httpx.Cookies()
    for cookie in site.cookies:
        cookies.jar.set_cookie(cookie)
    headers, transport = _HEADERS | {"User-Agent": client_agent(settings)}, GateTransport(gate)
    ours = httpx.AsyncClient(headers=headers, cookies=cookies, transport=transport)
    async with ours, httpx.AsyncClient(headers=headers, transport=transport) as others:
        yield Client(ours, others, site)


async def read_body(response: httpx.Response) -> AsyncIterator[bytes]:
    """The unpacked body as it arrives, in pieces of at most 64 KiB or of one network read.

    Raises PageError: ``fetch_error/encoding``, ``fetch_error/closed`` if it ends too early.
    """
    unpacker = Unpacker(response.headers.get("content-encoding", ""))
    try:
        async for data in response.aiter_raw():
            for part in unpacker.feed(data):
                yield part
    except (httpcore.ProtocolError, httpcore.NetworkError) as error:
        raise PageError("fetch_error/closed", "the connection ended within the body") from error
    unpacker.finish()


def next_address(status: int, locations: Sequence[bytes], url: str) -> str | None:
    """The target of a redirect from ``url``, by the headers ``Location``; None if the answer is not a redirect.

    Raises PageError: ``fetch_error/invalid_redirect`` or ``blocked/scheme``.
    """
    targets = {value.strip() for value in locations}
    if status not in REDIRECTS or not any(targets):
        return None
    href = join(url, _read(targets.pop())) if len(targets) == 1 else ""
    if not href:
        raise PageError("fetch_error/invalid_redirect", "the server redirects to an invalid address")
    return WebAddress.parse(href).href


def _read(location: bytes) -> str:
    """Decoded as in a browser, which escapes bytes that are not UTF-8."""
    try:
        return location.decode()
    except UnicodeDecodeError:
        return "".join(chr(byte) if byte < 128 else f"%{byte:02X}" for byte in location)
