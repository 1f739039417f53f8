"""Outputs of rows, found by the suffix of a file or the scheme of an address; ``sink.py`` says what a new one needs."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.errors import DAMAGED, UsageError, refused
from iawce.data.network.address import without_credentials
from iawce.data.sinks.sink import RUN, SINKS, SQLITE, STATE, STDOUT, Existing, Row, Sink

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema


NO_DATABASE = frozenset({"http", "https", "ftp", "file"})  # Schemes of addresses that are no place for rows


def open_sink(
    target: str | Path | None,
    schema: "Schema",
    existing: Existing = Existing.REFUSE,
    kind: Callable[[str, "Schema"], Sink] | None = None,
) -> Sink:
    """A sink for rows; the target is created with the first of them. ``kind`` makes it, if not its suffix or scheme.

    The target is a file or an address; standard output, as JSON lines, if it is None or ``-``. Raises UsageError: it is
    unknown, cannot be written, or has rows to be kept; EnvironmentMissing: a library is not installed.
    """
    if target is None or str(target) == STDOUT:
        from iawce.data.sinks.jsonl import StandardOutput  # noqa: PLC0415 - only where it is wanted

        return (kind or StandardOutput)(STDOUT, schema).prepare(existing)
    shown = without_credentials(str(target))  # ValueError: zero bytes, surrogates, invalid addresses; damaged files
    with refused(f"{shown!r} cannot be written", OSError, ValueError):
        return (kind or _sink_of(str(target)))(str(target), schema).prepare(existing)


def read_rows(target: str | Path, schema: "Schema") -> Iterator[Row]:
    """The rows that a sink wrote, in their order and with their types. Raises UsageError: there are no such rows."""
    with refused(f"{without_credentials(str(target))} cannot be read", *DAMAGED):
        yield from _sink_of(str(target))(str(target), schema).read()


def address_of(target: str) -> str:
    """The suffix or scheme in ``SINKS`` that a target has; that of databases for those that SQLAlchemy may know."""
    scheme, separator, _ = target.partition("://")
    if separator and (own := scheme.lower() + separator) not in SINKS:
        return "" if scheme.lower() in NO_DATABASE else SQLITE
    if separator:
        return own
    if is_run_folder(target):
        return RUN
    suffixes = Path(target.lower()).suffixes
    tried = ("".join(suffixes[-2:]), "".join(suffixes[-1:]))
    return next((address for address in tried if address in SINKS), "")


def table_files() -> str:
    """The suffixes of files to which columns can be added."""
    return ", ".join(suffix for suffix in SINKS if "://" not in suffix and SINKS[suffix].can_widen)


def is_run_folder(target: str) -> bool:
    """Whether a path is that of a run folder: it ends in a slash, or has the state of a run."""
    return target.endswith(RUN) or os.path.isfile(os.path.join(target, STATE))  # noqa: PTH113, PTH118 - never raises


def _sink_of(target: str) -> type[Sink]:
    address = address_of(target)
    if not address:
        raise UsageError(f"{without_credentials(target)} is no file or address for rows; known are {', '.join(SINKS)}")
    return SINKS[address]
