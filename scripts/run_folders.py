"""Run folders as commands make them: with the settings on which their rows depend."""

import platform
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iawce.data.errors import UsageError
from iawce.scripts.opening import run_settings
from iawce.scripts.program import GIVEN
from iawce.scripts.run_settings import RunSettings
from iawce.scripts.settings_values import Settings

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema
    from iawce.data.sinks.sink import Sink

FREE = frozenset(
    ("sources", "seeds", "output", "overwrite", "resume", "quiet", "jobs", "settings", "header", "proxy", "contact")
)
"""Options with which a run may be resumed as one likes: rows do not depend on them, or they are secret."""
FREE_SETTINGS = (
    "politeness.",
    "crawl.",
    "page_type.device",
    *(f"network.{name}" for name in ("headers", "cookies", "netrc", "proxy", "contact")),
    *(f"run.{name}" for name in ("workers", "processes", "engine", "classifiers", "shard_")),
)
"""What the names of such settings begin with."""
PACKAGES = ("iawce", "playwright", "onnxruntime", "selectolax")
"""Those whose versions are kept."""


def run_folder_of(settings: Settings, jobs: int | None, output: str | None) -> "Callable[[str, Schema], Sink] | None":
    """What makes the sink if the output is a run folder.

    Raises:
        UsageError: settings of a run folder for another output.
    """
    from iawce.data.sinks import RUN, address_of

    run, usual = run_settings(settings, jobs), RunSettings()
    if address_of(output or "") == RUN:
        return run_folder(settings)
    if (run.shard_rows, run.shard_format) != (usual.shard_rows, usual.shard_format):
        raise UsageError("shard_rows and shard_format need a run folder: name one, such as -o RUN/")
    return None


def run_folder(settings: Settings, options: Mapping[str, Any] | None = None) -> "Callable[[str, Schema], Sink]":
    """What makes a run folder.

    Args:
        settings: of the command.
        options: on which its rows depend, instead of all that the command was given.
    """
    from importlib.metadata import version

    from iawce.data.run_folder.run_folder import RunFolder

    run = settings.make(RunSettings)
    versions = {name: version(name) for name in PACKAGES} | {"python": platform.python_version()}
    return partial(
        RunFolder,
        settings=(_options() if options is None else dict(options)) | _of_rows(settings),
        versions=versions,
        shard_rows=run.shard_rows,
        shard_format=f".{run.shard_format}",
    )


def _options() -> dict[str, Any]:
    """The command and those of its options on which rows depend, by the names that the user knows."""
    from iawce.extract.output.extraction import SCHEMA_VERSION

    command, given = GIVEN.get()
    options = {f"--{name.replace('_', '-')}": _plain(given[name]) for name in sorted(given) if name not in FREE}
    return {"command": command, "schema version of rows": SCHEMA_VERSION, **options}


def _of_rows(settings: Settings) -> dict[str, Any]:
    """The settings on which rows depend."""
    changed = settings.changed()
    names = (name for name in sorted(changed) if not name.startswith(FREE_SETTINGS))
    return {name: _plain(changed[name]) for name in names}


def _plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Path) else value
