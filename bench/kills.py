"""Commands that are killed while a second one wants the same output: is each row there once, as it should be?

    python -m bench kills --kills 50

For each sink in turn two commands are started on one output. One of them gets it; it is killed (SIGKILL) at a moment
drawn by chance, and two are started anew, until one comes to its end before it is killed. Then one runs undisturbed,
and the rows are held against those of a command that nobody disturbed. Prints what is lost, repeated or altered of all
outputs together, and how many commands were refused with the process of the one that had the output.
"""

import random
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from iawce.evaluate.kills.contended_output import Outcome, hold
from iawce.evaluate.kills.contests import contests, make_pages


def main(
    kills: Annotated[int, typer.Option(help="Over all sinks.")] = 50,
    pages: Annotated[int, typer.Option(help="Of each command.")] = 1000,
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
