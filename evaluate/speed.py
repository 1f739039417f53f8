"""Speed as ratios: each step compared with a lower bound and the fastest other systems, on the same pages in one run.

Steps from markup to content are timed page by page, in bare parses (``page_speed``). The parts of a step with a browser
run one after the other on all pages, in turn, several times, in elapsed time; the table shows medians over the repeats,
and the lowest and highest ratio to the first part.
"""

import asyncio
import contextlib
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from playwright.async_api import Route, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.tree import parse
from iawce.data.errors import quantity
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import launch
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.page_speed import STEPS, Part, ratio_section, time_pages
from iawce.evaluate.report.section import Section
from iawce.evaluate.systems import Answer, load_system
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

BrowserPart = Callable[[Sequence[GoldPage]], object]
PEERS = ("resiliparse", "trafilatura", "readability-lxml")
GOTO_TIMEOUT = 8_000
"""Milliseconds that the bare loop waits for a page; some never finish loading without their network."""


class Step(NamedTuple):
    """Parts that do the same work; ``measure`` runs all of them on the pages several times."""

    name: str
    measure: Callable[[Sequence[GoldPage], int], Section]
    is_rendered: bool = False


def steps() -> list[Step]:
    """All steps from markup to content."""
    snapshots = {f"snapshot, picture scale {scale}": partial(_snapshots, scale) for scale in (1.0, 0.5, 0.0)}
    whole = {f"render, look, extract; {workers} at a time": partial(_whole_way, workers) for workers in (1, 2)}
    return [
        *(
            Step(name, partial(_in_parses, name, partial(_markup_parts, name)))
            for name in ("parse", "classify", "extract")
        ),
        *(Step(name, partial(_in_parses, name, step.parts)) for name, step in STEPS.items()),
        Step("render", partial(_beside_floor, "render", snapshots), is_rendered=True),
        Step("end-to-end", partial(_beside_floor, "end-to-end", whole), is_rendered=True),
    ]


def _markup_parts(step: str) -> dict[str, Part]:
    if step == "parse":
        return {"iawce: decode and parse": lambda page, _: parse(page.html), "resiliparse": _resiliparse}
    if step == "classify":
        ensemble = PageTypeEnsemble("html")
        return {"iawce: page type by HTML": lambda page, _: ensemble.classify(open_document(page.page))}
    ours = {f"iawce, {kind or 'type by HTML'}": _ours(kind) for kind in ("article", "list", "")}
    return ours | {"iawce, text alone": _ours("", html=False)} | {peer: partial(_peer, peer) for peer in PEERS}


def _in_parses(name: str, parts: Callable[[], dict[str, Part]], pages: Sequence[GoldPage], repeat: int) -> Section:
    return ratio_section(name, time_pages(parts(), pages, repeat))


def _beside_floor(title: str, timed: Mapping[str, BrowserPart], pages: Sequence[GoldPage], repeat: int) -> Section:
    """Elapsed time of the parts, and of the floor."""
    parts: dict[str, BrowserPart] = {"bare goto + screenshot": _screenshots, **timed}
    seconds: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(repeat):
        for name, part in parts.items():
            started = time.perf_counter()
            part(pages)
            seconds[name].append(time.perf_counter() - started)
    floor = next(iter(seconds.values()))
    rows = [(name, *_cells(times, floor, len(pages))) for name, times in seconds.items()]
    head = ("part", "pages/s", "ms a page", "time, floor = 1", "lowest and highest")
    return Section(title, head, rows, f"{quantity(len(pages), 'page')}, {quantity(repeat, 'repeat')}.")


def _cells(times: Sequence[float], floor: Sequence[float], count: int) -> tuple[str, ...]:
    ratios = [spent / base for spent, base in zip(times, floor, strict=True)]
    median = statistics.median(times)
    cells = (f"{count / median:.1f}", f"{1000 * median / count:.1f}", f"{statistics.median(ratios):.2f}")
    return (*cells, f"{min(ratios):.2f}–{max(ratios):.2f}")


def _resiliparse(_: GoldPage, html: str) -> object:
    from resiliparse.parse.html import HTMLTree  # noqa: PLC0415 - of the extra "bench"

    return HTMLTree.parse(html)


def _ours(page_type: str, *, html: bool = True) -> Part:
    """Decode, parse, choose, print as text, cleaned HTML and blocks."""
    extractor = Extractor(settings=ExtractSettings(html=html), render="never", page_type=page_type)
    return lambda page, _: extractor.extract(page.page)


_system = cache(load_system)


def _peer(name: str, page: GoldPage, html: str) -> Answer:
    return _system(name)(html, page.url)


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
