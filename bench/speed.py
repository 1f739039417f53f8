"""The cost of a page: in bare parses, beside the releases; and of each stage in pages per core-hour.

    python -m bench speed releases --wcxb PATH/wcxb-dev.tar.xz
    python -m bench speed stages                       # 300 pages of WCXB, 60 of them rendered
    python -m bench speed stages --pages 50 --rendered 0
    python -m bench speed rendered wcxb PATH/wcxb-dev.tar.xz --pages 20

``releases``: a row, a text, Markdown and a table as ``iawce evaluate speed`` measures them
(``evaluate/speed.py``), on our own pages and, if given, on pages of WCXB, today and of the releases in
``speed.json``, to which ``--keep VERSION`` adds. What costs over 5 % more than in the last release, as a share of
trafilatura's time in the same run, is named: the changelog says why. Without the extra ``bench`` there is no
trafilatura, and nothing is compared.

``stages``: CPU seconds, which a busy machine hardly changes. The pages are drawn at random from WCXB dev, with 95 %
intervals by bootstrap over pages; for the browser, the pages are one batch, without interval. Rendered pages are served
on this machine without the other files of their sites (pictures, scripts of others), so a live page costs more.

``rendered``: the parts run one after the other on all pages, in turn, several times, in elapsed time; the tables show
medians over the repeats, and the lowest and highest ratio to the floor, which only opens a page and takes its picture.
"""

import asyncio
import contextlib
import json
import os
import platform
import random
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from playwright.async_api import Route, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bench.common.processes import descendants_of
from bench.common.served import served
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import open_document
from iawce.data.errors import PageError, quantity
from iawce.data.limits import Limits
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html, Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import launch
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.report.section import Section
from iawce.evaluate.speed import STEPS, time_pages
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Opening, PageOpener
from tests.evaluate.speed_releases import Ratios, Release, compare_releases, dearer, medians_of, read_releases

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
BrowserPart = Callable[[Sequence[GoldPage]], object]
GOTO_TIMEOUT = 8_000
"""Milliseconds that the bare loop waits for a page; some never finish loading without their network."""


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
    pages: Annotated[int, typer.Option(help="Pages that are read, classified and extracted.")] = 300,
    rendered: Annotated[int, typer.Option(help="Pages of these that are rendered.")] = 60,
    seed: int = 0,
) -> None:
    """The cost of each stage of the pipeline: pages per core-hour, with and without a browser."""
    gold = read_gold("wcxb", SHARED / "wcxb-dev.tar.xz")
    bodies = [page.html.encode() for page in random.Random(seed).sample(gold, pages)]
    print("| stage | CPU s a page | pages per core-hour | core-hours for 10⁹ pages |\n| --- | --- | --- | --- |")
    for name, seconds in costs_by_stage(bodies).items():
        print(line(name, seconds))
    print(line("in a killable process: all of these, and the row as JSON", [in_processes(bodies)]))
    if rendered:
        print(line("render", [rendering(bodies[:rendered])]))


def costs_by_stage(bodies: Sequence[bytes]) -> dict[str, list[float]]:
    """CPU seconds of each page by stage, after the models are loaded."""
    found: dict[str, list[float]] = {"parse": [], "classify": [], "extract": []}
    extract = Extractor(render="never").extract_document
    for number, body in enumerate([*bodies[:START], *bodies]):
        clock = Clock()
        try:
            document = open_document(Html(body, "https://a.example/").page())
            len(document.index)
            parsed = clock()
            answer = extract.ensemble.classify(document)
            classified = clock()
        except PageError:
            continue
        extract(document, answer=answer).to_json()
        if number >= START:
            for stage, seconds in zip(found, (parsed, classified, clock()), strict=True):
                found[stage].append(seconds)
    return found | {"sum": [sum(each) for each in zip(*found.values(), strict=True)]}


class Clock:
    """CPU seconds of this process since the last call."""

    def __init__(self) -> None:
        self._last = time.process_time()

    def __call__(self) -> float:
        now = time.process_time()
        passed, self._last = now - self._last, now
        return passed


def in_processes(bodies: Sequence[bytes]) -> float:
    """CPU seconds of a page by ``extract_many`` with a process, as in the command, without the start."""
    with Extractor(render="never", processes=1) as extractor:
        pages = [Html(body, f"https://{n}.example/").page() for n, body in enumerate(bodies)]
        return per_page(pages, extractor.extract_many)


