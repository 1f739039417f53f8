"""A service is ready when all that pages need has done one, and not before."""

import asyncio
import logging
from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing, Status
from iawce.extract.output.extraction import Extraction
from iawce.serve import page_service, routes
from tests.serve.canned import Canned
from tests.serve.running import Client, run


def test_it_is_ready_only_after_its_first_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, pictures = Canned(at_once=False), list[bytes]()

    def classify(_: object, picture: bytes) -> Extraction:
        pictures.append(picture)
        return Extraction(ref="screenshot", status=Status.SUCCESS)

    monkeypatch.setattr(page_service, "classify_picture", classify)

    async def work(client: Client) -> None:
        early = await client.get("/readyz")
        assert (early.status_code, early.headers["content-type"]) == (503, "application/problem+json")
        assert (await client.get("/healthz")).status_code == 200
        for number in (1, 2):
            while len(pages.begun) < number:
                await asyncio.sleep(0.01)
            assert (await client.get("/readyz")).status_code == 503
            pages.answer()
        while not client.service.is_warm:
            await asyncio.sleep(0.01)
        assert pictures[0].startswith(b"\x89PNG")
        assert (await client.get("/readyz")).json() == {"status": "ok"}
        client.service.stop()
        assert (await client.get("/readyz")).status_code == 503

    run(tmp_path, pages, work, warm_up=True)


def test_missing_prerequisites_are_logged_and_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, "iawce")
    monkeypatch.setattr(routes, "AGAIN", 0.0)
    found = iter([EnvironmentMissing("no browser"), OSError("cannot allocate memory"), None])

    async def work(client: Client) -> None:
        async def warm_up() -> None:
            if error := next(found):
                raise error

        monkeypatch.setattr(client.service.pages, "warm_up", warm_up)
        assert (await client.get("/readyz")).status_code == 200
        client.service.is_warm = False
        assert (await client.get("/readyz")).status_code == 503
        await client.service.warm_up()
        assert (await client.get("/readyz")).status_code == 200

    run(tmp_path, Canned(), work)
    assert "not ready: no browser" in caplog.text
    assert "cannot allocate memory" in caplog.text
