"""HTTP/1.1 of httpx over connections that a gate makes."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable
from functools import cache
from typing import Any

import httpcore
import httpx

from iawce.data.errors import PageError
from iawce.data.network.egress_filter import EgressFilter

LOCATION = b"location"


class GateTransport(httpx.AsyncBaseTransport):
    """Sends requests by httpcore over connections of the gate, each for one request.

    The target of a redirect is only in the extension ``locations`` of the answer.

    Raises:
        PageError: refused by the gate.
        httpcore.NetworkError, httpcore.ProtocolError: an answer is faulty.
    """

    def __init__(self, gate: EgressFilter) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_certificates(), max_keepalive_connections=0, network_backend=_Backend(gate)
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
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

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - whoever asks limits the time
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
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
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        try:
            await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
        except (ssl.SSLError, OSError) as error:
            self._writer.close()
            raise PageError("fetch_error/tls", "the site's certificate or encryption is wrong") from error
        return self

    def get_extra_info(self, info: str) -> Any:  # noqa: ARG002 - nothing is known
        return None


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates; loading them takes longer than a page, so they are shared."""
    return httpx.create_ssl_context()
