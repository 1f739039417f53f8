"""Writes the rows of pages into tables that grow: page after page, each row once."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from iawce.data.errors import EnvironmentMissing, PageError, UsageError, cause_of, quantity

if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable, PageRows
    from iawce.extract.output.extraction import Extraction


def source_of(row: "Extraction") -> str:
    """The address of a page, or what it was called: two saved pages without an address are not one page.

    An address that a page claims may be that of the first page of a list, or of all pages of a site.
    """
    from iawce.data.page import SAVED_ORIGIN

    address = row.final_url or row.url
    return row.ref if not address or row.url_source or address.startswith(SAVED_ORIGIN) else address


def refuse_name(table: str | None, to: str) -> None:
    """Only databases have tables with names.

    Raises:
        UsageError: one is named, and nothing has it.
    """
    from iawce.data.sinks.growing_table import has_tables

    if table is not None and not has_tables(to):
        target = f"{to} is a file with one table" if to else "rows on stdout are in no table"
        raise UsageError(f"--table names a table of a database, and {target}: leave it out, or give -o sqlite:///FILE")


def write_page(page: "PageRows", ref: str, table: "GrowingTable | None") -> bool:
    """Write the rows of a page, to standard output if there is no table; whether there was room for it."""
    from iawce.scripts.console import complain, remark

    if table is None:
        _say(page)
        return True
    try:
        added = table.add(page)
    except PageError as error:
        complain(f"{ref}: {error}")
        return False
    remark(
        f"{ref}: {quantity(len(page.rows), 'row')}, {added} of them new, {quantity(len(page.columns), 'column')}"
        f"{_without_address(page)}"
    )
    return True


def _without_address(page: "PageRows") -> str:
    """How to give a saved page the address that its links lack, if it has links without one."""
    from iawce.data.page import SAVED_ORIGIN

    cells = (cell for row in page.rows for cell in row.values() if cell)
    if any(str(cell.value).startswith(SAVED_ORIGIN) for cell in cells):
        return "; its links have no host: -s run.base_url=https://HOST/ gives them one"
    return ""


def finish_pages(done: Iterable[bool], to: str) -> None:
    """Write page after page, each of which says whether all went well.

    Args:
        done: of each page, which is written when it is asked for.
        to: where the rows go, as the user wrote it.

    Raises:
        EnvironmentMissing: it can take no more.
        UsageError: there is no page.
        typer.Exit: some pages failed (1), or all (3).
    """
    from iawce.data.network.address import without_credentials

    try:
        known = list(done)
    except OSError as error:
        target = without_credentials(to) or "standard output"
        raise EnvironmentMissing(f"{target} cannot be written: {cause_of(error)}") from error
    if not known:
        raise UsageError("the sources hold nothing to work on")
    if not all(known):
        raise typer.Exit(1 if any(known) else 3)


def _say(page: "PageRows") -> None:
    """Print rows as JSON lines."""
    from iawce.data.sinks.growing_table import SOURCE
    from iawce.data.sinks.json_text import json_text
    from iawce.data.sinks.sink import KEY
    from iawce.scripts.console import say

    for key, cells in zip(page.keys, page.rows, strict=True):
        values = {name: cell and cell.value for name, cell in cells.items()}
        say(json_text({KEY: key, SOURCE: page.source} | values))
