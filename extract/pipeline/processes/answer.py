"""The program of a ``Child``: reads the function, then answers each question until the end."""

import contextlib
import gc
import json
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from math import ceil
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from iawce.extract.pipeline.processes.child import SPARE, Function


def main() -> None:
    """Run in the process that ``Child`` starts, whose argument is the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent receives it, too, and ends this process
    signal.signal(signal.SIGPROF, _give_up)
    connection = Connection(int(sys.argv[1]))
    with contextlib.suppress(EOFError, OSError):  # the parent has ended
        load, seconds, memory = pickle.loads(connection.recv_bytes())  # noqa: S301 - from the parent
        functions: list[Function] = []
        reply = _run(lambda _: functions.append(load()), None)
        connection.send_bytes(json.dumps(reply).encode())
        gc.freeze()  # loaded objects stay: without this, each full collection would examine all of them
        if memory:
            with contextlib.suppress(ValueError, OSError):  # systems without such a limit
                resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
        while functions:
            question = pickle.loads(connection.recv_bytes())  # noqa: S301 - from the parent
            connection.send_bytes(_within(seconds, lambda: _run(functions[0], question)))  # noqa: B023 - run at once


def _within(seconds: float, work: Callable[[], dict[str, Any]]) -> bytes:
    """The reply as JSON; CPU time is limited by a signal and, during C code, by the kernel."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    most = ceil(_cpu_seconds() + seconds) + SPARE
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    started = _cpu_seconds()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        reply = work()
        signal.setitimer(signal.ITIMER_PROF, 0)
    except _TimeIsUp:
        reply = {"error": "timeout"}
    return json.dumps(reply | {"seconds": _cpu_seconds() - started, "peak_mb": _peak_mb()}).encode()


def _run(function: Function, question: object) -> dict[str, Any]:
    try:
        return {"value": function(question)}
    except ModuleNotFoundError as error:
        return {"error": "ModuleNotFoundError", "message": error.name}
    except Exception as error:  # noqa: BLE001 - a function may raise anything; that is a reply
        name = "MemoryError" if isinstance(error, MemoryError) else type(error).__name__
        return {"error": name, "message": str(error)}


def _cpu_seconds() -> float:
    """CPU time of this process; while a limit is set, its clock has a resolution of a few milliseconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _peak_mb() -> float:
    """Largest memory of this process so far, MiB. Resource usage of Linux would include that of the parent."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


class _TimeIsUp(BaseException):
    """Not an ``Exception``, so that no handler catches it."""


def _give_up(_: int, __: FrameType | None) -> None:
    raise _TimeIsUp


if __name__ == "__main__":
    main()
