"""``iawce crawl``: from seeds to a run."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from iawce.data.errors import UsageError, is_left_out, needing, quantity
from iawce.data.network.address import parse_address
from iawce.data.page import Page
from iawce.data.run_folder.input import Input
from iawce.data.sinks import address_of
from iawce.data.sinks.sink import RUN
from iawce.scripts import options
from iawce.scripts.console import remark
from iawce.scripts.inputs_and_outputs import Sources, open_output, run_folder
from iawce.scripts.output_format import OutputSettings, Shape, columns_of, used_settings
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.data.sinks.sink import Sink
    from iawce.extract.crawl.run_crawl import RunningCrawl
    from iawce.extract.output.extraction import Extraction


def crawl(
    seeds: Annotated[
        list[str],
        options.sources_argument("Addresses to begin at: pages, sitemaps, feeds; or files with such addresses."),
    ],
    output: Annotated[str, options.where("--output", "-o", help="Folder of the run; see docs/runs.md.")],
    include: Annotated[
        list[str] | None,
        options.what(help="Pattern of addresses to open; * is any text, /... matches only path and query. Repeatable."),
    ] = None,
    exclude: Annotated[list[str] | None, options.what(help="Pattern of addresses to leave out. Repeatable.")] = None,
    depth: Annotated[int | None, options.what(min=0, help="Maximum number of links from a seed.")] = None,
    rows: Annotated[str | None, options.where(help=options.COPY_HELP)] = None,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    render: options.Render = "auto",
    contact: options.Contact = None,
    max_pages: Annotated[
        int | None, options.limits(min=1, help="Pages to open, over all runs of the folder; up to ten times more fail.")
    ] = None,
    jobs: options.Jobs = None,
    settings: options.SettingsOption = None,
) -> None:
    """Crawl sites: follow lists; extract articles, products and threads.

    One row for each page that was opened, whatever happened to it, in the folder of a run that survives any kill:
    --resume continues. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    given, existing = read_settings(settings, "crawl"), options.existing_of(overwrite, resume)
    with needing("crawl", "crawling"):
        from iawce.extract.crawl.run_crawl import RunningCrawl
    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.extract.crawl.scope import CrawlSettings, Scope
    from iawce.scripts.write_rows import CorpusSettings, write_rows

    given = (
        given.with_defaults(options.NetworkOptions, robots=True)
        .with_options(options.NetworkOptions, contact=contact)
        .with_options(Scope, include=tuple(include or ()) or None, exclude=tuple(exclude or ()) or None, depth=depth)
    )
    wanted, run = Sources(seeds, is_counted=False), given.make(options.RunSettings, workers=jobs, processes=jobs)
    first = _read_seeds(wanted, has_contact=bool(given.make(options.NetworkOptions).contact))
    scope = given.make(Scope)
    hosts = [parse_address(f"https://{domain}/") for domain in scope.domains]
    if not all(hosts) or not set("".join(scope.domains)).isdisjoint("/?#@:"):
        raise UsageError(f"domains are hosts, such as example.org, not {', '.join(scope.domains)}")
    scope = replace(scope, domains=tuple(host.hostname for host in hosts if host))
    scope = scope.with_sites_of(seed.url for seed in first)
    crawled = replace(given.make(CrawlSettings, max_pages=max_pages), scope=scope)
    if "://" in output or address_of(output) not in ("", RUN):
        raise UsageError("-o names the folder of the run, such as run/; --rows takes a file or an address")
    columns = columns_of(used_settings(Shape(), given.make(OutputSettings)).columns)
    kind = run_folder(given, {"--render": render})
    with open_output(output, wanted, existing, kind, columns) as folder, ExitStack() as stack:
        assert isinstance(folder, RunFolder)  # noqa: S101 - as was asked for
        if rows:
            stack.callback(_copy_rows, folder, stack.enter_context(open_output(rows, wanted, existing, None, columns)))
        since = ", seen by this command" if folder.is_resumed else ""
        clean = stack.enter_context(given.make(CorpusSettings).cleaner())
        ensemble = given.make(options.PageTypeSettings).ensemble()
        extractor = stack.enter_context(
            options.make_extractor(
                given, render, run, ensemble=ensemble, processes=run.process_count, spool=folder.spool
            )
        )
        start = partial(RunningCrawl, folder.state, extractor, crawled, first)
        write_rows(wanted, lambda _: _counted(start(), since), folder, clean=clean)


def _copy_rows(folder: "RunFolder", to: "Sink") -> None:
    """Write the rows of a run that another output does not hold yet."""
    for row in folder.read() if folder.is_resumed or folder.written else ():
        if to.begin(Input(row["id"], row["ref"], row["url"])):
            to.write(row)


def _read_seeds(wanted: Sources, *, has_contact: bool) -> "list[Input]":
    from iawce.extract.crawl.run_crawl import seed_inputs
    from iawce.extract.crawl.scope import lies_inside

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


def _counted(running: "RunningCrawl", since: str) -> "Iterator[Extraction]":
    """The rows; at their end, what became of all addresses of the run is said, and of links ``since`` when."""
    from iawce.extract.crawl.frontier import DECLINED

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


def _listed(title: str, counts: Counter[str]) -> str:
    shown = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    return f"{title}: {shown or 'none'}"
