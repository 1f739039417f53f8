"""The cost of a row and of its text in bare parses in each release: stored figures, and their table."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypedDict

from iawce.evaluate.page_speed import Part, row_parts, text_parts
from iawce.evaluate.report.section import Section

STEPS: Mapping[str, Callable[..., dict[str, Part]]] = {"row": row_parts, "text": text_parts}
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
    columns = [dict(_cells(release["bare_parses"][command])) for release in shown]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = tuple((*name, *(column.get(name, "") for column in columns)) for name in names)
    head = ("step", "pages", "part", *(release["version"] for release in shown))
    return Section("Speed in bare parses", head, rows, f"    {command}").markdown()


def _cells(ratios: Ratios) -> Iterator[tuple[tuple[str, str, str], str]]:
    """Each figure with its step, group of pages and part."""
    for step, groups in ratios.items():
        for group, parts in groups.items():
            for part, ratio in parts.items():
                yield (step, group, part), f"{ratio:.1f}"
