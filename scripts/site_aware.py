"""The first reading of the pages of a run: counts what repeats on the pages of each site."""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.data.sources.reader import Item
from iawce.data.sources.source import STDIN
from iawce.extract.pipeline.processes.count_sites import count_sites, large_sites
from iawce.extract.templates.site_boilerplate import LEAST_PAGES, SiteBoilerplate, site_host
from iawce.scripts.console import remark
from iawce.scripts.open_output import Sources
from iawce.scripts.progress import Progress

MOST_SITES = 10_000
"""Sites whose pages are counted for a remark alone."""


def read_boilerplate(sources: Sources, processes: int, limits: Limits) -> SiteBoilerplate | None:
    """What repeats on each site of which enough pages are at hand; None where that cannot be, or be read twice."""
    total = sources.count()
    if any(map(_is_stream, sources.given)) or (total is not None and total < LEAST_PAGES):
        return None
    with _without_remarks():
        sites = large_sites(sources.read())
        if not sites:
            return None
        with Progress("counted page", total=total) as progress:
            pages = _counted(sources.read(), progress)
            return count_sites((page for page in pages if site_host(page) in sites), processes, limits)


@contextmanager
def _without_remarks() -> Iterator[None]:
    """Readers remark on a source when its pages are read to be extracted, not when they are counted."""
    readers = logging.getLogger("iawce.data.sources")
    before = readers.level
    readers.setLevel(logging.WARNING)
    try:
        yield
    finally:
        readers.setLevel(before)


def say_what_is_read_once(pages: Iterator[Item], sources: Sources) -> Iterator[Item]:
    """The pages, with a remark where enough pages of a site could only be read once."""
    is_stream, seen = any(map(_is_stream, sources.given)), Counter[str]()
    for page in pages:
        yield page
        is_live = isinstance(page, Page) and page.is_live and not page.error
        if (is_stream or is_live) and len(seen) < MOST_SITES:
            seen[site := site_host(page)] += 1
            if seen[site] == LEAST_PAGES:
                once = "what comes through a pipe" if is_stream else "what comes from the network"
                remark(
                    f"the repeated texts of {site or 'a site'} are not left out, since {once} is read only once "
                    "(run.site_aware)"
                )
                break
    yield from pages


def _is_stream(source: str) -> bool:
    """Whether a source is gone once it was read: standard input or a pipe."""
    try:
        path = Path(source)
        return source == STDIN or (path.exists() and not (path.is_file() or path.is_dir()))
    except (OSError, ValueError):  # no path at all
        return False


def _counted(pages: Iterator[Item], progress: Progress) -> Iterator[Item]:
    for page in pages:
        yield page
        progress.advance()
