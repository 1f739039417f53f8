"""Two commands compete for one output, and the one that has it is killed: is each row there once and unaltered?

One of them is killed (SIGKILL) at a random moment, and two are started again, until one ends before it is killed. Then
one runs undisturbed, and the rows are compared with those of an undisturbed command.
"""

import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.kills.contests import Contest

REFUSED = re.compile(r"another command is writing to .* \(process (\d+)\)")
Rows = Counter[str]


class Outcome(NamedTuple):
    """Numbers of killed and refused commands, and of found, lost, repeated and altered rows."""

    kills: int
    refused: int
    rows: int
    lost: int
    repeated: int
    altered: int


def start(arguments: list[str]) -> "subprocess.Popen[str]":
    """Start a command whose output is kept."""
    command = [sys.executable, "-m", "iawce.scripts", *arguments]
    nowhere, kept = subprocess.DEVNULL, subprocess.PIPE
    return subprocess.Popen(command, stdout=nowhere, stderr=kept, text=True)  # noqa: S603 - ourselves


def finish(arguments: list[str]) -> None:
    """Run a command to its end, which must be successful."""
    process = start(arguments)
    said = process.communicate()[1]
    if process.returncode:
        raise RuntimeError(said)


def disturb(contest: Contest, target: Path, kills: int, chance: random.Random, longest: float) -> tuple[int, int]:
    """Start two commands and kill the one with the output, until one ends; the numbers of killed and refused ones."""
    ends = Counter[int]()
    while not ends[0] and ends[-signal.SIGKILL] < kills:
        pair = [start(going_on(contest, target)) for _ in range(2)]
        numbers = {process.pid for process in pair}
        while (holder := holder_of(target)) not in numbers and None in [process.poll() for process in pair]:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, longest))
        for process in pair:
            if process.pid == holder and process.poll() is None:
                process.kill()
        for process in pair:
            said = process.communicate()[1]
            ends[process.returncode] += 1
            named_holder = REFUSED.search(said)
            if process.returncode not in (0, 2, -signal.SIGKILL) or (
                named_holder and int(named_holder[1]) not in numbers
            ):
                raise RuntimeError(said)
    return ends[-signal.SIGKILL], ends[2]


def going_on(contest: Contest, target: Path) -> list[str]:
    """The command as it is typed after an interruption."""
    return [*contest.command(target), *(["--resume"] if contest.name[:5] != "table" else [])]


def holder_of(target: Path) -> int:
    """The process that has locked an output; 0 if none."""
    for path in (*target.parent.glob(f".{target.name}*.lock"), *target.glob(".*.lock")):
        with suppress(OSError, ValueError):
            return int(path.read_text())
    return 0


def hold(contest: Contest, kills: int, chance: random.Random, folder: Path) -> Outcome:
    """Let two commands compete for outputs until ``kills`` were killed; compare each with an undisturbed one."""
    calm, begun, rounds = folder / f"calm-{contest.name}", time.monotonic(), list[Outcome]()
    finish(contest.command(calm))
    longest = (time.monotonic() - begun) / 3
    while (left := kills - sum(outcome.kills for outcome in rounds)) > 0:
        target = folder / f"{len(rounds)}-{contest.name}"
        killed, refused = disturb(contest, target, left, chance, longest)
        finish(going_on(contest, target))
        rounds.append(Outcome(killed, refused, *compare_outputs(Rows(contest.rows(calm)), Rows(contest.rows(target)))))
        longest /= 1 if killed else 2
    if any(path.suffix == ".lock" for path in folder.rglob(".*")):
        raise RuntimeError("a lock is left")
    return Outcome(*map(sum, zip(*rounds, strict=True)))


def compare_outputs(expected: Rows, found: Rows) -> tuple[int, int, int, int]:
    """Numbers of found, lost, repeated and altered rows."""
    missing, more = (expected - found).total(), (found - expected).total()
    repeated = sum(count - expected[row] for row, count in found.items() if count > expected[row] > 0)
    altered = min(missing, more - repeated)
    return found.total(), missing - altered, repeated, altered
