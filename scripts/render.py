"""``iawce render``: only make snapshots."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from iawce.data.prefetch import start_ahead
from iawce.scripts import options
from iawce.scripts.inputs_and_outputs import Sources, is_on_terminal, open_output
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.data.snapshot import Snapshot, SnapshotStore
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.page_opener import Item, Opening


def render(
    sources: options.PageSources,
    output: Annotated[Path, options.where("--output", "-o", help="Folder for the snapshots.")] = Path("snapshots"),
    rows: Annotated[str | None, options.where(help=options.ROWS_HELP)] = None,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Render pages into snapshots.

    A snapshot holds rendered HTML, screenshot, layout boxes, and the rectangle of every element.

    Snapshots among the sources are kept as they are; equal content is stored once. Every page gives one row. Exit code
    0: all rows are ok; 1: some failed; 3: all failed. After an interruption (130, 143) or with a full disk (5), the
    snapshots and rows written so far are whole.
    """
    from iawce.data.snapshot import SnapshotStore
    from iawce.extract.pipeline.document_extractor import row_or_failure
    from iawce.extract.pipeline.page_opener import PageOpener
    from iawce.scripts.write_rows import write_rows

    store, given = SnapshotStore(output), read_settings(settings, "render")
    wanted = Sources.of(sources, given)
    with (
        open_output(rows, wanted, options.existing_of(overwrite, resume)) as sink,
        PageOpener(spool=None, **options.opening(given, "always")) as opener,
    ):

        def rendered(found: Iterator["Item"]) -> Iterator["Extraction"]:
            for item, opening in start_ahead(found, opener.start, opener.workers):
                yield row_or_failure(item, partial(_row, item, opening, store))

        write_rows(wanted, rendered, sink, is_shown=not is_on_terminal(rows))


def _row(item: "Item", opening: "Opening", store: "SnapshotStore") -> "Extraction":
    """A row without content: the folder of the snapshot."""
    from iawce.data.document import open_document
    from iawce.data.errors import status_of
    from iawce.extract.output.extraction import Extraction

    snapshot = cast("Snapshot", opening.result() if opening else item)
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
