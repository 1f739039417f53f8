"""Services for tests, and pages that they are asked for."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from iawce.extract.pipeline.extractor import Extractor
from iawce.serve.routes import Service
from iawce.serve.run_service import make_app, make_server
from iawce.serve.settings import ServeSettings, token_hash

BASE = "http://127.0.0.1:8787"
ANN, BOB = {"Authorization": "Bearer ann-has-a-long-token"}, {"Authorization": "Bearer bob-has-a-long-token"}
TOKENS = {token_hash("ann-has-a-long-token"): "ann", token_hash("bob-has-a-long-token"): "bob"}
SENTENCE = "The sea rises and falls twice a day at most coasts, because of the moon and the sun, as chapter {} says. "


def article(chapters: int = 6) -> str:
    """An article about tides, with a paragraph a chapter."""
    text = "".join(f"<p>{SENTENCE.format(number) * 3}<a href='/{number}'>More</a></p>" for number in range(chapters))
    return f"<!doctype html><title>The tides</title><body><main><article><h1>The tides</h1>{text}</article></main>"


def shop(count: int = 12) -> str:
    """A list of goods with prices."""
    goods = "".join(
        f"<li class=item><a href='/goods/{number}'>Lamp number {number} of brass</a> "
        f"<span class=price>{number + 10}.50 €</span><p>A lamp with {number} bulbs, for tables and shelves.</p></li>"
        for number in range(1, count + 1)
    )
    return f"<!doctype html><title>Lamps</title><body><h1>Lamps</h1><ul class=goods>{goods}</ul>"


class Client:
    """Asks a service, of which a test may see what it keeps."""

    def __init__(self, http: httpx.AsyncClient, service: Service) -> None:
        self.http, self.service = http, service

    async def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        return await self.http.post(path, json=body, headers=headers)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=headers)

    async def job(self, count: int, **headers: str) -> str:
        """Name of a new job of as many pages."""
        pages = [{"url": f"http://news.test/{number}"} for number in range(count)]
        answer = await self.post("/v1/jobs", {"pages": pages}, **headers)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    async def rows(self, name: str, **headers: str) -> list[dict[str, Any]]:
        """All rows of a job, once it has ended."""
        answer = await self.get(f"/v1/jobs/{name}/rows?follow=true", **headers)
        return [json.loads(line) for line in answer.text.splitlines()]


def run(jobs: Path, extractor: Extractor, work: Callable[[Client], Awaitable[None]], **settings: Any) -> None:
    """Do something with a service that is in this process, by ASGI, without a socket."""

    async def inside() -> None:
        app = make_app(extractor, settings_of(jobs, **settings))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=BASE) as http:
            await work(Client(http, app.state.service))

    asyncio.run(inside())


@contextmanager
def listening(jobs: Path, extractor: Extractor, **settings: Any) -> Iterator[str]:
    """Address of a service that listens on loopback, in a thread."""
    known = settings_of(jobs, port=0, **settings)
    server = make_server(make_app(extractor, known), known)
    opened = server.config.bind_socket()
    opened.listen()
    thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        opened.close()


def settings_of(jobs: Path, **settings: Any) -> ServeSettings:
    """Settings of a service that nobody finds too slow or too often asked, and that is ready at once."""
    known: dict[str, Any] = {"jobs": jobs / "jobs.sqlite", "rate": 1e9, "deadline": 600.0, "warm_up": False}
    return ServeSettings(**known | settings)
