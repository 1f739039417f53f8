"""Failures of one page become its row."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TypeVar

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import IawceError, PageError, ReasonKind, Status
from iawce.data.snapshot import Snapshot
from iawce.extract.metadata.page_metadata import page_metadata, page_title
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.page_opener import Item
from iawce.extract.pipeline.settings import ExtractSettings

log = logging.getLogger(__name__)
Result = TypeVar("Result")


def row_or_failure(item: Item, work: Callable[[], Result]) -> Result | Extraction:
    """The result of ``work``, mostly a row, or a row with the reason of the failure.

    Raises:
        IawceError: not due to a page: bad usage, or something that is missing on this machine.
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

    Raises:
        PageError: ``error``, if the page is not without content, but took too long or is too large.
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
