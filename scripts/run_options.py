"""Options of a run that is a folder, and what is kept of the command that makes it."""

import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from iawce.data.errors import UsageError
from iawce.scripts.option_groups import OptionGroup
from iawce.scripts.program import GIVEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from iawce.data.sinks.schema import Schema
    from iawce.data.sinks.sink import Sink
    from iawce.scripts.open_output import Share

WORK = ("sources", "seeds", "output", "output_dir", "overwrite", "resume", "quiet", "workers", "processes", "device")
NETWORK = ("per_host", "delay", "retries", "contact", "header", "cookies", "netrc", "proxy")
FREE = frozenset((*WORK, *NETWORK, "engine", "classifiers", "shard_rows", "shard_format"))
"""Options with which a run may be resumed as one likes: rows do not depend on them, or they are secret."""
SHARD_ROWS: Final = 10_000
SHARD_FORMAT: Final = "jsonl.gz"
PACKAGES = ("iawce", "playwright", "onnxruntime", "selectolax")
"""Those whose versions are kept."""


@dataclass(frozen=True, kw_only=True)
class RunOptions(OptionGroup):
    """How a run folder keeps its rows, and which part of all inputs it does."""

    shard_rows: Annotated[int, typer.Option(min=1, help="Rows of each file of a run folder.")] = SHARD_ROWS
    shard_format: Annotated[
        Literal["jsonl.gz", "parquet"], typer.Option(help="Format of the files of a run folder.")
    ] = SHARD_FORMAT
    shard: Annotated[
        str,
        typer.Option(
            metavar="K/N",
            help="Do only the Kth of N parts of the inputs, such as 3/8; what belongs to it their addresses decide.",
        ),
    ] = ""

    @property
    def share(self) -> "Share | None":
        """The part of the inputs that is done; all if None.

        Raises:
            UsageError: it is not written as K/N.
        """
        if not self.shard:
            return None
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", self.shard)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError(f"--shard {self.shard} is not K/N, the Kth of N parts, such as 1/8 or 8/8")
        return int(found[1]), int(found[2])

    def sink_of(self, output: str | None) -> "Callable[[str, Schema], Sink] | None":
        """What makes the sink if the output is a run folder.

        Raises:
            UsageError: options of a run folder for another output.
        """
        from iawce.data.sinks import RUN, address_of

        if address_of(output or "") == RUN:
            return run_folder(self.shard_rows, self.shard_format)
        if (self.shard_rows, self.shard_format) != (SHARD_ROWS, SHARD_FORMAT):
            raise UsageError("--shard-rows and --shard-format are of a run folder: name a folder, such as -o RUN/")
        return None


def run_folder(
    shard_rows: int = SHARD_ROWS, shard_format: str = SHARD_FORMAT, settings: Mapping[str, Any] | None = None
) -> "Callable[[str, Schema], Sink]":
    """What makes a run folder, with the settings of the command that is running unless others are given."""
    from iawce.data.run_folder.run_folder import RunFolder

    versions = {name: version(name) for name in PACKAGES} | {"python": platform.python_version()}
    return partial(
        RunFolder,
        settings=_settings() if settings is None else settings,
        versions=versions,
        shard_rows=shard_rows,
        shard_format=f".{shard_format}",
    )


def _settings() -> dict[str, Any]:
    """The command and those of its options on which rows depend, by the names that the user knows."""
    from iawce.extract.output.extraction import SCHEMA_VERSION

    command, given = GIVEN.get()
    options = {f"--{name.replace('_', '-')}": _plain(given[name]) for name in sorted(given) if name not in FREE}
    return {"command": command, "schema version of rows": SCHEMA_VERSION, **options}


def _plain(value: Any) -> Any:
    """An option as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Path) else value
