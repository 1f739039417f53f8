"""A run whose processes are killed: does each page have its row in the end, and was none rendered twice?

    python -m bench run_kills --kills 50 --pages 60

Pages are served on localhost and rendered into a run folder. Repeatedly, one process of the command is killed (SIGKILL)
at a random moment: the command itself, one that extracts, or the browser, in turn. A command that was killed is started
again with ``--resume``; when a run is complete, another one begins. The rows of each are compared with those of an
undisturbed run, and the server's requests with the pages that were rendered when a command was killed.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Annotated

import typer

from bench.common.page_kinds import ARTICLE
from bench.common.processes import descendants_of
from bench.common.served import served
from iawce.data.json_file import read_json
from iawce.data.run_folder.input import InputState
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from tests.kills.contended_output import Rows, compare_outputs

ROOT = Path(__file__).parents[1]
OPTIONS = (
    *("--type", "article", "--jobs", "2", "--quiet"),
    *("-s", "run.shard_rows=7", "-s", "politeness.retries=5"),
)
MARKS = {"process": "iawce.extract.pipeline.processes.answer", "browser": "chromium"}
"""Parts of the command lines of the processes that are killed, besides the command itself."""


class Requests(Counter[str]):
    """Number of requests by address."""

    origin = ""

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Answers every request with an article."""
        seen = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen[seen.origin + self.path] += 1
                ARTICLE(self)

            def log_message(self, *_: object) -> None:
                return

        return Handler


def start(addresses: Path, output: Path) -> "subprocess.Popen[bytes]":
    """Start the command, as it is typed at first and after a kill."""
    command = [sys.executable, "-m", "iawce.scripts", "extract", str(addresses), "-o", f"{output}/", "--resume"]
    with said_of(output).open("w") as said:
        return subprocess.Popen([*command, *OPTIONS], cwd=ROOT, stderr=said)  # noqa: S603 - ourselves


def said_of(output: Path) -> Path:
    """The output of the last command."""
    return output.with_suffix(".txt")


def victim_of(kind: str, command: int) -> int | None:
    """The process to be killed, if there is one."""
    if kind == "command":
        return command
    for process in sorted(descendants_of(command) - {command}):
        with suppress(OSError):
            line = Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")
            if MARKS[kind] in line and "--type=" not in line:
                return process
    return None


def rendered(output: Path) -> set[str]:
    """The addresses whose rows or snapshots a run has."""
    kept = {str(read_json(path)["url"]) for path in output.glob("spool/*/*/snapshot.json")}
    with RunState(output / "run.sqlite", is_read=True) as state:
        return kept | {known.input.url for known in state.inputs(InputState.DONE)}


def disturb(
    addresses: Path, output: Path, kinds: list[str], chance: random.Random, requests: Requests
) -> tuple[Counter[str], set[str]]:
    """Run a command to its end, and kill the processes that ``kinds`` names on the way, the last first.

    Returns:
        Number of kills by kind, and the pages that were requested again though they were rendered when the command was
        killed.
    """
    kills, before, again = Counter[str](), Requests(), set[str]()
    process = start(addresses, output)
    while kinds and not _ends_within(process, chance.uniform(0.3, 4)):
        victim = victim_of(kinds[-1], process.pid) if (output / "run.sqlite").exists() else None
        if not victim:
            continue
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            kills[kinds.pop()] += 1
        if victim == process.pid:
            process.wait()
            again |= {address for address, count in before.items() if requests[address] > count}
            before = Requests({address: requests[address] for address in rendered(output)})
            process = start(addresses, output)
    if process.wait() not in (0, 1):
        raise RuntimeError(f"exit code {process.returncode}: {said_of(output).read_text()}")
    return kills, again | {address for address, count in before.items() if requests[address] > count}


def _ends_within(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    try:
        return process.wait(seconds) is not None
    except subprocess.TimeoutExpired:
        return False


def outcomes(output: Path) -> dict[str, int]:
    """How many rows there are by reason; success has none."""
    with RunState(output / "run.sqlite", is_read=True) as state:
        return {reason or status: count for (status, reason), count in state.outcomes().items()}


def read_run(output: Path) -> Rows:
    """The rows of a run, without fields that differ between renderings."""
    rows = read_rows(output, row_schema())
    return Rows(json.dumps(row | {"timings": {}, "rendered": ""}, sort_keys=True) for row in rows)


def main(
    kills: Annotated[int, typer.Option(help="Kills in all runs together.")] = 50,
    pages: Annotated[int, typer.Option(help="Pages of each run.")] = 60,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    chance, requests = random.Random(seed), Requests()
    kinds = [("command", *MARKS)[number % 3] for number in range(kills)]
    killed, again, total = Counter[str](), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as scratch, served(requests.handler()) as origin:
        requests.origin = origin
        folder, addresses = Path(scratch), Path(scratch) / "addresses.txt"
        addresses.write_text("".join(f"{origin}/page/{number}\n" for number in range(pages)))
        disturb(addresses, folder / "calm", [], chance, requests)
        calm, number = read_run(folder / "calm"), 0
        while kinds:
            output = folder / f"run-{number}"
            some, twice = disturb(addresses, output, kinds, chance, requests)
            killed, again, number = killed + some, again + len(twice), number + 1
            names = ("rows", "lost", "repeated", "altered")
            total += Counter(dict(zip(names, compare_outputs(calm, read_run(output)), strict=True)))
            print(f"run {number}: {dict(some)}, {outcomes(output)}, rendered again: {again}", flush=True)
    print("\n| killed | runs | rows | lost | repeated | altered | rendered again |\n| --- |" + " --- |" * 6)
    shown = ", ".join(f"{count} {kind}" for kind, count in killed.items())
    figures = (number, *(total[name] for name in names), again)
    print(f"| {shown} | {' | '.join(map(str, figures))} |")
