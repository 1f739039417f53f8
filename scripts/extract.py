"""``iawce extract``: the I-AWCE run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer

from iawce.scripts.options import LookAt, RowsOutput, Scroll, WaitFor, look_at_of

if TYPE_CHECKING:
    from iawce.extract.extraction import Extraction

Format = Literal["auto", "jsonl", "text", "markdown", "html"]
TEXTS = frozenset({"text", "markdown", "html"})
"""Formats that give a page's content instead of its row."""


def extract(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.")],
    output: RowsOutput = None,
    format: Annotated[
        Format, typer.Option(help="auto: rows as the output's name says, but text for one page on a terminal.")
    ] = "auto",
    type: Annotated[
        str, typer.Option(help="Page type to use instead of classifying: article, list, thread, product.")
    ] = "",
    method: Annotated[str, typer.Option(help="Extraction method instead of the page type's: {methods}.")] = "",
    mode: Annotated[Literal["default", "paper"], typer.Option(help="Constants of the methods.")] = "default",
    look_at: Annotated[
        LookAt, typer.Option("--look-at", "--eye", help="What decides the page type: boxes, screenshot, html, or all.")
    ] = "auto",
    keep: Annotated[str, typer.Option(help="CSS selector of the content, instead of a method's choice.")] = "",
    drop: Annotated[str, typer.Option(help="CSS selector of what to leave out.")] = "",
    links: Annotated[bool, typer.Option(help="Keep addresses of links.")] = True,
    images: Annotated[bool, typer.Option(help="Keep pictures.")] = True,
    hidden: Annotated[bool, typer.Option(help="Also take text that is not on the screen.")] = False,
    browser: Annotated[bool, typer.Option(help="Render; --no-browser takes HTML as it is.")] = True,
    base_url: Annotated[str, typer.Option(help="Address that saved HTML had on the web.")] = "",
    snapshots: Annotated[Path | None, typer.Option(help="Keep a snapshot of every page in this folder.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Pages rendered at the same time.")] = 2,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for one page.")] = 30.0,
    wait_for: WaitFor = "",
    scroll: Scroll = 1,
) -> None:
    """Render pages, classify them, extract their content.

    One row a page, whatever happens to it. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.render.settings import RenderSettings
    from iawce.data.snapshot import SnapshotStore
    from iawce.data.sources.read_sources import read_sources
    from iawce.extract.extractor import Extractor
    from iawce.extract.settings import ExtractSettings
    from iawce.models.page_type.ensemble import PageTypeEnsemble
    from iawce.scripts.console import Progress, finish
    from iawce.scripts.write_rows import write_rows

    settings = ExtractSettings(
        method=method, mode=mode, links=links, images=images, visible_only=not hidden, keep=keep, drop=drop
    )
    shape = _shape(format, sources, output)
    with ExitStack() as stack:
        extractor = stack.enter_context(
            Extractor(
                settings=settings,
                render=RenderSettings(deadline=timeout, load_timeout=timeout / 2, wait_for=wait_for, scrolls=scroll),
                ensemble=PageTypeEnsemble(look_at_of(look_at)),
                page_type=type,
                store=SnapshotStore(snapshots) if snapshots else None,
                browser=browser,
                workers=workers,
            )
        )
        write = _writer(stack, shape, output)
        progress = stack.enter_context(Progress("pages", quiet=shape in TEXTS or output is None))
        counted = write_rows(extractor.extract_many(read_sources(sources, base_url)), write, progress)
    finish(*counted)


def _shape(wanted: Format, sources: list[str], output: str | None) -> Format:
    one_page = len(sources) == 1 and not os.path.isdir(sources[0])  # noqa: PTH112 - never raises
    is_for_a_person = wanted == "auto" and one_page and output is None and sys.stdout.isatty()
    return "text" if is_for_a_person else wanted


def _writer(stack: ExitStack, shape: Format, output: str | None) -> "Callable[[Extraction], None]":
    """What writes one result, closed with the stack; ``auto`` asks the output's name which sink it is."""
    from iawce.data.errors import UsageError
    from iawce.data.sinks import JSON_LINES, SINKS, STDOUT, address_of, open_sink
    from iawce.data.sinks.sink import open_text
    from iawce.extract.row_schema import row_schema

    known = address_of(output or "")
    if known and shape != "auto" and not (shape == "jsonl" and known.startswith(JSON_LINES)):
        raise UsageError(f"{output} is a file of another format than {shape}: leave --format out, or rename the file")
    if shape in TEXTS:
        file = sys.stdout if output in (None, STDOUT) else stack.enter_context(open_text(str(output)))
        return partial(_write_text, file, shape)
    opened = SINKS[JSON_LINES](output or STDOUT, row_schema()) if shape == "jsonl" else open_sink(output, row_schema())
    sink = stack.enter_context(opened)
    return lambda row: sink.write(row.to_dict())


def _write_text(file: TextIO, shape: Format, row: "Extraction") -> None:
    from iawce.data.sinks.json_text import plain_text
    from iawce.scripts.console import complain, remark

    if row.status == "failure":
        complain(f"{row.ref}: {row.reason} {row.message}")
        return
    content = {"text": row.text, "markdown": row.markdown, "html": row.html}[shape]
    file.write(plain_text(content) + "\n")
    file.flush()
    sure = f" ({row.confidence:.0%} sure)" if row.probabilities else ""
    remark(f"{row.ref}: {row.type or row.method}{sure}")


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(extract)
