"""``iawce classify``: page types of screenshots, saved HTML, snapshots and corpora."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.prefetch import begin_after, start_ahead
from iawce.data.terminal import one_line
from iawce.scripts import options
from iawce.scripts.console import remark, say
from iawce.scripts.inputs_and_outputs import MakeSink, Sources, is_on_terminal, open_output
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from iawce.data.document import Document
    from iawce.data.sources.source import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.classified_row import ClassifyChoices
    from iawce.extract.pipeline.page_opener import Opening, PageOpener
    from iawce.extract.pipeline.processes.page_processes import ExtractionProcesses
    from iawce.models.page_type.classification import Classification
    from iawce.models.page_type.ensemble import PageTypeEnsemble

    Draw = Callable[[Extraction, Item, Document, Classification], None]  # Draws what the type of a page depends on

SCALE = 0.5  # Of a screenshot that is taken for a picture


def classify(
    sources: Annotated[
        list[str], options.sources_argument("Any mix of these: {pictured_sources}. Addresses are rendered.")
    ],
    model: options.Model = None,
    output: options.RowsOutput = None,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    explain: Annotated[
        Path | None, options.where(help="Folder for a picture of each page: what its type depends on.")
    ] = None,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Classify pages: article, list, thread or product.

    One row per page, in order, with the probability of each type; on a terminal one line per page. A page that is
    blank, an error or a consent wall is flagged and gets no type. Exit code 0: all rows are ok; 1: some failed; 3: all
    failed. After an interruption (130, 143) or with a full disk (5), the rows written so far are whole, and --resume
    continues.
    """
    from iawce.extract.pipeline.classified_row import ClassifyChoices, RowClassifier
    from iawce.extract.pipeline.page_opener import PageOpener
    from iawce.extract.pipeline.processes.page_processes import ExtractionProcesses
    from iawce.scripts.write_rows import write_rows

    wanted, is_read = Sources(sources, screenshots=True), is_on_terminal(output)
    given = read_settings(settings, "classify")
    chosen, choices = given.make(options.PageTypeSettings, model=model), given.make(ClassifyChoices)
    ensemble = chosen.ensemble()
    count = given.make(options.RunSettings).process_count if chosen.device == "cpu" and not explain else 0
    with (
        PageOpener(spool=None, **options.opening(given, "always")) as opener,
        ExtractionProcesses(RowClassifier(ensemble, choices), count) if count else nullcontext() as processes,
        open_output(output, wanted, options.existing_of(overwrite, resume), _type_lines() if is_read else None) as sink,
    ):
        draw = type_pictures(ensemble, opener, explain) if explain else None
        classifier = PageClassifier(ensemble, opener, choices, chosen.batch_size, draw, processes)
        write_rows(wanted, classifier.rows, sink, is_shown=not is_read)


@dataclass(frozen=True)
class PageClassifier:
    """Classifies ``batch_size`` pages together, addresses as they are rendered; ``draw`` is called with each.

    ``processes``: that classify the pages after the first ``batch_size``, each alone, as the work before a network is
    that of one core.
    """

    ensemble: "PageTypeEnsemble"
    opener: "PageOpener"
    choices: "ClassifyChoices"
    batch_size: int
    draw: "Draw | None" = None
    processes: "ExtractionProcesses | None" = None

    def rows(self, pages: "Iterator[Item]") -> "Iterator[Extraction]":
        """The row of each page, in order; pages that were slow to open go on early, as an interruption loses rows."""
        batch, first = list["tuple[Item, Opening]"](), pages
        if self.processes:
            first = islice(pages, self.batch_size)
        for opened in start_ahead(first, self._start, self.opener.workers):
            batch.append(opened)
            rendered = sum(started is not None for _, started in batch)
            if len(batch) == self.batch_size or rendered == self.opener.workers:
                yield from self._classified(batch)
                batch.clear()
        if batch:
            yield from self._classified(batch)
        for _, row in start_ahead(pages, self._begin, 2 * (self.opener.workers + (os.cpu_count() or 1))):
            yield row.result()

    def _begin(self, page: "Item") -> "Future[Extraction]":
        """Start a page that one of the processes classifies when it is opened."""
        from iawce.extract.pipeline.document_extractor import row_or_failure

        opening, processes = self._start(page), self.processes
        assert processes is not None  # noqa: S101 - else no page is left

        def work() -> "Extraction":
            row = processes.extract(self.opener.finish(page, opening)[0])
            return replace(row, ref=page.ref, url=page.url)

        return begin_after(opening, lambda: processes.submit(lambda: row_or_failure(page, work)))

    def _classified(self, batch: "Sequence[tuple[Item, Opening]]") -> "Iterator[Extraction]":
        from iawce.data.document import Document
        from iawce.extract.pipeline.document_extractor import row_or_failure

        opened = [row_or_failure(page, partial(self._open, page, started)) for page, started in batch]
        answers = iter(self.ensemble.classify_many([one for one in opened if isinstance(one, Document)]))
        for (page, _), one in zip(batch, opened, strict=True):
            yield self._row(page, one, next(answers)) if isinstance(one, Document) else one

    def _start(self, page: "Item") -> "Opening":
        """An address is rendered; saved pages and snapshots are taken as they are."""
        return self.opener.start(page) if isinstance(page, Page) and page.is_live else None

    def _open(self, page: "Item", started: "Opening") -> "Document":
        from iawce.data.document import open_document

        return open_document(self.opener.finish(page, started)[0])

    def _row(self, page: "Item", document: "Document", answer: "Classification | PageError") -> "Extraction":
        from iawce.extract.pipeline.classified_row import classified_row

        row = replace(classified_row(document, answer, self.choices), ref=page.ref, url=page.url)
        if self.draw and not isinstance(answer, PageError):
            self.draw(row, page, document, answer)
        return row


def type_pictures(ensemble: "PageTypeEnsemble", opener: "PageOpener", folder: Path) -> "Draw":
    """Writes a picture a page into a folder; a page that was not rendered is rendered for it."""
    from iawce.data.document import open_document
    from iawce.data.sinks.page_text import file_name
    from iawce.models.page_type.explain import draw_explanation, occlusion_map

    def draw(row: "Extraction", page: "Item", document: "Document", answer: "Classification") -> None:
        try:
            if document.boxes is None and document.screenshot is None and isinstance(page, Page):
                document = open_document(opener.renderer().submit(page, SCALE).result())
                answer = ensemble.classify(document)  # which may be another than that of the HTML
                remark(f"{page.ref}: rendered for the picture, {answer.type} {answer.confidence:.0%}")
            picture = draw_explanation(document, occlusion_map(ensemble, document, answer), answer)
        except PageError as error:
            remark(f"{document.ref}: {error.message}")
            return
        path = folder / f"{file_name(row.ref, row.id)}.png"
        folder.mkdir(parents=True, exist_ok=True)
        picture.save(path)
        remark(f"{document.ref}: {path}")

    return draw


def _type_lines() -> MakeSink:
    """A line for each row on standard output."""
    from iawce.data.sinks.jsonl import StandardOutput

    class TypeLines(StandardOutput):
        def _put(self, row: dict[str, Any]) -> None:
            """``list 98 %  page.html``; where a page has no type, the reason and the likeliest type."""
            shares = row["probabilities"]
            likeliest = max(shares, key=shares.__getitem__, default="")
            if row["type"]:
                found = f"{row['type']} {100 * row['confidence']:.0f} %"
            else:
                found = row["reason"] + (f" ({likeliest} {100 * shares[likeliest]:.0f} %)" if likeliest else "")
            say(one_line(f"{found:<14} {row['ref']}"))

    return TypeLines
