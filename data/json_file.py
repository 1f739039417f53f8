"""Files of our own formats: JSON that a person may read and correct, and gzipped data."""

import gzip
import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from iawce.data.errors import DAMAGED, UsageError, refused
from iawce.data.sinks.output_file import replacing

MAX_SIZE = 1 << 28  # Bytes of a file
T = TypeVar("T")
MAX_UNPACKED = 64 * 1024 * 1024  # Most bytes of an unpacked file; a page's HTML, boxes and rectangles have far fewer


def read_json(path: Path, largest: int = MAX_SIZE) -> Any:
    """The content of a JSON file. Raises UsageError: it cannot be read, is larger than ``largest``, or no JSON."""
    with refused(f"{path} cannot be read", OSError), path.open("rb") as file:
        raw = file.read(largest + 1)
    if len(raw) > largest:
        raise UsageError(f"{path} cannot be read: it has more than {largest} bytes")
    with refused(f"{path} cannot be read as JSON", *DAMAGED):
        return json.loads(raw.decode("utf-8"))


def as_schema(content: Any, schema: type[T], refusal: str) -> T:
    """Content converted by a schema of msgspec. Raises UsageError: it does not fit; it begins with ``refusal``."""
    with refused(refusal, UsageError, msgspec.MsgspecError, *DAMAGED):
        return msgspec.convert(content, schema)


def write_json(content: Any, path: Path) -> None:
    """Write a file completely or not at all. Raises OSError: it cannot be written."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", errors="backslashreplace")


def read_gzip(path: Path) -> bytes:
    """All bytes of a gzipped file, unpacked.

    Raises OSError, EOFError, zlib.error: it is damaged or cannot be read; ValueError: it is larger than
    ``MAX_UNPACKED``.
    """
    with gzip.open(path) as file:
        body = file.read(MAX_UNPACKED + 1)
    if len(body) > MAX_UNPACKED:
        raise ValueError(f"unpacked it is more than the {MAX_UNPACKED} bytes allowed")
    return body
