"""Options and settings that several commands share, and how pages are opened by them."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from iawce.data.errors import UsageError, needing
from iawce.data.limits import MAX_JOBS, MAX_SECONDS, Checked, Count, Limits, Positive, Processes, Range, Workers
from iawce.data.network.address import is_web, without_credentials
from iawce.data.sinks.sink import Existing
from iawce.scripts.console import be_quiet
from iawce.scripts.settings_tables import Settings

if TYPE_CHECKING:
    from iawce.data.network.settings import NetworkSettings
    from iawce.data.render.settings import RenderSettings
    from iawce.data.sources.source import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.models.page_type.ensemble import PageTypeEnsemble

what, where, rendering, network, limits = (
    partial(typer.Option, rich_help_panel=panel)
    for panel in ("What", "Where to", "Rendering", "Network", "Limits and settings")
)
"""Options by the panels of the help."""
LookAt = Literal["auto", "boxes", "screenshot", "html"]
"""What decides the page type; that of the ensemble without the time that it takes to import."""
RenderChoice = Literal["auto", "always", "never"]
COPY_HELP = "Where the rows go at the end, beside the folder of the run: a file or an address ({sinks})."
ROWS_HELP = "Where the rows go: a file or an address ({sinks}); JSON lines on stdout if left out."
BaseUrl = Annotated[str, what(help="Address that saved HTML, or a folder of it, had on the web.")]
FieldsFile = Annotated[Path | None, what("--fields", help="Your own fields, by CSS, XPath or label (docs/fields.md).")]
Paper = Annotated[bool, what("--paper", help="The algorithm of the paper, with its constants.")]
FOLLOWED = "Maximum pages of a thread, list or article to join in one row, by following the links to the next page."
FollowPages = Annotated[int, what(min=1, max=1000, help=FOLLOWED)]
Model = Annotated[str | None, what("--model", help="A correction (train --init shipped), or a page-type model.")]
RowsOutput = Annotated[str | None, where("--output", "-o", help=ROWS_HELP)]
TableOutput = Annotated[
    str,
    where(
        "--output",
        "-o",
        help="Where the rows go: a database (sqlite:///out.db, or any other address of SQLAlchemy), or a file "
        "({tables}); JSON lines on stdout if left out. Existing rows stay; no row is added twice.",
        callback=lambda to: "" if to == "-" else to,
    ),
]
TableName = Annotated[
    str | None, where("--table", help="Name of the table in a database; if left out, the name of the command.")
]
Overwrite = Annotated[bool, where("--overwrite", help="Replace the existing output.")]
Resume = Annotated[bool, where("--resume", help="Continue the output: pages that have a row in it are skipped.")]
Quiet = Annotated[bool, where("--quiet", "-q", help="Print errors only: no progress, no remarks.", callback=be_quiet)]
Render = Annotated[
    RenderChoice, rendering(help="What a browser renders; auto: live pages, and HTML that needs it; never: plain HTTP.")
]
RenderFirst = Annotated[
    RenderChoice, rendering(help="Which pages are rendered first; never: only their text is shown.")
]
Snapshots = Annotated[Path | None, rendering(help="Keep a snapshot of every page in this folder.")]
Header = Annotated[list[str] | None, network("--header", help="'Name: value', only for the named site. Repeatable.")]
Proxy = Annotated[str | None, network(help="HTTP proxy for public addresses: http://[user:password@]host:port.")]
PublicOnly = Annotated[bool, network("--public-only", help="Open public addresses only, even among the given sources.")]
Contact = Annotated[str | None, network(help="E-mail or web page for operators of sites, in the user agent.")]
Timeout = Annotated[
    float | None,
    limits(min=1, max=MAX_SECONDS, show_default=False, help="Seconds to render a page, and of CPU to extract it (30)."),
]
Jobs = Annotated[
    int | None,
    limits(
        "--jobs",
        "-j",
        min=1,
        max=MAX_JOBS,
        help="Pages rendered at the same time, and processes that extract; for each core, two and one if left out.",
        show_default=False,
    ),
]
SettingsOption = Annotated[
    list[str] | None,
    limits(
        "--settings",
        "-s",
        metavar="FILE|TABLE.NAME=VALUE",
        help="Everything without an option: a file such as iawce settings prints, or one setting, such as "
        "render.scrolls=5. Repeatable.",
    ),
]
MAX_BATCH = 100_000  # Most pages that are held in memory together
TABS = 16  # Most pages at the same time in one browser, if no number is given; most of the time, a page waits


def given_sources(sources: list[str]) -> list[str]:
    """The sources, none of which may be empty: that is a shell variable without a value."""
    if not all(sources):
        raise UsageError("a source is empty: name an address or a path, or a shell variable that has a value")
    return sources


def sources_argument(help: str) -> Any:
    """The argument of sources."""
    return typer.Argument(help=help, callback=given_sources)


PageSources = Annotated[list[str], sources_argument("Any mix of these: {sources}.")]
PagesOrRows = Annotated[
    list[str], sources_argument("Any mix of these: {sources}; or rows that extract wrote, a file or a run folder.")
]


def existing_of(overwrite: bool, resume: bool) -> Existing:
    """What becomes of rows that are in the output already."""
    if overwrite and resume:
        raise UsageError("--overwrite begins anew, --resume continues: choose one")
    if overwrite:
        return Existing.OVERWRITE
    return Existing.RESUME if resume else Existing.REFUSE


def keep_existing(found: Path, overwrite: bool) -> None:
    """Leave what an earlier run wrote alone, unless it is to be replaced."""
    if found.exists() and not overwrite:
        raise UsageError(f"{found} exists: add --overwrite to replace it, or name another output")


def cores() -> int:
    """Cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class NetworkOptions:
    """How pages are reached."""

    headers: tuple[str, ...] = ()
    """Headers, `"Name: value"`, sent only to the named site; `--header`."""
    cookies: Path | None = None
    """File of cookies (cookies.txt); a page gets those of the named site."""
    netrc: Path | None = None
    """File of users and passwords by host (netrc)."""
    user_agent: str = ""
    """User agent, instead of the browser's own."""
    contact: str = ""
    """E-mail address or web page for the operators of sites, which goes into the user agent."""
    proxy: str = ""
    """HTTP proxy for public addresses, `http://[user:password@]host:port`; `--proxy`."""
    public_only: bool = False
    """Open public addresses only, even among the given sources; `--public-only`."""
    allowed_hosts: tuple[str, ...] = ()
    """Hosts that may be named although they are not public, with `public_only`."""
    robots: bool = False
    """Obey robots.txt; `crawl` obeys it unless this is `false`."""


