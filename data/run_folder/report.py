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
LISTED = 20
"""Most pages, reasons or languages in one table."""
EXAMPLES = 3
"""Most example pages of a reason."""
SAMPLE = 100_000
"""Rows whose timings are examined, evenly spread over the run, where it has more."""
SHARES = (50, 90, 99)
"""Percentiles of the timings."""
PARTS = 80
"""Stretches of time in the plot of rates."""
BINS = 30
"""Of the plot of timings."""
MAX_LENGTH = 300
"""Characters of an address that are shown."""


class PageLink(NamedTuple):
    """A page: its shortened source as given by the user, and its address if it is one of the web."""

    shown: str
    url: str


Cell = str | float | Sequence[PageLink]


class RunTable(NamedTuple):
    """A table of a report."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""


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
    templates.filters["is_number"] = _is_number
    with state.reading() as run:
        shown = {"about": list(_about(run)), "plots": list(_plots(run)), "tables": list(_tables(run))}
    with replacing(path) as scratch, scratch.open("w", encoding="utf-8") as file:
        file.writelines(templates.get_template(TEMPLATE).generate(name=name, **shown))


def _is_number(cell: str | float) -> bool:
    text = str(cell)
    return text[:1].isdigit() and text.rstrip("%").replace(".", "", 1).isdigit()


def _about(run: sqlite3.Connection) -> Iterator[str]:
    states = dict(run.execute("SELECT state, count(*) FROM inputs GROUP BY state"))
    shown = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in sorted(states.items()))
    yield f"Inputs: {shown or 'none'}."
    started = run.execute("SELECT started, ifnull(ended, started) FROM starts ORDER BY number").fetchall()
    if started:
        seconds = sum(_worked(run, begin, end) for begin, end in started)
        first = datetime.fromtimestamp(started[0][0], UTC)
        rate = f", {states.get('done', 0) / seconds:.3g} pages/s" if seconds > 0 else ""
        yield f"Begun {first:%Y-%m-%d %H:%M} UTC, {quantity(len(started), 'start')}, {seconds:.0f} s of work{rate}."


def _worked(run: sqlite3.Connection, begin: float, end: float) -> float:
    """Seconds from a start to its end; of a process that was killed, and of this one, to its last page."""
    following = run.execute("SELECT min(started) FROM starts WHERE started > ?", (begin,)).fetchone()[0]
    question = "SELECT max(finished) FROM inputs WHERE finished >= ? AND finished < ?"
    last = run.execute(question, (begin, following or float("inf"))).fetchone()[0]
    return float(max(end, last or begin) - begin)


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


def _tables(run: sqlite3.Connection) -> Iterator[RunTable]:
    """The tables of a report, without those of pages that would be empty."""
    of_pages = (
        RunTable("Statuses", ("status", "reason", "pages", "share", "such as"), list(_reasons(run))),
        RunTable("Left out", ("reason", "inputs"), run.execute(LEFT_OUT).fetchmany(LISTED)),
        RunTable("Page types", ("type", "pages", "share", "mean confidence"), _shares(run, TYPES)),
        RunTable("Languages", ("language", "pages", "share"), _shares(run, LANGUAGES)),
        _timings(run),
        RunTable("Slowest pages", ("seconds", "type", "status", "page"), _pages(run, SLOWEST)),
        RunTable("Least confident page types", ("confidence", "type", "status", "page"), _pages(run, DOUBTFUL)),
    )
    yield from (table for table in of_pages if table.rows)
    found = run.execute("SELECT value FROM notes WHERE key = 'settings'").fetchone()
    settings = [(str(name), json.dumps(value)) for name, value in json.loads(found[0] if found else "{}").items()]
    yield RunTable("Settings", ("option", "value"), settings)
    starts = [
        (
            f"{datetime.fromtimestamp(started, UTC):%Y-%m-%d %H:%M:%S}",
            process,
            ", ".join(f"{name} {version}" for name, version in json.loads(versions).items()),
        )
        for started, process, versions in run.execute("SELECT started, process, versions FROM starts ORDER BY number")
    ]
    yield RunTable("Starts", ("UTC", "process", "versions"), starts)


def _reasons(run: sqlite3.Connection) -> Iterator[tuple[Cell, ...]]:
    found = run.execute(
        "SELECT status, reason, count(*) FROM inputs WHERE state = 'done' GROUP BY status, reason "
        "ORDER BY count(*) DESC"
    ).fetchall()
    total = sum(count for *_, count in found)
    asked = "SELECT ref, url FROM inputs WHERE state = 'done' AND status = ? AND reason = ? ORDER BY number LIMIT ?"
    for status, reason, count in found[: 2 * LISTED]:
        pages = run.execute(asked, (status, reason, EXAMPLES))
        yield status, reason, count, f"{count / total:.1%}", [_page_link(*page) for page in pages]


def _shares(run: sqlite3.Connection, question: str) -> list[tuple[Cell, ...]]:
    found = run.execute(question, (LISTED,)).fetchall()
    total = run.execute("SELECT count(*) FROM inputs WHERE state = 'done'").fetchone()[0]
    return [(name, count, f"{count / total:.1%}", *(f"{mean:.2f}" for mean in rest)) for name, count, *rest in found]


def _timings(run: sqlite3.Connection) -> RunTable:
    head = ("step", "pages", "mean, s", *(f"{share} %" for share in SHARES), "most, s")
    rows: list[tuple[Cell, ...]] = []
    for step, seconds in _times_of(run).items():
        values = (np.mean(seconds), *np.percentile(seconds, SHARES), max(seconds))
        rows.append((step, len(seconds), *(f"{value:.3f}" for value in values)))
    return RunTable("Seconds a page, by step", head, rows, f"Of at most {SAMPLE} pages, spread over the run.")


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


def _pages(run: sqlite3.Connection, question: str) -> list[tuple[Cell, ...]]:
    found = run.execute(question, (LISTED,))
    return [(f"{number:.2f}", kind, status, [_page_link(ref, url)]) for number, kind, status, ref, url in found]


def _page_link(ref: str, url: str) -> PageLink:
    shown = ref if len(ref) <= MAX_LENGTH else f"{ref[: MAX_LENGTH - 1]}…"
    return PageLink(shown, url if url != SAVED_ORIGIN and is_web(url) else "")


def _plots(run: sqlite3.Connection) -> Iterator[Bars]:
    starts, rates = _finished_by_time(run)
    if starts:
        unit, length = next((pair for pair in (("h", 3600), ("min", 60)) if starts[-1] >= 5 * pair[1]), ("s", 1))
        labels = _distinct_numbers([start / length for start in starts], unit)
        yield Bars("Pages finished a second", labels, rates, "pages/s")
    seconds = [time for time in _times_of(run).get("all", []) if time > 0]
    if seconds:
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
