"""Makes what ``iawce inspect`` shows: of pages, which are extracted first, or of rows that a run wrote."""

import heapq
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, tee
from pathlib import Path

import typer

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, UsageError, cause_of
from iawce.data.sinks import read_rows
from iawce.data.snapshot import Snapshot, SnapshotStore, load_snapshot
from iawce.data.sources.reader import Item
from iawce.extract.inspector.page_view import PageView, doubt_of
from iawce.extract.inspector.view_page import Inspection, view_page, view_row
from iawce.extract.inspector.write_html import Inspected, write_inspection
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.console import complain, remark
from iawce.scripts.fetch_options import PageTypeSettings, opening
from iawce.scripts.inspect_settings import InspectSettings
from iawce.scripts.open_output import Sources, rows_file
from iawce.scripts.options import RenderChoice
from iawce.scripts.progress import Progress
from iawce.scripts.settings_tables import Settings
from iawce.scripts.summary import Tally


@dataclass(frozen=True)
class StepKey:
    """What to inspect, and how; the options of the command."""

    sources: Sources
    settings: ExtractSettings
    decides: PageTypeSettings
    page_type: str
    render: RenderChoice
    shown: InspectSettings
    given: Settings


def inspect_pages(look: StepKey, output: Path) -> None:
    """Write the HTML.

    Raises:
        UsageError: there is no page.
        typer.Exit: some pages failed (1), or all (3).
    """
    tally, rows = Tally(), rows_file(look.sources.given)
    with tempfile.TemporaryDirectory() as folder, Progress("page", total=look.sources.count()) as progress:

        def counted(found: Iterator[Inspected]) -> Iterator[Inspected]:
            for one in found:
                tally.add_row(one.row)
                if one.row.status == "failure":
                    complain(f"{one.row.ref}: {one.row.why}")
                yield one
                progress.advance(tally.summary())

        found = _of_rows(look, rows) if rows else _of_sources(look, Path(folder))
        write_inspection(output, counted(found))
    remark(str(output))
    tally.finish()


def draw_picture(look: StepKey, output: Path) -> None:
    """Write a picture of one page with its content marked.

    Raises:
        UsageError: there are several pages, or it cannot be written.
        typer.Exit: the page failed (3).
    """
    from iawce.extract.inspector.picture import colour_influence, mark_blocks

    pages = list(islice(look.sources.read(), 2))
    if len(pages) != 1:
        raise UsageError(f"a picture shows one page, not {'several' if pages else 'none'}: name an HTML page as output")
    with tempfile.TemporaryDirectory() as folder:
        with _extractor(look, Path(folder)) as extractor:
            row = extractor.extract(pages[0])
        if row.status == "failure":
            complain(f"{row.ref}: {row.why}")
            raise typer.Exit(3)
        by_influence = row.method == "influence"
        snapshot = pages[0] if isinstance(pages[0], Snapshot) else load_snapshot(Path(row.snapshot))
        picture = (colour_influence if by_influence else mark_blocks)(snapshot, row)
    try:
        picture.save(output)
    except (OSError, ValueError) as error:
        raise UsageError(f"{output} cannot be written: {cause_of(error)}") from error
    remark(f"{row.type or row.method}, blocks marked in {output}: {len(row.records if by_influence else row.blocks)}")


def _of_rows(look: StepKey, target: str) -> Iterator[Inspected]:
    """The rows with most doubt with their details, then the others without."""
    numbered = enumerate(read_rows(target, row_schema()))
    ranked = heapq.nlargest(
        look.shown.pages, ((doubt_of(Extraction.from_dict(row)), -number) for number, row in numbered)
    )
    chosen = {-number for _, number in ranked}
    for number, values in enumerate(read_rows(target, row_schema())):
        row = Extraction.from_dict(values)
        yield Inspected(row, partial(_look_at_row, look, row) if number in chosen else None)


def _look_at_row(look: StepKey, row: Extraction, is_only: bool) -> PageView:
    """Of a row whose snapshot was kept also what was dropped."""
    if not row.snapshot:
        return view_row(row)
    try:
        snapshot = load_snapshot(Path(row.snapshot))
        document = open_document(snapshot)
    except (UsageError, PageError) as error:
        remark(f"{row.ref}: {error}")
        return view_row(row)
    return view_page(document, row, replace(_inspection(look, is_only), settings=None), snapshot.scale)


def _of_sources(look: StepKey, folder: Path) -> Iterator[Inspected]:
    with _extractor(look, folder) as extractor:
        items, same = tee(look.sources.read())
        for number, (row, item) in enumerate(zip(extractor.extract_many(same), items, strict=True)):
            yield Inspected(row, partial(_look_at_page, look, item, row) if number < look.shown.pages else None)


def _look_at_page(look: StepKey, item: Item, row: Extraction, is_only: bool) -> PageView:
    opened = item
    if row.snapshot:
        opened = load_snapshot(Path(row.snapshot))
    try:
        document: Document = open_document(opened)
    except PageError:
        return view_row(row)
    return view_page(document, row, _inspection(look, is_only), opened.scale if isinstance(opened, Snapshot) else 1.0)


def _inspection(look: StepKey, is_only: bool) -> Inspection:
    explained = is_only if look.shown.explain is None else look.shown.explain
    ensemble = look.decides.ensemble()
    return Inspection(look.settings, look.shown.compared, ensemble if explained else None, ensemble.correction)


def _extractor(look: StepKey, folder: Path) -> Extractor:
    opened = opening(look.given, look.render)
    opened["store"] = None if look.render == "never" else SnapshotStore(folder)
    return Extractor(
        settings=look.settings,
        ensemble=look.decides.ensemble(),
        page_type=look.page_type,
        **opened,
    )
