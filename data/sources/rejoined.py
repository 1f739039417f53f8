"""A stream whose beginning has been read, read again from its beginning."""

import io
from typing import IO


class Rejoined(io.RawIOBase):
    """The bytes that were read from a stream, then the following ones.

    Args:
        begun: the bytes that were read.
        rest: the stream, which is left open.
    """

    def __init__(self, begun: bytes, rest: IO[bytes]) -> None:
        self._begun, self._rest = io.BytesIO(begun), rest

    def readable(self) -> bool:
        """It is for reading only."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes; 0 at the end."""
        view = memoryview(buffer)
        part = self._begun.read(len(view)) or self._rest.read(len(view))
        view[: len(part)] = part
        return len(part)
