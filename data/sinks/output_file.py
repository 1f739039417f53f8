"""Output files: checked before work begins, written in complete pieces."""

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO
from urllib.parse import quote

from iawce.data.errors import UsageError, refused
from iawce.data.terminal import write_out

MAX_NAME = 200  # Most bytes of the name of a lock; in a longer one, a hash replaces the output's name
NAMED_WITHIN = 0.1  # Seconds in which a command with a lock has also written its number there


def check_file(path: Path) -> None:
    """Check whether a file can be written. Raises: UsageError: it cannot. ValueError: this is not a valid path."""
    with suppress(OSError):
        path.lstat()
    if path.is_dir():
        raise UsageError(f"{path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: {path.parent} is no folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path} cannot be written: no permission")


def make_folder(folder: Path, named: str, held: ExitStack) -> None:
    """Make the folder ``named`` so in messages; the end of ``held`` removes it if nothing was written there.

    Raises UsageError: it cannot be made, as its parent is missing, or it is no folder.
    """
    if folder.is_dir():
        return
    if folder.exists():
        raise UsageError(f"{named} cannot be written to: it is no folder")
    if not folder.parent.is_dir():
        raise UsageError(f"{named} cannot be made: {folder.parent} is no folder")
    folder.mkdir(exist_ok=True)
    held.callback(_remove_if_empty, folder)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def holds_bytes(path: Path) -> bool:
    """Whether this is a file with content; devices and pipes have none."""
    return path.is_file() and path.stat().st_size > 0


class OutputFile:
    """A file to which pieces are appended, each whole or not at all. Raises OSError: it cannot be opened."""

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
        """Make sure that the written data survive a power failure. Raises OSError: it cannot be."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class StandardFile:
    """Standard output in place of such a file; it stays open."""

    def write(self, piece: bytes) -> None:
        """Write a piece."""
        write_out(piece.decode())

    def close(self) -> None:
        """Leave it open."""


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
    """The file, to be read and shortened. Raises UsageError: the work on it raises ``OSError`` or ``ValueError``."""
    with refused(f"{path} cannot be resumed", OSError, ValueError), path.open("r+b") as file:
        yield file


@contextmanager
def sole_writer(path: Path, table: str = "") -> Iterator[None]:
    """Keep other commands away from an output, or from a table of it.

    A file beside it is locked, which contains the number of this process and is removed afterwards. A killed process
    leaves the file, but not the lock: the next command takes it over. If the folder allows no new file, the output
    itself is locked. Devices and pipes are open to any number of commands.

    Raises UsageError: another command, whose process it names, works on it, or a file has the name of a lock; OSError:
    it cannot be locked.
    """
    if path.exists() and not path.is_file():
        yield
        return
    output = Path(os.path.realpath(path))
    is_beside = os.access(output.parent, os.W_OK)
    lock = output.with_name(_lock_name(output.name, table)) if is_beside else output
    is_own = False
    with _locked(lock, path) as file:
        try:
            if is_beside:
                said, about = os.pread(file, 20, 0), os.fstat(file)  # a lock is empty, or has a number
                if about.st_nlink > 1 or about.st_size >= len(said) + 1 or not (said.isdigit() or not said):
                    raise UsageError(f"{lock} is in the way: a file that is no lock, where one would be kept")
                is_own = True
                with suppress(OSError):  # a full disk has room for a lock without a name
                    os.truncate(file, 0)
                    os.pwrite(file, str(os.getpid()).encode(), 0)
            yield
        finally:
            if is_own and _is_at(file, lock):
                lock.unlink()  # removed while locked: a command that opened it meanwhile notices this


def claim_file(path: Path, held: ExitStack, table: str = "") -> None:
    """Check a file, and lock it until ``held`` ends. Raises UsageError: it cannot be written, or is locked."""
    check_file(path)
    held.enter_context(sole_writer(path, table))


def _lock_name(name: str, table: str) -> str:
    """A hidden name, with a suffix that is not a source format; tables are named in lower case."""
    whole = f".{name}.{quote(table.lower(), safe='', errors='replace')}.lock" if table else f".{name}.lock"
    raw = os.fsencode(whole)
    return whole if len(raw) <= MAX_NAME else f".{sha256(raw).hexdigest()}.lock"


@contextmanager
def _locked(lock: Path, path: Path) -> Iterator[int]:
    """The descriptor of a locked file. Raises UsageError: it is locked already; OSError: locking is impossible."""
    while True:
        with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "r+b", buffering=0) as opened:
            file = opened.fileno()
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(NAMED_WITHIN)
                said = os.pread(file, 20, 0)
                holder = f" (process {int(said)})" if said.isdigit() else ""
                ways = "wait for its end, or name another output"
                raise UsageError(f"another command is writing to {path}{holder}: {ways}") from None
            if _is_at(file, lock):  # otherwise its holder has finished and removed it
                yield file
                return


def _is_at(file: int, path: Path) -> bool:
    """Whether an open file is still at its path."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.stat(follow_symlinks=False))
    return False
