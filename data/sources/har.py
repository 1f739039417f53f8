"""Recordings of a browser's developer tools (HAR 1.2): of all requests of a visit, the pages are read."""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

from iawce.data.dom.read import HTML_TYPES
from iawce.data.errors import PageError
from iawce.data.network.address import is_web
from iawce.data.network.response import check_response
from iawce.data.page import Page
from iawce.data.sources.archive_record import iso_date
from iawce.data.sources.reader import READERS, Reader
from iawce.data.sources.source import Source

SUFFIXES = (".har",)
MAX_SIZE = 256 << 20
"""Bytes of a file, which is read as a whole."""
_BEGIN = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{')


def read_har(source: Source) -> Iterator[Page]:
    """A page for each answer that is HTML; one that cannot be read is a page with the reason.

    Raises:
        OSError, PageError: ``too_large/body``, or ``input/unreadable``: it is not JSON, or has no entries.
    """
    with source.unpacked() as file:
        raw = file.read(MAX_SIZE + 1)
    if len(raw) > MAX_SIZE:
        raise PageError("too_large/body", f"{source.ref} has more than the {MAX_SIZE} bytes allowed")
    try:
        entries = json.loads(raw.decode("utf-8-sig"))["log"]["entries"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PageError("input/unreadable", f"{source.ref} is no HAR file: {error!r}"[:300]) from error
    for number, entry in enumerate(entries if isinstance(entries, list) else (), 1):
        ref = f"{source.ref}:{number}"
        try:
            page = _page(entry, ref)
        except PageError as error:
            yield Page(ref, entry["request"]["url"], error=error.reason, message=error.message)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            yield Page(ref, error="input/bad_record", message=f"entry {number} of {source.ref}: {error!r}"[:300])
        else:
            if page:
                yield page


def _page(entry: Any, ref: str) -> Page | None:
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


READERS.register("HAR")(
    Reader(
        "what a browser's developer tools recorded (HAR)",
        lambda source: source.has_bytes and _BEGIN.match(source.head) is not None,
        read_har,
        SUFFIXES,
        count=lambda _: None,
    )
)
