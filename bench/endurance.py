"""Many pages through one Extractor: is there a right row for each, and do memory and number of processes stay constant?

    python -m bench endurance --pages 1000                          # ordinary pages
    python -m bench endurance --pages 300 --mixed                   # late, hostile and ordinary ones in turn
    python -m bench endurance --pages 20000 --run runs/many/        # a run folder, no browser

Prints the outcomes of each kind of page, wrong rows, and memory and processes over time. Memory is the unshared memory
(USS) of this process and all that it started, browsers included; Linux only.
"""

from collections import Counter
from contextlib import nullcontext
from itertools import cycle, islice
from typing import Annotated

import numpy as np
import typer

from bench.common.page_kinds import HOSTILE, LATE, MARK, NORMAL, Kind, handler_of
from bench.common.processes import Processes, look
from bench.common.servers import served
from iawce.data.network.settings import NetworkSettings
from iawce.data.render.settings import RenderSettings
from iawce.data.run_folder.input import Input, input_id
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.sink import Existing
from iawce.extract import Extractor
from iawce.extract.output.row_schema import row_schema

EVERY = 10
"""Least pages between two checks of the processes."""
MAX_LOOKS = 400
SHARD_ROWS = 1000
"""Rows of a shard of a run folder."""


def run(
    kinds: tuple[Kind, ...], count: int, extractor: Extractor, output: RunFolder | None
) -> tuple[Counter[tuple[str, str]], list[Processes]]:
    """Extract ``count`` pages; returns the number of pages by kind and outcome, and the processes over time."""
    outcomes: Counter[tuple[str, str]] = Counter()
    seen: list[Processes] = []
    by_name = {kind.name.replace(" ", "%20"): kind for kind in kinds}
    every = max(EVERY, count // MAX_LOOKS)
    with served(handler_of(kinds)) as origin:
        addresses = (f"{origin}/{name}?{number}" for number, name in enumerate(islice(cycle(by_name), count)))
        inputs = (Input(input_id(address, address), address, address) for address in addresses)
        begun = (one.url for one in inputs if not output or output.begin(one))
        for number, row in enumerate(extractor.extract_many(begun, ordered=False)):
            if output:
                output.write(row.to_dict())
            kind = by_name[row.url.rpartition("/")[2].partition("?")[0]]
            is_right = row.reason.startswith(kind.reason) if kind.reason else MARK in row.text
            outcomes[kind.name, row.reason or row.status if is_right else f"WRONG {row.reason or row.text[:40]!r}"] += 1
            if number % every == 0:
                seen.append(look())
                print(f"{number} pages, {seen[-1].number} processes, {seen[-1].megabytes:.0f} MB", flush=True)
    return outcomes, seen


def main(
    pages: Annotated[int, typer.Option(min=1, help="Number of pages.")] = 1000,
    mixed: Annotated[bool, typer.Option("--mixed", help="Late and hostile pages among the ordinary ones.")] = False,
    deadline: Annotated[float, typer.Option(help="Seconds for one page.")] = 30.0,
    run_to: Annotated[str, typer.Option("--run", help="Run folder for the rows, made without a browser.")] = "",
) -> None:
    kinds = (*NORMAL, *LATE, *NORMAL, *HOSTILE) if mixed else NORMAL
    network, processes = NetworkSettings(fetch=bool(run_to)), 2 if run_to else 0
    extractor = Extractor(render_settings=RenderSettings(deadline=deadline), network=network, processes=processes)
    output = RunFolder(run_to, row_schema(), shard_rows=SHARD_ROWS).prepare(Existing.OVERWRITE) if run_to else None
    with extractor, output or nullcontext() as folder:
        outcomes, seen = run(kinds, pages, extractor, folder)
        if folder:
            folder.complete()
    print("\n| kind | pages | outcome |\n| --- | --- | --- |")
    for (kind, outcome), count in sorted(outcomes.items()):
        print(f"| {kind} | {count} | `{outcome}` |")
    wrong = sum(count for (_, outcome), count in outcomes.items() if outcome.startswith("WRONG"))
    quarter = max(1, len(seen) // 4)
    early, late = (
        np.mean([each.megabytes for each in part]) for part in (seen[quarter : 2 * quarter], seen[-quarter:])
    )
    most = max(each.number for each in seen)
    print(f"\n{wrong} wrong rows; second quarter {early:.0f} MB, last {late:.0f} MB; at most {most} processes")
