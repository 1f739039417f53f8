"""The tables of a run's report, read from the run's state, for any number of inputs."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from iawce.data.page import SAVED_ORIGIN
from iawce.data.run_folder.run_state import LEFT_OUT

LISTED = 20
"""Most pages, reasons or languages in one table."""
EXAMPLES = 3
"""Most example pages of a reason."""
SAMPLE = 100_000
"""Rows whose timings are examined, evenly spread over the run, where it has more."""
SHARES = (50, 90, 99)
"""Percentiles of the timings."""


class PageLink(NamedTuple):
    """A page: its source as given by the user, and its address if it has one."""

    ref: str
    url: str


Cell = str | float | Sequence[PageLink]


@dataclass(frozen=True, slots=True)
class RunTable:
    """A table of a report."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""


def tables(run: sqlite3.Connection) -> Iterator[RunTable]:
    """The tables of a report, without those that would be empty."""
    yield from (table for table in _tables(run) if table.rows)


def _tables(run: sqlite3.Connection) -> Iterator[RunTable]:
    yield RunTable("Statuses", ("status", "reason", "pages", "share", "such as"), list(_reasons(run)))
    yield RunTable("Left out", ("reason", "inputs"), run.execute(LEFT_OUT).fetchmany(LISTED))
    yield RunTable("Page types", ("type", "pages", "share", "mean confidence"), _shares(run, TYPES))
    yield RunTable("Languages", ("language", "pages", "share"), _shares(run, LANGUAGES))
    yield _timings(run)
    yield RunTable("Slowest pages", ("seconds", "type", "status", "page"), list(_pages(run, SLOWEST)))
    yield RunTable("Least confident page types", ("confidence", "type", "status", "page"), list(_pages(run, DOUBTFUL)))


REASONS = (
    "SELECT status, reason, count(*) FROM inputs WHERE state = 'done' GROUP BY status, reason ORDER BY count(*) DESC"
)
EXAMPLE = "SELECT ref, url FROM inputs WHERE state = 'done' AND status = ? AND reason = ? ORDER BY number LIMIT ?"
TYPES = (
    "SELECT type, count(*), avg(confidence) FROM inputs WHERE state = 'done' AND type != '' "
    "GROUP BY type ORDER BY count(*) DESC LIMIT ?"
)
LANGUAGES = (
    "SELECT language, count(*) FROM inputs WHERE state = 'done' AND language != '' "
    "GROUP BY language ORDER BY count(*) DESC LIMIT ?"
)
SLOWEST = (
    "SELECT seconds, type, status, ref, url FROM inputs WHERE state = 'done' AND seconds > 0 "
    "ORDER BY seconds DESC LIMIT ?"
)
DOUBTFUL = (
    "SELECT confidence, type, status, ref, url FROM inputs WHERE state = 'done' AND type != '' AND confidence > 0 "
    "ORDER BY confidence LIMIT ?"
)
TIMINGS = "SELECT timings FROM inputs WHERE state = 'done' AND number % ? = 0"


def _reasons(run: sqlite3.Connection) -> Iterator[tuple[Cell, ...]]:
    found = run.execute(REASONS).fetchall()
    total = sum(count for *_, count in found)
    for status, reason, count in found[: 2 * LISTED]:
        pages = run.execute(EXAMPLE, (status, reason, EXAMPLES))
        yield status, reason, count, _percent(count / total), [page_link(*page) for page in pages]


def _shares(run: sqlite3.Connection, question: str) -> list[tuple[Cell, ...]]:
    found = run.execute(question, (LISTED,)).fetchall()
    total = run.execute("SELECT count(*) FROM inputs WHERE state = 'done'").fetchone()[0]
    return [(name, count, _percent(count / total), *(f"{mean:.2f}" for mean in rest)) for name, count, *rest in found]


def _timings(run: sqlite3.Connection) -> RunTable:
    head = ("step", "pages", "mean, s", *(f"{share} %" for share in SHARES), "most, s")
    rows: list[tuple[Cell, ...]] = []
    for step, seconds in times_of(run).items():
        values = (np.mean(seconds), *np.percentile(seconds, SHARES), max(seconds))
        rows.append((step, len(seconds), *(f"{value:.3f}" for value in values)))
    return RunTable("Seconds a page, by step", head, rows, f"Of at most {SAMPLE} pages, spread over the run.")


def times_of(run: sqlite3.Connection) -> dict[str, list[float]]:
    """Seconds of each step, and ``all`` of them, of a sample of the pages."""
    every = 1 + (run.execute("SELECT max(number) FROM inputs").fetchone()[0] or 0) // SAMPLE
    times = defaultdict[str, list[float]](list)
    for (timings,) in run.execute(TIMINGS, (every,)):
        steps = json.loads(timings)
        for step, seconds in steps.items():
            times[step].append(seconds)
        if steps:
            times["all"].append(sum(steps.values()))
    return dict(times)


def _pages(run: sqlite3.Connection, question: str) -> Iterable[tuple[Cell, ...]]:
    for number, page_type, status, ref, url in run.execute(question, (LISTED,)):
        yield f"{number:.2f}", page_type, status, [page_link(ref, url)]


def page_link(ref: str, url: str) -> PageLink:
    """A page with its address on the web."""
    return PageLink(ref, "" if url == SAVED_ORIGIN else url)


def _percent(share: float) -> str:
    return f"{share:.1%}"


def finished_by_time(run: sqlite3.Connection, parts: int) -> tuple[list[float], list[Any]]:
    """Seconds since the first page was finished, and pages a second of up to ``parts`` equal stretches of time."""
    first, last = run.execute("SELECT min(finished), max(finished) FROM inputs WHERE state = 'done'").fetchone()
    if not last or last == first:
        return [], []
    parts = min(parts, int(last - first) + 1)
    width = (last - first) / parts
    question = (
        "SELECT min(CAST((finished - ?) / ? AS INTEGER), ?), count(*) FROM inputs WHERE state = 'done' GROUP BY 1"
    )
    counts = dict(run.execute(question, (first, width, parts - 1)))
    return [part * width for part in range(parts)], [counts.get(part, 0) / width for part in range(parts)]
