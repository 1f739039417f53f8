"""Closes connections whose callers neither send a request nor read the answer."""

import asyncio
import socket

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
"""Seconds in which the head of a request must arrive."""
STALL = 60.0
"""Seconds in which a caller must read some of an answer."""


class PromptProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with limits of time for the caller."""

    _heading: asyncio.TimerHandle | None = None
    _stalling: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the head of a request; answers are buffered as little as possible."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read on; the first bytes of a further request begin its time."""
        if self._heading is None and self.conn.their_state is h11.IDLE:
            self._await_head()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop("_heading")

    def pause_writing(self) -> None:
        """The caller does not read the answer."""
        super().pause_writing()
        self._stalling = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        """The caller reads again."""
        self._stop("_stalling")
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop("_heading")
        self._stop("_stalling")
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._heading = self.loop.call_later(HEAD, self.transport.abort)

    def _stop(self, name: str) -> None:
        if waiting := getattr(self, name):
            waiting.cancel()
            setattr(self, name, None)
