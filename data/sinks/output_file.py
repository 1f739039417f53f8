"""Output files: checked before work begins, written in complete pieces."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from iawce.data.errors import UsageError, cause_of


def check_file(path: Path) -> None:
    """Check whether a file can be written, without changing it.

    Raises: UsageError: it cannot. ValueError: this is not a valid path.
    """
    with suppress(OSError):
        path.lstat()
    if path.is_dir():
        raise UsageError(f"{path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: {path.parent} is no folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path} cannot be written: no permission")


def holds_bytes(path: Path) -> bool:
    """Whether this is a file with content; devices and pipes have none."""
    return path.is_file() and path.stat().st_size > 0


class OutputFile:
    """A file to which complete pieces are appended; a piece that does not fit is removed again.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path, *, append: bool) -> None:
        self._file = path.open("ab", buffering=0)
        self._is_regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        if self._is_regular and not append:
            self._file.truncate(0)

    def write(self, piece: bytes) -> None:
        """Append a piece, completely or not at all."""
        start = os.fstat(self._file.fileno()).st_size
        rest = memoryview(piece)
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except BaseException:  # a full disk, or a signal between two parts of the piece
            if self._is_regular:
                self._file.truncate(start)
            raise

    def sync(self) -> None:
        """Make sure that the written data survive a power failure.

        Raises:
            OSError: it cannot be.
        """
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside this one to write to; it replaces this one once it is complete."""
    scratch = path.with_name(f".new.{path.name}")
    try:
        yield scratch
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


@contextmanager
def repairing(path: Path) -> Iterator[IO[bytes]]:
    """The file, to be read and shortened.

    Raises:
        UsageError: the work on it raises ``OSError`` or ``ValueError``.
    """
    try:
        with path.open("r+b") as file:
            yield file
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be resumed: {cause_of(error)}") from error
