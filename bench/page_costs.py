"""The cost of pages made to be expensive: the row, the time and the memory of the whole command.

    python -m bench page_costs                    # all kinds, each by itself, then in turn
    python -m bench page_costs --kind arrays

``iawce extract`` extracts two pages of each kind at once, in two workers, among ordinary pages. Memory is the maximum
of the command and all that it has started, browser included, with shared memory counted once (PSS); Linux only. Prints
a Markdown table.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from bench.common.page_kinds import ARTICLE, TEXT, Kind, handler_of, page, raw, script
from bench.common.processes import descendants_of
from bench.common.served import served
from iawce.data.errors import INCOMPLETE, PageWarning, WarningKind

ROOT = Path(__file__).parents[1]
PAUSE = 0.05
"""Seconds between two checks of the memory."""
KEEP = "<script>const kept = []; {}</script>"
CANVAS = """setInterval(() => {
  const one = document.body.appendChild(document.createElement("canvas"));
  one.width = one.height = 8000;
  one.getContext("2d").fillRect(0, 0, 8000, 8000);
}, 10)"""


def greedy(code: str) -> Kind:
    """A page with text whose script allocates memory."""
    return Kind("", page(f"<main>{TEXT}</main>{KEEP.replace('{}', code)}"))


KINDS = {
    "an article": Kind("", ARTICLE),
    "arrays": greedy("setInterval(() => kept.push(new Uint8Array(5e7).fill(1)), 10)"),
    "arrays of one endless script": greedy("for (;;) kept.push(new Uint8Array(5e7).fill(1))"),
    "canvases": greedy(CANVAS),
    "objects": greedy("setInterval(() => { for (let i = 0; i < 1e5; i++) kept.push({i, text: 'x' + i}); }, 1)"),
    "blobs": greedy("setInterval(() => kept.push(new Blob([new Uint8Array(5e7).fill(kept.length)])), 10)"),
    "elements without end": Kind("", script("setInterval(() => { for (let i = 0; i < 2e4; i++) "
        "document.body.append(document.createElement('p')); }, 1)", f"<main>{TEXT}</main>")),
    "an endless script": Kind("", page(f"<main>{TEXT}</main><script>while (true);</script>")),
    "19 MB of text": Kind("", page(f"<main>{TEXT}<p>{'word ' * 3_800_000}</main>")),
    "400,000 paragraphs": Kind("", page(f"<main>{TEXT}{'<p>a word' * 400_000}</main>")),
    "20,000 levels": Kind("", page(f"{'<div>' * 20_000}<main>{TEXT}</main>")),
    "25 MB": Kind("", raw(b"<p>word " * 3_100_000)),
}  # fmt: skip


class Cost(NamedTuple):
    """Outcomes of pages, elapsed seconds of the command, and its maximum of megabytes."""

    outcomes: list[str]
    seconds: float
    megabytes: float


def cost_of(origin: str, names: list[str], folder: Path) -> Cost:
    """Extract the pages of those names by one command."""
    output = folder / f"{time.monotonic()}.jsonl"
    addresses = [f"{origin}/{name.replace(' ', '%20')}?{number}" for number, name in enumerate(names)]
    command = [sys.executable, "-m", "iawce.scripts", "extract", *addresses, "-s", "run.workers=2", "-o", str(output)]
    begun, most = time.monotonic(), 0.0
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT) as process:  # noqa: S603 - ourselves
        while process.poll() is None:
            most = max(most, sum(map(shared_out, descendants_of(process.pid))))
            time.sleep(PAUSE)
    rows = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    return Cost([outcome(row) for row in rows], time.monotonic() - begun, most)


def outcome(row: dict[str, Any]) -> str:
    """The reason, or the status with the details of warnings about missing parts."""
    warnings = [PageWarning(**warning) for warning in row["warnings"]]
    lost = [str(one) for one in warnings if one.kind in INCOMPLETE | {WarningKind.SCRIPTS_OFF}]
    return str(row["reason"]) or ", ".join([row["status"], *lost])


def shared_out(process: int) -> float:
    """Megabytes of a process, including its part of the shared memory."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6


def main(
    kind: Annotated[list[str] | None, typer.Option(help="Only pages of this kind; may be repeated.")] = None,
) -> None:
    names = kind or list(KINDS)
    kinds = tuple(one._replace(name=name) for name, one in KINDS.items())
    print("| page, twice | row | seconds of the command | MB at most |\n| --- | --- | --- | --- |")
    with served(handler_of(kinds)) as origin, tempfile.TemporaryDirectory() as folder:
        for name in names:
            cost = cost_of(origin, ["an article", name, name, "an article"], Path(folder))
            wrong = "" if [cost.outcomes[0], cost.outcomes[-1]] == ["success"] * 2 else " (WRONG: ordinary pages)"
            rows = " or ".join(dict.fromkeys(cost.outcomes[1:-1]))
            print(f"| {name} | `{rows}`{wrong} | {cost.seconds:.0f} | {cost.megabytes:.0f} |", flush=True)
        if not kind:
            cost = cost_of(origin, [*names, *names], Path(folder))
            print(f"| all in turn | | {cost.seconds:.0f} | {cost.megabytes:.0f} |")
