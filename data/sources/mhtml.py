"""Web archives saved by browsers (MHTML): a page and its parts in one message (RFC 2557)."""

import email
import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default

from iawce.data.dom.read import HTML_TYPES
from iawce.data.errors import PageError
from iawce.data.network.address import is_web
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.source import Source

SUFFIXES = (".mhtml", ".mht")
_HEADERS = re.compile(rb"\s*(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.ASCII)
_VERSION = re.compile(rb"^mime-version:", re.I | re.M)
_TYPE = re.compile(rb"^content-type:\s*(?:multipart/related|text/html)", re.I | re.M)


def read_mhtml(source: Source) -> Iterator[Page]:
    """The page; its pictures and style sheets are left out."""
    raw = source.body
    try:
        message = email.message_from_bytes(raw, policy=default)
        part = _html_part(message)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:  # on invalid headers
        raise PageError("input/damaged_mhtml", f"{source.ref} is a damaged web archive: {error!r}") from error
    if part is None:
        raise PageError("input/damaged_mhtml", f"{source.ref} holds no HTML")
    body = part.get_payload(decode=True)
    address = part["Content-Location"] or message["Snapshot-Content-Location"] or ""
    yield Page(
        source.ref,
        source.base_url or _on_the_web(str(address)) or SAVED_ORIGIN,
        body if isinstance(body, bytes) else b"",
        content_type=str(part["Content-Type"] or ""),
    )


def is_mhtml(source: Source) -> bool:
    """Whether this begins with the headers of such a message."""
    headers = _HEADERS.match(source.head) if source.has_bytes else None
    return bool(headers and _VERSION.search(headers.group()) and _TYPE.search(headers.group()))


def _html_part(message: EmailMessage) -> EmailMessage | None:
    """The part that is named as the start, else the first HTML part."""
    pages = [part for part in message.walk() if part.get_content_type() in HTML_TYPES]
    start = message.get_param("start")
    named = (part for part in pages if start and part["Content-ID"] == start)
    return next(named, pages[0] if pages else None)


def _on_the_web(address: str) -> str:
    """The address, if it is one of the web; folded headers may add spaces."""
    address = "".join(address.split())
    return address if is_web(address) else ""


READERS.register("web archive")(
    Reader("a page that a browser saved in one file (MHTML)", is_mhtml, read_mhtml, SUFFIXES)
)
