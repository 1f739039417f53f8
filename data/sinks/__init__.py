"""Where rows go: one module for each format, found by the suffix of a file or the scheme of an address.

A new sink is a module that registers a subclass of ``Sink``, and a line in ``SINKS`` for each of its addresses.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError
from iawce.data.registry import Registry

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema
    from iawce.data.sinks.sink import Row, Sink

STDOUT = "-"
JSON_LINES = ".jsonl"
SINKS: "Registry[type[Sink]]" = Registry(
    "sink",
    {
        JSON_LINES: "iawce.data.sinks.jsonl",
        ".jsonl.gz": "iawce.data.sinks.jsonl",
        ".parquet": "iawce.data.sinks.parquet",
        ".csv": "iawce.data.sinks.csv",
        ".sqlite": "iawce.data.sinks.sqlite",
        ".db": "iawce.data.sinks.sqlite",
        "sqlite://": "iawce.data.sinks.sqlite",
    },
)
"""Sinks by suffix or scheme, imported when wanted."""


def open_sink(target: str | Path | None, schema: "Schema") -> "Sink":
    """A sink for rows.

    Args:
        target: a file or an address; standard output, as JSON lines, if it is None or ``-``.
        schema: the columns of the rows.

    Raises:
        UsageError: no sink has this suffix or scheme, or the target cannot be written.
        EnvironmentMissing: a library is not installed.
    """
    if target is None or str(target) == STDOUT:
        return SINKS[JSON_LINES](STDOUT, schema)
    try:
        return _sink_of(str(target))(str(target), schema)
    except ValueError as error:  # zero bytes, surrogates, addresses that are none
        raise UsageError(f"{str(target)!r} cannot be written: {error}") from error


def read_rows(target: str | Path, schema: "Schema") -> "Iterator[Row]":
    """The rows that a sink wrote, in their order and with their types.

    Raises:
        UsageError: no sink has this suffix or scheme, or there are no such rows.
    """
    try:
        yield from _sink_of(str(target)).read(str(target), schema)
    except (OSError, EOFError, ValueError, LookupError) as error:
        raise UsageError(f"{target} cannot be read: {error}") from error


def address_of(target: str) -> str:
    """The suffix or scheme in ``SINKS`` that a target has; empty if none."""
    scheme, separator, _ = target.partition("://")
    suffixes = Path(target.lower()).suffixes
    tried = (scheme.lower() + separator,) if separator else ("".join(suffixes[-2:]), "".join(suffixes[-1:]))
    return next((address for address in tried if address in SINKS), "")


def _sink_of(target: str) -> "type[Sink]":
    address = address_of(target)
    if not address:
        raise UsageError(f"{target}: no sink is known by this suffix or scheme; known are {', '.join(SINKS)}")
    return SINKS[address]
