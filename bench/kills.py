"""Commands, runs and crawls that are killed: is each row there once, as without the kills, in the end?

    python -m bench kills sinks --kills 50
    python -m bench kills runs --kills 50 --pages 60
    python -m bench kills crawl --sites PATH/sites --kills 3

``sinks``: of two commands on one output, the one that gets it is killed (SIGKILL) at a random moment, until one ends
before; the other is refused with a message that names its process. For each sink in turn.

``runs``: while served pages are rendered into run folders, the command, a process that extracts and the browser are
killed in turn. A killed command is resumed; the requests show which pages were rendered again.

``crawl``: mirrored sites are crawled together, without a browser. The command is killed with all its processes after a
number of further rows, and resumed. Rows are compared with the requests and the links; the logs of the servers give the
requests open at the same time and the shortest time between two, robots.txt included.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Annotated

import typer

from bench.common.page_kinds import ARTICLE
from bench.common.servers import serve_mirrors, served
from iawce.data.json_file import read_json
from iawce.data.run_folder.input import InputState
from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from tests.kills.contended_output import Outcome, Rows, compare_outputs, hold
from tests.kills.contests import contests, make_pages
from tests.processes import descendants_of

ROOT = Path(__file__).parents[1]
OPTIONS = (*("--type", "article", "--jobs", "2", "--quiet"), *("-s", "run.shard_rows=7", "-s", "politeness.retries=5"))
MARKS = {"process": "iawce.extract.pipeline.processes.answer", "browser": "chromium"}
"""Parts of the command lines of the processes that are killed, besides the command itself."""
Kills = Annotated[int, typer.Option(min=0, help="Kills in all commands together.")]
Seed = Annotated[int, typer.Option()]


def sinks(
    kills: Kills = 50, pages: Annotated[int, typer.Option(help="Pages of each command.")] = 1000, seed: Seed = 1
) -> None:
    """Two commands on one output, one of which is killed."""
    chance = random.Random(seed)
    print("| output | kills | refused | rows | lost | repeated | altered |\n| --- |" + " --- |" * 6)
    with tempfile.TemporaryDirectory() as folder:
        todo, outcomes = contests(*make_pages(Path(folder), pages)), list[Outcome]()
        for place, contest in enumerate(todo):
            if share := (kills + place) // len(todo):
                outcomes.append(hold(contest, share, chance, Path(folder)))
                print(f"| {contest.name} | {' | '.join(map(str, outcomes[-1]))} |", flush=True)
        print(f"| all | {' | '.join(str(sum(counts)) for counts in zip(*outcomes, strict=True))} |")


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


def runs(
    kills: Kills = 50, pages: Annotated[int, typer.Option(help="Pages of each run.")] = 60, seed: Seed = 1
) -> None:
    """Runs of rendered pages, of which the command, a process or the browser is killed."""
    chance, requests = random.Random(seed), Requests()
    kinds = [("command", *MARKS)[number % 3] for number in range(kills)]
    killed, again, total = Counter[str](), 0, Counter[str]()
    names = ("rows", "lost", "repeated", "altered")
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
            total += Counter(dict(zip(names, compare_outputs(calm, read_run(output)), strict=True)))
            print(f"run {number}: {dict(some)}, rendered again: {again}", flush=True)
    print("\n| killed | runs | rows | lost | repeated | altered | rendered again |\n| --- |" + " --- |" * 6)
    shown = ", ".join(f"{count} {kind}" for kind, count in killed.items())
    print(f"| {shown} | {' | '.join(map(str, (number, *(total[name] for name in names), again)))} |")


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


def start(addresses: Path, output: Path) -> "subprocess.Popen[bytes]":
    """Start the command, as it is typed at first and after a kill."""
    command = [sys.executable, "-m", "iawce.scripts", "extract", str(addresses), "-o", f"{output}/", "--resume"]
    with said_of(output).open("w") as said:
        return subprocess.Popen([*command, *OPTIONS], cwd=ROOT, stderr=said)  # noqa: S603 - ourselves


def said_of(output: Path) -> Path:
    """The output of the last command."""
    return output.with_suffix(".txt")


def _ends_within(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    try:
        return process.wait(seconds) is not None
    except subprocess.TimeoutExpired:
        return False


def victim_of(kind: str, command: int) -> int | None:
    """The process to be killed, if there is one."""
    if kind == "command":
        return command
    for process in sorted(descendants_of(command)):
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


def read_run(output: Path) -> Rows:
    """The rows of a run, without fields that differ between renderings."""
    rows = read_rows(output, row_schema())
    return Rows(json.dumps(row | {"timings": {}, "rendered": ""}, sort_keys=True) for row in rows)


def crawl(
    sites: Annotated[Path, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")],
    kills: Kills = 3,
    every: Annotated[int, typer.Option(min=1, help="Rows between two kills.")] = 200,
    delay: Annotated[float, typer.Option(min=0, help="Seconds between two pages of a host.")] = 0.1,
) -> None:
    """A crawl of about a thousand pages: rows, and the requests that the servers saw."""
    with serve_mirrors(sites) as found, tempfile.TemporaryDirectory() as folder:
        run, killed = Path(folder) / "run", 0
        options = ["--render", "never", "--quiet", "-s", "run.workers=4", "-s", "crawl.sitemaps=false"]
        options += ["-s", "politeness.per_host=1", "-s", f"politeness.delay={delay}"]
        command = [sys.executable, "-m", "iawce.scripts", "crawl", *(f"{site.origin}/" for site in found)]
        command += ["-o", f"{run}/", *options]
        while not crawl_until(command, run, (killed + 1) * every if killed < kills else None):
            command = [*command, "--resume"] if not killed else command
            killed += 1
        rows = Counter(str(row["url"]) for row in read_rows(f"{run}/", row_schema()))
        asked = {f"{site.origin}{path}" for site in found for path in site.log.pages}
        with RunState(run / "run.sqlite", is_read=True) as state:
            known = {one.input.url: one.state for one in state.inputs()}
        print(f"{killed} kills, {rows.total()} rows of {len(rows)} addresses")
        print(f"twice: {sum(count > 1 for count in rows.values())}")
        print(f"known, and neither done nor left out: {sum(one in ('queued', 'running') for one in known.values())}")
        print(f"opened, and without row: {len([url for url in asked if url not in known])}")
        for site in found:
            again = sum(count > 1 for count in site.log.pages.values())
            print(
                f"{site.name}: {site.log.pages.total()} requests, {again} pages asked for again after a kill, "
                f"at most {site.log.most} at a time, shortest gap {site.log.shortest_gap:.3f} s"
            )


def crawl_until(command: list[str], run: Path, rows: int | None) -> bool:
    """Run the command until it has written that number of rows, then kill it; whether it ended by itself."""
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)  # noqa: S603 - ourselves
    while process.poll() is None:
        if rows is not None and _done(run) >= rows:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False
        time.sleep(0.2)
    return True


def _done(run: Path) -> int:
    """Number of rows that a crawl has so far."""
    with suppress(OSError), RunState(run / "run.sqlite", is_read=True) as state:
        return state.counts()[InputState.DONE]
    return 0


COMMANDS = {"sinks": sinks, "runs": runs, "crawl": crawl}
