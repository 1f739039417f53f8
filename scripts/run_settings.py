"""How the work of a command is divided, in the words of the commands."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from iawce.data.bounds import MOST_JOBS, check_least, check_most
from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.data.network.address import is_web, without_credentials
from iawce.scripts.options import cores

if TYPE_CHECKING:
    from iawce.data.sources.reader import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.scripts.open_output import Share


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
    def share(self) -> "Share | None":
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
