"""``iawce inspect``: see results: an HTML page, an index of many, or a picture."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import heapq
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import chain, count, islice, tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iawce.data.errors import PageError, UsageError
from iawce.data.limits import Checked, Count
from iawce.data.sinks import read_rows
from iawce.scripts import options
from iawce.scripts.console import Progress, Tally, complain, remark
from iawce.scripts.inputs_and_outputs import PAGES, PICTURES, Sources, new_file, rows_file, writing
from iawce.scripts.settings_tables import Settings, read_settings

if TYPE_CHECKING:
    from iawce.data.sources.source import Item
    from iawce.extract.inspector.view_page import PageView
    from iawce.extract.inspector.write_html import Inspected
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.extractor import Extractor

FIRST = Path("inspected.html")


@dataclass(frozen=True)
class InspectSettings(Checked):
    """What is shown of pages."""

    compare: tuple[str, ...] = field(
        default_factory=lambda: import_module("iawce.extract.inspector.view_page").USUAL_METHODS
    )
    """Methods that are compared with that of the row; the names are those of `extract.method`."""
    explain: bool | None = None
    """Show what the page type depends on; if left out, only for a single page."""
    pages: Count = 200
    """Pages of an index that are shown in detail."""

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        _ = self.compared

    @property
    def compared(self) -> tuple[str, ...]:
        """The methods to compare, each by the one name that it has in rows."""
        from iawce.extract.pipeline.settings import AUTO, ExtractSettings

        return tuple(ExtractSettings(method=name).method or AUTO for name in self.compare)


def inspect(
    sources: options.PagesOrRows,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="HTML page to write; for several pages an index, with a folder of pages beside it. "
            "Or a picture of one page (PNG, JPEG or WebP). If left out, inspected.html, or a new name like it.",
        ),
    ] = None,
    overwrite: options.Overwrite = False,
    type: Annotated[str, typer.Option(help="Page type to use instead of classifying.")] = "",
    render: options.RenderFirst = "always",
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Show what was extracted and why: blocks on the screenshot, page type, text, records, metadata, hidden text.

    The HTML page is self-contained. If the source is rows, the most doubtful ones are shown in detail; dropped text is
    shown if extract kept the snapshots (--snapshots). The exit codes are those of extract.
    """
    from iawce.extract.inspector.write_html import pages_folder

    names = chain([FIRST], (FIRST.with_stem(f"{FIRST.stem}-{number}") for number in count(2)))
    output = output or next(name for name in names if overwrite or not name.exists())
    if output.suffix.lower() not in (*PICTURES, *PAGES):
        known = ", ".join((*PAGES, *PICTURES))
        raise UsageError(f"{output} is neither a page nor a picture: it must end in one of {known}")
    inspector = Inspector(sources, read_settings(settings, "inspect"), type, render)
    with new_file(output, sources, overwrite=overwrite), tempfile.TemporaryDirectory() as folder:
        if output.suffix.lower() in PICTURES:
            inspector.draw_picture(output, Path(folder))
        else:
            options.keep_existing(pages_folder(output), overwrite)
            inspector.write_pages(output, Path(folder))


