"""In which form ``extract`` writes pages: rows, or their content as text, Markdown or HTML."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from iawce.data.errors import UsageError, not_known
from iawce.data.network.address import without_credentials
from iawce.data.sinks import address_of, is_run_folder
from iawce.data.sinks.sink import JSON_LINES, RUN, SINKS, STDOUT, Existing
from iawce.scripts.console import remark
from iawce.scripts.inputs_and_outputs import MakeSink, is_run, run_folder
from iawce.scripts.options import RunSettings
from iawce.scripts.settings_tables import Settings

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema

AUTO: Final = "auto"
TEXTS: Final = {"md": "markdown", "markdown": "markdown", "txt": "text", "text": "text", "html": "html", "htm": "html"}
"""Words for the content of pages, with the names of ``TEXT_FORMATS``."""
ROWS: Final = {name: f".{name}" for name in ("jsonl", "json", "csv", "parquet", "sqlite")} | {"ndjson": ".jsonl"}
"""Words for rows, with the addresses of ``SINKS``."""
STREAMED = (JSON_LINES, ".json", ".csv")  # Formats that are written from beginning to end, so also to standard output
RESUMED_BY = ("id", "status", "reason")  # Columns by which rows in a file are resumed


@dataclass(frozen=True)
class OutputSettings:
    """What is written of each page."""

    columns: tuple[str, ...] = ()
    """Columns of rows to write, such as `["url", "text", "metadata.authors"]`; if left out, all."""
    front_matter: bool = False
    """Begin Markdown with a block of YAML: url, title, type, rendered and, if known, author and date."""
    title: bool = False
    """Begin the text of a page with its title."""


@dataclass(frozen=True)
class Shape:
    """What is written."""

    text: str = ""  # The name of a format of content; empty: rows
    address: str = ""  # Of the sink of rows, where a format is named; empty: what the name of the output says
    is_folder: bool = False  # A file for each page

    @property
    def is_content(self) -> bool:
        """Whether content alone is written, with no row beside it."""
        return bool(self.text) and not self.is_folder


def check_format(wanted: str) -> str:
    """A word for a format, as it is known."""
    word = wanted.lower().removeprefix(".")
    if word not in (AUTO, *TEXTS, *ROWS):
        raise not_known("no format is called", wanted, (AUTO, *TEXTS, *ROWS))
    return word


def shape_of(wanted: str, sources: list[str], output: str | None) -> Shape:
    """What is written; ``auto`` is what the output's name says, or text for one page on a terminal."""
    from iawce.data.sinks.page_text import text_format_of

    known = address_of(output or "")
    if wanted in TEXTS:
        if known and (known != RUN or is_run_folder(str(output).rstrip(RUN))):
            raise _contradicts(output, wanted)
        is_folder = output is not None and (output.endswith("/") or os.path.isdir(output))  # noqa: PTH112 - never raises
        return Shape(TEXTS[wanted], is_folder=is_folder)
    if wanted in ROWS:
        if text_format_of(output or "") not in ("", "text") or (known and not known.startswith(ROWS[wanted])):
            raise _contradicts(output, wanted)
        return Shape(address=known or ROWS[wanted])
    if output and output != STDOUT:
        return Shape("" if known else text_format_of(output))
    is_one_page = len(sources) == 1 and not os.path.isdir(sources[0])  # noqa: PTH112 - never raises
    return Shape("text" if is_one_page and sys.stdout.isatty() else "")


def _contradicts(output: str | None, wanted: str) -> UsageError:
    name = without_credentials(output or "")
    return UsageError(f"{name} is a file of another format than {wanted}: leave --format out, or rename the file")


def used_settings(shape: Shape, settings: OutputSettings) -> OutputSettings:
    """The settings without those of other formats, each with a remark: a file of settings serves many runs."""
    columns_of(settings.columns)
    why = {}
    if shape.text != "markdown":
        why["front_matter"] = "it is a part of Markdown (--format md, or a .md file)"
    if shape.text != "text":
        why["title"] = "it is a part of plain text (--format text, or a .txt file)"
    if shape.is_content:
        why["columns"] = "columns are those of rows (such as -o rows.jsonl)"
    for name in filter(vars(settings).get, why):
        remark(f"output.{name} is not used: {why[name]}")
    return replace(settings, **{name: getattr(OutputSettings, name) for name in why})


def columns_of(names: Sequence[str]) -> "Schema | None":
    """The columns of rows that are named, if any are."""
    from iawce.extract.output.row_schema import chosen_columns

    return chosen_columns(names) if names else None


def resumable_columns(
    names: Sequence[str], shape: Shape, output: str | None, existing: Existing, *, deduplicate: bool
) -> "Schema | None":
    """The columns of rows that are named, if any are; refused if a later run could not see by them what is done."""
    if names and shape.is_folder:  # its index knows by them what is done
        names = list(dict.fromkeys([*names, *RESUMED_BY]))
    found = columns_of(names)
    if found is None or existing != Existing.RESUME or is_run(output):
        return found
    if deduplicate:
        raise UsageError("columns with deduplicate and --resume need a run folder: name one, such as -o RUN/")
    if missing := [name for name in RESUMED_BY if name not in found]:
        raise UsageError(f"--resume needs {', '.join(missing)} in the rows: add to columns, or name a run folder")
    return found


def sink_of(shape: Shape, output: str | None, written: OutputSettings, settings: Settings) -> MakeSink | None:
    """What makes the sink, unless the output's name says it."""
    from iawce.data.sinks.page_text import TEXT_FORMATS, PageFolder, TextFile

    if shape.text:
        text_format = replace(TEXT_FORMATS[shape.text], front_matter=written.front_matter, title=written.title)
        return partial(PageFolder if shape.is_folder else TextFile, text_format=text_format)
    if is_run(output):
        return run_folder(settings)
    run, usual = settings.make(RunSettings), RunSettings()
    if (run.shard_rows, run.shard_format) != (usual.shard_rows, usual.shard_format):
        raise UsageError("shard_rows and shard_format need a run folder: name one, such as -o RUN/")
    if not shape.address:
        if output and output != STDOUT and not address_of(output):
            known = f"rows ({', '.join(SINKS)}), content (.md, .txt, .html)"
            folder = "add --format, for a folder of files, too, such as --format md -o FOLDER/"
            raise UsageError(f"the name of {output} does not say what to write: {known}; or {folder}")
        return None
    if output in (None, STDOUT):
        if shape.address not in STREAMED:
            raise UsageError(f"{shape.address} is a format of files: name one, such as -o rows{shape.address}")
        if shape.address == JSON_LINES:
            return None
    return SINKS[shape.address]
