"""Rows are there once, as they should be, though a command was killed while another wanted the same output."""

import random
from pathlib import Path

import pytest

from tests.kills.contended_output import hold
from tests.kills.contests import contests, make_pages

SINKS = ["rows.jsonl", "rows.db", "run", "table.csv"]
MORE = ["rows.parquet", "folder", "table.db"]
"""With ``SINKS`` one of each kind that there is."""


@pytest.mark.parametrize("name", SINKS + [pytest.param(name, marks=pytest.mark.slow) for name in MORE])
def test_no_row_is_lost_repeated_or_altered(name: str, tmp_path: Path) -> None:
    found = {contest.name: contest for contest in contests(*make_pages(tmp_path, 100))}
    outcome = hold(found[name], 1, random.Random(name), tmp_path)
    assert (outcome.kills, outcome.lost, outcome.repeated, outcome.altered) == (1, 0, 0, 0)
    assert outcome.rows
    assert outcome.rows % (80 if name.startswith("table") else 100) == 0
