"""Recently read pages, so that all parts of a page come from one extraction."""

import time
from collections import OrderedDict
from collections.abc import Callable

from iawce.extract.output.extraction import Extraction

MOST = 20_000_000
"""Characters of all rows together, except the last one."""
LIFE = 600.0
"""Seconds."""


class RecentPages:
    """The last rows by address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[str, tuple[float, Extraction]] = OrderedDict()

    def find(self, url: str) -> Extraction | None:
        """The row of an address, unless it is too old."""
        until, row = self._kept.get(url, (0.0, None))
        return row if until > self._now() else None

    def keep(self, url: str, row: Extraction) -> None:
        """Remember a row, and forget the oldest if they are too long."""
        self._kept[url] = self._now() + LIFE, row
        self._kept.move_to_end(url)
        while len(self._kept) > 1 and sum(_size(row) for _, row in self._kept.values()) > MOST:
            self._kept.popitem(last=False)


def _size(row: Extraction) -> int:
    return len(row.text) + len(row.html) + len(row.markdown)
