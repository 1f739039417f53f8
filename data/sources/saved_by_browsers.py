"""What browsers save: HTML, pages with their parts in one message (MHTML, RFC 2557), recordings (HAR 1.2)."""

import base64
import email
import re
from collections.abc import Iterator
from email.policy import default
from typing import Any

from iawce.data.dom.read import HTML_TYPES
from iawce.data.errors import PageError
from iawce.data.network.address import is_web
from iawce.data.network.response import check_response
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sources.source import Source, iso_date, reader

_PLAIN_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
HTML_SUFFIXES = (*_PLAIN_SUFFIXES, *(f"{suffix}.gz" for suffix in _PLAIN_SUFFIXES))
_HEADERS = re.compile(rb"\s*(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.ASCII)
_VERSION = re.compile(rb"^mime-version:", re.I | re.M)
_TYPE = re.compile(rb"^content-type:\s*(?:multipart/related|text/html)", re.I | re.M)
_BEGIN = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{')


@reader("HTML on stdin", "- with HTML", lambda source: source.is_stdin and source.kind == "html")
@reader(
    "HTML file",
    "an HTML file, gzipped or not",
    lambda source: source.path is not None and not source.is_folder and source.kind == "html",
    HTML_SUFFIXES,
)
def read_html(source: Source) -> Iterator[Page]:
    """The page as it was saved."""
    yield source.page()


def is_mhtml(source: Source) -> bool:
    """Whether this begins with the headers of such a message."""
    headers = _HEADERS.match(source.head) if source.has_bytes else None
    return bool(headers and _VERSION.search(headers.group()) and _TYPE.search(headers.group()))


@reader("web archive", "a page that a browser saved in one file (MHTML)", is_mhtml, (".mhtml", ".mht"))
def read_mhtml(source: Source) -> Iterator[Page]:
    """The part that is named as the start, else the first HTML part; pictures and style sheets are left out."""
    raw = source.body
    try:
        message = email.message_from_bytes(raw, policy=default)
        pages = [part for part in message.walk() if part.get_content_type() in HTML_TYPES]
        start = message.get_param("start")
        named = (part for part in pages if start and part["Content-ID"] == start)
        part = next(named, pages[0] if pages else None)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:  # on invalid headers
        raise PageError("input/damaged_mhtml", f"{source.ref} is a damaged web archive: {error!r}") from error
    if part is None:
        raise PageError("input/damaged_mhtml", f"{source.ref} holds no HTML")
    body = part.get_payload(decode=True)
    written = part["Content-Location"] or message["Snapshot-Content-Location"] or ""
    address = "".join(str(written).split())  # folded headers may add spaces
    yield Page(
        source.ref,
        source.base_url or (address if is_web(address) else SAVED_ORIGIN),
        body if isinstance(body, bytes) else b"",
        content_type=str(part["Content-Type"] or ""),
    )


def _recorded_page(entry: Any, ref: str) -> Page | None:
    """The page of an entry; None if it is not a page, was not stored, or redirects."""
    url, answer = entry["request"]["url"], entry["response"]
    content, status = answer["content"], int(answer["status"])
    kind = str(content.get("mimeType", ""))
    if kind.partition(";")[0].strip().lower() not in HTML_TYPES or not is_web(url) or 300 <= status < 400:
        return None
    check_response(status, {})
    text, is_packed = content.get("text", ""), content.get("encoding") == "base64"
    body = base64.b64decode(text) if is_packed else text.encode("utf-8", "replace")
    content_type = kind if is_packed else "text/html; charset=utf-8"
    fetched = iso_date(str(entry.get("startedDateTime", "")))
    return Page(ref, url, body, content_type=content_type, status=status, fetched=fetched, is_archived=True)


@reader(
    "HAR",
    "what a browser's developer tools recorded (HAR)",
    lambda source: source.has_bytes and _BEGIN.match(source.head) is not None,
    (".har",),
    count=None,
)
def read_har(source: Source) -> Iterator[Page]:
    """A page for each answer that is HTML; one that cannot be read is a page with the reason.

    Raises OSError, PageError: ``too_large/body``, or ``input/unreadable``: it is not JSON, or has no entries.
    """
    try:
        entries = source.json()["log"]["entries"]
    except (KeyError, TypeError) as error:
        raise PageError("input/unreadable", f"{source.ref} is no HAR file: {error!r}"[:300]) from error
    for number, entry in enumerate(entries if isinstance(entries, list) else (), 1):
        ref = f"{source.ref}:{number}"
        try:
            page = _recorded_page(entry, ref)
        except PageError as error:
            url = entry["request"]["url"]
            yield Page(ref, url, error=error.reason, message=error.message, status=error.http_status)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            yield Page(ref, error="input/bad_record", message=f"entry {number} of {source.ref}: {error!r}"[:300])
        else:
            if page:
                yield page
