"""How pages are fetched, rendered and classified, by options and settings: arguments of an ``Extractor``."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.data.limits import MOST_JOBS, check_least, check_most
from iawce.data.network.address import is_web, without_credentials
from iawce.scripts.options import LookAt, RenderChoice, cores
from iawce.scripts.settings_tables import Settings

if TYPE_CHECKING:
    from iawce.data.limits import Limits
    from iawce.data.network.politeness import Politeness
    from iawce.data.network.settings import NetworkSettings
    from iawce.data.render.settings import RenderSettings
    from iawce.data.snapshot import SnapshotStore
    from iawce.data.sources.reader import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.models.page_type.ensemble import PageTypeEnsemble

Share = tuple[int, int]
"""Number of a share of all inputs, from 1, and how many shares there are."""


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

    def settings(self, politeness: "Politeness", *, fetch: bool = False) -> "NetworkSettings":
        """The same for an ``Extractor``; ``fetch``: plain HTTP instead of a browser.

        Raises:
            UsageError: a header, a file or the proxy cannot be used.
        """
        from iawce.data.network.settings import NetworkSettings
        from iawce.data.network.site import read_cookies, read_netrc

        return NetworkSettings(
            headers=tuple(_header(text) for text in self.headers),
            cookies=read_cookies(self.cookies) if self.cookies else (),
            credentials=read_netrc(self.netrc) if self.netrc else {},
            user_agent=self.user_agent,
            proxy=self.proxy,
            public_only=self.public_only,
            allowed_hosts=frozenset(host.lower().removesuffix(".") for host in self.allowed_hosts),
            robots=self.robots,
            fetch=fetch,
            politeness=politeness,
            contact=self.contact,
        )


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise UsageError("a header is written 'Name: value'")
    return name.strip(), value.strip()


@dataclass(frozen=True)
class RunSettings:
    """How the work is divided.

    Raises:
        UsageError: a number is out of range, an address is none, or the share is not written as K/N.
    """

    base_url: str = ""
    """Address that saved HTML had on the web; `extract --base-url`."""
    snapshots: Path | None = None
    """Folder that keeps a snapshot of every page; `extract --snapshots`."""
    workers: int = 2
    """Pages that are rendered at the same time; `extract --jobs`."""
    processes: int | None = None
    """Processes that extract several pages; if left out, one for each core; 0: this process; `extract --jobs`."""
    site_aware: Literal["auto", "off"] = "auto"
    """`auto`: pages are read twice, and texts that repeat on a site are left out of its articles."""
    shard: str = ""
    """Only the Kth of N parts of the inputs, such as `3/8`; an input's address decides to which part it belongs."""
    shard_rows: int = 10_000
    """Rows of each file of a run folder."""
    shard_format: Literal["jsonl.gz", "parquet"] = "jsonl.gz"
    """Format of the files of a run folder."""
    engine: Literal["local", "ray"] = "local"
    """`local`: this machine; `ray`: the Ray cluster of RAY_ADDRESS, see docs/scaling.md."""
    classifiers: int = 0
    """With `ray`, actors that classify pages in batches; 0: pages are classified where they are extracted."""

    def __post_init__(self) -> None:
        check_least(self, workers=1, processes=0, shard_rows=1, classifiers=0)
        check_most(self, workers=MOST_JOBS, processes=MOST_JOBS)
        if self.base_url and not is_web(self.base_url):
            shown = without_credentials(self.base_url)
            raise UsageError(f"base_url {shown} is no address that begins with http:// or https://")
        _ = self.share

    @property
    def process_count(self) -> int:
        """Processes that extract."""
        return cores() if self.processes is None else self.processes

    @property
    def share(self) -> Share | None:
        """The part of the inputs that is done; all if None."""
        if not self.shard:
            return None
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", self.shard)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError(f"shard {self.shard} is not K/N, the Kth of N parts, such as 1/8 or 8/8")
        return int(found[1]), int(found[2])

    def extract_many(
        self, extractor: "Extractor", *, ordered: bool
    ) -> "Callable[[Iterable[Item]], Iterator[Extraction]]":
        """What gives the rows of pages by the engine.

        Args:
            extractor: what is done with each page.
            ordered: whether one machine gives rows in the order of the pages; many never do.

        Raises:
            UsageError: the engine cannot do what the extractor is to do.
            EnvironmentMissing: it is not installed.
        """
        if self.engine == "local":
            return partial(extractor.extract_many, ordered=ordered)
        with needing("ray", "the engine ray"):
            from iawce.extract.pipeline.distributed.ray_engine import RayEngine
        return RayEngine(extractor, processes=self.processes or 0, classifiers=self.classifiers).extract_many


