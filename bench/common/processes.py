"""Number of processes and the memory that they do not share; Linux only."""

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.processes import descendants, descendants_of


class Processes(NamedTuple):
    """Number of processes, this one and all that it started, and their unshared memory."""

    number: int
    megabytes: float


def look() -> Processes:
    """Number and unshared memory of this process and all that it started."""
    found = {os.getpid(), *descendants()}
    return Processes(len(found), sum(map(_private, found)))


def memory_by_program(process: int) -> Counter[str]:
    """Unshared megabytes of another process and all that it started, by program."""
    found = Counter[str]()
    for number in (process, *descendants_of(process)):
        found["service" if number == process else _program_of(number)] += round(_private(number))
    return found


def _program_of(process: int) -> str:
    try:
        command = Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return "ended"
    kinds = {"--type=renderer": "tabs", "chrom": "browser", "processes.answer": "processes"}
    return next((kind for part, kind in kinds.items() if part in command), "driver")


def _private(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
