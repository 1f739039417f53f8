"""Extracts loaded pages: opens, classifies and extracts one after the other; a failure becomes the row of its page."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import TypeVar

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.errors import IawceError, PageError, PageWarning, ReasonKind, WarningKind
from iawce.data.limits import Deadline, Limits
from iawce.data.snapshot import Snapshot
from iawce.extract.metadata.page_metadata import page_metadata, page_title
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import doubt, doubt_type, doubtful_type, extract_content
from iawce.extract.pipeline.follow_pages import FIRST_PAGE, EarlierPages
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.language import identify_language
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble

log = logging.getLogger(__name__)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class DocumentExtractor:
    """Extracts one page at a time, without a browser. It can be pickled; each process loads its own models."""

    settings: ExtractSettings
    ensemble: PageTypeEnsemble  # The classifier of page types
    page_type: str = ""  # Of all pages, instead of classifying each
    limits: Limits = Limits()  # noqa: RUF009 - frozen; of each page; a ``Document`` has its own limits of size

    @property
    def asks(self) -> bool:
        """Whether the ensemble classifies pages whose type is not known from their site or an earlier page."""
        return not self.page_type and self.settings.needs_type

    def __call__(
        self,
        item: Item,
        earlier: EarlierPages = FIRST_PAGE,
        answer: Classification | None = None,
        look: Callable[[Document, Extraction], None] = lambda *_: None,
    ) -> Extraction:
        """The row of a page, in every case; for a further page of a thread, its new content.

        ``earlier``: facts about the pages before it; ``answer``: its classification, if known; ``look``: called with
        what was read and its row, within the time of the page. IawceError: as ``row_or_failure``.
        """

        def work() -> Extraction:
            deadline = Deadline(self.limits.seconds)
            with deadline.watched():
                document = open_document(item, self.limits)
                row = self._read(item, document, earlier, deadline, answer)
                look(document, row)
            return row

        return row_or_failure(item, work)

    def _read(
        self, item: Item, document: Document, earlier: EarlierPages, deadline: Deadline, known: Classification | None
    ) -> Extraction:
        """The row of a parsed page. Raises PageError: it has no row with content."""
        started = time.perf_counter()
        analysis, site = self.settings.read(document), self.settings.site
        read = time.perf_counter()
        given = earlier.page_type or self.page_type or (site.page_type(analysis) if site else "")
        asked = self.asks and not given
        answer = (known or self.ensemble.classify(document)).as_page_type() if asked else None
        classified = time.perf_counter()
        deadline.check()
        settings = doubt_type(answer, self.settings) if answer else self.settings
        page_type = answer.type if answer else given
        try:
            correction, fine_type = self.ensemble.correction or settings.correction, answer.fine_type if answer else ""
            known_of = replace(settings, correction=correction, fine_type=fine_type)
            row = extract_content(analysis, page_type, known_of, deadline, earlier)
        except PageError as error:
            row = row_without_content(analysis, page_type, settings, error)
        if answer:
            probabilities = dict(answer.probabilities)
            row = replace(row, fine_type=answer.fine_type, probabilities=probabilities, model=answer.model)
            row = doubt(replace(row, warnings=(*row.warnings, *doubtful_type(answer))), answer.flags)
        if settings.language and row.text:
            found = identify_language(row.text)
            why = () if found.code else (PageWarning(WarningKind.NO_LANGUAGE, found.why),)
            warnings = (*row.warnings, *why)
            row = replace(row, language=found.code, language_confidence=found.confidence, warnings=warnings)
        ended = time.perf_counter()
        steps = {"classify": classified - read, "extract": ended - classified + read - started}
        timings = {step: round(seconds, 4) for step, seconds in steps.items()}
        if not isinstance(item, Snapshot):
            return replace(row, url=item.url, timings=timings)
        timings = item.timings | timings
        return replace(row, url=item.url, truncated=item.truncated, rendered=item.time, timings=timings)


def row_or_failure(item: Item, work: Callable[[], Result]) -> Result | Extraction:
    """The result of ``work``, mostly a row, or a row with the reason of the failure.

    Raises IawceError: not due to a page: bad usage, or something that is missing on this machine.
    """
    try:
        return work()
    except PageError as error:
        return failed_row(item, error)
    except IawceError:
        raise
    except MemoryError:
        return failed_row(item, PageError("crash/memory", "the page needs more memory than there is"))
    except CancelledError:
        return failed_row(item, PageError("crash/browser", "the browser was closed"))
    except Exception as error:
        log.exception("%s: a defect in the program", item.ref)
        return failed_row(item, PageError(f"internal/{type(error).__name__}", str(error)))


def row_without_content(
    analysis: PageAnalysis, page_type: str, settings: ExtractSettings, error: PageError
) -> Extraction:
    """The row of a page that was read and has no content, with its title and metadata.

    Raises PageError: ``error``, if the page is not without content, but took too long or is too large.
    """
    if not error.reason.startswith(f"{ReasonKind.EMPTY}/"):
        raise error
    document = analysis.document
    about = page_metadata(analysis) if settings.metadata else page_title(analysis)
    failed = Extraction.failed(document.ref, error)
    return replace(
        failed,
        final_url=document.url,
        url_source=document.url_source,
        http_status=error.http_status or document.status,
        type=page_type,
        title=about.title,
        metadata=about.metadata,
        warnings=tuple(dict.fromkeys((*document.warnings, *about.warnings))),
    )


def failed_row(item: Item, error: PageError) -> Extraction:
    """The row of a page that failed, with all known facts."""
    failed = Extraction.failed(item.ref, error, url=item.url)
    failed = replace(failed, http_status=error.http_status or item.status)
    if not isinstance(item, Snapshot):
        return failed
    return replace(failed, final_url=item.final_url, truncated=item.truncated, timings=item.timings)
