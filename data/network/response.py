"""Reason codes of answers that are not pages; answers that require a later request."""

import email.utils
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from iawce.data.errors import PageError

_TYPES = (("application/pdf", "pdf"), ("application/json", "json"), ("+json", "json"), ("rss+xml", "feed"),
          ("atom+xml", "feed"), ("image/svg", "image"), ("image/", "image"), ("video/", "binary"),
          ("audio/", "binary"), ("zip", "archive"), ("octet-stream", "download"))  # fmt: skip
NO_CONTENT = (204, 205, 304)
BUSY = frozenset({429, 503})


def check_status(status: int, headers: Mapping[str, str]) -> None:
    """Refuse responses that are errors. Raises PageError: ``empty/http_CODE`` or ``http_error/CODE``."""
    if status in NO_CONTENT:
        why = f"the server answered {status}, which has no content"
        raise PageError(f"empty/http_{status}", why, http_status=status)
    if status >= 400:
        wait = retry_after(status, headers)
        raise PageError(f"http_error/{status}", f"the server answered {status}", http_status=status, retry_after=wait)


def check_response(status: int, headers: Mapping[str, str]) -> None:
    """Refuse also what is no page. Raises PageError: ``empty/http_CODE``, ``http_error/CODE``, ``not_html/KIND``."""
    check_status(status, headers)
    kind = headers.get("content-type", "").lower().split(";")[0].strip()
    for part, name in _TYPES:
        if part in kind:
            raise PageError(f"not_html/{name}", f"this is not a web page but {kind}", http_status=status)
    if headers.get("content-disposition", "").lower().startswith("attachment"):
        raise PageError("not_html/download", "the server sends a file to save", http_status=status)


@contextmanager
def answered(status: int) -> Iterator[None]:
    """An error within is one of an answer with this status."""
    try:
        yield
    except PageError as error:
        error.http_status = error.http_status or status
        raise


def retry_after(status: int, headers: Mapping[str, str]) -> float | None:
    """Seconds that a busy server asks us to wait, None if it does not say; never negative. Names are in lower case."""
    value = headers.get("retry-after", "").strip()
    if status not in BUSY or not value:
        return None
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
