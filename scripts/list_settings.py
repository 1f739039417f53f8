"""What ``iawce records`` extracts, as its options say."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from iawce.data.errors import UsageError

if TYPE_CHECKING:
    from iawce.extract.records.choices import ListSource
    from iawce.extract.run.settings import ExtractSettings


def list_settings(
    source: "ListSource", lists: int, mode: Literal["default", "paper"], *, all_columns: bool, least: float
) -> "ExtractSettings":
    """How records are looked for: the lists weighed, or SimHTree as printed.

    Raises:
        UsageError: the paper's constants for what is not the paper's.
    """
    from dataclasses import replace

    from iawce.extract.records.alignment.settings import SimHTreeSettings
    from iawce.extract.records.list_records import RecordsSettings
    from iawce.extract.run.settings import ExtractSettings

    if mode == "default":
        return ExtractSettings(method="records", method_settings=RecordsSettings(source, lists, all_columns, least))
    if source not in ("weighed", "simhtree"):
        raise UsageError(f"--mode paper is SimHTree's: leave out --list-source {source}")
    return ExtractSettings(method="simhtree", method_settings=replace(SimHTreeSettings.paper(), tables=lists))


def with_fields(settings: "ExtractSettings", file: Path | None) -> "ExtractSettings":
    """The same with the user's own fields; no list is looked for unless they are those of its records.

    Raises:
        UsageError: there are none, or more than a table has columns, or one is called as a column of every table.
    """
    from dataclasses import replace

    from iawce.extract.run.settings import ExtractSettings
    from iawce.extract.templates.fields.field_schema import RECORD, read_schema

    if file is None:
        return settings
    schema = read_schema(file)
    _check_columns([field.name for field in schema.fields], file)
    if schema.each == RECORD:
        return replace(settings, fields=schema)
    return ExtractSettings(keep="body", fields=schema, html=False, records=False, metadata=False)


def _check_columns(names: list[str], file: Path) -> None:
    from iawce.data.sinks.growing_table import SOURCE
    from iawce.data.sinks.sink import KEY
    from iawce.extract.records.typed_rows import MOST_COLUMNS

    if taken := {KEY, SOURCE}.intersection(names):
        raise UsageError(f"{file}: every table has a column {', '.join(sorted(taken))}; call the field otherwise")
    if len(names) > MOST_COLUMNS:
        raise UsageError(f"{file} has {len(names)} fields; a table has {MOST_COLUMNS} columns at most")
