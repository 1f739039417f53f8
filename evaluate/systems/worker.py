"""Runs a system in a process of its own, so that its crashes, its hangs and its memory are its own.

The parent writes one JSON line a page to the child's standard input and reads one from its output. Time is CPU time, so
that a busy machine does not fail a system; a child that does not answer for much longer is killed and replaced.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import Any, Self

from iawce.data.errors import EnvironmentMissing
from iawce.evaluate.systems.system import Answer, Ask, load_system

CPU_SECONDS = 20.0
"""Of one page."""
PATIENCE = 6.0
"""Times the CPU limit that a child may take on the clock."""
START = 180.0
"""Seconds in which a child must be ready."""
READY, MISSING = "ready", "missing"


@dataclass(frozen=True, slots=True)
class Output(Answer):
    """Output of a system for a page. ``seconds`` of CPU; ``error``: ``timeout``, ``crash`` or the exception's name."""

    seconds: float = 0.0
    peak_mb: float = 0.0
    error: str = ""


class Worker:
    """One child process that runs one system.

    Args:
        system: its name.
        limit: CPU seconds for a page.

    Raises:
        EnvironmentMissing: the system is not installed.
    """

    def __init__(self, system: str, limit: float = CPU_SECONDS) -> None:
        self.system, self.limit = system, limit
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, html: str, url: str) -> Output:
        """What the system takes out of a page; never raises."""
        line = self._exchange(json.dumps({"html": html, "url": url}), self.limit * PATIENCE)
        if line:
            row = json.loads(line)
            return Output(**row | {"records": tuple(row.get("records", ()))})
        self._end()
        ended_by_us = self._child.returncode == -signal.SIGKILL
        self._start()
        return Output(error="timeout" if ended_by_us else "crash")

    def _start(self) -> None:
        command = [sys.executable, "-m", "iawce.evaluate.systems.worker", self.system, str(self.limit)]
        one_core = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._child = subprocess.Popen(  # noqa: S603 - ourselves
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="surrogatepass",
            env=os.environ | one_core,
        )
        line = self._read(START).strip()
        if line != READY:
            self._end()
            package = line.removeprefix(MISSING).strip() or self.system
            raise EnvironmentMissing(f"{self.system} needs {package}: pip install 'iawce[bench]'")

    def _exchange(self, line: str, patience: float) -> str:
        assert self._child.stdin  # noqa: S101 - opened as a pipe
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except OSError:
            return ""
        return self._read(patience)

    def _read(self, patience: float) -> str:
        """The next line, empty if the child ended or had to be killed."""
        assert self._child.stdout  # noqa: S101 - opened as a pipe
        watch = Timer(patience, self._child.kill)
        watch.start()
        try:
            return self._child.stdout.readline()
        finally:
            watch.cancel()

    def _end(self) -> None:
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe:
                pipe.close()
        try:
            self._child.wait(1)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


def main() -> None:
    """The child: say that the system is ready, then answer each line with one."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogatepass")
    os.dup2(2, 1)  # what a system prints must not come between the answers
    name, limit = sys.argv[1], float(sys.argv[2])
    try:
        system = load_system(name)
    except ModuleNotFoundError as error:
        print(f"{MISSING} {error.name}", file=out, flush=True)
        return
    print(READY, file=out, flush=True)
    signal.signal(signal.SIGPROF, _give_up)
    for line in open(0, encoding="utf-8", errors="surrogatepass"):  # noqa: SIM115 - standard input
        print(json.dumps(_run(system, json.loads(line), limit)), file=out, flush=True)


def _run(system: Ask, page: dict[str, str], limit: float) -> dict[str, Any]:
    started = time.process_time()
    row: dict[str, Any] = {}
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        answer = system(page["html"], page["url"])
        row = asdict(answer)
    except _TimeIsUp:
        row["error"] = "timeout"
    except Exception as error:  # noqa: BLE001 - a system may raise anything; that is a result
        row["error"] = type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    row["seconds"] = time.process_time() - started
    row["peak_mb"] = _peak_mb()
    return row


def _peak_mb() -> float:
    """Largest memory of this process so far, MiB. Linux's resource usage counts the parent's too."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


class _TimeIsUp(BaseException):
    """Not an ``Exception``, so that no system swallows it."""


def _give_up(_: int, __: FrameType | None) -> None:
    raise _TimeIsUp


if __name__ == "__main__":
    main()
