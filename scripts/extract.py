"""``iawce extract``: the I-AWCE run."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer

from iawce.scripts.options import LookAt, look_at_of

if TYPE_CHECKING:
    from iawce.extract.extraction import Extraction

Format = Literal["auto", "jsonl", "text", "markdown", "html"]


def extract(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File for the results; stdout if left out.")
    ] = None,
    format: Annotated[
        Format, typer.Option(help="auto: text for one page on a terminal, else one line of JSON a page.")
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
) -> None:
    """Render pages, classify them, extract their content.

    One row a page, whatever happens to it. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.render.settings import RenderSettings
    from iawce.data.sinks.files import open_text
    from iawce.data.snapshot import SnapshotStore
    from iawce.data.sources.read_sources import read_sources
    from iawce.extract.extractor import Extractor
    from iawce.extract.settings import ExtractSettings
    from iawce.models.page_type.ensemble import PageTypeEnsemble
    from iawce.scripts.console import Progress, finish

    settings = ExtractSettings(
        method=method, mode=mode, links=links, images=images, visible_only=not hidden, keep=keep, drop=drop
    )
    shape = _shape(format, sources, output)
    with ExitStack() as stack:
        extractor = stack.enter_context(
            Extractor(
                settings=settings,
                render=RenderSettings(deadline=timeout, load_timeout=timeout / 2),
                ensemble=PageTypeEnsemble(look_at_of(look_at)),
                page_type=type,
                store=SnapshotStore(snapshots) if snapshots else None,
                browser=browser,
                workers=workers,
            )
        )
        sink = stack.enter_context(open_text(output)) if output else sys.stdout
        progress = stack.enter_context(Progress("pages", quiet=shape != "jsonl" or sink is sys.stdout))
        total = bad = 0
        for row in extractor.extract_many(read_sources(sources, base_url)):
            total += 1
            bad += row.status == "failure"
            _write(sink, row, shape)
            progress.advance(f"{bad} failed" if bad else "")
    finish(total, bad)


def _shape(wanted: Format, sources: list[str], output: Path | None) -> Format:
    if wanted != "auto":
        return wanted
    one_page = len(sources) == 1 and not Path(sources[0]).is_dir()
    return "text" if one_page and output is None and sys.stdout.isatty() else "jsonl"


def _write(sink: TextIO, row: "Extraction", shape: Format) -> None:
    from iawce.scripts.console import complain, remark

    if shape == "jsonl":
        sink.write(row.to_json() + "\n")
    elif row.status == "failure":
        complain(f"{row.ref}: {row.reason} {row.message}")
    else:
        content = {"text": row.text, "markdown": row.markdown, "html": row.html}[shape]
        sink.write(content + "\n")
        sure = f" ({row.confidence:.0%} sure)" if row.probabilities else ""
        remark(f"{row.ref}: {row.type or row.method}{sure}")
    sink.flush()


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(extract)
