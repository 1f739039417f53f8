"""Commands that are killed while a second one wants the same output: is each row there once, as it should be?

    python -m bench kills --kills 50

For each sink in turn two commands are started on one output. One of them gets it; it is killed (SIGKILL) at a moment
drawn by chance, and two are started anew, until one comes to its end before it is killed. Then one runs undisturbed,
and the rows are held against those of a command that nobody disturbed. Prints what is lost, repeated or altered of all
outputs together, and how many commands were refused with the process of the one that had the output.
"""

import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from iawce.data.sinks import SINKS, address_of, read_rows
from iawce.data.sinks.schema import TEXT
from iawce.data.sinks.sink import KEY
from iawce.extract.output.row_schema import row_schema

ROOT = Path(__file__).parents[1]
EXTRACT = ("extract", "--render", "never", "--type", "article", "-s", "run.site_aware=off", "--jobs", "0", "--quiet")
RECORDS = ("records", "--render", "never", "-s", "records.min_confidence=0", "--quiet")
REFUSED = re.compile(r"another command is writing to .* \(process (\d+)\)")
TABLE = "records"
Rows = Counter[str]


class Contest(NamedTuple):
    """A command and the output that two of it want; ``rows`` reads what is there, each row as a text."""

    name: str
    command: Callable[[Path], list[str]]
    rows: Callable[[Path], Iterator[str]]


class Outcome(NamedTuple):
    """What became of commands, and of rows."""

    kills: int
    refused: int
    rows: int
    lost: int
    repeated: int
    altered: int


def contests(pages: Path, lists: Path) -> list[Contest]:
    """Every sink of rows, a folder of pages, a run folder, and every table to which columns are added."""

    def extract(name: str, target: Path) -> list[str]:
        place = {
            "folder": ["--format", "md", "-o", f"{target}/"],
            "run": ["-o", f"{target}/", "-s", "run.shard_rows=70"],
        }
        return [*EXTRACT, str(pages), *place.get(name, ["-o", str(target)])]

    def fill(target: Path) -> list[str]:
        return [*RECORDS, str(lists), "-o", str(target)]

    suffixes = [name for name in SINKS if name.startswith(".")]
    files = [Contest(f"rows{end}", partial(extract, end), read_extracted) for end in suffixes if end != ".sqlite"]
    tables = [Contest(f"table{end}", fill, read_table) for end in suffixes if end != ".sqlite"]
    run = Contest("run", partial(extract, "run"), read_extracted)
    return [*files, Contest("folder", partial(extract, "folder"), read_folder), run, *tables]


def read_extracted(target: Path) -> Iterator[str]:
    """The rows of pages, without the time that each took."""
    for row in read_rows(target, row_schema()):
        yield json.dumps(row | {"timings": {}}, sort_keys=True)


def read_folder(target: Path) -> Iterator[str]:
    """The rows of a folder with the texts of their files, and the files of no row."""
    lines = [json.loads(line) for line in (target / "index.jsonl").read_text("utf-8").splitlines()]
    for row in lines:
        yield json.dumps([row | {"timings": {}}, (target / row["file"]).read_text("utf-8")], sort_keys=True)
    named = {row["file"] for row in lines} | {"index.jsonl"}
    yield from (path.name for path in target.iterdir() if path.name not in named and path.name[0] != ".")


def read_table(target: Path) -> Iterator[str]:
    """The rows of a table, empty cells left out."""
    kind = SINKS[address_of(str(target))]
    schema = kind(str(target), {KEY: TEXT}, TABLE)._columns()
    for row in kind(str(target), schema, TABLE).read():
        yield json.dumps({name: cell for name, cell in row.items() if cell not in (None, "")}, sort_keys=True)


