"""Recognises HTML by its content, and decodes the bytes of a page to text, or gives the reason why that fails.

Follows the order of the WHATWG MIME Sniffing standard (section 7.1): HTML signatures first, then magic numbers, then
text against binary. Magic numbers come from puremagic and are used only for bytes that are not text.

Order of trust: byte-order mark, zero bytes as in UTF-16 and UTF-32, a UTF-7 label, bytes that are valid UTF-8, HTTP
charset, ``<meta>``, detection (charset-normalizer on the text between the tags). A label that does not fit the bytes is
ignored with a warning; UTF-8 with a few bad bytes is still UTF-8.

Labels are resolved according to the WHATWG Encoding standard (webencodings), except that GB2312 and GBK are read as
GB18030, their superset, and that UTF-7 is supported.
"""

import codecs
import gzip
import io
import json
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import puremagic
import webencodings

from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.page import Page

WIDE_ENCODINGS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
UTF7 = "utf-7"
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
}
_PRESCAN = 16_384
_META = re.compile(rb"<meta[^>]([^>]*+)", re.I)
_CHARSET = re.compile(rb"""charset(?=\s*+=\s*+["']?\s*+([a-zA-Z0-9_:.-]+))""", re.I)
_SAMPLE = 65_536
_CANDIDATES = ["gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254",
               "cp1255", "cp1256", "koi8_r", "iso2022_jp"]  # fmt: skip
_MARKUP = re.compile(rb"<(script|style)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)|<[a-z/!?][^>]*(?:>|\Z)", re.I | re.S)
"""An unclosed part extends to the end, as in a browser; a new attempt at each beginning would take quadratic time."""
_ASCII_WORDS = re.compile(rb"[\x00-\x7f]{200,}")
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ€‘’“”–—…«»°·©®§¿¡ºª£\u00a0")
HEAD = 1000  # Bytes of the beginning in which zeros show an encoding with several bytes for a character, or are dropped
_TAG = re.compile("<[a-zA-Z!]")
FEW = 20  # Invalid bytes that a page of any length may have in its declared encoding
BROKEN = 20  # One in this many bytes outside ASCII may be wrong
_OF_SEVERAL_BYTES = ("utf-8", "gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
_ABOVE_ASCII = bytes(range(128, 256))
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE_MARKS = tuple(mark for mark, encoding in _BOMS if encoding != "utf-8")
_JIS_BEGIN, _JIS_END = re.compile(rb"\x1b\$[@B]"), re.compile(rb"\x1b\([BJ]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udfff]")
_CONTROL_BYTES = bytes({*range(9), 11, 12, *range(14, 32), 127})
_C1 = re.compile(b"\xc2[\x80-\x9f]")  # In UTF-8
_C1_OF_TEXT = re.compile("[\x80-\x9f]")  # ``str.translate`` takes seven times as long outside ASCII
_IN_WINDOWS = {chr(code): bytes([code]).decode("windows-1252", "ignore") for code in range(0x80, 0xA0)}
Kind = Literal["html", "text", "empty", "json", "feed", "xml", "pdf", "image", "archive", "binary"]
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})  # Media types of HTML
_HINTS: dict[Kind, str] = {
    "image": "; iawce classify takes screenshots",
    "archive": "; unpack it first (of WACZ, archive/*.warc.gz are the pages)",
}
_HEAD = 4096
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|script|style|div|table|p|a|h1|br|!--)[\s/>-]", re.I)
_XHTML = re.compile(rb"<html[\s>]", re.I)
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]", re.I)
_HTML_TAG = re.compile(rb"</?[a-zA-Z][a-zA-Z0-9]*[\s/>]")
_WIDE_TAG = re.compile(rb"<\x00(?:\x00\x00)?[a-zA-Z!]\x00|\x00<\x00(?:\x00\x00)?[a-zA-Z!]")
"""In UTF-16 or UTF-32 without a byte-order mark: zeros between the letters."""
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
MAX_BODY = 20 * 1024 * 1024  # Default maximum of bytes of one page's HTML
GZIP = b"\x1f\x8b"  # First bytes of gzipped files
_QUERY = re.compile(
    r"""\bhref\s{0,9}=\s{0,9}(?:"[^"?#]{0,500}+\?[^"#]*+|'[^'?#]{0,500}+\?[^'#]*+|[^\s"'>?#]{1,500}+\?[^\s"'>#]*+)""",
    re.I,
)
"""A link up to the end of its query."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def charset_of(content_type: str) -> str:
    """The charset named in a Content-Type header, or an empty string."""
    match = re.search(r"charset\s*=\s*[\"']?([^\s;\"']+)", content_type, re.I)
    return match.group(1) if match else ""


def _encodings_named(body: bytes, http_charset: str) -> list[tuple[str, str]]:
    """Known encodings named for a page, each with its source: ``http``, then ``meta``."""
    said = map(_CHARSET.findall, _META.findall(body[:_PRESCAN]))
    meta = next((found[-1].decode("ascii") for found in said if found), "")
    named = [(_codec(http_charset), "http"), (_codec(meta), "meta")]
    return [(encoding, source) for encoding, source in named if encoding]


def encode_again(text: str, label: str) -> bytes:
    """The bytes from which a browser decoded the text under this label."""
    codec = _browser_codec(label) or "utf-8"
    try:
        return text.encode(codec)
    except UnicodeEncodeError:  # bytes undefined in windows-1252 are the control characters of the same number
        return b"".join(
            bytes([ord(one)]) if ord(one) in range(128, 160) else one.encode(codec, "replace") for one in text
        )


def _browser_codec(label: str) -> str:
    """Python's name for the encoding of a browser's label; empty if unknown."""
    wide = label.lower().replace("utf-16", "utf-16-")
    return wide if wide in WIDE_ENCODINGS else _codec(label)


def _codec(label: str) -> str:
    """Python's name for a label of the web, widened to the superset that pages really use; empty if unknown."""
    if label.lower() in (UTF7, "utf7", "unicode-1-1-utf-7"):
        return UTF7
    known = webencodings.lookup(label) if label else None
    if known is None or known.name in ("utf-16le", "utf-16be", "x-user-defined"):
        return ""
    if known.name == "iso-2022-jp":
        return "iso2022_jp"
    name = str(known.codec_info.name)
    return _SUPERSETS.get(str(known.name), _SUPERSETS.get(name, name))


