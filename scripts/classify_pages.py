"""The rows of ``iawce classify``: pages classified in batches, shown as lines, and explained by drawings."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.sinks.jsonl import StandardOutput
from iawce.data.sinks.page_folder import file_name
from iawce.data.sinks.sink import Row
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import ClassifyChoices, classified_row
from iawce.extract.pipeline.page_opener import Opening, PageOpener
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.models.page_type.explain import draw_explanation, occlusion_map
from iawce.scripts.console import one_line, remark, say

if TYPE_CHECKING:
    from iawce.data.render.background import BackgroundRenderer


log = logging.getLogger(__name__)
Opened = tuple[Item, Opening]
"""A page, and the future of its opening."""
Draw = Callable[[Extraction, Item, Document, Classification], None]


@dataclass(frozen=True)
class PageClassifier:
    """Classifies pages, ``batch_size`` together, of addresses as many as are rendered at the same time.

    ``draw`` is called with each page that has an answer.
    """

    ensemble: PageTypeEnsemble
    opener: PageOpener
    choices: ClassifyChoices
    batch_size: int
    draw: Draw | None = None

    def rows(self, pages: Iterator[Item]) -> Iterator[Extraction]:
        """The row of each page, in order."""
        for batch in self._batches(start_ahead(pages, self._start, self.opener.workers)):
            documents = [self._open(page, opening) for page, opening in batch]
            answers = self.ensemble.classify_many(documents)
            for (page, _), document, answer in zip(batch, documents, answers, strict=True):
                yield self._row(page, document, answer)

    def _batches(self, pages: Iterator[Opened]) -> Iterator[list[Opened]]:
        """Pages that are classified together: few that were slow to open, since an interruption loses their rows."""
        batch, rendered = list[Opened](), 0
        for page, opening in pages:
            batch.append((page, opening))
            rendered += opening is not None
            if len(batch) == self.batch_size or rendered == self.opener.workers:
                yield batch
                batch, rendered = [], 0
        if batch:
            yield batch

    def _start(self, page: Item) -> Opening:
        """An address is rendered; saved pages and snapshots are taken as they are."""
        return self.opener.start(page) if isinstance(page, Page) and page.is_live else None

    def _open(self, page: Item, opening: Opening) -> Document | PageError:
        try:
            opened, _ = self.opener.finish(page, opening)
            return opened if isinstance(opened, Document) else open_document(opened)
        except PageError as error:
            return error
        except Exception as error:
            log.exception("%s: a defect in the program", page.ref)
            return PageError(f"internal/{type(error).__name__}", str(error))

    def _row(self, page: Item, document: Document | PageError, answer: Classification | PageError) -> Extraction:
        if isinstance(document, PageError):
            return Extraction.failed(page.ref, document, url=page.url)
        row = replace(classified_row(document, answer, self.choices), ref=page.ref, url=page.url)
        if self.draw and not isinstance(answer, PageError):
            self.draw(row, page, document, answer)
        return row


SCALE = 0.5
"""Of a screenshot that is taken for a picture."""


class TypePictures(Closing):
    """Writes a picture a page; the browser starts with the first page that needs it.

    Args:
        ensemble: what classifies.
        folder: of the pictures; none are wanted if it is None.
    """

    def __init__(self, ensemble: PageTypeEnsemble, folder: Path | None) -> None:
        self._ensemble, self._folder = ensemble, folder
        self._renderer: BackgroundRenderer | None = None

    def close(self) -> None:
        """End the browser."""
        if self._renderer:
            self._renderer.close()

    def draw(self, row: Extraction, page: Item, document: Document, answer: Classification) -> None:
        """Write the picture of a page, if pictures are wanted; of one that cannot be drawn, say why.

        Raises:
            EnvironmentMissing: it has to be rendered, and there is no browser.
        """
        if not self._folder:
            return
        try:
            if document.boxes is None and document.screenshot is None and isinstance(page, Page):
                document, answer = self._rendered(page)
            picture = draw_explanation(document, occlusion_map(self._ensemble, document, answer), answer)
        except PageError as error:
            remark(f"{document.ref}: {error.message}")
            return
        path = self._folder / f"{file_name(row.ref, row.id)}.png"
        self._folder.mkdir(parents=True, exist_ok=True)
        picture.save(path)
        remark(f"{document.ref}: {path}")

    def _rendered(self, page: Page) -> tuple[Document, Classification]:
        """A saved page as a browser draws it, and its type then, which may be another.

        Raises:
            PageError: it cannot be rendered.
        """
        from iawce.data.render.background import BackgroundRenderer
        from iawce.data.render.settings import RenderSettings

        if self._renderer is None:
            self._renderer = BackgroundRenderer(RenderSettings(screenshot_scale=SCALE), 1).start()
        document = open_document(self._renderer.submit(page).result())
        answer = self._ensemble.classify(document)
        remark(f"{page.ref}: rendered for the picture, {answer.type} {answer.confidence:.0%}")
        return document, answer


class TypeLines(StandardOutput):
    """``list 98 %  page.html``; of a page without a type the reason."""

    title, note = "page types", "for people"

    def _put(self, row: Row) -> None:
        say(type_line(row))


def type_line(row: Row) -> str:
    """Type, probability and page of a row; the reason, and the likeliest type, where it has no type."""
    shares = row["probabilities"]
    likeliest = max(shares, key=shares.__getitem__, default="")
    if row["type"]:
        found = f"{row['type']} {100 * row['confidence']:.0f} %"
    else:
        found = row["reason"] + (f" ({likeliest} {100 * shares[likeliest]:.0f} %)" if likeliest else "")
    return one_line(f"{found:<14} {row['ref']}")
