"""A crawl of about a thousand pages that is killed: is each page there once, and were the servers' limits respected?

    python -m bench crawl_kills --sites PATH/sites --kills 3

Mirrored sites are served on localhost, each by its own server, and crawled together, without a browser. The command is
killed (SIGKILL, with all its processes) after a number of further rows, and resumed, until it ends. Prints missing and
repeated pages, compared with the pages requested from the servers and linked from rows, and from the servers' logs:
requests open at the same time and the shortest time between two, robots.txt included.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from bench.common.mirror_servers import serve_mirrors
from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema

ROOT = Path(__file__).parents[1]
GAP = 0.01
"""Seconds by which a request may arrive later than it was sent."""


def done(run: Path) -> int:
    """Number of rows that a crawl has so far."""
    with suppress(sqlite3.Error):
        state = sqlite3.connect(f"file:{run / 'run.sqlite'}?mode=ro", uri=True)
        try:
            return int(state.execute("SELECT count(*) FROM inputs WHERE state = 'done'").fetchone()[0])
        finally:
            state.close()
    return 0


def crawl_until(command: list[str], run: Path, rows: int | None) -> bool:
    """Run the command until it has written that number of rows, then kill it; whether it ended by itself."""
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)  # noqa: S603 - ourselves
    while process.poll() is None:
        if rows is not None and done(run) >= rows:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False
        time.sleep(0.2)
    return True


def main(
    sites: Annotated[Path, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")],
    kills: Annotated[int, typer.Option(min=0, help="How often the crawl is killed.")] = 3,
    every: Annotated[int, typer.Option(min=1, help="Rows between two kills.")] = 200,
    delay: Annotated[float, typer.Option(min=0, help="Seconds between two pages of a host.")] = 0.1,
) -> None:
    with serve_mirrors(sites) as found, tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        options = ["--render", "never", "--quiet", "-s", "run.workers=4", "-s", "crawl.sitemaps=false"]
        options += ["-s", "politeness.per_host=1", "-s", f"politeness.delay={delay}"]
        command = [sys.executable, "-m", "iawce.scripts", "crawl", *(f"{site.origin}/" for site in found)]
        command += ["-o", f"{run}/", *options]
        started, killed, is_over = time.perf_counter(), 0, False
        while not is_over:
            limit = (killed + 1) * every if killed < kills else None
            is_over = crawl_until(command, run, limit)
            killed += not is_over
            command = [*command, "--resume"] if "--resume" not in command else command
        seconds = time.perf_counter() - started
        rows = Counter(str(row["url"]) for row in read_rows(f"{run}/", row_schema()))
        asked = {f"{site.origin}{path}" for site in found for path in site.log.pages}
        state = sqlite3.connect(run / "run.sqlite")
        known = dict(state.execute("SELECT url, state FROM inputs"))
        state.close()
        print(f"{killed} kills, {rows.total()} rows of {len(rows)} addresses in {seconds:.0f} s")
        print(f"twice: {sum(count > 1 for count in rows.values())}")
        print(f"known, and neither done nor left out: {sum(one in ('queued', 'running') for one in known.values())}")
        print(f"opened, and without row: {len([url for url in asked if url not in known])}")
        for site in found:
            again = sum(count > 1 for count in site.log.pages.values())
            print(
                f"{site.name}: {site.log.pages.total()} requests, {again} pages asked for again after a kill, "
                f"at most {site.log.most} at a time, shortest gap {site.log.shortest_gap:.3f} s"
            )
