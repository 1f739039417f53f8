"""What ``iawce records`` extracts, by its options and settings."""

from dataclasses import replace
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import RecordsSettings
from iawce.extract.records.lists.page_confidence import LEAST_CONFIDENCE
from iawce.scripts.settings_tables import Settings


def list_settings(given: Settings, *, is_paper: bool) -> tuple[ExtractSettings, int]:
    """How records are looked for, the lists weighed or SimHTree as printed; and how many lists of a page.

    Raises:
        UsageError: the paper's constants for what is not the paper's.
    """
    found = given.with_defaults(RecordsSettings, min_confidence=LEAST_CONFIDENCE).make(RecordsSettings)
    if not is_paper:
        return ExtractSettings(method="records", method_settings=found), found.most
    if found.source not in ("weighed", "simhtree"):
        raise UsageError(f"--paper uses SimHTree alone: leave out records.source={found.source}")
    printed = replace(SimHTreeSettings.paper(), tables=found.most)
    return ExtractSettings(method="simhtree", method_settings=printed), found.most


def with_fields(settings: ExtractSettings, file: Path | None) -> ExtractSettings:
    """The same with the user's own fields; no list is looked for unless they are those of its records.

    Raises:
        UsageError: there are none, or more than a table has columns, or one is called as a column of every table.
    """
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
        raise UsageError(f"{file}: every table has a column {', '.join(sorted(taken))}; give the field another name")
    if len(names) > MOST_COLUMNS:
        raise UsageError(f"{file} has {len(names)} fields; a table has {MOST_COLUMNS} columns at most")
