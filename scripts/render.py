"""``iawce render``: only make snapshots."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.scripts.options import ROWS_HELP, Scroll, WaitFor

if TYPE_CHECKING:
    from iawce.data.snapshot import Snapshot, SnapshotStore
    from iawce.extract.extraction import Extraction


def render(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these, snapshots excepted: {sources}.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the snapshots.")] = Path("snapshots"),
    rows: Annotated[str | None, typer.Option(help=ROWS_HELP)] = None,
    base_url: Annotated[str, typer.Option(help="Address that saved HTML had on the web.")] = "",
    scale: Annotated[float, typer.Option(min=0.05, max=2, help="Pixels of the screenshot for each CSS px.")] = 1.0,
    workers: Annotated[int, typer.Option(min=1, help="Pages rendered at the same time.")] = 2,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for one page.")] = 30.0,
    wait_for: WaitFor = "",
    scroll: Scroll = 1,
) -> None:
    """Render pages into snapshots: rendered HTML, screenshot, layout boxes, the rectangle of every element.

    One row a page. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.prefetch import start_ahead
    from iawce.data.render.background import BackgroundRenderer
    from iawce.data.render.settings import RenderSettings
    from iawce.data.sinks import open_sink
    from iawce.data.snapshot import SnapshotStore
    from iawce.data.sources.read_sources import read_sources
    from iawce.extract.row_schema import row_schema
    from iawce.scripts.console import Progress, finish
    from iawce.scripts.write_rows import write_rows

    store = SnapshotStore(output)
    settings = RenderSettings(
        screenshot_scale=scale, deadline=timeout, load_timeout=timeout / 2, wait_for=wait_for, scrolls=scroll
    )

    def rendered(renderer: BackgroundRenderer) -> Iterator["Extraction"]:
        pages = (page for page in read_sources(sources, base_url) if isinstance(page, Page))
        for page, rendering in start_ahead(pages, renderer.submit, workers):
            yield _row(page, rendering, store)

    with (
        open_sink(rows, row_schema()) as sink,
        Progress("pages", quiet=rows is None) as progress,
        BackgroundRenderer(settings, workers) as renderer,
    ):
        counted = write_rows(rendered(renderer), lambda row: sink.write(row.to_dict()), progress)
    finish(*counted)


def _row(page: Page, rendering: Future["Snapshot"], store: "SnapshotStore") -> "Extraction":
    """A row without content: the folder of the snapshot, or why there is none."""
    from iawce.data.open_document import open_document
    from iawce.data.outcomes import status_of
    from iawce.extract.extraction import Extraction

    try:
        snapshot = rendering.result()
    except PageError as error:
        return Extraction.failed(page.ref, error, url=page.url)
    warnings = open_document(snapshot).warnings
    return Extraction(
        ref=page.ref,
        status=status_of(warnings),
        url=snapshot.url,
        final_url=snapshot.final_url,
        http_status=snapshot.status,
        warnings=warnings,
        truncated=snapshot.truncated,
        snapshot=str(store.save(snapshot)),
        timings=snapshot.timings,
    )


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(render)
