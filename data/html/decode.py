"""Bytes of a page to text.

Order of trust: byte-order mark, zero bytes as in UTF-16 and UTF-32, a UTF-7 label, bytes that are valid UTF-8, HTTP
charset, ``<meta>``, detection (charset-normalizer on the text between the tags). A label that does not fit the bytes is
ignored with a warning; UTF-8 with a few bad bytes is still UTF-8.
"""

import codecs
import re
from dataclasses import dataclass

from iawce.data.html.detect_encoding import (
    HEAD,
    detect_encoding,
    fits,
    is_damaged_utf8,
    is_plausible,
    least_broken,
    wide_encoding,
)
from iawce.data.html.encoding_labels import UTF7, browser_codec, encodings_named
from iawce.data.outcomes import PageWarning, WarningKind

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_JIS_BEGIN, _JIS_END = re.compile(rb"\x1b\$[@B]"), re.compile(rb"\x1b\([BJ]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]|[\ud800-\udfff]")
_CONTROL_BYTES = bytes({*range(9), 11, 12, *range(14, 32), 127})


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text of a page. ``source`` is ``bom``, ``bytes``, ``http``, ``meta`` or ``detected``."""

    text: str
    encoding: str
    source: str
    warnings: tuple[PageWarning, ...] = ()


def decode(body: bytes, http_charset: str = "") -> Decoded:
    """Decode the bytes of a page; characters not allowed in XML are dropped, undecodable bytes become U+FFFD."""
    has_zeros = b"\x00" in body[:HEAD]
    return _marked(body) or _by_labels(body.replace(b"\x00", b"") if has_zeros else body, http_charset)


def _marked(body: bytes) -> Decoded | None:
    """A page with a byte-order mark, or of several bytes a character."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _finish(body[len(mark) :], encoding, "bom")
    wide = wide_encoding(body)
    return _finish(body, wide, "detected") if wide else None


def _by_labels(body: bytes, http_charset: str) -> Decoded:
    labels = encodings_named(body, http_charset)
    if _is_jis(body):
        return _finish(body, "iso2022_jp", "bytes")
    for label, source in labels:
        if label == UTF7 and body.isascii() and fits(body, UTF7):
            return _finish(body, UTF7, source)
    if fits(body, "utf-8"):
        wrong = [_wrong(source) for label, source in labels if label != "utf-8" and not body.isascii()]
        return _finish(body, "utf-8", "bytes", *wrong[:1])
    for label, source in labels:
        if is_plausible(body, label):
            return _finish(body, label, source)
    for label, source in labels:
        if label == "utf-8" and is_damaged_utf8(body):
            return _finish(body, label, source)
    if found := detect_encoding(body):
        return _finish(body, found, "detected", *(_wrong(source) for _, source in labels[:1]))
    if labels:
        return _finish(body, *labels[0])
    return _finish(body, least_broken(body), "detected")


def _is_jis(body: bytes) -> bool:
    begin = _JIS_BEGIN.search(body) if b"\x1b" in body else None
    return bool(begin and _JIS_END.search(body, begin.end()) and fits(body, "iso2022_jp"))


def read_as(body: bytes, label: str) -> str:
    """The bytes decoded as a browser does for this label; empty if the label is unknown."""
    encoding = browser_codec(label)
    mark = next((mark for mark, _ in _BOMS if body.startswith(mark)), b"")
    return _finish(body[len(mark) :], encoding, "").text if encoding else ""


def _wrong(source: str) -> PageWarning:
    return PageWarning(WarningKind.WRONG_LABEL, source)


def _finish(body: bytes, encoding: str, source: str, *warnings: PageWarning) -> Decoded:
    text = body.decode(encoding, "replace")
    broken = text.count("\ufffd")
    broken -= body.count(b"\xef\xbf\xbd") if broken else 0
    replaced = (PageWarning(WarningKind.REPLACED_CHARACTERS, str(broken)),) if broken > 0 else ()
    return Decoded(_without_controls(body, text), encoding, source, (*warnings, *replaced))


def _without_controls(body: bytes, text: str) -> str:
    """The text without control characters; most pages have none, which is found several times faster in their bytes."""
    is_clean = len(body.translate(None, _CONTROL_BYTES)) == len(body)
    return text if is_clean and "\ufffe" not in text and "\uffff" not in text else _CONTROLS.sub("", text)
