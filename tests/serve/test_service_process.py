"""The service as a process: killed, stopped, and with a real browser."""

import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

from bench.common.processes import descendants_of
from bench.common.service_process import ServiceProcess, add_jobs, done_pages, wrong_jobs
from iawce.data.render.chromium import can_sandbox
from tests.conftest import Site
from tests.serve.running import article

FETCHING = ("--fetch", "--processes", "1", "--rate", "1000000")


def test_killed_and_stopped_every_job_has_one_row_for_each_page(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path / "jobs.sqlite", *FETCHING, until="/healthz") as service:
        wanted = add_jobs(service.address, 12, 2)
        wait_for_rows(service.address, 5)
        assert service.end(signal.SIGKILL) == -signal.SIGKILL
        service.start()
        wanted |= (long := add_jobs(service.address, 1, 40))
        found = list[int]()

        def follow() -> None:
            answer = httpx.get(f"{service.address}/v1/jobs/{next(iter(long))}/rows?follow=true", timeout=600)
            found.append(len(answer.text.splitlines()))

        following = threading.Thread(target=follow)
        following.start()
        wait_for_rows(service.address, 12)
        assert service.end(signal.SIGTERM) == 128 + signal.SIGTERM
        following.join()  # lets go who waits
        assert found[0] < 40
        service.start()
        assert wrong_jobs(service.address, wanted) == []


def wait_for_rows(address: str, least: int) -> None:
    while done_pages(address) < least:
        time.sleep(0.05)


def words_of(processes: set[int]) -> set[str]:
    """Parts of the commands of processes that a service starts, as far as they run."""
    commands = "\n".join(Path(f"/proc/{number}/cmdline").read_text() for number in processes)
    return {word for word in ("processes.answer", "--headless") if word in commands}


@pytest.mark.browser
def test_a_page_is_rendered_if_its_host_is_allowed(tmp_path: Path, site: Site) -> None:
    shown = "document.querySelector('h1').textContent = 'Written by a script'"
    site.add("/tides", article() + f"<img src='http://localhost:1/'><script>{shown}</script>")
    port = site.url.rpartition(":")[2]
    options = ("--allow-host", "127.0.0.1", "--timeout", "600", "--processes", "1")
    with ServiceProcess(tmp_path / "jobs.sqlite", *options) as service:
        assert ("without its sandbox" in service.said) == (not can_sandbox())
        assert {"processes.answer", "--headless"} <= words_of(descendants_of(service.process.pid))  # it is ready
        row = httpx.post(f"{service.address}/v1/extract", json={"url": f"{site.url}/tides"}, timeout=600).json()
        assert "Written by a script" in row["text"]
        assert row["rendered"]
        other = {"url": f"http://localhost:{port}/tides"}
        refused = httpx.post(f"{service.address}/v1/extract", json=other, timeout=600)
        assert (refused.status_code, refused.json()["reason"]) == (403, "blocked/ssrf")
