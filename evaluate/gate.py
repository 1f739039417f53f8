"""The gate: floors that our extractors and models must reach on a fixed set of pages, so that no regression passes.

A file of floors is JSON: ``every`` (take each Nth page), and ``floors``, a list of rows with ``system``, ``measure``,
``type`` (empty: all pages) and ``steps``. The last step is in force; each has ``floor`` and, where it is lower than the
step before, a ``reason``. If more is worse, as with unwanted snippets, ``measure`` begins with ``not_``.
"""

import itertools
import json
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.errors import UsageError, refused
from iawce.evaluate.outputs import Output
from iawce.evaluate.scores import ScoreTable, score_page
from iawce.evaluate.systems import load_system

NOT = "not_"


@dataclass(frozen=True, slots=True)
class Checked:
    """One floor and the score reached."""

    system: str
    measure: str
    type: str
    floor: float
    reached: float

    @property
    def is_below(self) -> bool:
        """Whether the floor is broken."""
        return self.reached < self.floor

    def __str__(self) -> str:
        verdict, pages = "BELOW" if self.is_below else "ok", self.type or "all"
        return f"{verdict:5} {self.system} {self.measure} {pages}: {self.reached:.4f}, floor {self.floor:.4f}"


def check_floors(floors: Path, pages: Sequence[GoldPage]) -> list[Checked]:
    """Score our systems on the pages and compare the scores with the floors.

    Raises UsageError: the file holds no floors, one was lowered without a reason, or no page has the measure of one of;
    them.
    """
    with refused(f"{floors} holds no floors", OSError, ValueError, KeyError, TypeError, IndexError):
        file: dict[str, Any] = json.loads(floors.read_text(encoding="utf-8"))
        rows = [(row["system"], row["measure"], row["type"], _in_force(row)) for row in file["floors"]]
    chosen = tuple(pages[:: file.get("every", 1)])
    types: dict[str, set[str]] = {}
    for system, _, of_type, _ in rows:
        types.setdefault(system, set()).add(of_type)
    table = ScoreTable(chosen, {system: _scores(system, chosen, asked) for system, asked in types.items()})
    checked = []
    for system, measure, of_type, floor in rows:
        if (mean := table.mean(system, measure.removeprefix(NOT), of_type)) is None:
            raise UsageError(f"no page has the measure {measure} {of_type}")
        reached = 1 - mean.value if measure.startswith(NOT) else mean.value
        checked.append(Checked(system, measure, of_type, floor, reached))
    return checked


def _in_force(row: dict[str, Any]) -> float:
    steps = row["steps"]
    for before, step in itertools.pairwise(steps):
        if step["floor"] < before["floor"] and not step.get("reason", "").strip():
            raise UsageError(f"the floor of {row['measure']} {row['type']} was lowered without a reason")
    return float(steps[-1]["floor"])


def _scores(system: str, pages: Sequence[GoldPage], types: Set[str]) -> list[dict[str, float]]:
    """Scores of the pages with one of the types, or of all if that is chosen; of others none."""
    extract = load_system(system)
    return [
        {}
        if types.isdisjoint(("", page.type))
        else score_page(page, Output(**asdict(extract(page.html, page.url))), whole=False)
        for page in pages
    ]
