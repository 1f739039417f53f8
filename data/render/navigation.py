"""Failures of a navigation as reason codes."""

import re
from collections.abc import Mapping

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.redirects import next_address
from iawce.data.network.response import check_response

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
    "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION": "invalid_redirect",
    "ERR_INVALID_RESPONSE": "invalid_response",
    "ERR_INVALID_HTTP_RESPONSE": "invalid_response",
}
_DOWNLOAD = "Download is starting"


def explain(message: str, answer: tuple[int, Mapping[str, str]] | None, address: str) -> PageError:
    """The error of a failed ``goto``, by its message and other evidence.

    Args:
        message: of the error.
        answer: the last one, status and headers by name in lower case; None if there was none.
        address: the last requested address; empty without one.
    """
    try:
        if answer:
            check_response(answer[0], dict(answer[1]))
            next_address(answer[0], [answer[1].get("location", "").encode()], address)
        if address:
            WebAddress.parse(address)
    except PageError as error:
        return error
    return fetch_error(message)


def fetch_error(message: str) -> PageError:
    """The error for the message of a failed navigation."""
    if _DOWNLOAD in message:
        return PageError("not_html/download", "the page is a file to save")
    match = re.search(r"net::(ERR_\w+)", message)
    code = match.group(1) if match else ""
    if code == "ERR_INVALID_AUTH_CREDENTIALS":
        return PageError("http_error/401", "the server asks for a name and a password", http_status=401)
    if code == "ERR_UNEXPECTED_PROXY_AUTH":
        return PageError("http_error/407", "the server asks for credentials as only a proxy may", http_status=407)
    if code in ("ERR_UNSAFE_REDIRECT", "ERR_UNKNOWN_URL_SCHEME"):
        return PageError("blocked/scheme", "only http and https are opened")
    if code.startswith(("ERR_CERT", "ERR_SSL")):
        detail = "tls"
    elif "invalid url" in message.lower():
        detail = "invalid_url"
    else:
        detail = _ERRORS.get(code, code.removeprefix("ERR_").lower() or "unknown")
    return PageError(f"fetch_error/{detail}", (code or message.splitlines()[0]).strip())
