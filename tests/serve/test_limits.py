"""What is too long, too slow or too much ends with the right status, and costs nobody else."""

import asyncio
import contextlib
import json
import socket
import threading
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from iawce.data.errors import Status
from iawce.data.network.settings import NetworkSettings
from iawce.data.render.settings import RenderSettings
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.serve import request_limits, run_service
from tests.conftest import Site
from tests.serve.canned import Canned
from tests.serve.running import Client, listening, run

ORDER = {"url": "http://news.test/"}
HEAD = "POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def connected(address: str) -> socket.socket:
    host, _, port = address.rpartition("/")[2].partition(":")
    return socket.create_connection((host, int(port)), timeout=600)


def exchange(address: str, *parts: str) -> str:
    """What a service says to bytes that come in parts, until it closes the connection."""
    with connected(address) as connection:
        for part in parts:
            connection.sendall(part.encode())
        found = b""
        while more := connection.recv(65536):
            found += more
            if b"\r\n\r\n" in found and not found.startswith(b"HTTP/1.1 200"):
                break
        return found.decode()


def test_long_bodies_are_refused_before_they_are_read(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        assert (await client.post("/v1/extract", {"html": "a" * 2_000})).status_code == 413
        assert (await client.post("/v1/extract", ORDER)).status_code == 200

        async def unmeasured() -> object:
            for _ in range(100):
                yield b"a" * 100

        assert (await client.http.post("/v1/extract", content=unmeasured())).status_code == 413  # type: ignore[arg-type]

    run(tmp_path, Canned(), work, max_body=1_000)


def test_a_body_that_is_declared_too_long_is_not_waited_for(tmp_path: Path) -> None:
    with listening(tmp_path, Canned()) as address:
        assert "413" in exchange(address, HEAD, "Content-Length: 999999999999\r\n\r\n").splitlines()[0]


def test_slow_bodies_end(tmp_path: Path) -> None:
    with listening(tmp_path, Canned(), body_timeout=0.2) as address:
        assert "408" in exchange(address, HEAD, "Content-Length: 100\r\n\r\n", "{").splitlines()[0]


def test_slow_heads_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(tmp_path, Canned()) as address:
        monkeypatch.setattr(run_service, "HEAD", 0.3)
        assert exchange(address) == exchange(address, "POST /v1/ex") == ""
        monkeypatch.setattr(run_service, "HEAD", 600.0)
        with connected(address) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            found = b""
            while not found.endswith(b"}"):
                found += connection.recv(65536)
            assert found.startswith(b"HTTP/1.1 200")
            monkeypatch.setattr(run_service, "HEAD", 0.3)
            connection.sendall(b"GET /h")
            assert connection.recv(65536) == b""


class Long(Canned):
    """Its rows do not fit into what systems keep of an answer that nobody takes."""

    def submit(self, item: Item, settings: ExtractSettings, page_type: str = "") -> Future[Extraction]:
        row = Future[Extraction]()
        row.set_result(Extraction(ref="page", status=Status.SUCCESS, text="a" * (30 << 20)))
        return row


def test_who_takes_no_answer_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_left, lost = threading.Event(), run_service.PromptProtocol.connection_lost

    def look(self: run_service.PromptProtocol, error: Exception | None) -> None:
        lost(self, error)
        is_left.set()

    monkeypatch.setattr(run_service, "STALL", 0.2)
    monkeypatch.setattr(run_service.PromptProtocol, "connection_lost", look)
    order = json.dumps(ORDER)
    with listening(tmp_path, Long()) as address, connected(address) as connection:
        connection.sendall(f"{HEAD}Content-Length: {len(order)}\r\n\r\n{order}".encode())
        is_left.wait()
        taken = 0
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(1 << 20):
                taken += len(part)
        assert taken < 30 << 20


def test_no_answer_waits_until_its_beginning_was_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, received = list[int](), run_service.PromptProtocol.data_received

    def look(self: run_service.PromptProtocol, data: bytes) -> None:
        opened = self.transport.get_extra_info("socket")
        seen.append(opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        received(self, data)

    monkeypatch.setattr(run_service.PromptProtocol, "data_received", look)
    with listening(tmp_path, Canned()) as address:
        exchange(address, "nonsense\r\n\r\n")
    assert seen == [1]


def test_long_heads_are_refused(tmp_path: Path) -> None:
    with listening(tmp_path, Canned()) as address:
        assert "400" in exchange(address, HEAD, "X-Long: " + "a" * 100_000).splitlines()[0]


def test_the_bodies_of_all_requests_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "TOGETHER", 1)
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        long = {"html": "a" * 700}
        first = asyncio.create_task(client.post("/v1/extract", long))
        while not pages.begun:
            await asyncio.sleep(0.01)
        refused = await client.post("/v1/extract", long)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        pages.answer()
        assert (await first).status_code == 200
        second = asyncio.create_task(client.post("/v1/extract", long))
        while len(pages.begun) < 2:
            await asyncio.sleep(0.01)
        pages.answer()
        assert (await second).status_code == 200

    run(tmp_path, pages, work, max_body=1_000)


def test_a_full_queue_refuses_and_is_not_ready(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        asked = [asyncio.create_task(client.post("/v1/extract", ORDER)) for _ in range(5)]
        while len(pages.begun) < 2 or client.service.pages.waiting < 3:
            await asyncio.sleep(0.01)
        refused = await client.post("/v1/extract", ORDER)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200
        while not all(task.done() for task in asked):
            if len(pages.begun) > pages.answered:
                pages.answer()
            await asyncio.sleep(0.01)
        assert {task.result().status_code for task in asked} == {200}
        assert (await client.get("/readyz")).status_code == 200

    run(tmp_path, pages, work, workers=1, queue=3)


def test_time_is_up_for_who_waits_and_for_who_is_served(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        answers = await asyncio.gather(*(client.post("/v1/extract", ORDER) for _ in range(4)))
        assert {answer.status_code for answer in answers} == {504}
        assert client.service.pages.working == 2  # who waited is gone, with what he wanted
        while client.service.pages.working:
            if len(pages.begun) > pages.answered:
                pages.answer()
            await asyncio.sleep(0.01)
        assert len(pages.begun) == 2

    run(tmp_path, pages, work, workers=1, deadline=0.3)


def test_a_page_that_is_still_being_opened_is_given_up_with_its_caller(tmp_path: Path) -> None:
    pages = Canned(at_once=False, opening=True)

    async def work(client: Client) -> None:
        leaving = [asyncio.create_task(client.post("/v1/extract", ORDER)) for _ in range(2)]
        while len(pages.begun) < 2:
            await asyncio.sleep(0.01)
        for task in leaving:
            task.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
        late = await client.post("/v1/extract", ORDER)  # it begins at once, and its time is up
        assert (late.status_code, len(pages.begun)) == (504, 3)
        while client.service.pages.working:
            await asyncio.sleep(0.01)

    run(tmp_path, pages, work, workers=1, deadline=2.0)


def test_a_page_whose_host_hangs_is_asked_for_once_and_answered_with_its_row(tmp_path: Path, site: Site) -> None:
    seen, released = list[str](), threading.Event()

    def hang(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.path)
        released.wait(60)

    order = {"url": site.add_answer("/hanging", hang)}
    network = NetworkSettings(public_only=True, allowed_hosts=frozenset({"127.0.0.1"}), fetch=True)
    in_time = RenderSettings(deadline=2.0, load_timeout=1.0)

    async def work(client: Client) -> None:
        answer = await client.post("/v1/extract", order)
        assert (answer.status_code, answer.json().get("reason")) == (504, "timeout/load"), answer.text
        assert answer.json()["row"]["status"] == "failure"
        assert seen == ["/hanging"]
        leaving = asyncio.create_task(client.post("/v1/extract", order))
        while len(seen) < 2:
            await asyncio.sleep(0.01)
        leaving.cancel()
        while client.service.pages.working:
            await asyncio.sleep(0.01)
        released.set()

    run(tmp_path, Extractor(network=network, render_settings=in_time, processes=1), work, workers=1, deadline=2.5)


def test_who_goes_away_no_longer_waits(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        asked = [asyncio.create_task(client.post("/v1/extract", ORDER)) for _ in range(3)]
        while client.service.pages.waiting < 1:
            await asyncio.sleep(0.01)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert client.service.pages.waiting == 0

    run(tmp_path, pages, work, workers=1)


def test_jobs_go_on_while_callers_never_stop(tmp_path: Path) -> None:
    pages = Canned()

    async def work(client: Client) -> None:
        stop = asyncio.Event()

        async def ask() -> None:
            while not stop.is_set():
                await client.post("/v1/extract", ORDER)

        asking = [asyncio.create_task(ask()) for _ in range(8)]
        assert len(await client.rows(await client.job(20))) == 20
        stop.set()
        await asyncio.gather(*asking)

    run(tmp_path, pages, work, workers=1)
