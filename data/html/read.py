"""From the bytes of a given page to its text, or a reason why not."""

import gzip

from iawce.data.errors import PageError
from iawce.data.html.decode import Decoded, charset_of, decode
from iawce.data.html.sniff import sniff
from iawce.data.page import Page

MAX_BODY = 20 * 1024 * 1024
"""Bytes of one page's HTML, unless a setting says otherwise."""


def read_html(page: Page, max_body: int = MAX_BODY) -> Decoded:
    """Decode ``page.body``.

    Plain text is let through with the warning ``not_html/text``.

    Raises:
        PageError: ``empty/no_content``, ``too_large/body``, ``not_html/KIND`` or ``decode_error/unknown``.
    """
    body = page.body or b""
    if len(body) > max_body:
        raise PageError("too_large/body", f"{len(body)} bytes are more than the {max_body} allowed")
    check_html(body)
    decoded = decode(body, charset_of(page.content_type))
    if sniff(body) != "text":
        return decoded
    return Decoded(decoded.text, decoded.encoding, decoded.source, (*decoded.warnings, "not_html/text"))


def unpack(raw: bytes) -> bytes:
    """What is gzipped unpacked, all else as it is.

    Raises:
        OSError, EOFError: it is damaged.
    """
    return gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw


def check_html(body: bytes) -> None:
    """Refuse bytes that are no page, whatever they are labelled.

    Raises:
        PageError: ``empty/no_content`` or ``not_html/KIND``.
    """
    kind = sniff(body)
    if kind == "empty":
        raise PageError("empty/no_content", "there is nothing in it")
    if kind not in ("html", "text"):
        raise PageError(f"not_html/{kind}", f"this is no web page but {kind}")
