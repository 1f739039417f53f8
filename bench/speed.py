"""The cost of a page: in bare parses, beside the releases; and of each stage in pages per core-hour.

    python -m bench speed releases --wcxb PATH/wcxb-dev.tar.xz
    python -m bench speed stages                       # and --pages N
    python -m bench speed rendered PATH/sites          # and --places N, --delay SECONDS

``releases``: a row, a text, Markdown and a table as ``iawce evaluate speed`` measures them
(``evaluate/speed.py``), on our own pages and, if given, on pages of WCXB, today and of the releases in
``speed.json``, to which ``--keep VERSION`` adds. What costs over 5 % more than in the last release, as a share of
trafilatura's time in the same run, is named: the changelog says why. Without the extra ``bench`` there is no
trafilatura, and nothing is compared.

``stages``: CPU seconds, which a busy machine hardly changes. The pages are drawn at random from WCXB dev, with 95 %
intervals by bootstrap over pages.

``rendered``: elapsed time of pages of mirrored sites, from the start of a browser to its end, each way in turn.
"""

import asyncio
import contextlib
import json
import os
import platform
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.async_api import async_playwright

from bench.common.processes import look
from bench.common.servers import serve_mirrors
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import open_document
from iawce.data.errors import PageError, Status, quantity
from iawce.data.page import Html, Page
from iawce.data.render.chromium import installed_browsers
from iawce.evaluate.speed import STEPS, time_pages
from iawce.extract.pipeline.extractor import Extractor
from tests.evaluate.speed_releases import Ratios, Release, compare_releases, dearer, medians_of, read_releases
from tests.processes import descendants

KEPT = Path(__file__).with_suffix(".json")
GATE = Path(__file__).resolve().parent.parent / "tests" / "gate" / "pages"
WHAT = " ".join(f"--step {name}" for name in STEPS)
OWN_PAGES = f"iawce evaluate speed folder tests/gate/pages --sample 2 {WHAT}"
WCXB = f"iawce evaluate speed wcxb PATH/wcxb-dev.tar.xz --sample 13 {WHAT}"
SHARED = Path(os.environ.get("IAWCE_SHARED", "../shared")) / "data"
BILLION = 1e9
START = 4
"""Pages before the measurement, which load models and modules."""
TICKS = os.sysconf("SC_CLK_TCK")
GOTO_TIMEOUT = 8_000  # Milliseconds that the bare loop waits for a page; some never load without their network


