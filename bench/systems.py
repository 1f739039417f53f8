"""Systems beside each other on one set with gold: the tables of ``iawce evaluate run``, by the same code.

    python -m bench systems wcxb PATH/wcxb-dev.tar.xz -o runs/wcxb

``SET`` and ``PATH`` are those of ``evaluate run``. The others are compared with the first of ``--systems``; by default,
these are ours with its rules, ours as the papers print them, the two methods of the rules on all pages, and all peers
but the slowest two, which take more time than the others together. ``Far behind``: pages on which the first is 0.1
behind the best of the others, and what they cost the mean; by ``--unseen``, ``predictions.jsonl`` of a training of the
block model, its word F1 is that of models that were trained on no page of the site.
Answers are stored in ``-o`` and taken again while page and system stay the same. ``--tables Text,Records`` prints only
the tables whose titles begin with these words.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
from iawce.evaluate.outputs import run_systems
from iawce.evaluate.report.tables import Section, make_report
from iawce.evaluate.scores import ScoreTable, score_systems
from iawce.evaluate.systems import OURS, SYSTEMS

FAR = 0.1
OTHERS = (name for name in SYSTEMS if not name.startswith(OURS) and name not in ("newspaper4k", "goose3"))
USUAL = (OURS, *(f"{OURS}-{name}" for name in ("article", "list", "rules", "paper")), *OTHERS)


def main(
    gold: Annotated[str, typer.Argument(metavar="SET", help="Name of a set.")],
    path: Annotated[Path, typer.Argument(help="Path of the set.")],
    systems: Annotated[str, typer.Option(help="Names, with commas.")] = ",".join(USUAL),
    tables: Annotated[str, typer.Option(help="Beginnings of titles, with commas; all tables if empty.")] = "",
    unseen: Annotated[Path | None, typer.Option(help="Word F1 of the first system on unseen sites.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="Systems that run at the same time.")] = 2,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the answers.")] = Path("runs/systems"),
) -> None:
    pages = read_gold(gold, path)[::every]
    outputs = run_systems(pages, systems.split(","), output, processes=processes)
    table = score_systems(pages, outputs, processes=processes)
    report = make_report(table, outputs, GOLD_SETS[gold], f"python -m bench systems {gold} PATH")
    rows = map(json.loads, unseen.read_text(encoding="utf-8").splitlines() if unseen else ())
    sections = [*report.sections, far_behind(table, {row["id"]: row["f1"] for row in rows if row["set"] == gold})]
    shown = tuple(section for section in sections if section.title.startswith(tuple(tables.split(","))))
    print(replace(report, sections=shown).markdown())


def far_behind(table: ScoreTable, unseen: Mapping[str, float]) -> Section:
    """The pages of each type on which the first system is far behind the best of the others."""
    first, *others = table.rows.values()
    lost = defaultdict[str, list[tuple[float, str]]](list)
    for page, row, *best in zip(table.pages, first, *others, strict=True):
        if row.keys() >= {"f1"}:
            most = max((one["f1"] for one in best), default=0)
            lost[page.type].append((most - unseen.get(page.id, row["f1"]), page.id))
    rows = list[tuple[str, ...]]()
    for kind, pairs in sorted(lost.items()):
        far = sorted((pair for pair in pairs if pair[0] > FAR), reverse=True)
        cost = sum(loss for loss, _ in far) / len(pairs)
        rows.append((kind, str(len(pairs)), str(len(far)), f"{cost:.4f}", " ".join(name for _, name in far)))
    return Section("Far behind", ("type", "pages", "far behind", "cost of the mean", "which"), rows)