LARGEST_BATCH = 100_000
"""Most pages that are held in memory together."""


@dataclass(frozen=True)
class PageTypeSettings:
    """What decides the page type.

    Raises:
        UsageError: a number is out of range.
    """

    model: str = ""
    """A model by its name or record, another ensemble's ensemble.json, or a correction; `extract --model`."""
    look_at: LookAt = "auto"
    """What decides the page type: `boxes` (the layout), `screenshot`, `html`; or `auto`, all that are available."""
    device: str = "cpu"
    """Where networks run: `cpu`, `cuda` or `mps`."""
    batch_size: int = 32
    """Most pages that `classify` takes together."""

    def __post_init__(self) -> None:
        if not 1 <= self.batch_size <= LARGEST_BATCH:
            raise UsageError(f"batch_size is a number from 1 to {LARGEST_BATCH}, not {self.batch_size}")

    def ensemble(self, *, paper: bool = False) -> "PageTypeEnsemble":
        """What decides the page type; for the ``paper``, one network whose input is the screenshot.

        Raises:
            UsageError: the input of the paper's model is not a screenshot.
            EnvironmentMissing: there is no such model, or it is damaged.
        """
        from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

        if paper:
            return PageTypeEnsemble.paper(self.model or PAPER_MODEL, self.device)
        return PageTypeEnsemble(self.look_at, self.model, self.device)


class Opening(TypedDict):
    """Arguments of an ``Extractor`` for opening pages and for their limits."""

    render: RenderChoice
    render_settings: "RenderSettings"
    network: "NetworkSettings"
    store: "SnapshotStore | None"
    workers: int
    limits: "Limits"


def opening(
    settings: Settings,
    render: RenderChoice,
    *,
    timeout: float | None = None,
    snapshots: Path | None = None,
    jobs: int | None = None,
) -> Opening:
    """What an ``Extractor`` is made with, beside what it is to extract.

    Args:
        settings: those of tables that open pages.
        render: which pages are rendered; with ``never``, live ones are fetched.
        timeout: seconds to render a page, and CPU seconds to extract it.
        snapshots: folder for a snapshot of every page.
        jobs: pages that are rendered at the same time.

    Raises:
        UsageError: a header, a file or the proxy cannot be used.
    """
    from iawce.data.snapshot import SnapshotStore

    run = run_settings(settings, jobs, snapshots=snapshots)
    return Opening(
        render=render,
        render_settings=render_settings(settings, timeout),
        network=network_settings(settings, fetch=render == "never"),
        store=SnapshotStore(run.snapshots) if run.snapshots else None,
        workers=run.workers,
        limits=page_limits(settings, timeout),
    )


def render_settings(settings: Settings, timeout: float | None = None) -> "RenderSettings":
    """How to render; ``timeout``: seconds for a page. Its document has half of them, unless settings say otherwise."""
    from iawce.data.render.settings import RenderSettings

    found = settings.with_options(RenderSettings, deadline=timeout)
    if "render.deadline" in found.changed():
        found = found.with_defaults(RenderSettings, load_timeout=found.make(RenderSettings).deadline / 2)
    return found.make(RenderSettings)


def page_limits(settings: Settings, timeout: float | None) -> "Limits":
    """What a page may cost; ``timeout``: CPU seconds to extract it."""
    from iawce.data.limits import Limits

    return settings.make(Limits, seconds=timeout)


def network_settings(settings: Settings, *, fetch: bool = False) -> "NetworkSettings":
    """How pages are reached; ``fetch``: plain HTTP instead of a browser.

    Raises:
        UsageError: a header, a file or the proxy cannot be used.
    """
    from iawce.data.network.politeness import Politeness

    return settings.make(NetworkOptions).settings(settings.make(Politeness), fetch=fetch)


def run_settings(settings: Settings, jobs: int | None = None, **options: Any) -> "RunSettings":
    """How the work is divided; ``jobs``: pages that are worked on at the same time."""
    return settings.make(RunSettings, workers=jobs, processes=jobs, **options)
