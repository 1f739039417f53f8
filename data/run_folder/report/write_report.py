"""Writes the report of a run."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import numpy as np

from iawce.data.network.address import is_web
from iawce.data.quantity import quantity
from iawce.data.run_folder.report.figures import Cell, PageLink, RunTable, finished_by_time, tables, times_of
from iawce.data.run_folder.report.plots import bars, distinct_numbers
from iawce.data.run_folder.state_file import StateFile
from iawce.data.sinks.output_file import replacing

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
LONGEST = 300
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
    shown = escape(page.ref if len(page.ref) <= LONGEST else f"{page.ref[: LONGEST - 1]}…")
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
