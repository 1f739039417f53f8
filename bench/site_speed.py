"""CPU time to learn and use the templates of a site, compared with single pages and with a bare parse.

    python -m bench site_speed PATH/sites

The mirrors are learned from every second page and used on the others. Printed are blocks and milliseconds a page, and
the latter in bare parses with lxml; reading the file does not count. The paper: 4,571 ms to learn 100 pages, 26 ms a
page by density alone, 21 ms by templates.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.evaluate.page_speed import bare_parse
from iawce.extract.content.method import METHODS
from iawce.extract.papers.density import BLOCK_TAGS
from iawce.extract.templates.site.apply import extract_by_template
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates


def spent(work: Callable[[Document], Any], pages: list[Document]) -> float:
    """Milliseconds a page, on documents not yet parsed; best of three."""
    times = []
    for _ in range(3):
        fresh = [Document(page.ref, html=page.html) for page in pages]
        started = time.process_time()
        for page in fresh:
            work(page)
        times.append(time.process_time() - started)
    return 1000 * min(times) / len(pages)


def learned(pages: list[Document], settings: SiteSettings) -> tuple[SiteTemplates, float]:
    """The site, and milliseconds a page."""
    site, started = SiteTemplates(settings), time.process_time()
    for page in pages:
        site.learn(Document(page.ref, html=page.html))
    site.settle()
    return site, 1000 * (time.process_time() - started) / len(pages)


def extract(page: Document, name: str) -> None:
    METHODS[name].extract(PageAnalysis(page), METHODS[name].settings.default())


def main(sites: Annotated[Path, typer.Argument(help="Folder of the mirrored sites.")]) -> None:
    alone = ("bare parse", "and index", "density", "block model")
    head = ("mirror", "pages", "blocks a page", *alone, "learn", "by template", "learn, paper", "by template, paper")
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    extract(Document("", html="<p>load the model"), "segmentation")
    for archive in sorted(sites.glob(f"*{SUFFIX}")):
        pages = [open_document(Page(page.id, body=page.html)) for page in read_mirrored_site(archive)]
        blocks = sum(len(page.body.tagged(*BLOCK_TAGS["printed"])) for page in pages) / len(pages)
        parse = spent(lambda page: bare_parse((page.html or "").encode()), pages[1::2])
        cells = [spent(lambda page: page.index, pages[1::2])]
        cells += [spent(partial(extract, name=name), pages[1::2]) for name in ("density", "segmentation")]
        for settings in (SiteSettings(), SiteSettings.paper()):
            site, learning = learned(pages[::2], settings)
            cells += [learning, spent(partial(extract_by_template, site=site), pages[1::2])]
        shown = " | ".join(f"{milliseconds:.1f} ({milliseconds / parse:.1f})" for milliseconds in cells)
        print(
            f"| {archive.name.removesuffix(SUFFIX)} | {len(pages)} | {blocks:.0f} | {parse:.2f} | {shown} |", flush=True
        )
