"""Writes the report of a run."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from iawce.data.errors import quantity
from iawce.data.network.address import is_web
from iawce.data.page import SAVED_ORIGIN
from iawce.data.run_folder.run_state import LEFT_OUT, StateFile
from iawce.data.sinks.output_file import replacing

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


WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 50, 10, 24, 24
"""Margins, in the units of the plot."""

DIGITS = range(3, 8)
"""Digits of the numbers under bars: as few as possible."""


def distinct_numbers(values: Sequence[float], unit: str) -> list[str]:
    """Numbers as labels with the fewest digits by which they differ, seven at most."""
    for digits in DIGITS:
        labels = [
            f"{np.format_float_positional(value, digits, unique=False, fractional=False, trim='-')} {unit}"
            for value in values
        ]
        if len(set(labels)) == len(labels):
            break
    return labels


def bars(title: str, labels: Sequence[str], heights: Sequence[float], unit: str) -> str:
    """Bars side by side, with some of their labels.

    Args:
        title: above the plot.
        labels: of the bars.
        heights: of the bars, at least 0; there is one at least.
        unit: of the heights.
    """
    most = max(heights) or 1.0
    step = (WIDTH - LEFT - RIGHT) / len(heights)
    floor, room = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    drawn = "".join(
        f'<rect x="{LEFT + number * step:.1f}" y="{floor - room * height / most:.1f}" width="{max(step - 1, 0.5):.1f}" '
        f'height="{room * height / most:.1f}"><title>{escape(label)}: {height:.4g}</title></rect>'
        for number, (label, height) in enumerate(zip(labels, heights, strict=True))
    )
    every = max(1, round(len(labels) / 8))
    under = "".join(
        f'<text x="{LEFT + (number + 0.5) * step:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(label)}</text>'
        for number, label in enumerate(labels)
        if number % every == 0
    )
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>'
        f'<text x="{LEFT}" y="14" class="title">{escape(title)}</text><g>{drawn}</g>{under}'
        f'<text x="{LEFT - 4}" y="{TOP + 8}" text-anchor="end">{most:.3g}</text>'
        f'<text x="{LEFT - 4}" y="{floor}" text-anchor="end">0</text>'
        f'<text x="{LEFT - 4}" y="{(TOP + floor) / 2:.0f}" text-anchor="end">{escape(unit)}</text></svg></figure>'
    )


HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #222 }}
table {{ border-collapse: collapse; margin: 1rem 0 }}
td, th {{ padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }}
td {{ overflow-wrap: anywhere }} td.n {{ text-align: right; font-variant-numeric: tabular-nums }}
figure {{ margin: 1rem 0 }} svg {{ width: 100%; max-width: 48rem }} svg text {{ font-size: 10px; fill: #444 }}
svg .title {{ font-size: 12px; font-weight: bold }} rect {{ fill: #7aa6c2 }} dt {{ font-weight: bold }}
</style>
</head>
<body>
<h1>{title}</h1>
"""
PARTS = 80
"""Stretches of time in the plot of rates."""
BINS = 30
"""Of the plot of timings."""
MAX_LENGTH = 300
"""Characters of an address that are shown."""


def write_report(state: StateFile, path: Path, name: str) -> None:
    """Write the report of a run, completely or not at all.

    Args:
        state: of the run.
        path: of the report.
        name: of the run.

    Raises:
        OSError: it cannot be written, or the state not be read.
    """
    with state.reading() as run, replacing(path) as scratch, scratch.open("w", encoding="utf-8") as file:
        file.writelines(report(run, name))


def report(run: sqlite3.Connection, name: str) -> Iterator[str]:
    """The page, piece by piece. Texts from pages are escaped; only addresses of the web are links."""
    yield HEAD.format(title=escape(f"Run {name}"))
    yield from _about(run)
    yield from _plots(run)
    for table in tables(run):
        yield from _table(table)
    yield from _settings(run)
    yield "</body>\n</html>\n"


