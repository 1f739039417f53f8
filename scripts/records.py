"""``iawce records``: list pages into a table."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.scripts.network_options import NetworkOptions
from iawce.scripts.options import (
    BaseUrl,
    FieldsFile,
    ListSourceOption,
    Model,
    Quiet,
    given_sources,
)
from iawce.scripts.rendering_options import RenderingOptions
from iawce.scripts.write_tables import TO_HELP, finish_pages, refuse_name, write_page

TABLE = "records"
"""Name of a table in a database if none is given."""
MOST_RECORDS = 100_000
"""Of a page: a table is what this command is for."""
MOST_SECONDS = 300.0
"""CPU time of a page: so many records take about half of it."""
if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable
    from iawce.extract.output.extraction import Extraction


def records(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            "-o",
            help=TO_HELP,
        ),
    ] = "",
    table: Annotated[
        str | None, typer.Option(help="Name of the table in a database; records if left out.", show_default=False)
    ] = None,
    lists: Annotated[
        int, typer.Option(min=1, max=50, help="Lists of a page; the second goes to TABLE_2, or FILE_2, and so on.")
    ] = 1,
    list_source: ListSourceOption = "weighed",
    mode: Annotated[
        Literal["default", "paper"], typer.Option(help="paper: SimHTree alone, with the constants of its paper.")
    ] = "default",
    fields: FieldsFile = None,
    all_columns: Annotated[
        bool,
        typer.Option("--all-columns", help="A column for whatever a record has, not one, more, for what few have."),
    ] = False,
    min_confidence: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="How sure it has to be that a page is for a list; one that is less sure has none. 0: what repeats.",
        ),
    ] = 0.6,
    model: Model = "",
    base_url: BaseUrl = "",
    timeout: Annotated[float, typer.Option(min=1, max=86_400, help="Seconds to render one page.")] = 30.0,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    rendering: RenderingOptions = RenderingOptions(),  # noqa: B008 - frozen
    network: NetworkOptions = NetworkOptions(),  # noqa: B008 - frozen
) -> None:
    """Turn list pages into a table: a row for each record, a column for each of their values.

    Pages of the same list share a table, which gets new columns where a page has more; to run it again adds nothing
    twice. Exit code 0: all pages are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.limits import Limits
    from iawce.extract.run.extractor import Extractor
    from iawce.models.page_type.ensemble import PageTypeEnsemble
    from iawce.scripts.list_settings import list_settings, with_fields
    from iawce.scripts.open_output import Sources, refuse_source

    refuse_source(to or None, sources)
    refuse_name(table, to)
    opening = rendering.opening(network, timeout)
    with ExitStack() as stack:
        tables = _open_tables(to, table or TABLE, lists, stack) if to else ()
        settings = list_settings(list_source, lists, mode, all_columns=all_columns, least=min_confidence)
        settings = with_fields(settings, fields)
        names = [field.name for field in settings.fields.fields] if settings.fields else []
        extractor = stack.enter_context(
            Extractor(
                settings=settings,
                ensemble=PageTypeEnsemble(model=model),
                limits=Limits(records=MOST_RECORDS, seconds=MOST_SECONDS),
                **opening,
            )
        )
        pages = Sources(sources, base_url).read()
        finish_pages((_write(row, tables, names) for row in extractor.extract_many(pages)), to)


def _open_tables(to: str, name: str, count: int, stack: ExitStack) -> "list[GrowingTable]":
    """A table for each list of a page, none of which another command writes to."""
    from iawce.data.sinks import address_of
    from iawce.data.sinks.growing_table import has_tables, open_table

    def opened(ending: str) -> "GrowingTable":
        suffix = len(address_of(to))
        is_named = not suffix or has_tables(to)
        target = to if is_named else f"{to[:-suffix]}{ending}{to[-suffix:]}"
        return stack.enter_context(open_table(target, name + ending))

    return [opened(f"_{number}" * (number > 1)) for number in range(1, count + 1)]


def _write(row: "Extraction", tables: "Sequence[GrowingTable]", names: "Sequence[str]") -> bool:
    """Write the records of a page, which are to have fields of these names; whether there was any, and room for it."""
    from iawce.extract.records.typed_rows import typed_rows
    from iawce.scripts.console import complain, remark
    from iawce.scripts.source_of import source_of

    if not row.records:
        missing = "none of the fields stands on the page" if row.method == "selector" else "nothing on the page repeats"
        complain(f"{row.ref}: {row.why or missing}")
        return False
    if absent := [name for name in names if not any(record.fields.get(name) for record in row.records)]:
        remark(f"{row.ref}: nothing is found for {', '.join(absent)}")
    if "list_confidence" in row.scores:
        remark(f"{row.ref}: list_confidence {row.scores['list_confidence']}")
    for warning in row.warnings:
        if warning.kind == "truncated" and warning.detail in {"records", "elements", "text"}:
            complain(f"{row.ref}: there is more than is written here ({warning})")
    for number in sorted({record.list for record in row.records}):
        records_of_list = [record for record in row.records if record.list == number]
        page = typed_rows(records_of_list, source_of(row), row.scores.get("list_confidence"))
        if not write_page(page, row.ref, tables[number - 1] if tables else None):
            return False
    return True


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(records)
