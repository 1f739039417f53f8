"""The cost of a row, a text, Markdown and a table in bare parses: today, and of the releases in ``speed.json``.

    python -m bench speed --wcxb PATH/wcxb-dev.tar.xz

Measured as ``iawce evaluate speed`` does it (``evaluate/page_speed.py``), on our own pages and, if given, on pages of
WCXB. What costs over 5 % more than in the last release, as a share of trafilatura's time in the same run, is named: the
changelog says why. Without the extra ``bench`` there is no trafilatura, and nothing is compared. ``--keep VERSION``
adds the figures to ``speed.json``.
"""

import json
import os
import platform
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.evaluate.page_speed import STEPS, time_pages
from tests.evaluate.speed_releases import Ratios, Release, compare_releases, dearer, medians_of, read_releases

KEPT = Path(__file__).with_suffix(".json")
GATE = Path(__file__).resolve().parent.parent / "tests" / "gate" / "pages"
WHAT = " ".join(f"--step {name}" for name in STEPS)
OWN_PAGES = f"iawce evaluate speed folder tests/gate/pages --sample 2 {WHAT}"
WCXB = f"iawce evaluate speed wcxb PATH/wcxb-dev.tar.xz --sample 13 {WHAT}"


def main(
    wcxb: Annotated[Path | None, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Times that each part runs on each page.")] = 3,
    keep: Annotated[str, typer.Option(help="Version under which to keep the figures.")] = "",
) -> None:
    releases = read_releases(KEPT)
    today: dict[str, Ratios] = {}
    sets = {OWN_PAGES: ("folder", GATE, 2)} | ({WCXB: ("wcxb", wcxb, 13)} if wcxb else {})
    for command, (name, path, sample) in sets.items():
        pages, peers = read_gold(name, path)[::sample], find_spec("trafilatura") is not None
        times = {name: time_pages(step.parts(peers=peers), pages, rounds) for name, step in STEPS.items()}
        today[command] = {step: medians_of(found) for step, found in times.items()}
        now = Release(version="today", date="", machine="", bare_parses=today)
        print(compare_releases(command, [*releases, now]) + "\n")
        print(*dearer(command, [*releases, now]), sep="\n")
    if keep:
        release = Release(version=keep, date=f"{datetime.now(UTC):%Y-%m-%d}", machine=machine(), bare_parses=today)
        KEPT.write_text(json.dumps([*releases, release], indent=1) + "\n", encoding="utf-8")


def machine() -> str:
    """Description of the machine: its cores and its Python."""
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    )
