"""JSON and text that every file and database can store."""

import json
import math
from typing import Any

LINE_ENDS = "\x85\u2028\u2029"  # Characters allowed in JSON, but at which many readers break a line


def json_text(value: Any) -> str:
    """JSON on one line for any reader; infinity and NaN become null, lone surrogates question marks."""
    try:
        text = plain_text(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except ValueError:
        text = plain_text(json.dumps(_finite(value), ensure_ascii=False))
    for character in LINE_ENDS if not text.isascii() else "":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain_text(text: str) -> str:
    """``text`` with a question mark for each lone surrogate, which UTF-8 cannot encode."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text
