"""Labels of character encodings on the web, and Python's names of these encodings.

Labels are resolved according to the WHATWG Encoding standard (webencodings), except that GB2312 and GBK are read as
GB18030, their superset, and that UTF-7 is supported.
"""

import re

import webencodings

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
_META = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]+)""", re.I)


def charset_of(content_type: str) -> str:
    """The charset named in a Content-Type header, or an empty string."""
    match = re.search(r"charset\s*=\s*[\"']?([^\s;\"']+)", content_type, re.I)
    return match.group(1) if match else ""


def encodings_named(body: bytes, http_charset: str) -> list[tuple[str, str]]:
    """Known encodings named for a page, each with its source: ``http``, then ``meta``."""
    meta = _META.search(body[:_PRESCAN])
    named = [(_codec(http_charset), "http"), (_codec(meta.group(1).decode("ascii")) if meta else "", "meta")]
    return [(encoding, source) for encoding, source in named if encoding]


def encode_again(text: str, label: str) -> bytes:
    """The bytes from which a browser decoded the text under this label."""
    try:
        return text.encode(browser_codec(label) or "utf-8")
    except (
        UnicodeEncodeError
    ):  # for a browser, bytes undefined in windows-1252 are the control characters of the same number
        return b"".join(bytes([ord(one)]) if ord(one) in range(128, 160) else _encode(one, label) for one in text)


def browser_codec(label: str) -> str:
    """Python's name for the encoding of a browser's label; empty if unknown."""
    wide = label.lower().replace("utf-16", "utf-16-")
    return wide if wide in WIDE_ENCODINGS else _codec(label)


def _encode(character: str, label: str) -> bytes:
    return character.encode(browser_codec(label) or "utf-8", "replace")


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
