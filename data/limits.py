"""What one page may cost, and the CPU time that it has left."""

import math
import time
from dataclasses import dataclass

from iawce.data.errors import PageError, UsageError


@dataclass(frozen=True, slots=True)
class Limits:
    """Most of everything for one page.

    ``seconds``: CPU time to parse, classify and extract it; a page that needs more has no row with content, and one
    that needs more for printing alone is cut. ``elements`` and ``text`` (characters): what comes after them in the
    document is not read. ``blocks`` and ``output`` (characters, of text and of HTML each): what comes after them is not
    printed. ``records``: those of a page beyond this number are left out. ``memory``: bytes that a process which
    extracts pages may use. ``browser_memory``: bytes that the browser's process of a page may use, and all of
    them together (a quarter for each page that is rendered at the same time, if that is more). What is cut is a warning
    ``truncated``.

    Raises:
        UsageError: one is not positive.
    """

    seconds: float = 30.0
    elements: int = 500_000
    text: int = 20_000_000
    blocks: int = 5_000
    output: int = 20_000_000
    records: int = 5_000
    memory: int = 4 << 30
    browser_memory: int = 2_000_000_000

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not 0 < getattr(self, name) < math.inf:
                raise UsageError(f"the limit {name} must be a number above 0, not {getattr(self, name)}")


class Deadline:
    """CPU time of the current thread, since a busy machine must not fail a page.

    Args:
        seconds: from now on.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self._end = seconds, time.thread_time() + seconds

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return time.thread_time() > self._end

    def check(self) -> None:
        """Continue only if there is time left.

        Raises:
            PageError: ``timeout/extract``.
        """
        if self.is_over:
            raise PageError("timeout/extract", f"not done within {self.seconds:g} s of computing")
