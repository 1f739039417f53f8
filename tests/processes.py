"""Processes that a test has started."""

import os
import time
from pathlib import Path

PATIENCE = 3000
"""Tenths of a second that processes get to end: a busy machine is twenty times slower."""


def descendants() -> set[int]:
    """Processes that this one has started, directly or not, and that have not ended."""
    return descendants_of(os.getpid())


def descendants_of(process: int) -> set[int]:
    """Processes that another one has started, directly or not, and that have not ended."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if entry.name.isdecimal() and state != "Z":
            parents[int(entry.name)] = int(parent)
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def wait_until_only(before: set[int]) -> set[int]:
    """What is left of the processes started since ``before``, once they had time to end."""
    for _ in range(PATIENCE):
        if not descendants() - before:
            break
        time.sleep(0.1)
    return descendants() - before
