"""Speed as ratios: each step compared with a lower bound and the fastest other systems, on the same pages in one run.

Steps from markup to content are timed page by page, in bare parses: lxml's parse of the page's decoded text. All parts
run on a page one after the other, in several rounds over all pages. A page's ratio is the least CPU time of a part
divided by the least CPU time of a bare parse; other work on the machine changes the minimum least. Tables show the
median and the quartiles over pages, and the lowest and the highest median of a single round: the difference between
these two is noise.
"""

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.tree import parse
from iawce.data.errors import PageError, quantity
from iawce.data.labels import PageType, wide_type
from iawce.evaluate.report.tables import Section
from iawce.evaluate.systems import OURS, load_system
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

Part = Callable[[GoldPage, str], object]  # Work on a page; its decoded text is passed, too
UNIT = "bare parse"
PARSES = 5  # Bare parses of a page in a round; the first one runs with cold caches
LEAST = 1e-6  # Seconds that a bare parse takes at the least, where the clock of the machine is too coarse for it
GROUPS = {f"{kind}s": kind for kind in PageType}  # Names of the groups of pages: those of one type
_MARKDOWN = {"output_format": "markdown"}
PEERS = ("resiliparse", "trafilatura", "readability-lxml")


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
    return work(html, page.url or None)


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
ALL_STEPS = ("parse", "classify", "extract", *STEPS)


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


def parts_of(step: str) -> dict[str, Part]:
    """The work of a step, one of ``ALL_STEPS``, on a page: ours and that of peers, by name."""
    if step in STEPS:
        return STEPS[step].parts()
    if step == "parse":
        return {"iawce: decode and parse": lambda page, _: parse(page.html), "resiliparse": _resiliparse}
    if step == "classify":
        ensemble = PageTypeEnsemble("html")
        return {"iawce: page type by HTML": lambda page, _: ensemble.classify(open_document(page.page))}
    ours = {f"iawce, {kind or 'type by HTML'}": _ours(kind) for kind in ("article", "list", "")}
    peers = {peer: partial(_answer_of, load_system(peer)) for peer in PEERS}
    return ours | {"iawce, text alone": _ours("", html=False)} | peers


def _resiliparse(_: GoldPage, html: str) -> object:
    from resiliparse.parse.html import HTMLTree  # noqa: PLC0415 - of the extra "bench"

    return HTMLTree.parse(html)


def _ours(page_type: str, *, html: bool = True) -> Part:
    """Decode, parse, choose, print as text, cleaned HTML and blocks."""
    extractor = Extractor(settings=ExtractSettings(html=html), render="never", page_type=page_type)
    return lambda page, _: extractor.extract(page.page)
