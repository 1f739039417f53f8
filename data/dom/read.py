"""Recognises HTML by its content, and decodes the bytes of a page to text, or gives the reason why that fails.

Follows the order of the WHATWG MIME Sniffing standard (section 7.1): HTML signatures first, then magic numbers, then
text against binary. Magic numbers come from puremagic and are used only for bytes that are not text.
"""

import gzip
import io
import json
import re
import zlib
from pathlib import Path
from typing import Literal

import puremagic

from iawce.data.dom.decode import Decoded, charset_of, decode
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.page import Page

Kind = Literal["html", "text", "empty", "json", "feed", "xml", "pdf", "image", "archive", "binary"]

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
"""Media types of HTML."""
_HEAD = 4096
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|script|style|div|table|p|a|h1|br|!--)[\s/>-]", re.I)
_XHTML = re.compile(rb"<html[\s>]", re.I)
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]", re.I)
_TAG = re.compile(rb"</?[a-zA-Z][a-zA-Z0-9]*[\s/>]")
_WIDE_TAG = re.compile(rb"<\x00(?:\x00\x00)?[a-zA-Z!]\x00|\x00<\x00(?:\x00\x00)?[a-zA-Z!]")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SIGNATURES: tuple[tuple[bytes, Kind], ...] = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"PK\x03\x04", "archive"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
)
_IMAGE = re.compile(rb"RIFF.{4}WEBP|BM.{4}\0{4}", re.DOTALL)
"""WebP and BMP begin with a length, and may by chance continue with bytes that look like a tag."""


def sniff(body: bytes) -> Kind:
    """The kind of ``body``: ``text`` is plain text, ``binary`` an unknown format other than text."""
    start = body[3:] if body.startswith(_BOMS[0]) else body
    start = start[: 4 * _HEAD].lstrip()[:_HEAD]
    if not start:
        return "empty"
    for signature, kind in _SIGNATURES:
        if start.startswith(signature):
            return kind
    if _IMAGE.match(start):
        return "image"
    if body.startswith(_BOMS[1:]) or _is_wide(start):
        start = start.replace(b"\x00", b"")
    if start.startswith(b"<?xml") or _FEED.match(start):
        return _xml_kind(start)
    if start[:1] in b"{[" and _is_json(body):  # formats whose texts may be markup
        return "json"
    if _HTML.search(start):
        return "html"
    if len(_BINARY.findall(start)) > len(start) // 50:
        return _by_magic(start)
    return "html" if _TAG.search(body) else "text"


def _xml_kind(start: bytes) -> Kind:
    if _XHTML.search(start):
        return "html"
    return "feed" if _FEED.search(start) else "xml"


def _is_wide(start: bytes) -> bool:
    """Markup in UTF-16 or UTF-32 without a byte-order mark: tags with zeros between their letters."""
    return bool(_WIDE_TAG.search(start))


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def _by_magic(start: bytes) -> Kind:
    try:
        mime = puremagic.from_string(start, mime=True)
    except puremagic.PureError:
        return "binary"
    if mime.startswith("image/"):
        return "image"
    return "archive" if any(word in mime for word in ("zip", "tar", "compress", "rar")) else "binary"


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
