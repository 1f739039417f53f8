"""The processes of a browser, and the memory that each has taken."""

import logging
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

log = logging.getLogger(__name__)
PAGE = "--type=renderer"
"""Chromium's name of a process that shows pages."""
HAS_FILES = Path(f"/proc/self/task/{os.getpid()}/children").exists()
"""Whether the kernel describes processes by files; elsewhere ``ps`` is run, which needs a process each time."""
_OWN = ("RssAnon:", "RssShmem:")


class BrowserProcess(NamedTuple):
    """Its number, the bytes of memory that it uses (without files that it reads), and whether it shows pages."""

    number: int
    memory: int
    is_page: bool


def processes_of(browser: int) -> list[BrowserProcess]:
    """A browser's main process and all that it has started; empty if it has ended."""
    return _by_files(browser) if HAS_FILES else _by_ps(browser)


def _by_files(browser: int) -> list[BrowserProcess]:
    numbers, found = [browser], []
    for number in numbers:
        folder = Path(f"/proc/{number}")
        with suppress(OSError):  # it ends while it is read
            found.append(BrowserProcess(number, _memory(folder), PAGE.encode() in (folder / "cmdline").read_bytes()))
            for path in folder.glob("task/*/children"):
                numbers += map(int, path.read_text().split())
    return found


def _memory(folder: Path) -> int:
    lines = (folder / "status").read_text(errors="replace").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(_OWN)) * 1024


def _by_ps(browser: int) -> list[BrowserProcess]:
    """Memory is then all resident memory, which alone ``ps`` reports on every system."""
    asked = ["ps", "-axo", "pid=,ppid=,rss=,args="]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - constant
    except OSError:
        log.warning("neither /proc nor ps shows the memory of the browser: it has no limit")
        return []
    rows = [line.split(maxsplit=3) for line in answer.stdout.splitlines()]
    known = {int(row[0]): row for row in rows if len(row) == 4}
    numbers = [browser] if browser in known else []
    for number in numbers:
        numbers += [child for child, row in known.items() if int(row[1]) == number]
    return [BrowserProcess(number, int(known[number][2]) * 1024, PAGE in known[number][3]) for number in numbers]
