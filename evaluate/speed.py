"""Speed as ratios: each step compared with a lower bound and the fastest other systems, on the same pages in one run.

All parts of a step run one after the other in one process, in turn, several times; the table shows medians over the
repeats, and the lowest and highest ratio to the step's floor. Work in this process is measured in CPU time, which a
busy machine changes least; work in a browser, in elapsed time. Whole rows are measured page by page (``page_speed``).
"""

import asyncio
import contextlib
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from playwright.async_api import Route, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.tree import parse
from iawce.data.errors import PageError, quantity
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import launch
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.page_speed import STEPS, PageStep, bare_parse, ratio_section, time_pages
from iawce.evaluate.report.section import Section
from iawce.evaluate.systems import load_system
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

Part = Callable[[Sequence[GoldPage]], object]
PEERS = ("resiliparse", "trafilatura", "readability-lxml")
GOTO_TIMEOUT = 8_000
"""Milliseconds that the bare loop waits for a page; some never finish loading without their network."""


class Step(NamedTuple):
    """Parts that do the same work; ``measure`` runs all of them on the pages several times."""

    name: str
    measure: Callable[[Sequence[GoldPage], int], Section]
    is_rendered: bool = False


def _beside_floor(title: str, parts: dict[str, Part], *, is_rendered: bool = False) -> Step:
    """A step whose first part is the floor."""

    def measure(pages: Sequence[GoldPage], repeat: int) -> Section:
        seconds: dict[str, list[float]] = {name: [] for name in parts}
        clock = time.perf_counter if is_rendered else time.process_time
        for _ in range(repeat):
            for name, part in parts.items():
                started = clock()
                part(pages)
                seconds[name].append(clock() - started)
        floor = next(iter(seconds.values()))
        rows = [(name, *_cells(times, floor, len(pages))) for name, times in seconds.items()]
        head = ("part", "pages/s", "ms a page", "time, floor = 1", "lowest and highest")
        return Section(title, head, rows, f"{quantity(len(pages), 'page')}, {quantity(repeat, 'repeat')}.")

    return Step(title, measure, is_rendered)


def _in_parses(name: str, step: PageStep) -> Step:
    """A step that is timed page by page in bare parses."""
    return Step(name, lambda pages, repeat: ratio_section(name, time_pages(step.parts(), pages, repeat)))


def steps() -> list[Step]:
    """All steps from markup to content."""
    lxml, ours = _each(lambda page: bare_parse(page.body)), _each(lambda page: parse(page.html))
    extraction: dict[str, Part] = {"bare lxml parse": lxml}
    extraction |= {f"iawce, {kind}": partial(_ours, kind) for kind in ("article", "list")}
    extraction |= {"iawce, type by HTML": partial(_ours, ""), "iawce, text alone": partial(_ours, "", html=False)}
    extraction |= {peer: partial(_peer, peer) for peer in PEERS}
    rendering: dict[str, Part] = {"bare goto + screenshot": _screenshots}
    rendering |= {f"snapshot, picture scale {scale}": partial(_snapshots, scale) for scale in (1.0, 0.5, 0.0)}
    whole: dict[str, Part] = {"bare goto + screenshot": _screenshots}
    whole |= {f"render, look, extract; {workers} at a time": partial(_whole_way, workers) for workers in (1, 2)}
    return [
        _beside_floor("parse", {"bare lxml parse": lxml, "iawce: decode and parse": ours, "resiliparse": _resiliparse}),
        _beside_floor("classify", {"bare lxml parse": lxml, "iawce: page type by HTML": _classify}),
        _beside_floor("extract", extraction),
        *(_in_parses(name, step) for name, step in STEPS.items()),
        _beside_floor("render", rendering, is_rendered=True),
        _beside_floor("end-to-end", whole, is_rendered=True),
    ]


def _cells(times: Sequence[float], floor: Sequence[float], count: int) -> tuple[str, ...]:
    ratios = [spent / base for spent, base in zip(times, floor, strict=True)]
    median = statistics.median(times)
    cells = (f"{count / median:.1f}", f"{1000 * median / count:.1f}", f"{statistics.median(ratios):.2f}")
    return (*cells, f"{min(ratios):.2f}–{max(ratios):.2f}")


def _each(work: Callable[[GoldPage], object]) -> Part:
    """The work on page after page; pages that cannot be read are passed over."""

    def run(pages: Sequence[GoldPage]) -> None:
        for page in pages:
            with contextlib.suppress(PageError):
                work(page)

    return run


def _resiliparse(pages: Sequence[GoldPage]) -> None:
    from resiliparse.parse.html import HTMLTree  # noqa: PLC0415 - of the extra "bench"

    _each(lambda page: HTMLTree.parse(page.body.decode("utf-8", "replace")))(pages)


def _classify(pages: Sequence[GoldPage]) -> None:
    ensemble = PageTypeEnsemble("html")
    _each(lambda page: ensemble.classify(open_document(page.page)))(pages)


def _ours(page_type: str, pages: Sequence[GoldPage], *, html: bool = True) -> None:
    """Decode, parse, choose, print as text, cleaned HTML and blocks."""
    extractor = Extractor(settings=ExtractSettings(html=html), render="never", page_type=page_type)
    deque(extractor.extract_many(page.page for page in pages), maxlen=0)


def _peer(name: str, pages: Sequence[GoldPage]) -> None:
    system = load_system(name)
    _each(lambda page: system(page.body.decode("utf-8", "replace"), page.url))(pages)


def _screenshots(pages: Sequence[GoldPage]) -> None:
    """The floor of rendering: open the page, take a full picture of at most 5,464 px, nothing else, one by one."""
    asyncio.run(_take_screenshots(pages))


async def _take_screenshots(pages: Sequence[GoldPage]) -> None:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for page in pages:
            context = await browser.new_context(viewport={"width": 1366, "height": 768})
            tab = await context.new_page()
            await tab.route("**/*", _answer(page))
            with contextlib.suppress(PlaywrightTimeout):
                await tab.goto("http://saved-page.invalid/", timeout=GOTO_TIMEOUT)
            height = min(5464, await tab.evaluate("document.documentElement.scrollHeight"))
            clip = {"x": 0, "y": 0, "width": 1366, "height": max(1, height)}
            await tab.screenshot(clip=clip, full_page=True)  # type: ignore[arg-type]
            await context.close()
        await browser.close()


def _answer(page: GoldPage) -> Callable[[Route], Awaitable[None]]:
    """Answers the page from memory and refuses everything else."""

    async def answer(route: Route) -> None:
        if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=page.body)
        else:
            await route.abort()

    return answer


def _snapshots(scale: float, pages: Sequence[GoldPage]) -> None:
    with BackgroundRenderer(RenderSettings(screenshot_scale=scale), workers=1) as renderer:
        for future in [renderer.submit(Page(page.id, body=page.body)) for page in pages]:
            future.exception()


def _whole_way(workers: int, pages: Sequence[GoldPage]) -> None:
    with Extractor(workers=workers, render="always") as extractor:
        deque(extractor.extract_many(Page(page.id, body=page.body) for page in pages), maxlen=0)
