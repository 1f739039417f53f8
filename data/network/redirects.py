"""Where an answer sends us next, and when."""

import email.utils
import time
from collections.abc import Mapping

import httpx

from iawce.data.network.address import WebAddress, join

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({429, 503})


def next_address(response: httpx.Response, url: str) -> str | None:
    """The address that a redirect leads to, None if the answer is none.

    Raises:
        PageError: ``blocked/scheme`` or ``fetch_error/invalid_url``.
    """
    target = response.headers.get("location")
    if response.status_code not in REDIRECTS or target is None:
        return None
    return WebAddress.parse(join(url, target)).href


def retry_after(status: int, headers: Mapping[str, str]) -> float | None:
    """Seconds that a busy server asks us to wait, None if it does not say; never negative. Names are in lower case."""
    value = headers.get("retry-after", "").strip()
    if status not in BUSY or not value:
        return None
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
