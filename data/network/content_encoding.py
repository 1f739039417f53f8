"""Unpacks bodies in small steps, so that a small body cannot become a large one unnoticed."""

import zlib
from collections.abc import Iterator

from iawce.data.errors import PageError

ACCEPTED = "gzip, deflate"
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
_FORMATS = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_ZLIB, _RAW)}
_CHUNK = 1 << 16


class Unpacker:
    """Decodes one body.

    Args:
        encoding: value of the header Content-Encoding.

    Raises:
        PageError: ``fetch_error/encoding``, when made or at any step: an encoding that was not requested, or a wrong
        one.
    """

    def __init__(self, encoding: str) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", *_FORMATS):
            raise PageError("fetch_error/encoding", f"bodies encoded as {name[:30]!r} are not read")
        self._formats = list(_FORMATS.get(name, ()))
        self._stream = zlib.decompressobj(self._formats.pop(0)) if self._formats else None
        self._is_begun = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The next bytes of the body, at most 64 KiB at a time if it is compressed."""
        if self._stream is None:
            yield data
            return
        while data:
            part = self._decompress(data)
            self._is_begun = True
            yield part
            data = self._stream.unconsumed_tail
            if self._stream.eof:
                data = self._stream.unused_data
                if not data.startswith(b"\x1f\x8b"):  # bytes after the end are ignored
                    return
                self._stream = zlib.decompressobj(_GZIP)

    def finish(self) -> None:
        """Report the end of the body."""
        if self._stream is not None and self._is_begun and not self._stream.eof:
            raise PageError("fetch_error/encoding", "the body is cut off within its encoding")

    def _decompress(self, data: bytes) -> bytes:
        assert self._stream is not None  # noqa: S101 - asked of packed bodies only
        try:
            return self._stream.decompress(data, _CHUNK)
        except zlib.error as error:
            if self._is_begun or not self._formats:
                raise PageError("fetch_error/encoding", "the body is not encoded as its header says") from error
            self._stream = zlib.decompressobj(self._formats.pop())  # many servers leave the frame of deflate out
            return self._decompress(data)
