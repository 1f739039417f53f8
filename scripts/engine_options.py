"""Options that say on which machines a command works."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.extras import needing
from iawce.scripts.option_groups import OptionGroup

if TYPE_CHECKING:
    from iawce.data.sources.reader import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.run.extractor import Extractor


@dataclass(frozen=True, kw_only=True)
class EngineOptions(OptionGroup):
    """The engine, and what only an engine of many machines needs."""

    engine: Annotated[
        Literal["local", "ray"],
        typer.Option(help="local: this machine; ray: the Ray cluster of RAY_ADDRESS, see docs/scaling.md."),
    ] = "local"
    classifiers: Annotated[
        int,
        typer.Option(
            min=0, help="Of --engine ray: actors that classify pages in batches; 0: each where it is extracted."
        ),
    ] = 0

    def extract_many(
        self, extractor: "Extractor", processes: int | None, *, ordered: bool
    ) -> "Callable[[Iterable[Item]], Iterator[Extraction]]":
        """What gives the rows of pages by this engine.

        Args:
            extractor: what is done with each page.
            processes: that extract, if their number was given.
            ordered: whether one machine gives rows in the order of the pages; many never do.

        Raises:
            UsageError: the engine cannot do what the extractor is to do.
            EnvironmentMissing: it is not installed.
        """
        if self.engine == "local":
            return partial(extractor.extract_many, ordered=ordered)
        with needing("ray", "--engine ray"):
            from iawce.extract.run.distributed.ray_engine import RayEngine
        return RayEngine(extractor, processes=processes or 0, classifiers=self.classifiers).extract_many