def _fits(body: bytes, encoding: str) -> bool:
    """Whether all bytes decode."""
    with suppress(UnicodeDecodeError, LookupError):
        body.decode(encoding)
        return True
    return False


def _outside_ascii(body: bytes) -> int:
    return len(body) - len(body.translate(None, _ABOVE_ASCII))


def _is_plausible(body: bytes, encoding: str) -> bool:
    """Whether an encoding may be right: a few broken bytes are usual, many show that it is wrong.

    A Western single-byte label fits anything: it is doubtful if a third of the text is outside ASCII, which occurs in
    no Western language.
    """
    if body.decode(encoding, "replace").count("\ufffd") > max(2, _outside_ascii(body) // 20):
        return False
    if encoding != "cp1252":
        return True
    words = _MARKUP.sub(b"", body)
    return _outside_ascii(words) <= len(words.strip()) / 3


def _is_damaged_utf8(body: bytes) -> bool:
    """Whether bytes that are declared to be UTF-8 may be UTF-8 although some are invalid.

    Either most bytes outside ASCII are valid, or the invalid ones are few: up to one byte in a thousand of the text, or
    ``FEW``, unless these are a tenth of it.
    """
    bad = body.decode("utf-8", "replace").count("\ufffd")
    if 2 * bad <= len(body.decode("utf-8", "ignore")) - len(body.translate(None, _ABOVE_ASCII)):
        return True
    length = len(_MARKUP.sub(b"", body).strip())
    return bad <= min(max(FEW, length // 1000), length // 10)


def _least_broken(body: bytes) -> str:
    """The encoding of several bytes a character in which the fewest bytes are wrong; windows-1252 if many are.

    Browsers use windows-1252 for unrecognised encodings.
    """
    bad = {encoding: body.decode(encoding, "replace").count("\ufffd") for encoding in _OF_SEVERAL_BYTES}
    best = min(bad, key=bad.__getitem__)
    return best if bad[best] <= _outside_ascii(body) // BROKEN else "cp1252"


def _wide_encoding(body: bytes) -> str:
    """The encoding of several bytes a character in which markup begins the page; empty if there is none."""
    if b"\x00" not in body[:HEAD]:
        return ""
    head = body[: 4 * HEAD]
    for encoding in WIDE_ENCODINGS:
        text = head.decode(encoding, "replace")
        if _TAG.search(text) and text.count("\ufffd") <= len(text) // 50:
            return encoding
    return ""


def _detect_encoding(body: bytes) -> str:
    """The most probable encoding of the text between the tags; empty if there is none."""
    sample = _ASCII_WORDS.sub(b" ", _MARKUP.sub(b" ", body))[:_SAMPLE]
    western = [character for character in sample.decode("cp1252", "replace") if character > "\x7f"]
    if western and sum(character in _WESTERN for character in western) > 0.95 * len(western):
        return "cp1252"
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few pages need it

    best = from_bytes(sample, cp_isolation=_CANDIDATES, preemptive_behaviour=False).best()
    return str(best.encoding) if best else ""


def without_controls(text: str, encoded: bytes = b"") -> str:
    """A text without characters that XML does not allow, or that a terminal obeys.

    NEL becomes a line feed, and other controls of C1 the characters that Windows has in their place: who wrote them
    meant those, as browsers assume of references such as ``&#146;``. ``encoded``: the text in UTF-8, if it is known.
    """
    try:
        raw = encoded or text.encode()
        is_clean = len(raw.translate(None, _CONTROL_BYTES)) == len(raw)  # several times faster than in the text
    except UnicodeEncodeError:  # a lone surrogate
        is_clean, raw = False, b""
    if is_clean and not _C1.search(raw) and "\ufffe" not in text and "\uffff" not in text:
        return text
    plain = text.replace("\x85", "\n").replace("\f", " ")
    return _CONTROLS.sub("", _C1_OF_TEXT.sub(lambda one: _IN_WINDOWS[one[0]], plain))


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
    wide = _wide_encoding(body)
    return _finish(body, wide, "detected") if wide else None


def _by_labels(body: bytes, http_charset: str) -> Decoded:
    labels, jis = _encodings_named(body, http_charset), _JIS_BEGIN.search(body) if b"\x1b" in body else None
    if jis and _JIS_END.search(body, jis.end()) and _fits(body, "iso2022_jp"):
        return _finish(body, "iso2022_jp", "bytes")
    for label, source in labels:
        if label == UTF7 and body.isascii() and _fits(body, UTF7):
            return _finish(body, UTF7, source)
    if _fits(body, "utf-8"):
        wrong = [_wrong(source) for label, source in labels if label != "utf-8" and not body.isascii()]
        return _finish(body, "utf-8", "bytes", *wrong[:1])
    for label, source in labels:
        if _is_plausible(body, label):
            return _finish(body, label, source)
    for label, source in labels:
        if label == "utf-8" and _is_damaged_utf8(body):
            return _finish(body, label, source)
    if found := _detect_encoding(body):
        return _finish(body, found, "detected", *(_wrong(source) for _, source in labels[:1]))
    if labels:
        return _finish(body, *labels[0])
    return _finish(body, _least_broken(body), "detected")


def read_as(body: bytes, label: str) -> str:
    """The bytes decoded as a browser does for this label; empty if the label is unknown."""
    encoding = _browser_codec(label)
    mark = next((mark for mark, _ in _BOMS if body.startswith(mark)), b"")
    return _finish(body[len(mark) :], encoding, "").text if encoding else ""


def _wrong(source: str) -> PageWarning:
    return PageWarning(WarningKind.WRONG_LABEL, source)


def _finish(body: bytes, encoding: str, source: str, *warnings: PageWarning) -> Decoded:
    try:
        text, encoded, broken = body.decode(encoding), body if encoding == "utf-8" else b"", 0
    except UnicodeDecodeError:
        text, encoded = body.decode(encoding, "replace"), b""
        broken = text.count("\ufffd") - body.count(b"\xef\xbf\xbd")
    replaced = (PageWarning(WarningKind.REPLACED_CHARACTERS, str(broken)),) if broken > 0 else ()
    return Decoded(without_controls(text, encoded), encoding, source, (*warnings, *replaced))


def sniff(body: bytes) -> Kind:
    """The kind of ``body``: ``text`` is plain text, ``binary`` an unknown format other than text."""
    start = body.removeprefix(codecs.BOM_UTF8)[: 4 * _HEAD].lstrip()[:_HEAD]
    if not start:
        return "empty"
    for signature, kind in _SIGNATURES:
        if start.startswith(signature):
            return kind
    if _IMAGE.match(start):
        return "image"
    if body.startswith(_WIDE_MARKS) or _WIDE_TAG.search(start):
        start = start.replace(b"\x00", b"")
    if start.startswith(b"<?xml") or _FEED.match(start):
        return "html" if _XHTML.search(start) else "feed" if _FEED.search(start) else "xml"
    if start[:1] in b"{[" and _is_json(body):  # formats whose texts may be markup
        return "json"
    if _HTML.search(start):
        return "html"
    if len(_BINARY.findall(start)) > len(start) // 50:
        return _by_magic(start)
    return "html" if _HTML_TAG.search(body) else "text"


def _is_json(body: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        json.loads(body)
        return True
    return False


def _by_magic(start: bytes) -> Kind:
    with suppress(puremagic.PureError):
        mime = puremagic.from_string(start, mime=True)
        if mime.startswith("image/"):
            return "image"
        if any(word in mime for word in ("zip", "tar", "compress", "rar")):
            return "archive"
    return "binary"


def read_html(page: Page, max_body: int = MAX_BODY) -> Decoded:
    """Decode the HTML of a page.

    Plain text is accepted with the warning ``not_html/text``.

    Raises PageError: ``input/unreadable``, ``empty/no_content``, ``too_large/body`` or ``not_html/KIND``.
    """
    body = load_body(page.body or b"")
    if len(body) > max_body:
        raise PageError("too_large/body", f"{len(body)} bytes are more than the {max_body} allowed")
    kind, decoded = check_html(body), decode(body, charset_of(page.content_type))
    warned = (PageWarning(WarningKind.NOT_HTML, "text"),) if kind == "text" else ()
    return replace(decoded, text=_with_own_queries(decoded), warnings=(*decoded.warnings, *warned))


def _with_own_queries(decoded: Decoded) -> str:
    """The text of a page, queries of links in the encoding of the page (HTML Standard, section 2.4), then in ASCII."""
    if decoded.encoding.startswith("utf"):
        return decoded.text

    def escaped(found: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in found[0].encode(decoded.encoding, "xmlcharrefreplace"))

    def spelled(found: re.Match[str]) -> str:
        path, mark, query = found[0].partition("?")
        return path + mark + _BEYOND_ASCII.sub(escaped, query)

    return _QUERY.sub(spelled, decoded.text)


def read_live(body: bytes, content_type: str, max_body: int) -> Decoded:
    """Decode the HTML that a server sent; a body compressed twice is unpacked.

    Raises PageError: as ``read_html``, and ``fetch_error/encoding`` if it is damaged.
    """
    try:
        unpacked = unpack(body)
    except PageError as error:
        packed = error.reason == "input/unreadable"
        raise PageError("fetch_error/encoding", error.message) if packed else error from error
    return read_html(Page("", body=unpacked, content_type=content_type), max_body)


def load_body(source: bytes | Path) -> bytes:
    """Bytes of a page in memory or in a file, unpacked if they are gzipped.

    Raises PageError: ``input/unreadable`` or ``too_large/body``.
    """
    try:
        return unpack(source.read_bytes()) if isinstance(source, Path) else source
    except (OSError, ValueError) as error:  # a path with a zero byte or a surrogate is a ValueError
        raise PageError("input/unreadable", str(error)) from error


def unpack(raw: bytes) -> bytes:
    """Unpack gzipped bytes; return others unchanged.

    Raises PageError: ``input/unreadable`` if it is damaged, ``too_large/body`` if it would be more than ``MAX_BODY``.
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

    Raises PageError: ``empty/no_content`` or ``not_html/KIND``.
    """
    kind = sniff(body)
    if kind == "empty":
        raise PageError("empty/no_content", "the page is empty")
    if kind not in ("html", "text"):
        raise PageError(f"not_html/{kind}", f"this is not a web page but {kind}{_HINTS.get(kind, '')}")
    return kind
