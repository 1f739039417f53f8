"""The HTTP service under load: answers to 32 callers, with bad, slow and hostile requests, and lost pages.

    python -m bench service --seconds 300                  # a mix of requests, memory on the way
    python -m bench service --seconds 0 --jobs 200         # killed twice in the middle of 200 jobs

Prints statuses and times of each kind of request (as callers wait, the queue included), jobs without exactly one row
for each page, and the unshared memory of the service with all that it started. Linux only.
"""

import random
import signal
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import httpx
import numpy as np
import typer

from bench.common.page_kinds import HOSTILE, NORMAL, TEXT, handler_of
from bench.common.processes import memory_by_program
from bench.common.servers import served
from tests.kills.service_process import ServiceProcess, add_jobs, done_pages, wrong_jobs

EVERY = 10.0
"""Seconds between two checks of the memory."""
OPTIONS = ("-s", "network.allowed_hosts=127.0.0.1", "-s", "serve.rate=1000000", "-s", "serve.deadline=60")
FETCHING = ("--render", "never")
PATIENCE = 300.0
PAGE = "<!doctype html><title>Harbour {0}</title><main><article>" + TEXT + "<p>Page {0}.</p></article></main>"
BAD = (
    (b"{", "/v1/extract"),
    (b'{"url":"http://169.254.169.254/"}', "/v1/extract"),
    (b'{"script":"x"}', "/v1/records"),
    (b" " * (11 << 20), "/v1/extract"),
    (b"no picture", "/v1/classify"),
    (b"", "/none"),
    (b'{"pages":[]}', "/v1/jobs"),
    (b"\xff" * 1000, "/v1/extract"),
)


class Answer(NamedTuple):
    """One answer: to what kind of request, with which status, after how many seconds."""

    kind: str
    status: int
    seconds: float


class Load:
    """Callers that send one request after another until they are stopped.

    Args:
        address: of the service.
        origin: of a site with ordinary and hostile pages.
    """

    def __init__(self, address: str, origin: str) -> None:
        self._address = address
        self._normal = [f"{origin}/{kind.name}" for kind in NORMAL]
        self._hostile = [f"{origin}/{kind.name.replace(' ', '%20')}" for kind in HOSTILE]
        self.answers, self.jobs = list[Answer](), dict[str, set[str]]()

    def call(self, seed: int, until: float) -> None:
        """Act as one caller."""
        chance = random.Random(seed)
        asks: dict[str, Callable[[httpx.Client, random.Random], int]] = {
            "html": self._html, "live page": partial(self._page, self._normal),
            "hostile page": partial(self._page, self._hostile), "bad": self._bad, "job": self._job,
        }  # fmt: skip
        with httpx.Client(base_url=self._address, timeout=PATIENCE) as http:
            while time.monotonic() < until:
                (kind,) = chance.choices(list(asks), (60, 8, 7, 20, 5))
                started = time.monotonic()
                status = asks[kind](http, chance)
                self.answers.append(Answer(kind, status, time.monotonic() - started))

    def _html(self, http: httpx.Client, chance: random.Random) -> int:
        return http.post("/v1/extract", json={"html": PAGE.format(chance.random())}).status_code

    def _page(self, known: list[str], http: httpx.Client, chance: random.Random) -> int:
        return http.post("/v1/extract", json={"url": f"{chance.choice(known)}?{chance.random()}"}).status_code

    def _bad(self, http: httpx.Client, chance: random.Random) -> int:
        body, path = chance.choice(BAD)
        media = "image/png" if path == "/v1/classify" else "application/json"
        try:
            return http.post(path, content=body, headers={"Content-Type": media}).status_code
        except httpx.TransportError:  # the connection was closed while the body was still being sent
            return 413 if len(body) > 1 << 20 else 0

    def _job(self, http: httpx.Client, chance: random.Random) -> int:
        urls = {f"http://site-{chance.random()}.test/{page}" for page in range(4)}
        pages = [{"url": url, "html": PAGE.format(url)} for url in urls]
        answer = http.post("/v1/jobs", json={"pages": pages, "type": "article"})
        if answer.status_code == 202:
            self.jobs[str(answer.json()["id"])] = urls
        return answer.status_code


