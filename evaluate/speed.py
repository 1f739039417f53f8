"""Speed as ratios: each step compared with a lower bound and the fastest other systems, on the same pages in one run.

Steps from markup to content are timed page by page, in bare parses: lxml's parse of the page's decoded text. All parts
run on a page one after the other, in several rounds over all pages. A page's ratio is the least CPU time of a part
divided by the least CPU time of a bare parse; other work on the machine changes the minimum least. Tables show the
median and the quartiles over pages, and the lowest and the highest median of a single round: the difference between
these two is noise.

The parts of a step with a browser run one after the other on all pages, in turn, several times, in elapsed time; the
table shows medians over the repeats, and the lowest and highest ratio to the first part.
"""

import asyncio
import contextlib
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from lxml import etree
from numpy.typing import NDArray
from playwright.async_api import Route, async_playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.tree import parse
from iawce.data.errors import PageError, quantity
from iawce.data.labels import PageType, wide_type
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import launch
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.report.section import Section
from iawce.evaluate.systems import OURS, load_system
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

Part = Callable[[GoldPage, str], object]  # Work on a page; its decoded text is passed, too
Floats = NDArray[np.float64]
UNIT = "bare parse"
PARSES = 5  # Bare parses of a page in a round; the first one runs with cold caches
LEAST = 1e-6  # Seconds that a bare parse takes at the least, where the clock of the machine is too coarse for it
GROUPS = {f"{kind}s": kind for kind in PageType}  # Names of the groups of pages: those of one type
_MARKDOWN = {"output_format": "markdown"}
BrowserPart = Callable[[Sequence[GoldPage]], object]
PEERS = ("resiliparse", "trafilatura", "readability-lxml")
GOTO_TIMEOUT = 8_000
"""Milliseconds that the bare loop waits for a page; some never finish loading without their network."""


def bare_parse(html: bytes) -> None:
    """Parse UTF-8 by lxml alone, and keep nothing."""
    with contextlib.suppress(etree.XMLSyntaxError):
        etree.fromstring(html, etree.HTMLParser(encoding="utf-8", huge_tree=True))


class PageStep(NamedTuple):
    """One kind of output: the settings with which it is made, and options of trafilatura by the name of a peer."""

    settings: ExtractSettings
    take: Callable[[Extraction], object]
    peers: Mapping[str, Mapping[str, Any]] = {}

    def parts(self, *, peers: bool = True) -> dict[str, Part]:
        """Our work on a page, and that of the ``peers``."""
        extractor = Extractor(render="never", settings=self.settings)
        found: dict[str, Part] = {OURS: lambda page, _: self.take(extractor.extract(page.page))}
        if peers and self.peers:
            import trafilatura  # noqa: PLC0415 - of the extra "bench"

            for name, options in self.peers.items():
                work = trafilatura.extract if "output_format" in options else trafilatura.bare_extraction
                found[f"trafilatura, {name}"] = partial(_answer_of, partial(work, **options))
        return found


def _answer_of(work: Callable[..., object], page: GoldPage, html: str) -> object:
    return work(html, url=page.url or None)


STEPS: Mapping[str, PageStep] = {
    "row": PageStep(
        ExtractSettings(),
        Extraction.to_dict,
        {
            "Markdown with metadata": _MARKDOWN | {"with_metadata": True},
            "values with metadata": {"with_metadata": True},
        },
    ),
    "text": PageStep(ExtractSettings().for_content(html=False), attrgetter("text"), {"text": {"output_format": "txt"}}),
    "markdown": PageStep(ExtractSettings().for_content(html=True), attrgetter("markdown"), {"Markdown": _MARKDOWN}),
    "records": PageStep(ExtractSettings(method="records").for_records(), attrgetter("records")),
}
"""The default row (type, text, HTML, Markdown, metadata, records); the work of ``extract`` for text or Markdown alone,
and that of ``records``."""


