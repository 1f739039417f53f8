"""``iawce evaluate``: run systems over pages with gold, score them, report; list sets; the gate."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from iawce.data.errors import UsageError, needing
from iawce.data.limits import MAX_SECONDS, Checked, Count, Positive, Range, Workers
from iawce.scripts.console import Progress, remark, say
from iawce.scripts.options import Overwrite, PageTypeSettings, SettingsOption, keep_existing
from iawce.scripts.program import Command, make_app, typed
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble

evaluate = make_app("Measure systems on pages with gold.")
ALL = "all"
SYSTEMS_HELP = 'A system, may be repeated; "all" for all: {systems}. The others are compared with the first.'
Gold = Annotated[str, typer.Argument(help="Name of a set, as for run.")]
SetPath = Annotated[Path, typer.Argument(help="Path of the set.")]


@dataclass(frozen=True)
class EvaluateSettings(Checked):
    """How systems are measured."""

    measures: Literal["words", "whole"] = "whole"
    """`run`: `words`, the cheap measures; `whole`, also the order of words, and hashes."""
    worst: Count = 5
    """`run`: pages shown side by side for each system."""
    processes: Workers = 2
    """`run`: systems that run at the same time."""
    limit: Annotated[float, Range(0.1, MAX_SECONDS)] = 20.0
    """`run`: CPU seconds for a page."""
    repeat: Positive = 3
    """`speed`: number of runs of each part."""


@evaluate.command("run", cls=Command)
def run(
    gold: Annotated[str, typer.Argument(help="Name of a set: {gold_sets}.")],
    path: SetPath,
    system: Annotated[list[str] | None, typer.Option(help=SYSTEMS_HELP)] = None,
    sample: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 1,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the report.")] = Path("runs/evaluate"),
    overwrite: Overwrite = False,
    settings: SettingsOption = None,
) -> None:
    """Run systems over a set, each in its own processes; write report.md, report.html and every output.

    Outputs are stored in the folder and reused while page, system and models stay the same: an interrupted run
    continues. An existing report is replaced with --overwrite only. -s page_type.model=RECORD measures a correction.
    """
    with needing("bench", "measuring"):  # a long run should not end for want of them
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
        import rapidfuzz  # noqa: F401

        from iawce.evaluate.scores import score_systems
    from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
    from iawce.evaluate.outputs import run_systems
    from iawce.evaluate.report.page import worst_cases, write_page
    from iawce.evaluate.report.tables import make_report
    from iawce.evaluate.systems import SYSTEMS

    chosen, ensemble = _chosen(settings)
    systems = list(SYSTEMS) if system == [ALL] else list(dict.fromkeys(system or ["iawce", "all-text"]))
    pages = read_gold(gold, path)[::sample]
    keep_existing(output / "report.md", overwrite)
    with Progress("answer", total=len(pages) * len(systems)) as progress:
        how: dict[str, Any] = {"processes": chosen.processes, "limit": chosen.limit, "ensemble": ensemble}
        outputs = run_systems(pages, systems, output / "outputs", progress=progress.advance, **how)
    table = score_systems(pages, outputs, whole=chosen.measures == "whole", processes=chosen.processes)
    report = make_report(table, outputs, GOLD_SETS[gold], f"iawce evaluate {typed('evaluate')}")
    cases = worst_cases(table, outputs, chosen.worst)
    (output / "report.html").write_text(write_page(report, table, cases), encoding="utf-8", errors="replace")
    (output / "report.md").write_text(report.markdown(), encoding="utf-8", errors="replace")
    say(report.markdown())


def _chosen(settings: list[str] | None) -> "tuple[EvaluateSettings, PageTypeEnsemble | None]":
    """The settings, and what decides the page type in our own systems, and corrects them; None for what is shipped."""
    given = read_settings(settings, "evaluate")
    chosen = given.make(EvaluateSettings)
    if not any(name.startswith("page_type.") for name in given.changed()):
        return chosen, None
    ensemble = given.make(PageTypeSettings).ensemble()
    ensemble.check_page_types()  # before anything runs
    return chosen, ensemble


@evaluate.command("speed", cls=Command)
def speed(
    gold: Gold,
    path: SetPath,
    sample: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 10,
    step: Annotated[
        list[str] | None, typer.Option(help="parse, classify, extract, row, text, markdown, records; all if left out.")
    ] = None,
    settings: SettingsOption = None,
) -> None:
    """Time each step beside its floor and the fastest peers, on the same pages in one run."""
    from iawce.data.datasets.gold_sets import read_gold

    chosen, ensemble = _chosen(settings)
    if ensemble:
        remark("the shipped models are timed: the settings [page_type] are those of run")
    with needing("bench", "measuring"):
        from iawce.evaluate.speed import ALL_STEPS, parts_of, ratio_section, time_pages

    pages = read_gold(gold, path)[::sample]
    if unknown := set(step or ()) - set(ALL_STEPS):
        raise UsageError(f"there is no step {', '.join(sorted(unknown))}; known are {', '.join(ALL_STEPS)}")
    for name in (one for one in ALL_STEPS if one in (step or ALL_STEPS)):
        with needing("bench", f"the step {name}"):
            say(ratio_section(name, time_pages(parts_of(name), pages, chosen.repeat)).markdown() + "\n\n")


@evaluate.command("data", cls=Command)
def data() -> None:
    """List the sets to measure on."""
    from iawce.data.datasets.gold_sets import GOLD_SETS

    for gold in (GOLD_SETS[name] for name in GOLD_SETS):
        say(f"{gold.name}: {gold.holds}; {gold.source}; {gold.licence}")


@evaluate.command("gate", cls=Command)
def gate(
    floors: Annotated[Path, typer.Argument(help="JSON with the lowest score allowed for each measure.")],
    gold: Gold,
    path: SetPath,
) -> None:
    """Check that no score is below its floor. Exit code 1: one is."""
    from iawce.data.datasets.gold_sets import read_gold
    from iawce.evaluate.gate import check_floors

    found = check_floors(floors, read_gold(gold, path))
    for line in found:
        say(str(line))
    if any(line.is_below for line in found):
        raise typer.Exit(1)
