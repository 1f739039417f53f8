"""A service in a separate process, which may be killed and started again."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Literal, Self

import httpx

TEXT = "The harbour of the town was built by hand, and every stone of it has a name that the children learn. "


class ServiceProcess:
    """``iawce serve`` with some options, on any free port; use as a context manager.

    Args:
        jobs: file of jobs.
        options: of the command.
        until: condition for its use.

    Attributes:
        address: where it listens.
        said: its output until then.

    Raises:
        RuntimeError: on entering, the service did not start.
    """

    def __init__(self, jobs: Path, *options: str, until: Literal["/healthz", "/readyz"] = "/readyz") -> None:
        self.address, self.said, self._until = "", "", until
        command = [sys.executable, "-m", "iawce.scripts", "serve", "--port", "0", "-s", f"serve.jobs={jobs}"]
        self._command = [*command, *options]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGKILL)

    def start(self) -> None:
        """Start it, and wait until it is ready, or lives."""
        self.process = subprocess.Popen(self._command, stderr=subprocess.PIPE, text=True)  # noqa: S603 - ourselves
        assert self.process.stderr
        for line in self.process.stderr:
            self.said += line
            if line.startswith("http://"):
                self.address = line.strip()
                break
        else:
            raise RuntimeError(f"the service did not start: {self.said}")
        self._reading = threading.Thread(target=_read, args=(self.process.stderr,), daemon=True)
        self._reading.start()
        while not self._says_yes():
            time.sleep(0.1)

    def _says_yes(self) -> bool:
        try:
            return httpx.get(f"{self.address}{self._until}", timeout=60).is_success
        except httpx.TransportError:
            return False

    def end(self, number: int) -> int:
        """Send a signal, and wait for the end; its exit code."""
        self.process.send_signal(number)
        code = self.process.wait()
        self._reading.join()
        return code


def _read(stream: IO[str]) -> None:
    """Read to the end, so that the writing process never waits."""
    with stream:
        while stream.read(4096):
            pass


def add_jobs(address: str, count: int, pages: int) -> dict[str, set[str]]:
    """Give a service jobs of small pages; the expected names of their rows, by job."""
    html = "<title>{0}</title><main><article><h1>{0}</h1>" + f"<p>{TEXT}</p>" * 4 + "</article></main>"
    wanted = dict[str, set[str]]()
    with httpx.Client(base_url=address, timeout=600) as http:
        for number in range(count):
            urls = [f"http://site-{number}.test/{page}" for page in range(pages)]
            order = [{"url": url, "html": html.format(url)} for url in urls]
            answer = http.post("/v1/jobs", json={"pages": order, "type": "article"}).raise_for_status()
            wanted[str(answer.json()["id"])] = set(urls)
    return wanted


def done_pages(address: str) -> int:
    """Pages of all jobs that have a row."""
    jobs = httpx.get(f"{address}/v1/jobs", timeout=600).raise_for_status().json()
    return sum(job["done"] for job in jobs)


def wrong_jobs(address: str, wanted: dict[str, set[str]]) -> list[str]:
    """Jobs that do not have one row for each page, once they have ended."""
    with httpx.Client(base_url=address, timeout=600) as http:
        return [name for name, urls in wanted.items() if _refs(http, name) != sorted(urls)]


def _refs(http: httpx.Client, name: str) -> list[str]:
    answer = http.get(f"/v1/jobs/{name}/rows", params={"follow": True}).raise_for_status()
    return sorted(str(json.loads(line)["ref"]) for line in answer.text.splitlines())
