"""Jobs: every page has one row, whatever happens to the service, and nobody sees another's."""

import asyncio
import json
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.serve.jobs import JobStore
from tests.serve.canned import Canned
from tests.serve.running import ANN, BOB, TOKENS, Client, run


def test_a_job_has_a_row_for_each_page(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        name = await client.job(30)
        assert sorted(row["text"] for row in await client.rows(name)) == sorted(
            f"http://news.test/{number}" for number in range(30)
        )
        state = (await client.get(f"/v1/jobs/{name}")).json()
        assert (state["state"], state["pages"], state["done"], state["failed"]) == ("done", 30, 30, 0)
        assert state["ended"] >= state["created"]
        rest = await client.get(f"/v1/jobs/{name}/rows?start=28")
        assert len(rest.text.splitlines()) == 2
        assert [job["id"] for job in (await client.get("/v1/jobs")).json()] == [name]

    run(tmp_path, Canned(), work)


def test_the_pages_of_a_job_may_be_addresses(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        pages = ["http://news.test/0", {"url": "http://news.test/1"}]
        answer = await client.post("/v1/jobs", {"pages": pages})
        assert answer.status_code == 202, answer.text
        rows = await client.rows(answer.json()["id"])
        assert sorted(row["text"] for row in rows) == ["http://news.test/0", "http://news.test/1"]
        for wrong, message in (
            ("news.test", "body.pages.0: "),
            ("", "a page needs url, or html"),
            (3, "body.pages.0: "),
        ):
            refused = await client.post("/v1/jobs", {"pages": [wrong]})
            assert (refused.status_code, message in refused.json()["detail"]) == (422, True), refused.text

    run(tmp_path, Canned(), work)


def test_rows_come_as_they_are_finished(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        name = await client.job(2)
        following = asyncio.create_task(client.rows(name))
        while len(pages.begun) < 2:
            await asyncio.sleep(0.01)
        assert (await client.get(f"/v1/jobs/{name}/rows")).text == ""
        pages.answer()
        while not (first := (await client.get(f"/v1/jobs/{name}/rows")).text):
            await asyncio.sleep(0.01)
        assert [json.loads(row)["text"] for row in first.splitlines()] == pages.begun[:1]
        pages.answer()
        assert len(await following) == 2

    run(tmp_path, pages, work)


def test_a_restart_loses_no_page_and_does_none_twice(tmp_path: Path) -> None:
    names = list[str]()
    first, second = Canned(at_once=False), Canned()

    async def begin(client: Client) -> None:
        names.append(await client.job(5))
        for _ in range(2):
            while not first.begun:
                await asyncio.sleep(0.01)
            first.answer()
            first.begun.pop(0)
        while (await client.get(f"/v1/jobs/{names[0]}")).json()["done"] < 2:
            await asyncio.sleep(0.01)

    async def go_on(client: Client) -> None:
        rows = await client.rows(names[0])
        assert sorted(row["ref"] for row in rows) == [f"http://news.test/{number}" for number in range(5)]
        assert len(second.begun) == 3

    run(tmp_path, first, begin)
    run(tmp_path, second, go_on)


def test_a_cancelled_job_begins_no_page_and_an_ended_one_is_forgotten(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        name = await client.job(100)
        while len(pages.begun) < 2:  # as many as there are workers
            await asyncio.sleep(0.01)
        cancelled = (await client.http.delete(f"/v1/jobs/{name}")).json()
        assert (cancelled["state"], cancelled["done"]) == ("cancelled", 0)
        pages.answer()
        assert (await client.http.delete(f"/v1/jobs/{name}")).status_code == 200
        assert (await client.get(f"/v1/jobs/{name}")).status_code == 404
        other = await client.job(1)
        while len(pages.begun) == 2:
            await asyncio.sleep(0.01)
        assert pages.begun[2:] == ["http://news.test/0"], "of the job that was cancelled no page is begun"
        assert (await client.get(f"/v1/jobs/{other}")).status_code == 200

    run(tmp_path, pages, work)


def test_nobody_sees_the_jobs_of_another(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        name = await client.job(3, **ANN)
        assert len(await client.rows(name, **ANN)) == 3
        for path in (f"/v1/jobs/{name}", f"/v1/jobs/{name}/rows", f"/v1/jobs/{name}/rows?follow=true"):
            answer = await client.get(path, **BOB)
            never = await client.get(path.replace(name, "never-was"), **BOB)
            assert (answer.status_code, answer.json()) == (404, never.json())
        assert (await client.http.delete(f"/v1/jobs/{name}", headers=BOB)).status_code == 404
        assert (await client.get("/v1/jobs", **BOB)).json() == []
        assert len(await client.rows(name, **ANN)) == 3

    run(tmp_path, Canned(), work, tokens=TOKENS)


def test_too_much_at_once_is_refused_and_nothing_of_it_kept(tmp_path: Path) -> None:
    pages = Canned(at_once=False)

    async def work(client: Client) -> None:
        order = {"pages": [{"url": "http://news.test/"}] * 11}
        assert (await client.post("/v1/jobs", order)).status_code == 413
        assert (await client.post("/v1/jobs", {"pages": []})).status_code == 422
        assert (await client.post("/v1/jobs", {"pages": [{"url": "file:///"}]})).status_code == 422
        assert (await client.post("/v1/jobs", {"pages": order["pages"][:1], "keep": "::::"})).status_code == 422
        assert (await client.get("/v1/jobs")).json() == []
        await client.job(10)
        full = await client.post("/v1/jobs", {"pages": order["pages"][:6]})
        assert (full.status_code, full.headers["retry-after"]) == (429, "60")
        assert full.json()["detail"] == "10 pages of your jobs are not done yet"

    run(tmp_path, pages, work, job_pages=10, caller_pages=15)


def test_a_file_that_is_full_takes_no_job_and_the_service_goes_on(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        order = {"pages": [{"html": "<p>" + "a" * 200_000}]}
        assert (await client.post("/v1/jobs", order)).status_code == 503
        assert (await client.get("/healthz")).status_code == 200
        assert len(await client.rows(await client.job(1))) == 1

    run(tmp_path, Canned(), work, jobs_size=100_000)


def test_one_file_serves_one_service(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite"
    with JobStore(path):
        assert path.stat().st_mode & 0o077 == 0
        with pytest.raises(UsageError, match="another service"):
            JobStore(path)
    with JobStore(path):
        pass


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite"
    path.write_text("precious")
    with pytest.raises(UsageError, match="cannot keep jobs"):
        JobStore(path)
    assert path.read_text() == "precious"


def test_credentials_in_an_order_are_not_stored(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        order = {"pages": [{"url": "http://ann:secret-of-ann@news.test/"}]}
        name = (await client.post("/v1/jobs", order)).json()["id"]
        assert len(await client.rows(name)) == 1

    run(tmp_path, Canned(), work)
    assert not [path for path in tmp_path.iterdir() if b"secret-of-ann" in path.read_bytes()]


def test_no_password_stays_in_the_file_or_its_log_when_its_page_is_done(tmp_path: Path) -> None:
    secret, sources = (
        b"s3cret-of-nobody",
        [json.dumps({"url": f"http://ann:s3cret-of-nobody@news.test/{n}"}) for n in "ab"],
    )

    def is_kept() -> bool:
        return any(secret in path.read_bytes() for path in tmp_path.iterdir())

    with JobStore(tmp_path / "jobs.sqlite") as store:
        store.add("ann", "{}", sources)
        first, second = store.undone(2, frozenset())
        store.finish(first, "success", "{}")
        assert is_kept(), "a page waits, which a restart must not lose"
        store.finish(second, "success", "{}")
        assert not is_kept()
        cancelled = store.add("ann", "{}", sources)
        store.end(cancelled.id)
        assert not is_kept()
