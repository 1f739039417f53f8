"""The figures of releases in bare parses, as ``bench/speed.json`` keeps them, side by side."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import numpy as np

from iawce.evaluate.report.tables import Section
from iawce.evaluate.speed import PageTimes
from iawce.evaluate.systems import OURS

Ratios = dict[str, dict[str, dict[str, float]]]
"""Bare parses by step, group of pages, and part."""


class Release(TypedDict):
    """The figures of one version, by the command that measures them."""

    version: str
    date: str
    machine: str
    bare_parses: dict[str, Ratios]


def read_releases(path: Path) -> list[Release]:
    """The releases in a JSON file, the oldest first."""
    releases: list[Release] = json.loads(path.read_text(encoding="utf-8"))
    return releases


def compare_releases(command: str, releases: list[Release]) -> str:
    """A table: a row for each step, group of pages and part, a column for each release measured in this way."""
    shown = [release for release in releases if command in release["bare_parses"]]
    columns = [
        {
            (step, group, part): f"{ratio:.1f}"
            for step, groups in release["bare_parses"][command].items()
            for group, parts in groups.items()
            for part, ratio in parts.items()
        }
        for release in shown
    ]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = [(*name, *(column.get(name, "") for column in columns)) for name in names]
    head = ("step", "pages", "part", *(release["version"] for release in shown))
    return Section("Speed in bare parses", head, rows, f"    {command}").markdown()


RISE = 0.05
"""Rise of a cost that the changelog explains."""


def dearer(command: str, releases: list[Release]) -> Iterator[str]:
    """A line for each step and group of which the last release costs more than the one before it, measured like it.

    Compared are the times as shares of that of the step's first peer, so that another machine makes no difference.
    """
    ratios = [release["bare_parses"][command] for release in releases if command in release["bare_parses"]]
    if len(ratios) < 2:
        return
    before, now = (_shares(one) for one in ratios[-2:])
    for (step, group), share in now.items():
        known = before.get((step, group))
        if known and share > (1 + RISE) * known:
            rise = f"{share / known - 1:.0%}"
            yield f"{step} of {group} costs {rise} more ({share:.2f} of the peer, {known:.2f}): CHANGELOG.md says why"


def _shares(ratios: Ratios) -> dict[tuple[str, str], float]:
    return {
        (step, group): parts[OURS] / next(value for part, value in parts.items() if part != OURS)
        for step, groups in ratios.items()
        for group, parts in groups.items()
        if len(parts) > 1
    }


def medians_of(times: PageTimes) -> dict[str, dict[str, float]]:
    """Median ratio of each part, by group."""
    ratios = {part: times.ratios(part) for part in times.seconds}
    return {
        group: {part: float(np.median(ratios[part][places])) for part in ratios}
        for group, places in times.groups().items()
    }
