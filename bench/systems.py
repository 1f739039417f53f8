"""Systems beside each other on one set with gold: the tables of ``iawce evaluate run``, by the same code.

    python -m bench systems wcxb PATH/wcxb-dev.tar.xz -o runs/wcxb

``SET`` and ``PATH`` are those of ``evaluate run``. The others are compared with the first of ``--systems``; by default,
these are ours with its rules, ours as the papers print them, the two methods of the rules on all pages, and all peers
but the slowest two, which take more time than the others together.
Answers are stored in ``-o`` and taken again while page and system stay the same. ``--tables Text,Records`` prints only
the tables whose titles begin with these words.
"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
from iawce.evaluate.outputs import run_systems
from iawce.evaluate.report.tables import make_report
from iawce.evaluate.scores import score_systems
from iawce.evaluate.systems import OURS, SYSTEMS

METHODS = ("article", "list", "rules", "paper")
SLOW = ("newspaper4k", "goose3")
USUAL = (
    OURS,
    *(f"{OURS}-{name}" for name in METHODS),
    *(name for name in SYSTEMS if not name.startswith(OURS) and name not in SLOW),
)


def main(
    gold: Annotated[str, typer.Argument(metavar="SET", help="Name of a set.")],
    path: Annotated[Path, typer.Argument(help="Path of the set.")],
    systems: Annotated[str, typer.Option(help="Names, with commas.")] = ",".join(USUAL),
    tables: Annotated[str, typer.Option(help="Beginnings of titles, with commas; all tables if empty.")] = "",
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="Systems that run at the same time.")] = 2,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the answers.")] = Path("runs/systems"),
) -> None:
    pages = read_gold(gold, path)[::every]
    outputs = run_systems(pages, systems.split(","), output, processes=processes)
    table = score_systems(pages, outputs, processes=processes)
    report = make_report(table, outputs, GOLD_SETS[gold], f"python -m bench systems {gold} PATH")
    shown = tuple(section for section in report.sections if section.title.startswith(tuple(tables.split(","))))
    print(replace(report, sections=shown).markdown())
