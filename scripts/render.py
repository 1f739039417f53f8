"""``iawce render``: only make snapshots."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from iawce.scripts.network_options import BrowserNetworkOptions
from iawce.scripts.options import (
    ROWS_HELP,
    BaseUrl,
    Overwrite,
    Quiet,
    Resume,
    existing_of,
    given_sources,
)
from iawce.scripts.rendering_options import TabOptions

if TYPE_CHECKING:
    from iawce.data.snapshot import Snapshot, SnapshotStore
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.run.items import Item


def render(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the snapshots.")] = Path("snapshots"),
    rows: Annotated[str | None, typer.Option(help=ROWS_HELP)] = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    base_url: BaseUrl = "",
    scale: Annotated[float, typer.Option(min=0.05, max=2, help="Pixels of the screenshot for each CSS px.")] = 1.0,
    timeout: Annotated[float, typer.Option(min=1, max=86_400, help="Seconds for one page.")] = 30.0,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    tabs: TabOptions = TabOptions(),  # noqa: B008 - frozen
    network: BrowserNetworkOptions = BrowserNetworkOptions(),  # noqa: B008 - frozen
) -> None:
    """Render pages into snapshots.

    A snapshot holds rendered HTML, screenshot, layout boxes, the rectangle of every element.

    Snapshots among the sources are kept as they are; a page that was rendered to the same content is stored once. One
    row a page. Exit code 0: all rows are ok; 1: some failed; 3: all failed. Interrupted (130, 143) or with a full disk
    (5), what is written is whole.
    """
    from iawce.data.page import Page
    from iawce.data.prefetch import start_ahead
    from iawce.data.render.background import BackgroundRenderer
    from iawce.data.snapshot import SnapshotStore
    from iawce.extract.run.failures import row_or_failure
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output
    from iawce.scripts.write_rows import write_rows

    store = SnapshotStore(output)
    wanted = Sources(sources, base_url)
    with (
        open_output(rows, wanted, existing_of(overwrite, resume)) as sink,
        BackgroundRenderer(tabs.settings(timeout, scale), tabs.workers, network.settings()) as renderer,
    ):

        def start(item: "Item") -> "Future[Snapshot] | None":
            return renderer.submit(item) if isinstance(item, Page) else None

        def rendered(found: Iterator["Item"]) -> Iterator["Extraction"]:
            for item, rendering in start_ahead(found, start, tabs.workers):
                yield row_or_failure(item, partial(_row, item, rendering, store))

        write_rows(wanted, rendered, sink, is_shown=not is_on_terminal(rows))


def _row(item: "Item", rendering: Future["Snapshot"] | None, store: "SnapshotStore") -> "Extraction":
    """A row without content: the folder of the snapshot."""
    from iawce.data.open_document import open_document
    from iawce.data.outcomes import status_of
    from iawce.extract.output.extraction import Extraction

    snapshot = cast("Snapshot", rendering.result() if rendering else item)
    warnings = open_document(snapshot).warnings
    return Extraction(
        ref=item.ref,
        status=status_of(warnings),
        url=snapshot.url,
        final_url=snapshot.final_url,
        http_status=snapshot.status,
        warnings=warnings,
        truncated=snapshot.truncated,
        rendered=snapshot.time,
        snapshot=str(store.save(snapshot)),
        timings=snapshot.timings,
    )


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(render)
