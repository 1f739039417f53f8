"""Server responses in archives: status line, headers, and the body, encoded as it was sent or already decoded."""

import re
from collections.abc import Callable
from io import BytesIO

from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader, WarcReader, ZstdReader

from iawce.data.errors import PageError
from iawce.data.html.read import MAX_BODY

LONGEST_HEAD = 1 << 18
"""Bytes of status line and headers."""
MOST_ENCODINGS = 8
"""Most encodings of one header; each is decoded completely."""
_END = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)", re.I)
_READERS: dict[str, Callable[[BytesIO], WarcReader]] = {
    "chunked": ChunkedReader,
    "gzip": GzipReader,
    "x-gzip": GzipReader,
    "deflate": lambda body: GzipReader(body, zlib=True),
    "br": BrotliReader,
    "zstd": ZstdReader,
}


def read_response(block: bytes) -> tuple[int, str, bytes]:
    """Status, content type and body of a response.

    The body is decoded, up to one byte more than a page may have. Many archives keep the encoding headers of a body
    that they have decoded; bytes that are not so encoded are the body itself.

    Raises:
        PageError: ``input/bad_record``: this is not a response.
    """
    status, end = _STATUS.match(block), _END.search(block, 0, LONGEST_HEAD)
    if not status or not end:
        raise PageError("input/bad_record", "the record contains no response of a server")
    headers = _headers(block[: end.start()])
    body = block[end.end() :]
    for name in ("transfer-encoding", "content-encoding"):
        for encoding in reversed(headers.get(name, "").lower().split(",")[-MOST_ENCODINGS:]):
            body = _decoded(body, encoding.strip())
    return int(status[1]), headers.get("content-type", ""), body


def _headers(head: bytes) -> dict[str, str]:
    """Headers by name in lower case; if a name is repeated, the first value."""
    found: dict[str, str] = {}
    for line in head.decode("latin-1").splitlines()[1:]:
        name, _, value = line.partition(":")
        found.setdefault(name.strip().lower(), value.strip())
    return found


def _decoded(body: bytes, encoding: str) -> bytes:
    if encoding not in _READERS:
        return body
    read = bytearray()
    try:
        reader = _READERS[encoding](BytesIO(body))
        while len(read) <= MAX_BODY and (part := reader.read(1 << 16)):
            read += part
    except (OSError, ValueError):  # it is cut off, or was never so encoded
        return bytes(read) or body
    return bytes(read)
