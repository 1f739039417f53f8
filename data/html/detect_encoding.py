"""The character encoding of bytes with no label or a wrong one."""

import re

from iawce.data.html.encoding_labels import WIDE_ENCODINGS

_SAMPLE = 65_536
_CANDIDATES = ["gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254",
               "cp1255", "cp1256", "koi8_r", "iso2022_jp"]  # fmt: skip
_MARKUP = re.compile(rb"<(script|style)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)|<[a-z/!?][^>]*(?:>|\Z)", re.I | re.S)
"""An unclosed part extends to the end, as in a browser; a new attempt at each beginning would take quadratic time."""
_ASCII_WORDS = re.compile(rb"[\x00-\x7f]{200,}")
_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ€‘’“”–—…«»°·©®§¿¡ºª£\u00a0")
HEAD = 1000
"""Bytes of the beginning in which zeros show an encoding with several bytes for a character, or are dropped."""
_TAG = re.compile("<[a-zA-Z!]")
FEW = 20
"""Invalid bytes that a page of any length may have in its declared encoding."""
BROKEN = 20
"""One in this many bytes outside ASCII may be wrong."""
_OF_SEVERAL_BYTES = ("utf-8", "gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
_ABOVE_ASCII = bytes(range(128, 256))


def fits(body: bytes, encoding: str) -> bool:
    """Whether all bytes decode."""
    try:
        body.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def is_plausible(body: bytes, encoding: str) -> bool:
    """Whether an encoding may be right: a few broken bytes are usual, many show that it is wrong.

    A Western single-byte label fits anything: it is doubtful if a third of the text is outside ASCII, which occurs in
    no Western language.
    """
    text = body.decode(encoding, "replace")
    outside = sum(byte > 127 for byte in body)
    if text.count("\ufffd") > max(2, outside // 20):
        return False
    words = _MARKUP.sub(b"", body)
    crowded = sum(byte > 127 for byte in words) > len(words.strip()) / 3
    return not (encoding == "cp1252" and crowded)


def is_damaged_utf8(body: bytes) -> bool:
    """Whether bytes that are declared to be UTF-8 may be UTF-8 although some are invalid.

    Either most bytes outside ASCII are valid, or the invalid ones are few: up to one byte in a thousand of the text, or
    ``FEW``, unless these are a tenth of it.
    """
    bad = body.decode("utf-8", "replace").count("\ufffd")
    if 2 * bad <= len(body.decode("utf-8", "ignore")) - len(body.translate(None, _ABOVE_ASCII)):
        return True
    length = len(_MARKUP.sub(b"", body).strip())
    return bad <= min(max(FEW, length // 1000), length // 10)


def least_broken(body: bytes) -> str:
    """The encoding of several bytes a character in which the fewest bytes are wrong; windows-1252 if many are.

    Browsers use windows-1252 for unrecognised encodings.
    """
    outside = len(body) - len(body.translate(None, _ABOVE_ASCII))
    bad = {encoding: body.decode(encoding, "replace").count("\ufffd") for encoding in _OF_SEVERAL_BYTES}
    best = min(bad, key=lambda encoding: bad[encoding])
    return best if bad[best] <= outside // BROKEN else "cp1252"


def wide_encoding(body: bytes) -> str:
    """The encoding of several bytes a character in which markup begins the page; empty if there is none."""
    if b"\x00" not in body[:HEAD]:
        return ""
    head = body[: 4 * HEAD]
    for encoding in WIDE_ENCODINGS:
        text = head.decode(encoding, "replace")
        if _TAG.search(text) and text.count("\ufffd") <= len(text) // 50:
            return encoding
    return ""


def detect_encoding(body: bytes) -> str:
    """The most probable encoding of the text between the tags; empty if there is none."""
    sample = _ASCII_WORDS.sub(b" ", _MARKUP.sub(b" ", body))[:_SAMPLE]
    western = [character for character in sample.decode("cp1252", "replace") if character > "\x7f"]
    if western and sum(character in _WESTERN for character in western) > 0.95 * len(western):
        return "cp1252"
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few pages need it

    best = from_bytes(sample, cp_isolation=_CANDIDATES, preemptive_behaviour=False).best()
    return str(best.encoding) if best else ""
