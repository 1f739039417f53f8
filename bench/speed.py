"""Speed as ratios: extraction beside trafilatura and the bare parse, the whole way beside a bare screenshot loop.

    python bench/speed.py --wcxb PATH/wcxb-dev.tar.xz --every 8

All parts run on the same pages, one after the other in one process, ``--repeat`` times in turn; printed are medians
over the repeats with their spread (lowest to highest).
"""

import argparse
import asyncio
import contextlib
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import lxml.html
import trafilatura
from playwright.async_api import Route, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.corpora.gold_page import GoldPage
from iawce.data.corpora.wcxb import read_wcxb
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import launch
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor

Part = Callable[[list[GoldPage]], None]


def parse(pages: list[GoldPage]) -> None:
    """The floor: lxml parses the bytes."""
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    for page in pages:
        lxml.html.document_fromstring(page.body or b"<p>", parser=parser)


def ours(method: str) -> Part:
    """Decode, parse, choose, print as text, cleaned HTML and blocks."""
    extractor = Extractor(browser=False, page_type=method)
    return lambda pages: list(extractor.extract_many(Page(page.id, page.url, page.body) for page in pages)).clear()


def peer(pages: list[GoldPage]) -> None:
    """Trafilatura in its default mode."""
    for page in pages:
        trafilatura.extract(page.body.decode("utf-8", "replace"), url=page.url)


def screenshots(pages: list[GoldPage]) -> None:
    """The floor of rendering: set the content, take a full picture of at most 5,464 px, nothing else, one by one."""

    async def loop() -> None:
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            for page in pages:
                context = await browser.new_context(viewport={"width": 1366, "height": 768})
                tab = await context.new_page()
                await tab.route("**/*", _answer(page))
                with contextlib.suppress(PlaywrightTimeout):  # some pages never finish loading without their network
                    await tab.goto("http://saved-page.invalid/", timeout=8_000)
                height = min(5464, await tab.evaluate("document.documentElement.scrollHeight"))
                clip = {"x": 0, "y": 0, "width": 1366, "height": max(1, height)}
                await tab.screenshot(clip=clip, full_page=True)  # type: ignore[arg-type]
                await context.close()
            await browser.close()

    asyncio.run(loop())


def _answer(page: GoldPage) -> Callable[[Route], Awaitable[None]]:
    """Answers the page from memory and refuses everything else."""

    async def answer(route: Route) -> None:
        if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
            await route.fulfill(status=200, content_type="text/html; charset=utf-8", body=page.body)
        else:
            await route.abort()

    return answer


def whole_way(workers: int) -> Part:
    """Render, look at the boxes, extract."""

    def run(pages: list[GoldPage]) -> None:
        with Extractor(workers=workers) as extractor:
            for _ in extractor.extract_many(Page(page.id, body=page.body) for page in pages):
                pass

    return run


def render_at(scale: float) -> Part:
    """Only make snapshots, with a picture of this scale."""

    def run(pages: list[GoldPage]) -> None:
        with BackgroundRenderer(RenderSettings(screenshot_scale=scale), workers=1) as renderer:
            for future in [renderer.submit(Page(page.id, body=page.body)) for page in pages]:
                future.exception()

    return run


def measure(parts: dict[str, Part], pages: list[GoldPage], repeat: int, floor: str) -> None:
    """Print pages/s and time relative to ``floor`` of each part."""
    seconds: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(repeat):
        for name, part in parts.items():
            started = time.perf_counter()
            part(pages)
            seconds[name].append(time.perf_counter() - started)
    print(f"\n{len(pages)} pages, {repeat} repeats\n")
    print(f"| part | pages/s | time, {floor} = 1 | spread |\n| --- | --- | --- | --- |")
    for name, times in seconds.items():
        ratios = [spent / base for spent, base in zip(times, seconds[floor], strict=True)]
        rate = len(pages) / statistics.median(times)
        print(f"| {name} | {rate:.1f} | {statistics.median(ratios):.2f} | {min(ratios):.2f}-{max(ratios):.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wcxb", type=Path, required=True)
    parser.add_argument("--every", type=int, default=8, help="take each Nth page for extraction")
    parser.add_argument("--rendered", type=int, default=40, help="pages for the parts with a browser")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    pages = list(read_wcxb(arguments.wcxb))[:: arguments.every]
    articles, lists = ours("article"), ours("list")
    extraction = {"lxml parse": parse, "iawce article": articles, "iawce list": lists, "trafilatura": peer}
    measure(extraction, pages, arguments.repeat, "lxml parse")
    fewer = pages[:: max(1, len(pages) // arguments.rendered)]
    rendering: dict[str, Part] = {"bare goto + screenshot": screenshots}
    rendering |= {f"snapshot, picture scale {scale}": render_at(scale) for scale in (1.0, 0.5, 0.164, 0.0)}
    rendering |= {f"whole way, {workers} worker{'s' * (workers > 1)}": whole_way(workers) for workers in (1, 2)}
    measure(rendering, fewer, arguments.repeat, "bare goto + screenshot")


if __name__ == "__main__":
    main()