def rendering(bodies: Sequence[bytes]) -> float:
    """CPU seconds of the browser and its driver, without the start."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.strip("/")
            self.send_response(200 if name.isdigit() else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(bodies[int(name)] if name.isdigit() else b"")

        def log_message(self, *_: object) -> None:
            return

    with (
        served(Handler) as site,
        PageOpener(
            "always", RenderSettings(screenshot_scale=0), NetworkSettings(), None, None, workers=2, limits=Limits()
        ) as opener,
    ):
        pages = [Page(f"{site}/{n}", f"{site}/{n}") for n in range(len(bodies))]
        return per_page(pages, lambda chosen: map(_outcome, [opener.start(page) for page in chosen]))


def _outcome(opening: Opening) -> object:
    return opening and (opening.exception() or opening.result())


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
    for process in descendants_of(os.getpid()):
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
    gold: Annotated[str, typer.Argument(metavar="SET", help="Name of a set.")] = "folder",
    path: Annotated[Path, typer.Argument(help="Path of the set.")] = GATE,
    pages: Annotated[int, typer.Option(min=1, help="Pages that are rendered.")] = 8,
    repeat: Annotated[int, typer.Option(min=1, help="Times that each part runs on all pages.")] = 3,
) -> None:
    """Elapsed time of snapshots, and of the whole way of a page, beside a bare loop of Playwright."""
    every = read_gold(gold, path)
    shown = every[:: max(1, len(every) // pages)]
    scales = {f"snapshot, picture scale {scale}": partial(snapshots, scale) for scale in (1.0, 0.5, 0.0)}
    whole = {f"render, look, extract; {workers} at a time": partial(whole_way, workers) for workers in (1, 2)}
    for title, parts in (("render", scales), ("end-to-end", whole)):
        print(beside_floor(title, parts, shown, repeat).markdown() + "\n\n")


def beside_floor(title: str, timed: Mapping[str, BrowserPart], pages: Sequence[GoldPage], repeat: int) -> Section:
    """Elapsed time of the parts, and of the floor."""
    parts: dict[str, BrowserPart] = {"bare goto + screenshot": lambda pages: asyncio.run(take_screenshots(pages))}
    parts |= timed
    seconds: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(repeat):
        for name, part in parts.items():
            started = time.perf_counter()
            part(pages)
            seconds[name].append(time.perf_counter() - started)
    floor = next(iter(seconds.values()))
    rows = [(name, *cells_of(times, floor, len(pages))) for name, times in seconds.items()]
    head = ("part", "pages/s", "ms a page", "time, floor = 1", "lowest and highest")
    return Section(title, head, rows, f"{quantity(len(pages), 'page')}, {quantity(repeat, 'repeat')}.")


def cells_of(times: Sequence[float], floor: Sequence[float], count: int) -> tuple[str, ...]:
    ratios = [spent / base for spent, base in zip(times, floor, strict=True)]
    median = statistics.median(times)
    cells = (f"{count / median:.1f}", f"{1000 * median / count:.1f}", f"{statistics.median(ratios):.2f}")
    return (*cells, f"{min(ratios):.2f}–{max(ratios):.2f}")


async def take_screenshots(pages: Sequence[GoldPage]) -> None:
    """The floor of rendering: open the page, take a full picture of at most 5,464 px, nothing else, one by one."""
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for page in pages:
            context = await browser.new_context(viewport={"width": 1366, "height": 768})
            tab = await context.new_page()
            await tab.route("**/*", answering(page))
            with contextlib.suppress(PlaywrightTimeout):
                await tab.goto("http://saved-page.invalid/", timeout=GOTO_TIMEOUT)
            height = min(5464, await tab.evaluate("document.documentElement.scrollHeight"))
            clip = {"x": 0, "y": 0, "width": 1366, "height": max(1, height)}
            await tab.screenshot(clip=clip, full_page=True)  # type: ignore[arg-type]
            await context.close()
        await browser.close()


def answering(page: GoldPage) -> Callable[[Route], Awaitable[None]]:
    """Answers the page from memory and refuses everything else."""

    async def answer(route: Route) -> None:
        if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=page.body)
        else:
            await route.abort()

    return answer


def snapshots(scale: float, pages: Sequence[GoldPage]) -> None:
    with BackgroundRenderer(RenderSettings(screenshot_scale=scale), workers=1) as renderer:
        for future in [renderer.submit(Page(page.id, body=page.body)) for page in pages]:
            future.exception()


def whole_way(workers: int, pages: Sequence[GoldPage]) -> None:
    with Extractor(workers=workers, render="always") as extractor:
        deque(extractor.extract_many(Page(page.id, body=page.body) for page in pages), maxlen=0)


COMMANDS = {"releases": releases, "stages": stages, "rendered": rendered}