@dataclass(frozen=True)
class RunSettings(Checked):
    """How the work is divided."""

    base_url: str = ""
    """Address that saved HTML, or a folder of it, had on the web; `extract --base-url`."""
    snapshots: Path | None = None
    """Folder that keeps a snapshot of every page; `extract --snapshots`."""
    workers: Workers | None = None
    """Pages that are rendered at the same time; if left out, two for each core, at most 16; `extract --jobs`."""
    processes: Processes | None = None
    """Processes that extract or classify pages; if left out, one for each core; 0: this process; `extract --jobs`."""
    site_aware: Literal["auto", "off"] = "auto"
    """`auto`: pages are read twice, and texts that repeat on a site are left out of its articles."""
    shard: str = ""
    """Only the Kth of N parts of the inputs, such as `3/8`; an input's address decides to which part it belongs."""
    shard_rows: Positive = 10_000
    """Rows of each file of a run folder."""
    shard_format: Literal["jsonl.gz", "parquet"] = "jsonl.gz"
    """Format of the files of a run folder."""
    engine: Literal["local", "ray"] = "local"
    """`local`: this machine; `ray`: the Ray cluster of RAY_ADDRESS, see docs/scaling.md."""
    classifiers: Count = 0
    """With `ray`, actors that classify pages in batches; 0: pages are classified where they are extracted."""

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if self.base_url and not is_web(self.base_url):
            shown = without_credentials(self.base_url)
            raise UsageError(f"base_url {shown} is no address that begins with http:// or https://")
        _ = self.share

    @property
    def worker_count(self) -> int:
        """Pages that are rendered at the same time; if not given, two by each browser of a cluster, which has many."""
        return self.workers or (2 if self.engine == "ray" else max(2, min(TABS, 2 * cores())))

    @property
    def process_count(self) -> int:
        """Processes that extract."""
        return cores() if self.processes is None else self.processes

    @property
    def share(self) -> tuple[int, int] | None:
        """The part of the inputs that is done: its number, from 1, and how many there are; all if None."""
        if not self.shard:
            return None
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", self.shard)
        number, shares = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= number <= shares:
            raise UsageError(f"shard {self.shard} is not K/N, the Kth of N parts, such as 1/8 or 8/8")
        return number, shares

    def extract_many(
        self, extractor: "Extractor", *, ordered: bool
    ) -> "Callable[[Iterable[Item]], Iterator[Extraction]]":
        """What gives the rows of pages by the engine; ``ordered``: in their order, which many machines never do."""
        if self.engine == "local":
            return partial(extractor.extract_many, ordered=ordered)
        with needing("ray", "the engine ray"):
            from iawce.extract.pipeline.distributed.ray_engine import RayEngine
        return RayEngine(extractor, processes=self.processes or 0, classifiers=self.classifiers).extract_many


