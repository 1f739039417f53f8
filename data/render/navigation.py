"""Responses and failures of a navigation as reason codes."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from iawce.data.errors import PageError

_ERRORS = {
    "ERR_CONNECTION_REFUSED": "refused",
    "ERR_CONNECTION_RESET": "reset",
    "ERR_CONNECTION_CLOSED": "closed",
    "ERR_EMPTY_RESPONSE": "empty_response",
    "ERR_NAME_NOT_RESOLVED": "dns",
    "ERR_TOO_MANY_REDIRECTS": "too_many_redirects",
    "ERR_TIMED_OUT": "timeout",
    "ERR_CONNECTION_TIMED_OUT": "timeout",
    "ERR_CONTENT_DECODING_FAILED": "encoding",
    "ERR_INVALID_URL": "invalid_url",
    "ERR_UNSAFE_PORT": "unsafe_port",
    "ERR_INVALID_RESPONSE": "invalid_response",
    "ERR_INVALID_HTTP_RESPONSE": "invalid_response",
}
_TYPES = (("application/pdf", "pdf"), ("application/json", "json"), ("+json", "json"), ("rss+xml", "feed"),
          ("atom+xml", "feed"), ("image/svg", "image"), ("image/", "image"), ("video/", "binary"),
          ("audio/", "binary"), ("zip", "archive"), ("octet-stream", "download"))  # fmt: skip
NO_CONTENT = (204, 205, 304)
BUSY = (429, 503)


def fetch_error(message: str) -> PageError:
    """The error that a failed ``goto`` stands for."""
    match = re.search(r"net::(ERR_\w+)", message)
    code = match.group(1) if match else ""
    if code == "ERR_INVALID_AUTH_CREDENTIALS":
        return PageError("http_error/401", "the server asks for a name and a password")
    if code.startswith(("ERR_CERT", "ERR_SSL")):
        detail = "tls"
    elif "invalid url" in message.lower():
        detail = "invalid_url"
    else:
        detail = _ERRORS.get(code, code.removeprefix("ERR_").lower() or "unknown")
    return PageError(f"fetch_error/{detail}", (code or message.splitlines()[0]).strip())


def check_response(status: int, headers: dict[str, str]) -> None:
    """Refuse responses that are errors or no web page.

    Raises:
        PageError: ``empty/http_CODE``, ``http_error/CODE`` or ``not_html/KIND``.
    """
    if status in NO_CONTENT:
        raise PageError(f"empty/http_{status}", f"the server answered {status}, which has no content")
    if status >= 400:
        raise PageError(f"http_error/{status}", f"the server answered {status}")
    kind = headers.get("content-type", "").lower().split(";")[0].strip()
    for part, name in _TYPES:
        if part in kind:
            raise PageError(f"not_html/{name}", f"this is no web page but {kind}")
    if headers.get("content-disposition", "").lower().startswith("attachment"):
        raise PageError("not_html/download", "the server sends a file to save")


def retry_after(status: int, headers: dict[str, str]) -> float | None:
    """Seconds after which a busy server asks to be asked again; None if it does not."""
    wish = headers.get("retry-after", "").strip()
    if status not in BUSY or not wish:
        return None
    if wish.isdecimal():
        return float(wish[:9])
    try:
        return max(0.0, (parsedate_to_datetime(wish) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):  # no date, or one without a time zone
        return None
