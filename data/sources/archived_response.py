"""Answers of servers as archives hold them: status line, headers, and the body as it was sent, or unpacked already."""

import re
from collections.abc import Callable
from io import BytesIO

from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader, WarcReader, ZstdReader

from iawce.data.errors import PageError
from iawce.data.html.read import MAX_BODY

LONGEST_HEAD = 1 << 18
"""Bytes of status line and headers."""
MOST_ENCODINGS = 8
"""Of one header; each is unpacked as a whole."""
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
    """Status, content type and body of an answer.

    The body is unpacked, to one byte more than a page may have. Many archives keep the headers of an encoding that
    they have undone: where the bytes are not so encoded, they are the body.

    Raises:
        PageError: ``input/bad_record``, this is no answer.
    """
    status, end = _STATUS.match(block), _END.search(block, 0, LONGEST_HEAD)
    if not status or not end:
        raise PageError("input/bad_record", "the record holds no answer of a server")
    headers = _headers(block[: end.start()])
    body = block[end.end() :]
    for name in ("transfer-encoding", "content-encoding"):
        for encoding in reversed(headers.get(name, "").lower().split(",")[-MOST_ENCODINGS:]):
            body = _decoded(body, encoding.strip())
    return int(status[1]), headers.get("content-type", ""), body


def _headers(head: bytes) -> dict[str, str]:
    """Headers by name in lower case; of several of one name the first."""
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
    except (OSError, ValueError):  # it is cut off, or it was never so encoded
        return bytes(read) or body
    return bytes(read)
