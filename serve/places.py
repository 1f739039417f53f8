"""A limited number of places for work: every waiting caller gets one in turn, however many others wait."""

import asyncio
from collections import deque


class Places:
    """Gives places in turn to all waiting callers, so that one with many requests does not delay the others.

    Args:
        count: of the places.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def is_free(self) -> bool:
        """Whether the next caller would get a place at once."""
        return self._free > 0

    async def take(self, who: str) -> None:
        """Wait for a place; it must be given back by ``leave``."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(who, turn)
            raise

    def leave(self) -> None:
        """Hand a place to the next in turn, or keep it free."""
        if not self._waiting:
            self._free += 1
            return
        who = next(iter(self._waiting))
        queue = self._waiting.pop(who)
        turn = queue.popleft()
        if queue:
            self._waiting[who] = queue  # behind all others
        if turn.done():  # given up, but not yet gone
            self.leave()
        else:
            turn.set_result(None)

    def _give_up(self, who: str, turn: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(who, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[who]
        elif not turn.cancelled():  # given in the very moment
            self.leave()
