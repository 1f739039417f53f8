"""Crawls by the options of ``iawce crawl``, into the folder of a run."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from iawce.data.errors import UsageError, is_left_out, quantity
from iawce.data.network.address import parse_address
from iawce.data.page import Page
from iawce.data.run_folder.input import Input
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.sink import Existing
from iawce.data.sources.reader import Item
from iawce.extract.crawl.frontier import DECLINED
from iawce.extract.crawl.run_crawl import RunningCrawl, seed_inputs
from iawce.extract.crawl.scope import Scope, lies_inside
from iawce.extract.crawl.settings import CrawlSettings
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import chosen_columns
from iawce.extract.pipeline.extractor import Extractor
from iawce.scripts.command_settings import OutputSettings
from iawce.scripts.console import remark
from iawce.scripts.fetch_options import NetworkOptions, PageTypeSettings, opening, run_settings
from iawce.scripts.open_output import Sources, open_output, run_folder
from iawce.scripts.options import RenderChoice
from iawce.scripts.output_format import Shape, used_settings
from iawce.scripts.settings_tables import Settings
from iawce.scripts.write_rows import CorpusSettings, write_rows


@dataclass(frozen=True)
class Seeds(Sources):
    """Seeds of a crawl."""

    def count(self) -> None:
        """How many pages there will be is unknown: those that fail are not among the most that are opened."""


@dataclass(frozen=True)
class CrawlOrder:
    """What is to be crawled, and how; the options of the command."""

    seeds: list[str]
    settings: Settings
    output: str
    existing: Existing
    render: RenderChoice
    snapshots: Path | None
    jobs: int | None


def crawl_settings(
    given: Settings,
    *,
    include: Sequence[str] | None,
    exclude: Sequence[str] | None,
    depth: int | None,
    max_pages: int | None,
    contact: str | None,
) -> Settings:
    """The settings of a crawl with what its options say; robots.txt is obeyed unless that is declined."""
    return (
        given.with_defaults(NetworkOptions, robots=True)
        .with_options(NetworkOptions, contact=contact)
        .with_options(Scope, include=_some(include), exclude=_some(exclude), depth=depth)
        .with_options(CrawlSettings, max_pages=max_pages)
    )


def crawl_pages(order: CrawlOrder) -> None:
    """Crawl, and write a row for each page that was opened.

    Raises:
        UsageError: no seed is an address that can be read, or the folder cannot be used.
        EnvironmentMissing: a browser, a model or a library is missing, or the disk is full.
        typer.Exit: some pages failed (1), or all (3).
    """
    given = order.settings
    crawled = given.make(CrawlSettings)
    wanted = Seeds(order.seeds)
    first = _seeds(wanted, has_contact=bool(given.make(NetworkOptions).contact))
    scope = replace(given.make(Scope), domains=_hosts(given.make(Scope).domains))
    crawled = replace(crawled, scope=scope.with_sites_of(seed.url for seed in first))
    kind = run_folder(given, {"--render": order.render})
    names = used_settings(Shape(), given.make(OutputSettings)).columns
    columns = chosen_columns(names) if names else None
    with open_output(order.output, wanted, order.existing, kind, columns) as folder, ExitStack() as stack:
        assert isinstance(folder, RunFolder)  # noqa: S101 - as was asked for
        since = ", seen by this command" if folder.is_resumed else ""
        clean = stack.enter_context(given.make(CorpusSettings).cleaner())
        extractor = stack.enter_context(_extractor(order, folder))

        def rows(_: Iterator[Item]) -> Iterator[Extraction]:
            return _counted(RunningCrawl(folder.state, extractor, crawled, first), since)

        write_rows(wanted, rows, folder, clean=clean)


def _extractor(order: CrawlOrder, folder: RunFolder) -> Extractor:
    given = order.settings
    return Extractor(
        **opening(given, order.render, snapshots=order.snapshots, jobs=order.jobs),
        ensemble=given.make(PageTypeSettings).ensemble(),
        processes=run_settings(given, order.jobs).process_count,
        spool=folder.spool,
    )


def _seeds(wanted: Seeds, *, has_contact: bool) -> list[Input]:
    pages = [page for page in wanted.read() if isinstance(page, Page)]
    wrong = [f"{page.ref}: {page.message or page.error}" for page in pages if page.error]
    found = seed_inputs(page.url for page in pages if page.is_live and not page.error)
    if not found:
        raise UsageError(wrong[0] if wrong else "no seed is an address: name one, such as https://example.org/")
    for message in wrong:
        remark(f"{message}; this seed is left out")
    if not has_contact and not all(lies_inside(seed.url) for seed in found):
        remark("site operators cannot contact you: name an e-mail address or a web page with --contact")
    return found


def _hosts(domains: Sequence[str]) -> tuple[str, ...]:
    """Hosts as they stand in addresses.

    Raises:
        UsageError: one is none.
    """
    found = [parse_address(f"https://{domain}/") for domain in domains]
    if not all(found) or not set("".join(domains)).isdisjoint("/?#@:"):
        raise UsageError(f"domains are hosts, such as example.org, not {', '.join(domains)}")
    return tuple(one.hostname for one in found if one)


def _some(patterns: Sequence[str] | None) -> tuple[str, ...] | None:
    return tuple(patterns) if patterns else None


def _counted(running: RunningCrawl, since: str) -> Iterator[Extraction]:
    """The rows; at their end, what became of all addresses of the run is said, and of links ``since`` when."""
    yield from running.rows()
    state = running.frontier.state
    left_out = Counter({reason: count for reason, count in state.left_out().items() if not is_left_out(reason)})
    remark(_listed("pages", state.types()))
    remark(_listed("addresses without their own row", left_out))
    passed_over = running.frontier.passed_over.copy()
    declined = passed_over.pop(DECLINED, 0)
    remark(_listed(f"links that lead elsewhere{since}", passed_over))
    if declined:
        remark(f"links that their pages ask not to follow{since}: {declined}; -s network.robots=false follows them")
    if queued := state.counts()["queued"]:
        waiting = quantity(queued, "address is", "addresses are")
        remark(f"{waiting} still to be opened; --resume and a larger --max-pages continue")


def _listed(what: str, counts: Counter[str]) -> str:
    shown = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    return f"{what}: {shown or 'none'}"
