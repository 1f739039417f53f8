"""Counts, before extraction, the texts that repeat on the pages of each site, in processes of the same kind."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial

from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.snapshot import Snapshot
from iawce.extract.pipeline.processes.child import Function, project_error
from iawce.extract.pipeline.processes.page_processes import ProcessPool
from iawce.extract.templates.site_boilerplate import MIN_PAGES, SiteBoilerplate, SiteCounter, site_host, text_keys

PROBED = 1000  # Number of live pages at the beginning after which no saved pages are expected
Counted = tuple[str, list[int]]  # Name of the site of a page, and the keys of its texts


def count_sites(pages: Iterable[Page | Snapshot], processes: int, limits: Limits = Limits()) -> SiteBoilerplate:  # noqa: B008 - frozen
    """The repeated texts of the pages of each site; live and unreadable pages are skipped.

    ``pages``: all of a run, in order. ``processes``: those that read pages; 0: this one. ``limits``: of time, memory
    and size for each page. Raises IawceError: something is missing on this machine.
    """
    counter = SiteCounter()
    at_hand = filter(_is_at_hand, pages)
    for site, keys in _in_processes(at_hand, processes, limits) if processes else _here(at_hand, limits):
        counter.add(site, keys)
    return counter.settle()


def large_sites(pages: Iterable[Page | Snapshot]) -> frozenset[str]:
    """The sites with enough saved pages, by their addresses alone: nothing is parsed.

    Empty if the first ``PROBED`` pages are all live, so that a run over millions of addresses starts at once.
    """
    counts = Counter[str]()
    for number, page in enumerate(pages, 1):
        if _is_at_hand(page):
            counts[site_host(page)] += 1
        elif number >= PROBED and not counts:
            return frozenset()
    return frozenset(site for site, count in counts.items() if count >= MIN_PAGES)


def _is_at_hand(page: Page | Snapshot) -> bool:
    return isinstance(page, Snapshot) or not (page.error or page.is_live)


def _here(pages: Iterable[Page | Snapshot], limits: Limits) -> Iterator[Counted]:
    for page in pages:
        with suppress(PageError):  # its row will have the reason
            yield _count(page, limits)


def _in_processes(pages: Iterable[Page | Snapshot], count: int, limits: Limits) -> Iterator[Counted]:
    """The same, in the same order."""
    with ProcessPool(partial(_load, limits), limits, count) as pool:
        for _, asked in start_ahead(pages, lambda page: pool.submit(partial(pool.ask, page)), 2 * count):
            reply = asked.result()
            if missing := project_error(reply):
                raise missing
            if not reply.error:
                yield reply.value


def _load(limits: Limits) -> Function:
    return lambda page: _count(page, limits)


def _count(page: Page | Snapshot, limits: Limits) -> Counted:
    document = open_document(page, limits)
    return site_host(document), text_keys(document)
