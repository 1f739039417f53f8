"""``iawce crawl``: from seeds to a run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.scripts.cleaning_options import CleaningOptions
from iawce.scripts.network_options import NetworkOptions
from iawce.scripts.options import Model, Overwrite, Processes, Quiet, Resume, existing_of, given_sources, process_count
from iawce.scripts.rendering_options import RenderingOptions

if TYPE_CHECKING:
    from iawce.data.sources.reader import Item
    from iawce.extract.crawl.run_crawl import RunningCrawl
    from iawce.extract.output.extraction import Extraction


@dataclass(frozen=True, kw_only=True)
class CrawlNetworkOptions(NetworkOptions):
    """How pages are reached; robots.txt is obeyed unless that is declined."""

    robots: Annotated[bool, typer.Option(help="Obey robots.txt, and nofollow of pages and links.")] = True


def crawl(
    seeds: Annotated[
        list[str],
        typer.Argument(
            help="Addresses to begin at: pages, sitemaps, feeds; or files with such addresses.", callback=given_sources
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", help="Folder of the run; see docs/runs.md.")],
    overwrite: Overwrite = False,
    resume: Resume = False,
    domains: Annotated[
        list[str] | None,
        typer.Option(help="Host that is crawled, with all below it, instead of the seeds' sites. Repeatable."),
    ] = None,
    include: Annotated[
        list[str] | None,
        typer.Option(help="Pattern of addresses to open, * is any text; /... for path and query alone. Repeatable."),
    ] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Pattern of addresses to leave out. Repeatable.")] = None,
    max_pages: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages to open, of all runs into this folder; ten times as many may fail besides.",
        ),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Most links from a seed.")] = None,
    sitemaps: Annotated[bool, typer.Option(help="Sitemaps that robots.txt names are seeds, too.")] = True,
    order: Annotated[
        Literal["page-type", "breadth-first"],
        typer.Option(help="page-type: lists lead, what promises pages to take comes first; or as addresses are found."),
    ] = "page-type",
    timeout: Annotated[
        float, typer.Option(min=1, max=86_400, help="Seconds to render one page, and CPU seconds to extract it.")
    ] = 30.0,
    model: Model = "",
    processes: Processes = None,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    rendering: RenderingOptions = RenderingOptions(),  # noqa: B008 - frozen
    network: CrawlNetworkOptions = CrawlNetworkOptions(),
    cleaning: CleaningOptions = CleaningOptions(),  # noqa: B008 - frozen
) -> None:
    """Crawl sites: lists are followed, articles, products and threads are taken.

    One row for each page that was opened, whatever happened to it, in the folder of a run that survives any kill:
    --resume goes on. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.limits import Limits
    from iawce.data.page import Page
    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.extract.crawl.scope import Scope, lies_inside
    from iawce.extract.crawl.settings import CrawlSettings
    from iawce.extract.run.extractor import Extractor
    from iawce.models.page_type.ensemble import PageTypeEnsemble
    from iawce.scripts.console import remark
    from iawce.scripts.crawl_seeds import Seeds
    from iawce.scripts.open_output import open_output
    from iawce.scripts.run_options import run_folder
    from iawce.scripts.write_rows import write_rows

    with needing("crawl", "crawling"):
        from iawce.extract.crawl.run_crawl import RunningCrawl, seed_inputs

    wanted = Seeds(seeds, most=max_pages)
    first = seed_inputs(page.url for page in wanted.read() if isinstance(page, Page) and page.is_live)
    if not first:
        raise UsageError("no seed is an address: name one, such as https://example.org/")
    scope = Scope(frozenset(), _hosts(domains), tuple(include or ()), tuple(exclude or ()), depth)
    settings = CrawlSettings(
        scope.with_sites_of(seed.url for seed in first),
        max_pages,
        "breadth_first" if order == "breadth-first" else "page_type",
        sitemaps,
    )
    if not network.contact and not all(lies_inside(seed.url) for seed in first):
        remark("sites do not learn whom to write to: name an address of mail or of a page with --contact")
    known = {"domains": domains, "include": include, "exclude": exclude, "depth": depth, "fetch": network.fetch}
    known |= {"model": model} | asdict(cleaning)
    opening, count, limits = rendering.opening(network, timeout), process_count(processes), Limits(seconds=timeout)
    with (
        open_output(output, wanted, existing_of(overwrite, resume), run_folder(settings=known)) as sink,
        ExitStack() as stack,
    ):
        assert isinstance(sink, RunFolder)  # noqa: S101 - as was asked for
        folder = sink
        since = ", seen by this command" if sink.is_resumed else ""
        clean = stack.enter_context(cleaning.cleaner())
        extractor = stack.enter_context(
            Extractor(
                **opening, ensemble=PageTypeEnsemble(model=model), processes=count, limits=limits, spool=sink.spool
            )
        )

        def rows(_: "Iterator[Item]") -> "Iterator[Extraction]":
            return _counted(RunningCrawl(folder.state, extractor, settings, first), since)

        write_rows(wanted, rows, sink, clean=clean)


def _hosts(domains: list[str] | None) -> tuple[str, ...]:
    """Hosts as they stand in addresses.

    Raises:
        UsageError: one is none.
    """
    from iawce.data.network.address import parse_address

    found = [parse_address(f"https://{domain}/") for domain in domains or ()]
    if not all(found) or not set("".join(domains or ())).isdisjoint("/?#@:"):
        raise UsageError(f"--domains takes hosts, such as example.org, not {', '.join(domains or ())}")
    return tuple(one.hostname for one in found if one)


def _counted(running: "RunningCrawl", since: str) -> "Iterator[Extraction]":
    """The rows; at their end, what became of all addresses of the run is said, and of links ``since`` when."""
    from iawce.data.outcomes import is_left_out
    from iawce.scripts.console import remark

    yield from running.rows()
    state = running.frontier.state
    left_out = Counter({reason: count for reason, count in state.left_out().items() if not is_left_out(reason)})
    remark(_listed("pages", state.types()))
    remark(_listed("addresses without a row of their own", left_out))
    remark(_listed(f"links that lead elsewhere{since}", running.frontier.passed_over))
    if queued := state.counts()["queued"]:
        remark(f"{queued} addresses are still to be opened; --resume and a larger --max-pages go on")


def _listed(what: str, counts: Counter[str]) -> str:
    shown = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    return f"{what}: {shown or 'none'}"


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(crawl)
