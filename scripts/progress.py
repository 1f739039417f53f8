"""How far a command is: a bar on a terminal, otherwise a line now and then."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from iawce.data.errors import quantity
from iawce.scripts.console import is_quiet, is_terminal, remark

if TYPE_CHECKING:
    from iawce.scripts.progress_bar import ProgressBar

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """Counts what is done.

    Args:
        noun: what is counted, in the singular.
        total: how many there are, if that is known.
        before: how many of them were done by an earlier run.
        is_shown: False where results on the same terminal show how far the command is.
        clock: seconds that only go up.
    """

    def __init__(
        self,
        noun: str,
        *,
        total: int | None = None,
        before: int = 0,
        is_shown: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._noun, self._total, self._before, self._is_shown, self._clock = noun, total, before, is_shown, clock
        self._done, self._started = 0, clock()
        self._last_line = self._started
        is_bar = is_shown and is_terminal() and not is_quiet()
        self._bar = _make_bar(noun, total, before) if is_bar else None

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, note: str = "", steps: int = 1) -> None:
        """Count ``steps`` more; ``note`` stands beside them."""
        self._done += steps
        if self._bar:
            self._bar.advance(steps, f"{self._speed()} {note}")
            return
        now = self._clock()
        if self._is_shown and now - self._last_line >= EVERY:
            self._last_line = now
            remark(", ".join(filter(None, (self._so_far(), self._speed(), note))))

    def rate(self) -> str:
        """What was done and how fast."""
        return f"{quantity(self._done, self._noun)} in {self._clock() - self._started:.1f} s, {self._speed()}"

    def _so_far(self) -> str:
        done = self._before + self._done
        if self._total is None:
            return quantity(done, self._noun)
        return f"{done} of {quantity(self._total, self._noun)}"

    def _speed(self) -> str:
        rate = self._done / max(self._clock() - self._started, 1e-9)
        return f"{rate:.1f} {self._noun}s/s" if rate >= 1 else f"{rate:.2g} {self._noun}s/s"


def _make_bar(noun: str, total: int | None, before: int) -> "ProgressBar":
    from iawce.scripts.progress_bar import ProgressBar

    return ProgressBar(f"{noun}s", total, before)