def _about(run: sqlite3.Connection) -> Iterator[str]:
    states = dict(run.execute("SELECT state, count(*) FROM inputs GROUP BY state"))
    shown = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in sorted(states.items()))
    started = run.execute("SELECT started, ifnull(ended, started) FROM starts ORDER BY number").fetchall()
    seconds = sum(_worked(run, begin, end) for begin, end in started)
    done = states.get("done", 0)
    yield f"<p>Inputs: {escape(shown or 'none')}.</p>\n"
    if started:
        first = datetime.fromtimestamp(started[0][0], UTC)
        rate = f", {done / seconds:.3g} pages/s" if seconds > 0 else ""
        starts = quantity(len(started), "start")
        yield f"<p>Begun {first:%Y-%m-%d %H:%M} UTC, {starts}, {seconds:.0f} s of work{rate}.</p>\n"


def _worked(run: sqlite3.Connection, begin: float, end: float) -> float:
    """Seconds from a start to its end; of a process that was killed, and of this one, to its last page."""
    following = run.execute("SELECT min(started) FROM starts WHERE started > ?", (begin,)).fetchone()[0]
    question = "SELECT max(finished) FROM inputs WHERE finished >= ? AND finished < ?"
    last = run.execute(question, (begin, following or float("inf"))).fetchone()[0]
    return float(max(end, last or begin) - begin)


def _plots(run: sqlite3.Connection) -> Iterator[str]:
    starts, rates = finished_by_time(run, PARTS)
    if starts:
        yield bars("Pages finished a second", _times(starts), rates, "pages/s")
    seconds = [time for time in times_of(run).get("all", []) if time > 0]
    if seconds:
        counts, edges = np.histogram(np.log10(seconds), BINS)
        labels = distinct_numbers([10**edge for edge in edges[:-1]], "s")
        yield bars("Seconds a page took, all steps together", labels, counts.tolist(), "pages")


def _times(starts: Sequence[float]) -> list[str]:
    unit, length = next((pair for pair in (("h", 3600), ("min", 60)) if starts[-1] >= 5 * pair[1]), ("s", 1))
    return distinct_numbers([start / length for start in starts], unit)


def _table(table: RunTable) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2>\n<table>\n<tr>"
    yield "".join(f"<th>{escape(name)}</th>" for name in table.head) + "</tr>\n"
    for row in table.rows:
        yield f"<tr>{''.join(map(_cell, row))}</tr>\n"
    yield "</table>\n" + (f"<p>{escape(table.note)}</p>\n" if table.note else "")


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        is_number = cell[:1].isdigit() and cell.rstrip("%").replace(".", "", 1).isdigit()
        return f"<td{' class=n' if is_number else ''}>{escape(cell)}</td>"
    if isinstance(cell, float | int):
        return f"<td class=n>{cell}</td>"
    return f"<td>{'<br>'.join(map(_link, cell))}</td>"


def _link(page: PageLink) -> str:
    shown = escape(page.ref if len(page.ref) <= MAX_LENGTH else f"{page.ref[: MAX_LENGTH - 1]}…")
    return f'<a href="{escape(page.url)}">{shown}</a>' if is_web(page.url) else shown


def _settings(run: sqlite3.Connection) -> Iterator[str]:
    found = run.execute("SELECT value FROM notes WHERE key = 'settings'").fetchone()
    settings = [(str(name), json.dumps(value)) for name, value in json.loads(found[0] if found else "{}").items()]
    yield from _table(RunTable("Settings", ("option", "value"), settings))
    starts = run.execute("SELECT started, process, versions FROM starts ORDER BY number").fetchall()
    rows: list[tuple[Cell, ...]] = [
        (f"{datetime.fromtimestamp(started, UTC):%Y-%m-%d %H:%M:%S}", process, _listed(versions))
        for started, process, versions in starts
    ]
    yield from _table(RunTable("Starts", ("UTC", "process", "versions"), rows))


def _listed(versions: str) -> str:
    return ", ".join(f"{name} {version}" for name, version in json.loads(versions).items())
