"""Plain HTTP through a page's gate, one request at a time; redirects are for the caller to follow."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpcore
import httpx

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.content_encoding import ACCEPTED, Unpacker
from iawce.data.network.gate import Gate
from iawce.data.network.settings import NetworkSettings
from iawce.data.network.site import Site
from iawce.data.network.transport import GateTransport
from iawce.data.network.user_agent import client_agent

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
async def open_client(site: Site, gate: Gate, settings: NetworkSettings) -> AsyncIterator[Client]:
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
