"""The rows of ``iawce classify``: pages are opened, addresses by a browser, and classified in batches."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import ClassifyChoices, classified_row
from iawce.extract.pipeline.page_opener import Opening, PageOpener
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble

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
