"""Writes the report of a run: its tables, and plots of its rates and timings (``report.html.j2``)."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from iawce.data.errors import quantity
from iawce.data.network.address import is_web
from iawce.data.page import SAVED_ORIGIN
from iawce.data.run_folder.run_state import LEFT_OUT, RunState
from iawce.data.sinks.output_file import replacing

TEMPLATE = "report.html.j2"
LISTED = 20  # Most pages, reasons or languages in one table
EXAMPLES = 3  # Most example pages of a reason
SAMPLE = 100_000  # Rows whose timings are examined, evenly spread over the run, where it has more
SHARES = (50, 90, 99)  # Percentiles of the timings
PARTS = 80  # Stretches of time in the plot of rates
BINS = 30  # Of the plot of timings
MAX_LENGTH = 300  # Characters of an address that are shown
QUESTIONS = {
    "states": "SELECT replace(state, '_', ' '), count(*) FROM inputs GROUP BY state ORDER BY state",
    "reasons": "SELECT status, reason, count(*) FROM inputs WHERE state = 'done' GROUP BY status, reason "
    "ORDER BY count(*) DESC LIMIT 2 * :listed",
    "left_out": LEFT_OUT + " LIMIT :listed",
    "types": "SELECT type, count(*), avg(confidence) FROM inputs WHERE state = 'done' AND type != '' "
    "GROUP BY type ORDER BY count(*) DESC LIMIT :listed",
    "languages": "SELECT language, count(*) FROM inputs WHERE state = 'done' AND language != '' "
    "GROUP BY language ORDER BY count(*) DESC LIMIT :listed",
    "slowest": "SELECT seconds, type, status, ref, url FROM inputs WHERE state = 'done' AND seconds > 0 "
    "ORDER BY seconds DESC LIMIT :listed",
    "doubtful": "SELECT confidence, type, status, ref, url FROM inputs "
    "WHERE state = 'done' AND type != '' AND confidence > 0 ORDER BY confidence LIMIT :listed",
    "starts": "SELECT started, ifnull(ended, started), process, versions FROM starts ORDER BY number",
}
"""What the tables show, by name."""
OF_REASON = "SELECT ref, url FROM inputs WHERE state = 'done' AND status = ? AND reason = ? ORDER BY number LIMIT ?"


class Bars(NamedTuple):
    """Bars of a plot, with their labels and the unit of their heights, of which there is one at least."""

    title: str
    labels: Sequence[str]
    heights: Sequence[float]
    unit: str


def write_report(state: RunState, path: Path, name: str) -> None:
    """Write the report of a run, completely or not at all. Raises OSError: it cannot be written, or read."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - at the end of a run

    loader = FileSystemLoader(Path(__file__).parent)
    templates = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    templates.filters |= {"from_json": json.loads, "json": json.dumps, "quantity": quantity}
    templates.filters["utc"] = lambda seconds, form: datetime.fromtimestamp(seconds, UTC).strftime(form)
    templates.tests |= {"figure": _is_number, "address": lambda url: url != SAVED_ORIGIN and is_web(url)}
    shown: dict[str, Any] = {"name": name, "shares": [f"{share} %" for share in SHARES], "sample": SAMPLE}
    shown["most"] = MAX_LENGTH
    with state.reading() as run:
        shown |= {key: run.execute(question, {"listed": LISTED}).fetchall() for key, question in QUESTIONS.items()}
        shown["done"] = run.execute("SELECT count(*) FROM inputs WHERE state = 'done'").fetchone()[0]
        shown["examples"] = [run.execute(OF_REASON, (*one[:2], EXAMPLES)).fetchall() for one in shown["reasons"]]
        found = run.execute("SELECT value FROM notes WHERE key = 'settings'").fetchone()
        shown["settings"] = json.loads(found[0] if found else "{}")
        shown["seconds"] = sum(_worked(run, begin, end) for begin, end, *_ in shown["starts"])
        times = _times_of(run)
        shown["timings"] = [
            (
                step,
                len(all_of),
                *(f"{value:.3f}" for value in (np.mean(all_of), *np.percentile(all_of, SHARES), max(all_of))),
            )
            for step, all_of in times.items()
        ]
        shown["plots"] = list(_plots(run, times.get("all", [])))
    with replacing(path) as scratch, scratch.open("w", encoding="utf-8") as file:
        file.writelines(templates.get_template(TEMPLATE).generate(**shown))


def _is_number(cell: str | float) -> bool:
    text = str(cell)
    return text[:1].isdigit() and text.rstrip("%").replace(".", "", 1).isdigit()


def _worked(run: sqlite3.Connection, begin: float, end: float) -> float:
    """Seconds from a start to its end; of a process that was killed, and of this one, to its last page."""
    following = run.execute("SELECT min(started) FROM starts WHERE started > ?", (begin,)).fetchone()[0]
    question = "SELECT max(finished) FROM inputs WHERE finished >= ? AND finished < ?"
    last = run.execute(question, (begin, following or float("inf"))).fetchone()[0]
    return float(max(end, last or begin) - begin)


def _times_of(run: sqlite3.Connection) -> dict[str, list[float]]:
    """Seconds of each step, and ``all`` of them, of a sample of the pages."""
    every = 1 + (run.execute("SELECT max(number) FROM inputs").fetchone()[0] or 0) // SAMPLE
    times = defaultdict[str, list[float]](list)
    for (timings,) in run.execute("SELECT timings FROM inputs WHERE state = 'done' AND number % ? = 0", (every,)):
        steps = json.loads(timings)
        for step, seconds in steps.items():
            times[step].append(seconds)
        if steps:
            times["all"].append(sum(steps.values()))
    return dict(times)


def _plots(run: sqlite3.Connection, times: Sequence[float]) -> Iterator[Bars]:
    starts, rates = _finished_by_time(run)
    if starts:
        unit, length = next((pair for pair in (("h", 3600), ("min", 60)) if starts[-1] >= 5 * pair[1]), ("s", 1))
        labels = _distinct_numbers([start / length for start in starts], unit)
        yield Bars("Pages finished a second", labels, rates, "pages/s")
    if seconds := [time for time in times if time > 0]:
        counts, edges = np.histogram(np.log10(seconds), BINS)
        labels = _distinct_numbers([10**edge for edge in edges[:-1]], "s")
        yield Bars("Seconds a page took, all steps together", labels, counts.tolist(), "pages")


def _finished_by_time(run: sqlite3.Connection) -> tuple[list[float], list[Any]]:
    """Seconds since the first page was finished, and pages a second of up to ``PARTS`` equal stretches of time."""
    first, last = run.execute("SELECT min(finished), max(finished) FROM inputs WHERE state = 'done'").fetchone()
    if not last or last == first:
        return [], []
    parts = min(PARTS, int(last - first) + 1)
    width = (last - first) / parts
    question = (
        "SELECT min(CAST((finished - ?) / ? AS INTEGER), ?), count(*) FROM inputs WHERE state = 'done' GROUP BY 1"
    )
    counts = dict(run.execute(question, (first, width, parts - 1)))
    return [part * width for part in range(parts)], [counts.get(part, 0) / width for part in range(parts)]


def _distinct_numbers(values: Sequence[float], unit: str) -> list[str]:
    """Numbers as labels with the fewest digits by which they differ, seven at most."""
    for digits in range(3, 8):
        labels = [
            f"{np.format_float_positional(value, digits, unique=False, fractional=False, trim='-')} {unit}"
            for value in values
        ]
        if len(set(labels)) == len(labels):
            break
    return labels
