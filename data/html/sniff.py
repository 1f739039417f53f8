"""Recognises HTML by content, never by file name.

Follows the order of the WHATWG MIME Sniffing standard (section 7.1): HTML signatures first, then magic numbers, then
text against binary. Magic numbers come from puremagic and are used only for bytes that are not text.
"""

import json
import re
from typing import Literal

import puremagic

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