@dataclass(frozen=True, slots=True)
class PageTimes:
    """CPU seconds of each part and of the bare parse, float64 (rounds, pages)."""

    pages: Sequence[GoldPage]
    seconds: Mapping[str, Floats]
    parses: Floats

    def ratios(self, part: str) -> Floats:
        """Bare parses that a part takes, float64 (pages,)."""
        return np.asarray(self.seconds[part].min(axis=0) / self.parses.min(axis=0))

    def groups(self) -> dict[str, NDArray[np.intp]]:
        """Indices of the pages of each group that occurs, and of pages without a known type."""
        types = [wide_type(page.type) or page.type for page in self.pages]
        found = {name: np.flatnonzero([one == kind for one in types]) for name, kind in GROUPS.items()}
        found["of unknown type"] = np.setdiff1d(np.arange(len(types)), np.concatenate(list(found.values())))
        return {name: places for name, places in found.items() if len(places)}


def time_pages(parts: Mapping[str, Part], pages: Sequence[GoldPage], rounds: int) -> PageTimes:
    """Time all parts and the bare parse on each page; before, each runs once, so that models are loaded."""
    texts = [page.html for page in pages]
    seconds = {name: np.zeros((rounds, len(pages))) for name in parts}
    parses = np.zeros((rounds, len(pages)))
    for part in parts.values():
        _timed(part, pages[0], texts[0])
    for number in range(rounds):
        for place, (page, text) in enumerate(zip(pages, texts, strict=True)):
            encoded = text.encode("utf-8", "replace")
            parses[number, place] = max(LEAST, min(_timed(bare_parse, encoded) for _ in range(PARSES)))
            for name, part in parts.items():
                seconds[name][number, place] = _timed(part, page, text)
    return PageTimes(pages, seconds, parses)


def _timed(work: Callable[..., object], *given: object) -> float:
    """CPU seconds; those of a page that cannot be read end there."""
    started = time.process_time()
    with contextlib.suppress(PageError):
        work(*given)
    return time.process_time() - started


def ratio_section(title: str, times: PageTimes) -> Section:
    """A row for each group and part."""
    rows = []
    for group, places in times.groups().items():
        milliseconds = 1000 * np.median(times.parses.min(axis=0)[places])
        rows.append((f"{group} ({len(places)})", UNIT, f"{milliseconds:.1f}", "1", "", ""))
        for part, seconds in times.seconds.items():
            low, middle, high = np.percentile(times.ratios(part)[places], (25, 50, 75))
            rounds = np.median(seconds[:, places] / times.parses[:, places], axis=1)
            cells = (f"{1000 * np.median(seconds.min(axis=0)[places]):.1f}", f"{middle:.1f}", f"{low:.1f}–{high:.1f}")
            rows.append(("", part, *cells, f"{rounds.min():.1f}–{rounds.max():.1f}"))
    head = ("pages", "part", "ms", "bare parses", "quartiles of pages", "medians of rounds")
    note = f"{quantity(len(times.pages), 'page')}, {quantity(len(times.parses), 'round')}; medians over pages."
    return Section(title, head, rows, note)


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
    peers = {peer: partial(_answer_of, load_system(peer)) for peer in PEERS}
    return ours | {"iawce, text alone": _ours("", html=False)} | peers


def _in_parses(name: str, parts: Callable[[], dict[str, Part]], pages: Sequence[GoldPage], repeat: int) -> Section:
    return ratio_section(name, time_pages(parts(), pages, repeat))


def _beside_floor(title: str, timed: Mapping[str, BrowserPart], pages: Sequence[GoldPage], repeat: int) -> Section:
    """Elapsed time of the parts, and of the floor."""
    floored = {"bare goto + screenshot": lambda pages: asyncio.run(_take_screenshots(pages))}
    parts: dict[str, BrowserPart] = {**floored, **timed}
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


async def _take_screenshots(pages: Sequence[GoldPage]) -> None:
    """The floor of rendering: open the page, take a full picture of at most 5,464 px, nothing else, one by one."""
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
