"""Use of a whole machine: pages a second on several cores compared with one.

    python -m bench cores PATH/wcxb/dev/html --pages 600 --rounds 2

Runs ``iawce extract`` on saved pages into a run folder, in turn on one core and on the given number, with as many
processes as cores. The rate is that between the tenth and the ninetieth percentile of the pages in the run's state, so
that neither the start of the processes nor the last pages count; also printed are the rate over the whole time and the
used share of the cores' time.
"""

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

ROOT = Path(__file__).parents[1]
COMMAND = ("extract", "-s", "run.site_aware=off", "--quiet", "--overwrite")


class Run(NamedTuple):
    """Pages a second in the middle of a run and over all of it, and the used share of the cores' time."""

    rate: float
    whole: float
    used: float


def run_on(cores: list[int], pages: list[Path], output: Path, options: list[str]) -> Run:
    """Extract pages on some cores of this machine."""
    command = [sys.executable, "-m", "iawce.scripts", *COMMAND, *options, "-o", f"{output}/"]
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        done = subprocess.run([*command, *map(str, pages)], cwd=ROOT, check=False)  # noqa: S603 - ourselves
    finally:
        os.sched_setaffinity(0, here)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}")
    seconds, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(middle_rate(output), len(pages) / seconds, processor / seconds / len(cores))


def middle_rate(output: Path) -> float:
    """Pages a second between the first and the last tenth of a run."""
    state = sqlite3.connect(output / "run.sqlite")
    finished = [time for (time,) in state.execute("SELECT finished FROM inputs WHERE state = 'done' ORDER BY finished")]
    state.close()
    first, last = len(finished) // 10, len(finished) - 1 - len(finished) // 10
    return float((last - first) / (finished[last] - finished[first]))


def main(
    folder: Annotated[Path, typer.Argument(help="Saved pages.")],
    pages: Annotated[int, typer.Option(help="Pages of each run, evenly spread over the folder.")] = 600,
    rounds: Annotated[int, typer.Option(min=1, help="Runs on each number of cores, in turn.")] = 2,
    most: Annotated[int, typer.Option(min=2, help="Cores to compare with one.")] = 2,
    render: Annotated[str, typer.Option(help="As for extract; always: two at a time for each core.")] = "never",
) -> None:
    every = sorted(path for path in folder.rglob("*") if path.is_file())
    chosen = [every[number] for number in np.linspace(0, len(every) - 1, min(pages, len(every)), dtype=int)]
    cores = sorted(os.sched_getaffinity(0))[:most]
    runs = defaultdict[int, list[Run]](list)
    with tempfile.TemporaryDirectory() as scratch:
        for _ in range(rounds):
            for count in (1, len(cores)):
                options = ["--render", render, "-s", f"run.processes={count}", "-s", f"run.workers={2 * count}"]
                runs[count].append(run_on(cores[:count], chosen, Path(scratch) / "run", options))
                print(f"{count}: {runs[count][-1]}", file=sys.stderr, flush=True)
    print("| cores | pages/s | over the whole time | used of the cores' time |\n| --- | --- | --- | --- |")
    means = {count: Run(*np.mean(found, axis=0)) for count, found in runs.items()}
    for count, mean in means.items():
        print(f"| {count} | {mean.rate:.1f} | {mean.whole:.1f} | {mean.used:.0%} |")
    print(f"\n{len(cores)} cores: {means[len(cores)].rate / means[1].rate:.2f} times one")
