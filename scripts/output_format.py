"""In which form ``extract`` writes pages: rows, or their content as text, Markdown or HTML."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from iawce.data.errors import UsageError

if TYPE_CHECKING:
    from iawce.data.sinks.schema import Schema
    from iawce.data.sinks.sink import Sink

Format = Literal["auto", "jsonl", "text", "markdown", "html"]
JSON_FORMAT = "jsonl"


def shape_of(wanted: Format, sources: list[str], output: str | None, output_dir: Path | None) -> Format:
    """What is written; ``auto`` are rows, in the format that the output's name says."""
    from iawce.data.sinks import JSON_LINES, address_of
    from iawce.data.sinks.page_text import text_format_of

    if output_dir and (output or wanted == JSON_FORMAT):
        raise UsageError("--output-dir is for one file a page, text, markdown or html, and takes no --output")
    known = address_of(output or "")
    if known and wanted != "auto" and not (wanted == JSON_FORMAT and known.startswith(JSON_LINES)):
        raise UsageError(f"{output} is a file of another format than {wanted}: leave --format out, or rename the file")
    if wanted != "auto":
        return wanted
    if output_dir:
        return "markdown"
    if output:
        return cast("Format", text_format_of(output) or wanted)
    is_one_page = len(sources) == 1 and not os.path.isdir(sources[0])  # noqa: PTH112 - never raises
    return "text" if is_one_page and sys.stdout.isatty() else wanted


def sink_of(
    shape: Format, output: str | None, output_dir: Path | None, *, front_matter: bool, title: bool
) -> "Callable[[str, Schema], Sink] | None":
    """What makes the sink, unless the output's name says it."""
    from iawce.data.sinks import JSON_LINES, SINKS, STDOUT
    from iawce.data.sinks.page_folder import PageFolder
    from iawce.data.sinks.page_text import TEXT_FORMATS, TextFile

    if front_matter and shape != "markdown":
        raise UsageError("--front-matter is a part of Markdown: add --format markdown, or name a .md file")
    if title and shape != "text":
        raise UsageError("--title is a part of plain text: add --format text, or name a .txt file")
    if shape == "auto":
        _refuse_unknown(output)
        return None
    if shape == JSON_FORMAT:
        return None if output in (None, STDOUT) else SINKS[JSON_LINES]
    text_format = replace(TEXT_FORMATS[shape], front_matter=front_matter, title=title)
    return partial(PageFolder if output_dir else TextFile, text_format=text_format)


def _refuse_unknown(output: str | None) -> None:
    """An output whose name says neither where rows go nor a format of text."""
    from iawce.data.sinks import SINKS, STDOUT, address_of

    if output and output != STDOUT and not address_of(output):
        raise UsageError(
            f"the name of {output} does not say what to write: rows ({', '.join(SINKS)}), content (.md, .txt, .html); "
            "or add --format, or name a folder with --output-dir"
        )
