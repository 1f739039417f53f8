"""What goes wrong with one page becomes its row."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import TypeVar

from iawce.data.errors import IawceError, PageError
from iawce.data.outcomes import Status
from iawce.data.snapshot import Snapshot
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.items import Item

log = logging.getLogger(__name__)


Result = TypeVar("Result")


def row_or_failure(item: Item, work: Callable[[], Result]) -> Result | Extraction:
    """What ``work`` gives, a row for the most part, or a row that says why there is none.

    Raises:
        IawceError: what is no page's fault: bad usage, or something that is missing on this machine.
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


def failed_row(item: Item, error: PageError) -> Extraction:
    """The row of a page that failed, with all that is known of it."""
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