def releases(
    wcxb: Annotated[Path | None, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Times that each part runs on each page.")] = 3,
    keep: Annotated[str, typer.Option(help="Version under which to keep the figures.")] = "",
) -> None:
    """The cost of a row and of its text in bare parses: today, and of the releases."""
    known = read_releases(KEPT)
    today: dict[str, Ratios] = {}
    sets = {OWN_PAGES: ("folder", GATE, 2)} | ({WCXB: ("wcxb", wcxb, 13)} if wcxb else {})
    for command, (name, path, sample) in sets.items():
        pages, peers = read_gold(name, path)[::sample], find_spec("trafilatura") is not None
        times = {name: time_pages(step.parts(peers=peers), pages, rounds) for name, step in STEPS.items()}
        today[command] = {step: medians_of(found) for step, found in times.items()}
        now = Release(version="today", date="", machine="", bare_parses=today)
        print(compare_releases(command, [*known, now]) + "\n")
        print(*dearer(command, [*known, now]), sep="\n")
    if keep:
        release = Release(version=keep, date=f"{datetime.now(UTC):%Y-%m-%d}", machine=machine(), bare_parses=today)
        KEPT.write_text(json.dumps([*known, release], indent=1) + "\n", encoding="utf-8")


def machine() -> str:
    """Description of the machine: its cores and its Python."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores, {platform.machine()}, {python}"


def stages(
    pages: Annotated[int, typer.Option(help="Pages that are read, classified and extracted.")] = 300, seed: int = 0
) -> None:
    """The cost of each stage of the pipeline: pages per core-hour, without a browser."""
    gold = read_gold("wcxb", SHARED / "wcxb-dev.tar.xz")
    bodies = [page.html.encode() for page in random.Random(seed).sample(gold, pages)]
    print("| stage | CPU s a page | pages per core-hour | core-hours for 10⁹ pages |\n| --- | --- | --- | --- |")
    for name, seconds in costs_by_stage(bodies).items():
        print(line(name, seconds))
    print(line("in a killable process: all of these, and the row as JSON", [in_processes(bodies)]))


def costs_by_stage(bodies: Sequence[bytes]) -> dict[str, list[float]]:
    """CPU seconds of each page by stage, after the models are loaded."""
    found: dict[str, list[float]] = {"parse": [], "classify": [], "extract": []}
    extract = Extractor(render="never").extract_document
    for number, body in enumerate([*bodies[:START], *bodies]):
        times = [time.process_time()]
        try:
            document = open_document(Html(body, "https://a.example/").page())
            len(document.index)
            times.append(time.process_time())
            answer = extract.ensemble.classify(document)
            times.append(time.process_time())
        except PageError:
            continue
        extract(document, answer=answer).to_json()
        times.append(time.process_time())
        if number >= START:
            for stage, seconds in zip(found, np.diff(times).tolist(), strict=True):
                found[stage].append(seconds)
    return found | {"sum": [sum(each) for each in zip(*found.values(), strict=True)]}


def in_processes(bodies: Sequence[bytes]) -> float:
    """CPU seconds of a page by ``extract_many`` with a process, as in the command, without the start."""
    with Extractor(render="never", processes=1) as extractor:
        pages = [Html(body, f"https://{n}.example/").page() for n, body in enumerate(bodies)]
        return per_page(pages, extractor.extract_many)


def per_page(pages: Sequence[Page], work: Callable[[Sequence[Page]], Iterable[object]]) -> float:
    """CPU seconds of a page over all processes; the first pages, the start, do not count."""
    for _ in work(pages[:START]):
        pass
    before = cpu_seconds()
    for _ in work(pages[START:]):
        pass
    return (cpu_seconds() - before) / len(pages[START:])


def cpu_seconds() -> float:
    """CPU seconds of this process and of all that it started, ended ones included."""
    total = 0
    for process in (os.getpid(), *descendants()):
        try:
            values = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, values[11:15]))
    return total / TICKS


def line(name: str, seconds: Sequence[float]) -> str:
    """One line of the table."""
    mean = float(np.mean(seconds))
    spread = ""
    if len(seconds) > 1:
        draws = np.random.default_rng(0).choice(seconds, (2000, len(seconds))).mean(axis=1)
        spread = f" ({np.quantile(draws, 0.025):.3f} to {np.quantile(draws, 0.975):.3f})"
    return f"| {name} | {mean:.3f}{spread} | {3600 / mean:,.0f} | {BILLION * mean / 3600:,.0f} |"


def rendered(
    sites: Annotated[Path, typer.Argument(help="Folder of mirrored sites.")] = SHARED / "sites",
    pages: Annotated[int, typer.Option(min=1, help="Pages of each site.")] = 10,
    places: Annotated[int, typer.Option(min=1, help="Pages in flight.")] = 4,
    delay: Annotated[float, typer.Option(min=0, help="Seconds before each answer of a server.")] = 0.1,
    repeat: Annotated[int, typer.Option(min=1, help="Rounds; the rows are in turn.")] = 3,
) -> None:
    """Live pages of mirrored sites: a bare loop of Playwright, and ours with extraction."""
    ways = {
        "bare goto + screenshot": lambda urls, places: asyncio.run(bare_loop(urls, places)),
        "render and extract": whole_way,
    }
    spent: dict[str, list[Spent]] = {name: [] for name in ways}
    with serve_mirrors(sites, delay) as mirrors:
        draw = random.Random(0)
        chosen = [(site, draw.sample(sorted(site.labels), min(pages, len(site.labels)))) for site in mirrors]
        urls = [site.url(path) for site, paths in chosen for path in paths]
        draw.shuffle(urls)
        for _, (name, way) in product(range(repeat), ways.items()):
            with measured() as found:
                way(urls, places)
            spent[name].append(found)
    print(f"{quantity(len(urls), 'page')}, {places} in flight, answers {delay} s late; medians of {repeat} rounds.\n")
    print("| way | pages/s | CPU s a page | MB at most |\n| --- | --: | --: | --: |")
    for name, rounds in spent.items():
        seconds, cpu, memory = (statistics.median(column) for column in zip(*map(astuple, rounds), strict=True))
        print(f"| {name} | {len(urls) / seconds:.2f} | {cpu / len(urls):.2f} | {memory:,.0f} |")


@dataclass
class Spent:
    """Elapsed seconds, CPU seconds of all processes, and the most memory that they did not share, MB."""

    seconds: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0


@contextmanager
def measured() -> Iterator[Spent]:
    """What the body costs; memory is looked at four times a second."""
    spent, ended = Spent(), threading.Event()

    def watch() -> None:
        while not ended.wait(0.25):
            spent.memory = max(spent.memory, look().megabytes)
            spent.cpu = max(spent.cpu, cpu_seconds() - cpu)  # the browser ends with the body

    watcher, began, cpu = threading.Thread(target=watch), time.perf_counter(), cpu_seconds()
    watcher.start()
    yield spent
    spent.seconds = time.perf_counter() - began
    ended.set()
    watcher.join()


async def bare_loop(urls: Sequence[str], places: int) -> None:
    """The floor of rendering: open each page in a context of its own and take its full picture, nothing else."""
    waiting = iter(urls)

    async def work() -> None:
        for url in waiting:
            context = await browser.new_context(viewport={"width": 1366, "height": 768})
            tab = await context.new_page()
            with contextlib.suppress(PlaywrightTimeout):
                await tab.goto(url, timeout=GOTO_TIMEOUT)
                await tab.screenshot(full_page=True)
            await context.close()

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed_browsers(playwright)[0])
        await asyncio.gather(*(work() for _ in range(places)))
        await browser.close()


def whole_way(urls: Sequence[str], places: int) -> None:
    with Extractor(workers=places, render="always") as extractor:
        failed = [row.reason for row in extractor.extract_many(urls) if row.status == Status.FAILURE]
    if failed:
        sys.exit(f"{len(failed)} pages failed: {failed[0]}")


COMMANDS = {"releases": releases, "stages": stages, "rendered": rendered}
