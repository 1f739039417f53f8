"""Reads gzipped files of our own formats, from any writer."""

import gzip
from pathlib import Path

MAX_UNPACKED = 64 * 1024 * 1024
"""Most bytes of an unpacked file; a page's HTML, boxes and rectangles have far fewer."""


def read_gzip(path: Path) -> bytes:
    """All bytes of a gzipped file, unpacked.

    Raises:
        OSError, EOFError, zlib.error: it is damaged or cannot be read.
        ValueError: it is larger than ``MAX_UNPACKED``.
    """
    with gzip.open(path) as file:
        body = file.read(MAX_UNPACKED + 1)
    if len(body) > MAX_UNPACKED:
        raise ValueError(f"unpacked it is more than the {MAX_UNPACKED} bytes allowed")
    return body
