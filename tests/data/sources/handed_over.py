"""What the readers' tests share."""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from iawce.data.page import Page
from iawce.data.snapshot import Snapshot
from iawce.data.sources.source import read_sources


def pages_of(*sources: object, base_url: str = "", screenshots: bool = False) -> list[Page]:
    """Pages of the sources, of which none may be a snapshot."""
    found = list(read_sources(map(str, sources), base_url, screenshots=screenshots))
    assert not any(isinstance(page, Snapshot) for page in found)
    return [page for page in found if isinstance(page, Page)]


def errors_of(*sources: object, screenshots: bool = False) -> list[str]:
    return [page.error for page in pages_of(*sources, screenshots=screenshots)]


def put_picture(path: Path) -> Path:
    Image.new("RGB", (8, 8)).save(path)
    return path


class EndlessPipe(io.RawIOBase):
    """Standard input that never ends, and counts the parts that were taken."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.taken, self._parts, self._ahead = 0, parts, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._ahead:
            self.taken += 1
            self._ahead = next(self._parts)
        part, self._ahead = self._ahead[: len(buffer)], self._ahead[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def as_stdin(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(io.BufferedReader(self))
