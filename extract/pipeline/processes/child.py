"""A process that answers questions, so that crashes, hangs and memory use affect no other process.

Parent and child communicate over a socket: questions are pickled, replies are JSON, so that a compromised child cannot
make its parent execute code. The limit is CPU time, so that no page fails on a busy machine; a child that does not
answer for much longer is killed, and the next question starts a new one.
"""

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Self

from iawce.data.closing import Closing
from iawce.data.errors import EnvironmentMissing, IawceError, UsageError

PATIENCE = 6.0  # Maximum wall-clock time of a reply, as a multiple of the CPU limit
START = 180.0  # Seconds within which a child must be ready
SPARE = 2  # CPU seconds after the limit within which a child may still report the timeout itself
Function = Callable[[Any], Any]  # A function from a value that can be pickled to a value of JSON


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a child."""

    value: Any = None  # Of the function
    error: str = ""  # ``timeout``, ``crash`` or the name of the exception
    message: str = ""  # Of the exception
    seconds: float = 0.0  # CPU time
    peak_mb: float = 0.0  # Largest memory of the child so far, MiB


class Child(Closing):
    """One process that runs one function. Only one thread may use it at a time.

    ``load``: returns the function; called in the child, where a missing module may raise ``ModuleNotFoundError``.
    ``seconds``: CPU seconds for one answer. ``memory``: bytes that the child may use, 0 for no limit.
    """

    def __init__(self, load: Callable[[], Function], seconds: float, memory: int = 0) -> None:
        self._first = pickle.dumps((load, seconds, memory))
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    @property
    def pid(self) -> int | None:
        """Number of the process, if it runs."""
        return self._process.pid if self._process else None

    def ask(self, question: object) -> Reply:
        """The reply of the function; its exceptions are errors of the reply.

        Raises ModuleNotFoundError, IawceError: as ``start``.
        """
        self.start()
        reply = self._exchange(pickle.dumps(question), PATIENCE * self._seconds)
        if reply.error in ("timeout", "crash", "MemoryError"):  # its state is unknown
            self.close()
        return reply

    def kill(self) -> None:
        """End the process while another thread waits for its answer."""
        if process := self._process:
            process.kill()

    def close(self) -> None:
        """End the process immediately; the next question starts another one."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._connection.close()
            self._process = None

    def start(self) -> None:
        """Start the process unless it runs.

        Raises ModuleNotFoundError, IawceError: raised by ``load``; ``ModuleNotFoundError`` with the name of the module.
        """
        if self._process:
            return
        ours, theirs = socket.socketpair()
        one_core = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                [sys.executable, "-m", "iawce.extract.pipeline.processes.answer", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=os.environ | one_core,
            )
        self._connection = Connection(ours.detach())
        reply = self._exchange(self._first, START)
        if reply.error:
            self.close()
            if reply.error == "ModuleNotFoundError":
                raise ModuleNotFoundError(reply.message, name=reply.message)
            raise project_error(reply) or EnvironmentMissing(f"a process did not start: {reply.error} {reply.message}")

    def _exchange(self, message: bytes, patience: float) -> Reply:
        assert self._process  # noqa: S101 - it was started
        try:
            self._connection.send_bytes(message)
            if not self._connection.poll(patience):
                return Reply(error="timeout")
            return Reply(**json.loads(self._connection.recv_bytes()))
        except (OSError, EOFError):
            is_timeout = self._process.wait() == -signal.SIGXCPU
            return Reply(error="timeout" if is_timeout else "crash")


def project_error(reply: Reply) -> IawceError | None:
    """The error of a reply that is not due to the page: bad usage, or something that is missing on this machine."""
    known = {error.__name__: error for error in (UsageError, EnvironmentMissing)}
    return known[reply.error](reply.message) if reply.error in known else None
