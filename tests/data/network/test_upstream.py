"""A proxy of the user's: what is asked of it, and what of it."""

import asyncio
import base64

import pytest

from iawce.data.errors import PageError
from iawce.data.network.fetcher import Fetcher
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from tests.conftest import PATIENT
from tests.data.network.public_internet import PUBLIC, PublicInternet

BODY = b"<!doctype html><title>Good</title><p>By proxy."


async def fetch_by_proxy(answer: bytes, url: str) -> tuple[list[str], Page]:
    """Lines of what the proxy was asked, and the page that came through it."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.extend((await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n"))
        writer.write(answer)
        if b" 200 " in answer:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    internet = PublicInternet({}, {"10.9.9.9": f"http://{host}:{port}"})
    settings = NetworkSettings(internet=internet, proxy="http://ann:s3cret@10.9.9.9:3128")
    try:
        page = await Fetcher(settings, PATIENT.deadline, 1000).fetch(Page(url, url))
    finally:
        server.close()
    assert internet.dialled == [("10.9.9.9", 3128)]
    assert not internet.resolved
    return asked, page


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://public.test/", "public.test:80"),
        (f"http://{PUBLIC}:8080/", f"{PUBLIC}:8080"),
        ("http://[2606:4700::1111]/", "[2606:4700::1111]:80"),
    ],
)
def test_a_tunnel_is_asked_for_with_the_name_as_it_is(url: str, target: str) -> None:
    asked, page = asyncio.run(fetch_by_proxy(b"HTTP/1.1 200 OK\r\n\r\n", url))
    token = base64.b64encode(b"ann:s3cret").decode()
    assert asked[:3] == [f"CONNECT {target} HTTP/1.1", f"Host: {target}", f"Proxy-Authorization: Basic {token}"]
    assert page.body == BODY


@pytest.mark.parametrize(
    ("answer", "is_reason"),
    [
        (b"HTTP/1.1 403 Forbidden\r\n\r\n", "fetch_error/refused"),
        (b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "fetch_error/refused"),
        (b"no HTTP", "fetch_error/unreachable"),
    ],
)
def test_a_proxy_that_does_not_connect(answer: bytes, is_reason: str) -> None:
    with pytest.raises(PageError) as caught:
        asyncio.run(fetch_by_proxy(answer, "http://public.test/"))
    assert caught.value.reason == is_reason
