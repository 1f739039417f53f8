"""Failures of a navigation as reason codes."""

import re

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


def fetch_error(message: str) -> PageError:
    """The error that a failed ``goto`` stands for."""
    match = re.search(r"net::(ERR_\w+)", message)
    code = match.group(1) if match else ""
    if code == "ERR_INVALID_AUTH_CREDENTIALS":
        return PageError("http_error/401", "the server asks for a name and a password", http_status=401)
    if code.startswith(("ERR_CERT", "ERR_SSL")):
        detail = "tls"
    elif "invalid url" in message.lower():
        detail = "invalid_url"
    else:
        detail = _ERRORS.get(code, code.removeprefix("ERR_").lower() or "unknown")
    return PageError(f"fetch_error/{detail}", (code or message.splitlines()[0]).strip())
