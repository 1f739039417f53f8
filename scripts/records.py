"""``iawce records``: list pages into a table."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.scripts.options import BaseUrl, Quiet, Scroll, WaitFor, given_sources

if TYPE_CHECKING:
    from iawce.data.tables.growing_table import GrowingTable
    from iawce.extract.extraction import Extraction


def records(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            "-o",
            help="Where the rows go: a database (sqlite:///out.db, or any other address of SQLAlchemy), or a file "
            ".csv, .jsonl or .parquet; JSON lines on stdout if left out. What is there stays; each row is there once.",
        ),
    ] = "",
    table: Annotated[str, typer.Option(help="Name of the table in a database.")] = "records",
    lists: Annotated[
        int, typer.Option(min=1, max=50, help="Lists of a page; the second goes to TABLE_2, or FILE_2, and so on.")
    ] = 1,
    mode: Annotated[Literal["default", "paper"], typer.Option(help="Constants of SimHTree.")] = "default",
    render: Annotated[
        Literal["auto", "always", "never"],
        typer.Option(help="Pages that are rendered; auto: live pages, and saved HTML that gains by it."),
    ] = "auto",
    base_url: BaseUrl = "",
    wait_for: WaitFor = "",
    scroll: Scroll = 1,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
) -> None:
    """Turn list pages into a table: a row for each record, a column for each of their values.

    Pages of the same list share a table, which gets new columns where a page has more; to run it again adds nothing
    twice. Exit code 0: all pages are ok; 1: some failed; 3: all failed.
    """
    from dataclasses import replace

    from iawce.data.render.settings import RenderSettings
    from iawce.extract.extractor import Extractor
    from iawce.extract.records.settings import SimHTreeSettings
    from iawce.extract.settings import ExtractSettings
    from iawce.scripts.write_rows import Sources, refuse_source

    refuse_source(to or None, sources)
    chosen = replace(SimHTreeSettings.of_mode(mode), tables=lists)
    settings = ExtractSettings(method="simhtree", method_settings=chosen)
    drawn = RenderSettings(wait_for=wait_for, scrolls=scroll)
    with ExitStack() as stack:
        tables = _Tables(to, table, stack) if to else None
        extractor = stack.enter_context(Extractor(settings=settings, render=render, render_settings=drawn))
        pages = Sources(sources, base_url).read()
        try:
            _finish([_write(row, tables) for row in extractor.extract_many(pages)])
        except OSError as error:
            raise EnvironmentMissing(f"{to or 'standard output'} cannot be written: {error}") from error


class _Tables:
    """A table for each list of a page, opened when it is wanted."""

    def __init__(self, to: str, name: str, stack: ExitStack) -> None:
        self.to, self.name, self.stack = to, name, stack
        self.opened: dict[int, GrowingTable] = {}
        self[1]

    def __getitem__(self, number: int) -> "GrowingTable":
        from iawce.data.tables import open_table

        if number not in self.opened:
            path = Path(self.to)
            is_file = "://" not in self.to
            target = str(path.with_stem(f"{path.stem}_{number}")) if is_file and number > 1 else self.to
            name = f"{self.name}_{number}" if number > 1 else self.name
            self.opened[number] = self.stack.enter_context(open_table(target, name))
        return self.opened[number]


def _write(row: "Extraction", tables: _Tables | None) -> bool:
    """Write the records of a page; whether there was anything to write."""
    from iawce.data.sinks.json_text import json_text
    from iawce.extract.records.typed_rows import typed_rows
    from iawce.scripts.console import complain, remark, say
    from iawce.scripts.source_of import source_of

    if not row.records:
        complain(f"{row.ref}: {row.why or 'nothing on the page repeats'}")
        return False
    for number in sorted({record.list for record in row.records}):
        source = source_of(row)
        page = typed_rows([record for record in row.records if record.list == number], source)
        if tables is None:
            for cells in page.rows:
                say(json_text({"source": source} | {name: cell and cell.value for name, cell in cells.items()}))
        else:
            added = tables[number].add(page)
            remark(f"{row.ref}: {len(page.rows)} rows, {added} of them new, {len(page.columns)} columns")
    return True


def _finish(done: list[bool]) -> None:
    if not done:
        raise UsageError("the sources hold nothing to work on")
    if not all(done):
        raise typer.Exit(1 if any(done) else 3)


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(records)