class Inspector:
    """Shows pages, which are extracted first, or rows that a run wrote; ``page_type``: of all pages, if it is known."""

    def __init__(self, sources: list[str], given: Settings, page_type: str, render: options.RenderChoice) -> None:
        from iawce.extract.pipeline.settings import ExtractSettings

        self._sources, self._given, self._type, self._render = Sources.of(sources, given), given, page_type, render
        self._content, self._shown = given.make(ExtractSettings), given.make(InspectSettings)
        self._ensemble = given.make(options.PageTypeSettings).ensemble()

    def write_pages(self, output: Path, folder: Path) -> None:
        """Write the HTML; snapshots are kept in ``folder`` meanwhile. ``typer.Exit`` if some pages failed, or all."""
        from iawce.extract.inspector.write_html import write_inspection

        tally, rows = Tally(), rows_file(self._sources.given)
        with Progress("page", total=self._sources.count()) as progress:

            def counted(found: "Iterator[Inspected]") -> "Iterator[Inspected]":
                for one in found:
                    tally.add_row(one.row)
                    if one.row.status == "failure":
                        complain(f"{one.row.ref}: {one.row.why}")
                    yield one
                    progress.advance(tally.summary())

            write_inspection(output, counted(self._of_rows(rows) if rows else self._of_sources(folder)))
        remark(str(output))
        tally.finish()

    def draw_picture(self, output: Path, folder: Path) -> None:
        """Write a picture of one page with its content marked; ``typer.Exit`` if the page failed (3)."""
        from iawce.data.snapshot import Snapshot, load_snapshot
        from iawce.extract.inspector.picture import mark_blocks

        pages = list(islice(self._sources.read(), 2))
        if len(pages) != 1:
            many = "several" if pages else "none"
            raise UsageError(f"a picture shows one page, not {many}: name an HTML page as output")
        if self._render == "never" and not isinstance(pages[0], Snapshot):
            raise UsageError("a picture needs a rendered page: leave out --render never, or name a snapshot")
        with self._extractor(folder) as extractor:
            row = extractor.extract(pages[0])
        if row.status == "failure":
            complain(f"{row.ref}: {row.why}")
            raise typer.Exit(3)
        snapshot = pages[0] if isinstance(pages[0], Snapshot) else load_snapshot(Path(row.snapshot))
        picture = mark_blocks(snapshot, row)
        with writing(output):
            picture.save(output)
        remark(f"{row.type or row.method}, blocks marked in {output}: {len(row.blocks)}")

    def _of_rows(self, target: str) -> "Iterator[Inspected]":
        """The rows with most doubt with their details, then the others without."""
        from iawce.extract.inspector.view_page import doubt_of
        from iawce.extract.inspector.write_html import Inspected
        from iawce.extract.output.extraction import Extraction
        from iawce.extract.output.row_schema import row_schema

        rows = enumerate(read_rows(target, row_schema()))
        doubts = ((doubt_of(Extraction.from_dict(values)), -number) for number, values in rows)
        chosen = {-number for _, number in heapq.nlargest(self._shown.pages, doubts)}
        for number, values in enumerate(read_rows(target, row_schema())):
            row = Extraction.from_dict(values)
            yield Inspected(row, partial(self._view, None, row) if number in chosen else None)

    def _of_sources(self, folder: Path) -> "Iterator[Inspected]":
        from iawce.extract.inspector.write_html import Inspected

        with self._extractor(folder) as extractor:
            items, same = tee(self._sources.read())
            for number, (row, item) in enumerate(zip(extractor.extract_many(same), items, strict=True)):
                yield Inspected(row, partial(self._view, item, row) if number < self._shown.pages else None)

    def _view(self, item: "Item | None", row: "Extraction", is_only: bool) -> "PageView":
        """A page; of a row without its page what was dropped is shown, too, if its snapshot was kept."""
        from iawce.data.document import open_document
        from iawce.data.snapshot import Snapshot, load_snapshot
        from iawce.extract.inspector.view_page import Inspection, view_page, view_row

        try:
            opened = load_snapshot(Path(row.snapshot)) if row.snapshot else item
            if opened is None:
                return view_row(row)
            document = open_document(opened)
        except (UsageError, PageError) as error:
            if item is None:
                remark(f"{row.ref}: {error}")
            return view_row(row)
        content = None if item is None else self._content
        is_explained = is_only if self._shown.explain is None else self._shown.explain
        explaining = self._ensemble if is_explained else None
        wanted = Inspection(content, self._shown.compared, explaining, self._ensemble.correction)
        return view_page(document, row, wanted, opened.scale if isinstance(opened, Snapshot) else 1.0)

    def _extractor(self, folder: Path) -> "Extractor":
        from iawce.data.snapshot import SnapshotStore

        how: dict[str, Any] = {"settings": self._content, "ensemble": self._ensemble, "page_type": self._type}
        store = None if self._render == "never" else SnapshotStore(folder)
        return options.make_extractor(self._given, self._render, store=store, **how)
