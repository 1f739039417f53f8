"""Failures of one page become its row."""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TypeVar

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import IawceError, PageError, PageWarning, ReasonKind, Status, WarningKind
from iawce.data.snapshot import Snapshot
from iawce.extract.metadata.page_metadata import page_metadata, page_title
from iawce.extract.output.extraction import Extraction, suspicions
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import NOT_A_PAGE, Classification, flags_of, may_be_message, message_of

log = logging.getLogger(__name__)
Result = TypeVar("Result")


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
        final_url=error.final_url or document.url,
        url_source=document.url_source,
        http_status=error.http_status or document.status,
        type=page_type,
        title=about.title,
        metadata=about.metadata,
        warnings=tuple(dict.fromkeys((*document.warnings, *about.warnings))),
    )


def failed_row(item: Item, error: PageError) -> Extraction:
    """The row of a page that failed, with all known facts."""
    if not isinstance(item, Snapshot):
        return Extraction.failed(item.ref, error, url=item.url)
    return Extraction(
        ref=item.ref,
        status=Status.FAILURE,
        reason=error.reason,
        message=error.message,
        url=item.url,
        final_url=item.final_url,
        http_status=item.status,
        truncated=item.truncated,
        timings=item.timings,
    )


DOUBTED = 0.5
"""Highest confidence in the content of a page that may not be the wanted one. It was chosen, not measured, because such
pages are rare in all sets with gold."""


DOUBTFUL_TYPE = 0.6
"""Confidence below which a page type is doubtful: six of ten such types are right (docs/lab/page-types.md)."""
POSSIBLE = 0.2
"""Least probability of a type that is considered for a doubtful page."""


def doubt_type(answer: Classification, settings: ExtractSettings) -> tuple[ExtractSettings, tuple[PageWarning, ...]]:
    """Settings and warnings that follow from the confidence of the type: what may be posts is kept."""
    likely = possible_types(answer)
    if not likely:
        return settings, ()
    comments = "keep" if settings.comments == "drop" else settings.comments
    of_method = settings.of_method.doubting(likely) if settings.of_method else None
    settings = replace(settings, comments=comments, method_settings=of_method)
    return settings, doubtful_type(answer)


def doubtful_type(answer: Classification) -> tuple[PageWarning, ...]:
    """The warning that the type is uncertain; none if it is certain enough."""
    likely = possible_types(answer)
    return (PageWarning(WarningKind.DOUBTFUL_TYPE, ",".join(likely)),) if likely else ()


def possible_types(answer: Classification) -> list[str]:
    """The types that a page may be whose type is doubtful, the most probable first; none if it is certain enough."""
    if answer.confidence >= DOUBTFUL_TYPE:
        return []
    ranked = sorted(answer.probabilities.items(), key=lambda item: -item[1])
    return [name for name, share in ranked if share >= POSSIBLE or name == answer.type]


def doubt(row: Extraction, flags: Iterable[str]) -> Extraction:
    """The row with a warning for each flag, and with limited confidence if a flag indicates a page without content."""
    flags = tuple(flags)
    warnings = tuple(dict.fromkeys((*row.warnings, *suspicions(flags))))
    confidence = row.scores.get("confidence")
    if NOT_A_PAGE.isdisjoint(flags) or not isinstance(confidence, float):
        return replace(row, warnings=warnings)
    return replace(row, warnings=warnings, scores=row.scores | {"confidence": min(confidence, DOUBTED)})


def check_message(analysis: PageAnalysis, row: Extraction) -> Extraction:
    """The row, with a warning if its content looks like the message of an error or a wall.

    Raises PageError: ``empty/error_page`` or ``empty/consent_page`` if the page has no content but this message.
    """
    if not may_be_message(row.text):
        return row
    title = row.title or page_title(analysis).title
    message = message_of(f"{title}\n{row.text}")
    if not message:
        return row
    if message in flags_of(None, f"{title.lower()} {analysis.document.body.lower_text}"):
        raise PageError(f"empty/{message}", "the page holds only the message of an error or a wall")
    return doubt(row, [message])