def make_pages(folder: Path, count: int) -> tuple[Path, Path]:
    """Sources of ``count`` articles, and of a tenth as many lists."""
    articles, lists = folder / "articles.jsonl", folder / "lists.jsonl"
    with articles.open("w") as file:
        for number in range(count):
            html = f"<title>Page {number}</title><p>This is page number {number}, and it says a few words."
            file.write(json.dumps({"ref": f"page {number}", "html": html}) + "\n")
    with lists.open("w") as file:
        for number in range(count // 10):
            items = "".join(f"<li><b>Lamp {number}.{item}</b><p>{item}.50 EUR" for item in range(8))
            row = {"ref": f"list {number}", "html": f"<h1>Lamps</h1><ul>{items}</ul>"}
            file.write(json.dumps(row) + "\n")
    return articles, lists


def start(arguments: list[str]) -> "subprocess.Popen[str]":
    """A command; what it says is kept."""
    command = [sys.executable, "-m", "iawce.scripts", *arguments]
    nowhere, kept = subprocess.DEVNULL, subprocess.PIPE
    return subprocess.Popen(command, stdout=nowhere, stderr=kept, text=True, cwd=ROOT)  # noqa: S603 - ourselves


def finish(arguments: list[str]) -> None:
    """Run a command to its end, which is a good one."""
    process = start(arguments)
    said = process.communicate()[1]
    if process.returncode:
        raise RuntimeError(said)


def disturb(contest: Contest, target: Path, kills: int, chance: random.Random, longest: float) -> tuple[int, int]:
    """Start two commands, kill the one that has the output, until one ends by itself; how many are killed, refused."""
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
            told = REFUSED.search(said)
            if process.returncode not in (0, 2, -signal.SIGKILL) or (told and int(told[1]) not in numbers):
                raise RuntimeError(said)
    return ends[-signal.SIGKILL], ends[2]


def going_on(contest: Contest, target: Path) -> list[str]:
    """The command as it is typed after an interruption."""
    return [*contest.command(target), *(["--resume"] if contest.name[:5] != "table" else [])]


def holder_of(target: Path) -> int:
    """The process that says that it has an output; 0 if none."""
    for path in (*target.parent.glob(f".{target.name}*.lock"), *target.glob(".*.lock")):
        with suppress(OSError, ValueError):
            return int(path.read_text())
    return 0


def hold(contest: Contest, kills: int, chance: random.Random, folder: Path) -> Outcome:
    """Let two commands contend for outputs until ``kills`` were killed; each is compared with that of a calm one."""
    calm, begun, rounds = folder / f"calm-{contest.name}", time.monotonic(), list[Outcome]()
    finish(contest.command(calm))
    longest = (time.monotonic() - begun) / 3
    while (left := kills - sum(outcome.kills for outcome in rounds)) > 0:
        target = folder / f"{len(rounds)}-{contest.name}"
        killed, refused = disturb(contest, target, left, chance, longest)
        finish(going_on(contest, target))
        rounds.append(Outcome(killed, refused, *compare(Rows(contest.rows(calm)), Rows(contest.rows(target)))))
        longest /= 1 if killed else 2
    if any(path.suffix == ".lock" for path in folder.rglob(".*")):
        raise RuntimeError("a lock is left")
    return Outcome(*map(sum, zip(*rounds, strict=True)))


def compare(expected: Rows, found: Rows) -> tuple[int, int, int, int]:
    """How many rows were found, and how many are lost, repeated and altered."""
    missing, more = (expected - found).total(), (found - expected).total()
    repeated = sum(count - expected[row] for row, count in found.items() if count > expected[row] > 0)
    altered = min(missing, more - repeated)
    return found.total(), missing - altered, repeated, altered


def main(
    kills: Annotated[int, typer.Option(help="Over all sinks.")] = 50,
    pages: Annotated[int, typer.Option(help="Of each command.")] = 1000,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    chance = random.Random(seed)
    print("| output | kills | refused | rows | lost | repeated | altered |\n| --- |" + " --- |" * 6)
    with tempfile.TemporaryDirectory() as folder:
        todo = contests(*make_pages(Path(folder), pages))
        for place, contest in enumerate(todo):
            share = (kills + place) // len(todo)
            print(
                f"| {contest.name} | {' | '.join(map(str, hold(contest, share, chance, Path(folder))))} |", flush=True
            )
