"""Failures of a navigation as reason codes."""

import re
from collections.abc import Mapping

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.client import next_address
from iawce.data.network.response import check_response

_ERRORS = {
    "ERR_CONNECTION_REFUSED": ("refused", "the connection was refused"),
    "ERR_CONNECTION_RESET": ("reset", "the connection was broken off"),
    "ERR_CONNECTION_CLOSED": ("closed", "the connection was closed"),
    "ERR_EMPTY_RESPONSE": ("empty_response", "the server sent nothing"),
    "ERR_NAME_NOT_RESOLVED": ("dns", "the host is not known"),
    "ERR_TOO_MANY_REDIRECTS": ("too_many_redirects", "too many redirects"),
    "ERR_TIMED_OUT": ("timeout", "the connection took too long"),
    "ERR_CONNECTION_TIMED_OUT": ("timeout", "the connection took too long"),
    "ERR_CONTENT_DECODING_FAILED": ("encoding", "the answer cannot be unpacked"),
    "ERR_INVALID_URL": ("invalid_url", "this is no address"),
    "ERR_UNSAFE_PORT": ("unsafe_port", "browsers open no web page at this port"),
    "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION": ("invalid_redirect", "the redirect has several addresses"),
    "ERR_INVALID_RESPONSE": ("invalid_response", "the answer is no valid HTTP"),
    "ERR_INVALID_HTTP_RESPONSE": ("invalid_response", "the answer is no valid HTTP"),
}
"""Codes of Chromium, with the detail of the reason and what is said."""
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
    said = (code or message.splitlines()[0]).strip()
    if code.startswith(("ERR_CERT", "ERR_SSL")):
        return PageError("fetch_error/tls", f"no secure connection: {said}")
    if "invalid url" in message.lower():
        code = "ERR_INVALID_URL"
    detail, words = _ERRORS.get(code, (code.removeprefix("ERR_").lower() or "unknown", said))
    return PageError(f"fetch_error/{detail}", words)
