"""Commands that are killed while a second one wants the same output: is each row there once, as it should be?

    python -m bench kills --kills 50

For each sink in turn two commands are started on one output. The one that gets the output is killed (SIGKILL) at a
random moment, and two are started again, until one ends before it is killed. Then one runs undisturbed, and the rows
are compared with those of an undisturbed command. Prints the numbers of lost, repeated and altered rows, and of
commands that were refused with a message that names the process which had the output.
"""

import random
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tests.kills.contended_output import Outcome, hold
from tests.kills.contests import contests, make_pages


def main(
    kills: Annotated[int, typer.Option(help="Kills over all sinks.")] = 50,
    pages: Annotated[int, typer.Option(help="Pages of each command.")] = 1000,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    chance = random.Random(seed)
    print("| output | kills | refused | rows | lost | repeated | altered |\n| --- |" + " --- |" * 6)
    with tempfile.TemporaryDirectory() as folder:
        todo, outcomes = contests(*make_pages(Path(folder), pages)), list[Outcome]()
        for place, contest in enumerate(todo):
            share = (kills + place) // len(todo)
            outcomes.append(hold(contest, share, chance, Path(folder)))
            print(f"| {contest.name} | {' | '.join(map(str, outcomes[-1]))} |", flush=True)
        print(f"| all | {' | '.join(str(sum(counts)) for counts in zip(*outcomes, strict=True))} |")