def load(seconds: float, callers: int) -> None:
    """Send requests for a while, then count."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(handler_of((*NORMAL, *HOSTILE))) as origin,
        ServiceProcess(Path(folder) / "jobs.sqlite", *OPTIONS) as service,
    ):
        asking, until = Load(service.address, origin), time.monotonic() + seconds
        threads = [threading.Thread(target=asking.call, args=(seed, until)) for seed in range(callers)]
        for thread in threads:
            thread.start()
        memory = list[Counter[str]]()
        while any(thread.is_alive() for thread in threads):
            time.sleep(EVERY)
            memory.append(memory_by_program(service.process.pid))
            print(f"{len(asking.answers)} answers, {_megabytes(memory[-1])}", flush=True)
        wrong = wrong_jobs(service.address, asking.jobs)
        _print_times(asking.answers)
        print(f"\n{len(asking.jobs)} jobs, {len(wrong)} without exactly one row for each page")
        _print_memory(memory)
        print(f"exit code at SIGTERM: {service.end(signal.SIGTERM)}")


def _megabytes(found: Counter[str]) -> str:
    return f"{found.total():.0f} MB: " + ", ".join(f"{name} {size:.0f}" for name, size in sorted(found.items()))


def _print_memory(memory: list[Counter[str]]) -> None:
    """The median memory of all programs and of each, in the three thirds of the time."""
    print("\n| MB of | first third | second | last |\n| --- | --: | --: | --: |")
    names = sorted({name for found in memory for name in found})
    for name in ("all", *names):
        thirds = np.array_split([one.total() if name == "all" else one[name] for one in memory], 3)
        print(f"| {name} | {' | '.join(f'{np.median(part):.0f}' for part in thirds)} |")


def _print_times(answers: list[Answer]) -> None:
    times, statuses = defaultdict[str, list[float]](list), defaultdict[str, Counter[int]](Counter)
    for answer in answers:
        times[answer.kind].append(answer.seconds)
        statuses[answer.kind][answer.status] += 1
    print("\n| request | answers | p50, s | p99, s | statuses |\n| --- | --: | --: | --: | --- |")
    for kind, found in sorted(times.items()):
        middle, slow = np.quantile(found, (0.5, 0.99))
        counts = ", ".join(f"{status}: {count:,}" for status, count in statuses[kind].most_common())
        print(f"| {kind} | {len(found):,} | {middle:.2f} | {slow:.2f} | {counts} |")


def kill(jobs: int) -> None:
    """Kill the service twice while it works on jobs."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServiceProcess(Path(folder) / "jobs.sqlite", *OPTIONS, *FETCHING, until="/healthz") as service,
    ):
        wanted, moments = add_jobs(service.address, jobs, 2), list[int]()
        for part in (1, 2):
            while (done := done_pages(service.address)) < part * 2 * jobs // 3:
                time.sleep(0.1)
            service.end(signal.SIGKILL)
            moments.append(done)
            service.start()
        wrong = len(wrong_jobs(service.address, wanted))
    print("| jobs | pages | pages with a row at the first kill | at the second | wrong jobs at the end |")
    print(f"|{' --: |' * 5}\n| {jobs} | {2 * jobs} | {moments[0]} | {moments[1]} | {wrong} |")


def main(
    seconds: Annotated[float, typer.Option(help="Seconds of a mix of requests; 0 for none.")] = 300.0,
    callers: Annotated[int, typer.Option(help="Number of simultaneous callers.")] = 32,
    jobs: Annotated[int, typer.Option(help="Number of jobs during which the service is killed.")] = 0,
) -> None:
    if jobs:
        kill(jobs)
    if seconds:
        load(seconds, callers)
