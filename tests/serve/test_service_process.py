"""The service as a process: killed, stopped, and with a real browser."""

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from iawce.data.render.chromium import can_sandbox
from tests.conftest import Site
from tests.extract.inspector.hostile_page import ESCAPED
from tests.kills.service_process import ServiceProcess, add_jobs, done_pages, wrong_jobs
from tests.opened_browser import opened_browser
from tests.processes import descendants_of
from tests.serve.running import ANN, article

FETCHING = ("--render", "never", "-s", "run.processes=1", "-s", "serve.rate=1000000")


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


@pytest.fixture(scope="module")
def rendering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    folder = tmp_path_factory.mktemp("service")
    (folder / "tokens").write_text("ann ann-has-a-long-token")
    options = ("-s", "network.allowed_hosts=127.0.0.1", "-s", "serve.deadline=600", "--tokens", str(folder / "tokens"))
    with ServiceProcess(folder / "jobs.sqlite", *options, "-s", "run.processes=1") as service:
        yield service


@pytest.mark.browser
def test_a_page_is_rendered_if_its_host_is_allowed(rendering: ServiceProcess, site: Site) -> None:
    shown = "document.querySelector('h1').textContent = 'Written by a script'"
    site.add("/tides", article() + f"<img src='http://localhost:1/'><script>{shown}</script>")
    port = site.url.rpartition(":")[2]
    assert ("without its sandbox" in rendering.said) == (not can_sandbox())
    assert {"processes.answer", "--headless"} <= words_of(descendants_of(rendering.process.pid))  # it is ready
    with httpx.Client(base_url=rendering.address, headers=ANN, timeout=600) as http:
        row = http.post("/v1/extract", json={"url": f"{site.url}/tides"}).json()
        assert "Written by a script" in row["text"]
        assert row["rendered"]
        refused = http.post("/v1/extract", json={"url": f"http://localhost:{port}/tides"})
        assert (refused.status_code, refused.json()["reason"]) == (403, "blocked/ssrf")


@pytest.mark.browser
def test_people_sign_in_and_see_a_page_with_scripts_and_without(rendering: ServiceProcess, site: Site) -> None:
    site.add("/tides", article().replace("<p>", f"<p>{ESCAPED}", 1))
    with opened_browser() as browser:
        for scripts, width in ((True, 1200), (False, 400)):
            tab = browser.new_page(java_script_enabled=scripts, viewport={"width": width, "height": 800})
            tab.set_default_timeout(600_000)
            tab.goto(rendering.address)
            tab.fill("#token", "ann-has-a-long-token")
            tab.click("text=Sign in")
            tab.fill("#url", f"{site.url}/tides")
            tab.click("text=Extract")
            assert "because of the moon" in tab.inner_text("[data-method] pre")
            assert tab.is_visible("#url")
            assert (tab.get_attribute("image", "href") or "").startswith("data:image/webp;base64,")
            assert tab.inner_text("#counts") == ("6 blocks kept, 1 dropped" if scripts else "")
            assert (tab.title(), tab.evaluate("document.documentElement.scrollWidth")) == ("The tides", width)
            tab.close()
