"""A pipe, for readers that need the position."""

import io
from typing import IO


class Forward:
    """A stream that is read only forward, and has a position.

    Args:
        stream: to be read.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._position = stream, 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        part = self._stream.read(size)
        self._position += len(part)
        return part

    def tell(self) -> int:
        """How many bytes were read."""
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Accept the current position.

        Raises: io.UnsupportedOperation: another position is requested.
        """
        if (offset, whence) not in ((self._position, io.SEEK_SET), (0, io.SEEK_CUR)):
            raise io.UnsupportedOperation("a pipe cannot go back")
        return self._position

    def close(self) -> None:
        """Whoever opened the stream closes it."""
