"""Bytes of a page to text.

Order of trust: byte-order mark, zero bytes as UTF-16 and UTF-32 have them, a UTF-7 label, bytes that are valid UTF-8,
HTTP charset, ``<meta>``, detection (charset-normalizer on the text between the tags). A label is dropped, with a
warning, when it does not fit the bytes. Labels are resolved as the WHATWG Encoding standard says (webencodings), except
that GB2312 and GBK are read as GB18030, their superset, and that UTF-7 is known.
"""

import codecs
import re
from dataclasses import dataclass

import webencodings
from charset_normalizer import from_bytes

from iawce.data.errors import PageError
from iawce.data.outcomes import PageWarning, WarningKind

_PRESCAN = 16_384
_SAMPLE = 65_536
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE_ENCODINGS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_UTF7 = "utf-7"
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
}
_CANDIDATES = ["gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254",
               "cp1255", "cp1256", "koi8_r", "iso2022_jp"]  # fmt: skip
_META = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]+)""", re.I)
_MARKUP = re.compile(rb"<(script|style)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)|<[a-z/!?][^>]*(?:>|\Z)", re.I | re.S)
"""What never ends goes to the end, as in a browser; to try again at each beginning would take quadratic time."""
_ASCII_WORDS = re.compile(rb"[\x00-\x7f]{200,}")
_JIS_BEGIN, _JIS_END = re.compile(rb"\x1b\$[@B]"), re.compile(rb"\x1b\([BJ]")
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ€‘’“”–—…«»°·©®§¿¡ºª£\u00a0")
_WIDE = 1000
_TAG = re.compile("<[a-zA-Z!]")
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
    """Decode the bytes of a page; characters no XML can hold are dropped, bytes that do not decode become U+FFFD.

    Raises:
        PageError: ``decode_error/unknown`` if nothing fits.
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _finish(body[len(mark) :], encoding, "bom")
    if b"\x00" in body[:_WIDE]:
        wide = _wide_encoding(body)
        if wide:
            return _finish(body, wide, "detected")
        body = body.replace(b"\x00", b"")
    labels = [(label, source) for label, source in _labels(body, http_charset) if label]
    begin = _JIS_BEGIN.search(body) if b"\x1b" in body else None
    if begin and _JIS_END.search(body, begin.end()) and _fits(body, "iso2022_jp"):
        return _finish(body, "iso2022_jp", "bytes")
    for label, source in labels:
        if label == _UTF7 and body.isascii() and _fits(body, _UTF7):
            return _finish(body, _UTF7, source)
    if _fits(body, "utf-8"):
        wrong = [_wrong(source) for label, source in labels if label != "utf-8" and not body.isascii()]
        return _finish(body, "utf-8", "bytes", *wrong[:1])
    for label, source in labels:
        if _plausible(body, label):
            return _finish(body, label, source)
    found = _detect(body)
    if found:
        return _finish(body, found, "detected", *(_wrong(source) for _, source in labels[:1]))
    if labels:
        return _finish(body, labels[0][0], labels[0][1])
    raise PageError("decode_error/unknown", "no character encoding fits these bytes")


def read_as(body: bytes, label: str) -> str:
    """The text that a browser makes of the bytes which it takes for the encoding of this label; empty if unknown."""
    encoding = _browser_codec(label)
    mark = next((mark for mark, _ in _BOMS if body.startswith(mark)), b"")
    return _finish(body[len(mark) :], encoding, "").text if encoding else ""


def encode_again(text: str, label: str) -> bytes:
    """The bytes of which a browser made the text when it took them for the encoding of this label."""
    try:
        return text.encode(_browser_codec(label) or "utf-8")
    except UnicodeEncodeError:  # bytes that windows-1252 leaves open are the controls of the same number to a browser
        return b"".join(bytes([ord(one)]) if ord(one) in range(128, 160) else _encode(one, label) for one in text)


def _browser_codec(label: str) -> str:
    wide = label.lower().replace("utf-16", "utf-16-")
    return wide if wide in _WIDE_ENCODINGS else _codec(label)


def _encode(character: str, label: str) -> bytes:
    return character.encode(_browser_codec(label) or "utf-8", "replace")


def charset_of(content_type: str) -> str:
    """The charset named in a Content-Type header, or an empty string."""
    match = re.search(r"charset\s*=\s*[\"']?([^\s;\"']+)", content_type, re.I)
    return match.group(1) if match else ""


def _labels(body: bytes, http_charset: str) -> list[tuple[str, str]]:
    meta = _META.search(body[:_PRESCAN])
    return [(_codec(http_charset), "http"), (_codec(meta.group(1).decode("ascii")) if meta else "", "meta")]


def _codec(label: str) -> str:
    """Python's name for a label of the web, widened to the superset that pages really use; empty if unknown."""
    if label.lower() in (_UTF7, "utf7", "unicode-1-1-utf-7"):
        return _UTF7
    known = webencodings.lookup(label) if label else None
    if known is None or known.name in ("utf-16le", "utf-16be", "x-user-defined"):
        return ""
    if known.name == "iso-2022-jp":
        return "iso2022_jp"
    name = str(known.codec_info.name)
    return _SUPERSETS.get(str(known.name), _SUPERSETS.get(name, name))


def _fits(body: bytes, encoding: str) -> bool:
    try:
        body.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _plausible(body: bytes, encoding: str) -> bool:
    """Whether a label does not fit: a few broken bytes are usual, many show that it is wrong.

    A Western single-byte label fits anything: it is doubted where a third of the text lies outside ASCII, which no
    Western language does.
    """
    text = body.decode(encoding, "replace")
    outside = sum(byte > 127 for byte in body)
    if text.count("\ufffd") > max(2, outside // 20):
        return False
    words = _MARKUP.sub(b"", body)
    crowded = sum(byte > 127 for byte in words) > len(words.strip()) / 3
    return not (encoding == "cp1252" and crowded)


def _wide_encoding(body: bytes) -> str:
    """The encoding of several bytes a character in which markup begins the page; empty if there is none."""
    head = body[: 4 * _WIDE]
    for encoding in _WIDE_ENCODINGS:
        text = head.decode(encoding, "replace")
        if _TAG.search(text) and text.count("\ufffd") <= len(text) // 50:
            return encoding
    return ""


def _detect(body: bytes) -> str:
    sample = _ASCII_WORDS.sub(b" ", _MARKUP.sub(b" ", body))[:_SAMPLE]
    western = [character for character in sample.decode("cp1252", "replace") if character > "\x7f"]
    if western and sum(character in _WESTERN for character in western) > 0.95 * len(western):
        return "cp1252"
    best = from_bytes(sample, cp_isolation=_CANDIDATES, preemptive_behaviour=False).best()
    return str(best.encoding) if best else ""


def _wrong(source: str) -> PageWarning:
    return PageWarning(WarningKind.WRONG_LABEL, source)


def _finish(body: bytes, encoding: str, source: str, *warnings: PageWarning) -> Decoded:
    text = body.decode(encoding, "replace")
    broken = text.count("\ufffd")
    broken -= body.count(b"\xef\xbf\xbd") if broken else 0
    replaced = (PageWarning(WarningKind.REPLACED_CHARACTERS, str(broken)),) if broken > 0 else ()
    return Decoded(_without_controls(body, text), encoding, source, (*warnings, *replaced))


def _without_controls(body: bytes, text: str) -> str:
    """The text without control characters; most pages have none, which their bytes show several times faster."""
    is_clean = len(body.translate(None, _CONTROL_BYTES)) == len(body)
    return text if is_clean and "\ufffe" not in text and "\uffff" not in text else _CONTROLS.sub("", text)
