"""Plain HTTP through a page's gate, one request at a time; redirects are for the caller to follow."""

import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import httpcore
import httpx

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, join
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings, client_agent
from iawce.data.network.site import Site
from iawce.data.network.transport import GateTransport

ACCEPTED = "gzip, deflate"
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
_FORMATS = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_ZLIB, _RAW)}
_CHUNK = 1 << 16


class Unpacker:
    """Decodes one body.

    Args:
        encoding: value of the header Content-Encoding.

    Raises:
        PageError: ``fetch_error/encoding``, when made or at any step: an encoding that was not requested, or a wrong
        one.
    """

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


_HEADERS = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "Accept-Encoding": ACCEPTED}


class Client:
    """Requests addresses for one page. Headers and cookies of its site go to no other site.

    Args:
        ours: client for the site, with its cookies.
        others: client for all other sites.
        site: of the page.
    """

    def __init__(self, ours: httpx.AsyncClient, others: httpx.AsyncClient, site: Site) -> None:
        self._ours, self._others, self._site = ours, others, site

    @asynccontextmanager
    async def get(self, url: str) -> AsyncIterator[httpx.Response]:
        """An answer whose body has not been read.

        Raises:
            PageError: ``fetch_error/DETAIL``, ``blocked/scheme`` or ``blocked/ssrf``.
        """
        is_ours = self._site.owns(url)
        client, other = (self._ours, self._others) if is_ours else (self._others, self._ours)
        host = WebAddress.parse(url).origin.partition("//")[2]  # httpx would parse it again, and accepts fewer names
        headers = [*(self._site.headers if is_ours else ()), ("Host", host)]
        try:
            async with client.stream("GET", url, headers=headers) as response:
                other.cookies.extract_cookies(response)  # cookies that a server sets are sent where it allows
                yield response
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            raise _fetch_error(error) from error
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

    Raises:
        PageError: ``fetch_error/encoding``, ``fetch_error/closed`` if it ends too early.
    """
    unpacker = Unpacker(response.headers.get("content-encoding", ""))
    try:
        async for data in response.aiter_raw():
            for part in unpacker.feed(data):
                yield part
    except (httpcore.ProtocolError, httpcore.NetworkError) as error:
        raise PageError("fetch_error/closed", "the connection ended within the body") from error
    unpacker.finish()


def _fetch_error(error: Exception) -> PageError:
    if "without sending a response" in str(error):
        return PageError("fetch_error/empty_response", "the server closed the connection without an answer")
    if isinstance(error, httpcore.ProtocolError):
        return PageError("fetch_error/invalid_response", "the answer is not HTTP")
    return PageError("fetch_error/reset", "the connection was lost")


REDIRECTS = frozenset({301, 302, 303, 307, 308})


def next_address(status: int, locations: Sequence[bytes], url: str) -> str | None:
    """The target of a redirect, None if the answer is not a redirect.

    Args:
        status: of the answer.
        locations: values of its headers ``Location``.
        url: the requested address.

    Raises:
        PageError: ``fetch_error/invalid_redirect`` or ``blocked/scheme``.
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
