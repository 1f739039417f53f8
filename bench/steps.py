"""The time of steps of the work, beside their floor and the fastest peers: the tables of ``iawce evaluate speed``.

    python -m bench steps wcxb PATH/wcxb-dev.tar.xz --steps row,text

``row`` and ``text`` are whole pages in bare parses (``evaluate/page_speed.py``); the others are parts of the work, the
first of each table being the floor (``evaluate/speed.py``). Steps with a browser take the elapsed time of
``--rendered`` pages, all others CPU time of every Nth page.
"""

from pathlib import Path
from typing import Annotated

import typer

from iawce.scripts.evaluate import speed


def main(
    gold: Annotated[str, typer.Argument(metavar="SET", help="Name of a set.")],
    path: Annotated[Path, typer.Argument(help="Path of the set.")],
    steps: Annotated[str, typer.Option(help="Names, with commas.")] = "row,text",
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 13,
    repeat: Annotated[int, typer.Option(min=1, help="Times that each part runs.")] = 3,
    rendered: Annotated[int, typer.Option(min=1, help="Pages for the steps with a browser.")] = 6,
) -> None:
    settings = [f"evaluate.repeat={repeat}", f"evaluate.rendered={rendered}"]
    speed(gold, path, every, steps.split(","), settings)
