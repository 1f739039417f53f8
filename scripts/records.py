"""``iawce records``: list pages into a table."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.scripts import options
from iawce.scripts.console import complain, remark
from iawce.scripts.inputs_and_outputs import Sources
from iawce.scripts.settings_tables import Settings, read_settings

if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable
    from iawce.extract.content.content import Record
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.settings import ExtractSettings

MAX_RECORDS = 100_000  # Of a page: a table is what this command is for
LIKE_HELP = "Columns that are wanted, by name or an example of a value: 'title, price, size'."
MAX_SECONDS = 300.0  # CPU time of a page: this many records take about half of it


def records(
    sources: options.PageSources,
    paper: options.Paper = False,
    fields: options.FieldsFile = None,
    like: Annotated[str | None, options.what(help=LIKE_HELP)] = None,
    follow_pages: options.FollowPages = 1,
    output: options.TableOutput = "",
    table: options.TableName = None,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    render: options.Render = "auto",
    settings: options.SettingsOption = None,
) -> None:
    """Turn list pages into a table: a row for each record, a column for each kind of value.

    Pages of the same list share a table, which gets new columns where a page has more; running it again adds no
    duplicates. Exit code 0: all pages are ok; 1: some failed; 3: all failed.
    """
    from iawce.extract.records.list_records import RecordsSettings
    from iawce.scripts.write_rows import check_table, finish_pages

    check_table(table, output, sources)
    given = read_settings(settings, "records").with_defaults(Limits, records=MAX_RECORDS, seconds=MAX_SECONDS)
    if like and (paper or fields):
        raise UsageError(f"{'--paper' if paper else '--fields'} names the columns: leave out --like")
    given = given.with_options(RecordsSettings, like=like)
    content, lists = _list_settings(given, is_paper=paper)
    content = _with_fields(content, fields) if fields else content
    content = content.for_records(follows=follow_pages > 1)
    with ExitStack() as stack:
        tables = _open_tables(output, table or "records", lists, stack) if output else ()
        names = [field.name for field in content.fields.fields] if content.fields else []
        ensemble = given.make(options.PageTypeSettings).ensemble()
        extractor = options.make_extractor(
            given, render, settings=content, ensemble=ensemble, follow_pages=follow_pages
        )
        rows = stack.enter_context(extractor).extract_many(Sources.of(sources, given).read())
        finish_pages((_write(row, tables, names) for row in rows), output)


def _list_settings(given: Settings, *, is_paper: bool) -> tuple["ExtractSettings", int]:
    """How records are looked for, the lists weighed or SimHTree as printed; and how many lists of a page."""
    from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.records.list_records import RecordsSettings
    from iawce.extract.records.lists.page_confidence import MIN_CONFIDENCE

    found = given.with_defaults(RecordsSettings, min_confidence=MIN_CONFIDENCE).make(RecordsSettings)
    if not is_paper:
        return ExtractSettings(method="records", method_settings=found), found.most
    if found.source not in ("weighed", "simhtree"):
        raise UsageError(f"--paper uses SimHTree alone: leave out records.source={found.source}")
    printed = replace(SimHTreeSettings.paper(), tables=found.most)
    return ExtractSettings(method="simhtree", method_settings=printed), found.most


def _with_fields(settings: "ExtractSettings", file: Path) -> "ExtractSettings":
    """The same with the user's own fields; no list is looked for unless they are those of its records."""
    from iawce.data.sinks.growing_table import SOURCE
    from iawce.data.sinks.sink import KEY
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.records.typed_rows import MAX_COLUMNS
    from iawce.extract.templates.fields.field_schema import RECORD, read_schema

    schema = read_schema(file)
    if taken := {KEY, SOURCE}.intersection(field.name for field in schema.fields):
        raise UsageError(f"{file}: every table has a column {', '.join(sorted(taken))}; give the field another name")
    if len(schema.fields) > MAX_COLUMNS:
        raise UsageError(f"{file} has {len(schema.fields)} fields; a table has {MAX_COLUMNS} columns at most")
    if schema.each == RECORD:
        return replace(settings, fields=schema)
    return ExtractSettings(keep="body", fields=schema, records=False)


def _open_tables(to: str, name: str, count: int, stack: ExitStack) -> "list[GrowingTable]":
    """A table for each list of a page, none of which another command writes to."""
    from iawce.data.sinks import address_of
    from iawce.data.sinks.growing_table import has_tables, open_table

    end = len(to) if has_tables(to) else len(to) - len(address_of(to))
    endings = ["", *(f"_{number}" for number in range(2, count + 1))]
    targets = [f"{to[:end]}{ending if end < len(to) else ''}{to[end:]}" for ending in endings]
    opened = (open_table(target, name + ending) for target, ending in zip(targets, endings, strict=True))
    return [stack.enter_context(table) for table in opened]


def _write(row: "Extraction", tables: "Sequence[GrowingTable]", names: "Sequence[str]") -> bool:
    """Write the records of a page, which are to have fields of these names; whether there was any, and room for it."""
    from iawce.extract.records.typed_rows import typed_rows
    from iawce.scripts.write_rows import sources_of, write_page

    if not any(field for record in row.records for field in record.fields.values()):
        missing = "none of the fields stands on the page" if row.method == "selector" else "nothing on the page repeats"
        complain(f"{row.ref}: {row.why or missing}")
        return False
    if absent := [name for name in names if not any(record.fields.get(name) for record in row.records)]:
        remark(f"{row.ref}: nothing was found for {', '.join(absent)}")
    for detail in (warning.detail for warning in row.warnings if warning.kind == "no_column"):
        remark(f"{row.ref}: nothing was found for {detail}")
    if "list_confidence" in row.scores:
        remark(f"{row.ref}: list_confidence {row.scores['list_confidence']}")
    for warning in row.warnings:
        is_cut = warning.detail in {"records", "elements", "text"} or warning.detail.endswith("_pages")
        if (warning.kind == "truncated" and is_cut) or (warning.kind, warning.detail) == ("partial", "next_page"):
            complain(f"{row.ref}: there is more than is written here ({warning})")
    groups: dict[tuple[str, int], list[Record]] = {}  # those of a further page are rows of that page
    for record, source in zip(row.records, sources_of(row), strict=True):
        groups.setdefault((source, record.list), []).append(record)
    for (source, number), records_of_list in groups.items():
        page = typed_rows(records_of_list, source, row.scores.get("list_confidence"), row.locale)
        if not write_page(page, row.ref, tables[number - 1] if tables else None):
            return False
    return True
