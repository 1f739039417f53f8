"""Decodes the bytes of a page to text, or gives the reason why that fails."""

import gzip
import io
import zlib
from pathlib import Path

from iawce.data.errors import PageError
from iawce.data.html.decode import Decoded, decode
from iawce.data.html.encoding_labels import charset_of
from iawce.data.html.sniff import Kind, sniff
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.page import Page

MAX_BODY = 20 * 1024 * 1024
"""Default maximum of bytes of one page's HTML."""
GZIP = b"\x1f\x8b"
"""First bytes of gzipped files."""


def read_html(page: Page, max_body: int = MAX_BODY) -> Decoded:
    """Decode the HTML of a page.

    Plain text is accepted with the warning ``not_html/text``.

    Raises:
        PageError: ``input/unreadable``, ``empty/no_content``, ``too_large/body`` or ``not_html/KIND``.
    """
    body = load_body(page.body or b"")
    if len(body) > max_body:
        raise PageError("too_large/body", f"{len(body)} bytes are more than the {max_body} allowed")
    kind = check_html(body)
    decoded = decode(body, charset_of(page.content_type))
    if kind != "text":
        return decoded
    plain = PageWarning(WarningKind.NOT_HTML, "text")
    return Decoded(decoded.text, decoded.encoding, decoded.source, (*decoded.warnings, plain))


def read_live(body: bytes, content_type: str, max_body: int = MAX_BODY) -> Decoded:
    """Decode the HTML that a server sent; a body compressed twice is unpacked.

    Raises:
        PageError: as ``read_html``, and ``fetch_error/encoding`` if it is damaged.
    """
    try:
        unpacked = unpack(body)
    except PageError as error:
        packed = error.reason == "input/unreadable"
        raise PageError("fetch_error/encoding", error.message) if packed else error from error
    return read_html(Page("", body=unpacked, content_type=content_type), max_body)


def load_body(source: bytes | Path) -> bytes:
    """Bytes of a page in memory or in a file, unpacked if they are gzipped.

    Raises:
        PageError: ``input/unreadable`` or ``too_large/body``.
    """
    try:
        return unpack(source.read_bytes()) if isinstance(source, Path) else source
    except (OSError, ValueError) as error:  # a path with a zero byte or a surrogate is a ValueError
        raise PageError("input/unreadable", str(error)) from error


def unpack(raw: bytes) -> bytes:
    """Unpack gzipped bytes; return others unchanged.

    Raises:
        PageError: ``input/unreadable`` if it is damaged, ``too_large/body`` if it would be more than ``MAX_BODY``.
    """
    if not raw.startswith(GZIP):
        return raw
    try:
        with gzip.open(io.BytesIO(raw)) as packed:
            body = packed.read(MAX_BODY + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise PageError("input/unreadable", str(error)) from error
    if len(body) > MAX_BODY:
        raise PageError("too_large/body", f"unpacked it is more than the {MAX_BODY} bytes allowed")
    return body


def check_html(body: bytes) -> Kind:
    """Refuse bytes that are not a page, whatever their label; returns ``html`` or ``text``.

    Raises:
        PageError: ``empty/no_content`` or ``not_html/KIND``.
    """
    kind = sniff(body)
    if kind == "empty":
        raise PageError("empty/no_content", "the page is empty")
    if kind not in ("html", "text"):
        hint = "; iawce classify takes screenshots" if kind == "image" else ""
        raise PageError(f"not_html/{kind}", f"this is not a web page but {kind}{hint}")
    return kind