@dataclass(frozen=True)
class PageTypeSettings(Checked):
    """What decides the page type."""

    model: str = ""
    """A model by its name or record, another ensemble's ensemble.json, or a correction; `extract --model`."""
    look_at: LookAt = "auto"
    """What decides the page type: `boxes` (the layout), `screenshot`, `html`; or `auto`, all that are available."""
    device: str = "cpu"
    """Where networks run: `cpu`, `cuda` or `mps`."""
    batch_size: Annotated[int, Range(1, MAX_BATCH)] = 32
    """Most pages that `classify` takes together."""

    def ensemble(self, *, paper: bool = False) -> "PageTypeEnsemble":
        """What decides the page type; for the ``paper``, one network whose input is the screenshot."""
        from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

        if paper:
            return PageTypeEnsemble("screenshot", self.model or PAPER_MODEL, self.device)
        return PageTypeEnsemble(self.look_at, self.model, self.device)


def opening(
    settings: Settings, render: RenderChoice, run: RunSettings | None = None, timeout: float | None = None
) -> dict[str, Any]:
    """What an ``Extractor`` is made with, beside what it is to extract; with ``never``, live pages are fetched.

    ``run``: with the options of the command; ``timeout``: seconds to render a page, and CPU seconds to extract it.
    """
    from iawce.data.snapshot import SnapshotStore

    run = run or settings.make(RunSettings)
    return {
        "render": render,
        "render_settings": render_settings(settings, timeout),
        "network": network_settings(settings, fetch=render == "never"),
        "store": SnapshotStore(run.snapshots) if run.snapshots else None,
        "workers": run.worker_count,
        "limits": settings.make(Limits, seconds=timeout),
    }


def make_extractor(
    given: Settings, render: RenderChoice, run: RunSettings | None = None, timeout: float | None = None, **what: Any
) -> "Extractor":
    """An ``Extractor`` that opens pages by the settings; ``what``: its other arguments, which go before these."""
    from iawce.extract.pipeline.extractor import Extractor

    return Extractor(**opening(given, render, run, timeout) | what)


def render_settings(settings: Settings, timeout: float | None = None) -> "RenderSettings":
    """How to render; ``timeout``: seconds for a page. Its document has half of them, unless settings say otherwise."""
    from iawce.data.render.settings import RenderSettings

    found = settings.with_options(RenderSettings, deadline=timeout)
    if "render.deadline" in found.changed():
        found = found.with_defaults(RenderSettings, load_timeout=found.make(RenderSettings).deadline / 2)
    return found.make(RenderSettings)


def network_settings(settings: Settings, *, fetch: bool = False) -> "NetworkSettings":
    """How pages are reached; ``fetch``: plain HTTP instead of a browser."""
    from iawce.data.network.settings import NetworkSettings, Politeness, read_cookies, read_netrc

    given = settings.make(NetworkOptions)
    if not all(":" in header for header in given.headers):
        raise UsageError("a header is written 'Name: value'")
    pairs = (header.partition(":") for header in given.headers)
    values = vars(given) | {
        "headers": tuple((name.strip(), value.strip()) for name, _, value in pairs),
        "cookies": read_cookies(given.cookies) if given.cookies else (),
        "credentials": read_netrc(given.netrc) if given.netrc else {},
        "allowed_hosts": frozenset(host.lower().removesuffix(".") for host in given.allowed_hosts),
    }
    del values["netrc"]
    return NetworkSettings(**values, fetch=fetch, politeness=settings.make(Politeness))
