"""An event loop whose clock jumps to the next thing to do: waiting takes no time, and every time is exact."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.now


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        self._loop.now += timeout or 0.0
        return super().select(0)


def run_jumping(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine that only waits for time."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work)
