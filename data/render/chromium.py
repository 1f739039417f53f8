"""Finds and starts Chromium, and ends the process of a page that takes too much memory.

A page can take all memory of a machine in seconds, by arrays and canvases that no setting of Chromium limits; nor can
its address space be limited, since Chromium reserves more than the machine's memory. So its processes are checked many
times a second, in a thread, since the event loop reads pages in between.
"""

import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.render import tab_requests

log = logging.getLogger(__name__)

ENVIRONMENT = "IAWCE_CHROMIUM"
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Builds of Chromium without windows, with which a page takes three fifths of the CPU time."""
PLAYWRIGHT_SHELLS = ("chrome-headless-shell", "headless_shell")
"""Names of the program in Playwright's download of such a build."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge")
MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HOW_TO_GET = (
    "no Chromium was found. Get one with `python -m playwright install chromium`, or from your system (Debian: "
    f"`apt-get install chromium-headless-shell`), or name one in {ENVIRONMENT}"
)
ARGUMENTS = (
    "--accept-lang=en-US,en",  # a build without windows sends no Accept-Language by itself
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",  # each window draws both, as a third of its work, and they are invisible
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # of old versions; new ones know the last one only
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-pings",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    *tab_requests.ARGUMENTS,
)
PAGE = "--type=renderer"  # Chromium's name of a process that shows pages
HAS_FILES = Path(f"/proc/self/task/{os.getpid()}/children").exists()
"""Whether the kernel describes processes by files; elsewhere ``ps`` is run, which needs a process each time."""
_OWN = ("RssAnon:", "RssShmem:")
PAUSE = 0.03 if HAS_FILES else 0.5  # Seconds between two checks; a page allocates at most about 2 GB a second
RELIEF = 0.1  # Seconds for the browser to release the memory of a page that was ended
LATELY = 10.0  # Seconds after a process was ended during which the crash of a page is attributed to that


def installed_browsers(playwright: Playwright) -> list[str]:
    """Paths of browsers: ``IAWCE_CHROMIUM`` alone, else Playwright's, then the system's, without windows first.

    Raises EnvironmentMissing: there is none.
    """
    named = os.environ.get(ENVIRONMENT)
    if named and not (Path(named).is_file() and os.access(named, os.X_OK)):
        raise EnvironmentMissing(f"{ENVIRONMENT} names {named}, which is no program")
    found = [named] if named else list(_installed(Path(playwright.chromium.executable_path)))
    if not found:
        raise EnvironmentMissing(HOW_TO_GET)
    return found


def _installed(own: Path) -> Iterator[str]:
    """All that there are, Playwright's first; its build without windows lies beside its Chromium."""
    if folder := next((folder for folder in own.parents if folder.name.startswith("chromium-")), None):
        shells = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-", 1)).glob("*/*")
        yield from (str(path) for path in shells if path.stem in PLAYWRIGHT_SHELLS and os.access(path, os.X_OK))
    yield from (str(path) for path in (own, *map(Path, MAC_PATHS)) if path.is_file())
    yield from filter(None, map(shutil.which, (*SHELLS, *NAMES)))


def can_sandbox() -> bool:
    """Chromium refuses its sandbox to root."""
    return sys.platform != "linux" or os.geteuid() != 0


async def launch(playwright: Playwright, arguments: Sequence[str] = ()) -> Browser:
    """Start a Chromium, sandboxed unless root. Raises EnvironmentMissing: no browser, or it does not start."""
    first, *others = installed_browsers(playwright)
    if not can_sandbox():
        log.debug("running as root: Chromium has no sandbox; render hostile pages as another user")
    arguments, is_sandboxed = [*ARGUMENTS, *arguments], can_sandbox()
    why = ""
    for path in (first, first, *others):  # it may have been killed for memory, or be broken
        try:
            return await playwright.chromium.launch(
                executable_path=path, headless=True, args=arguments, chromium_sandbox=is_sandboxed
            )
        except PlaywrightError as error:
            why = why or str(error).splitlines()[0]
    raise EnvironmentMissing(f"{first} does not start: {why}")


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
            lines = (folder / "status").read_text(errors="replace").splitlines()
            memory = sum(int(line.split()[1]) for line in lines if line.startswith(_OWN)) * 1024
            command = (folder / "cmdline").read_bytes()
            found.append(BrowserProcess(number, memory, PAGE.encode() in command))
            starts_any = b"--type=" not in command or b"--type=zygote" in command  # to ask each thread takes long
            for path in folder.glob("task/*/children") if starts_any else ():
                numbers += map(int, path.read_text().split())
    return found


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


class MemoryWatch:
    """Ends a browser's largest page beyond ``each`` bytes, or all ``together``, until the browser ends, or ``stop``."""

    def __init__(self, browser: int, each: int, together: int) -> None:
        self._browser, self._each, self._together = browser, each, together
        self._is_over = threading.Event()
        self._last = -LATELY
        self._thread = threading.Thread(target=self._run, name="memory watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._is_over.set()
        self._thread.join()

    def crash(self) -> PageError:
        """Why a page's process died."""
        if time.monotonic() - self._last < LATELY:
            return PageError("crash/memory", f"the page takes more memory than the {self._each} bytes allowed")
        return PageError("crash/renderer", "the page's process died")

    def _run(self) -> None:
        pause = PAUSE
        while not self._is_over.wait(pause):
            processes = processes_of(self._browser)
            if not processes:
                return
            greedy = too_large(processes, self._each, self._together)
            pause = RELIEF if greedy else PAUSE
            if greedy:
                self._last = time.monotonic()
                with suppress(OSError):  # it has ended by itself
                    os.kill(greedy.number, signal.SIGKILL)


def too_large(processes: Sequence[BrowserProcess], each: int, together: int) -> BrowserProcess | None:
    """The process of a page that must end, if any: the largest, if it or all together use too much."""
    pages = (process for process in processes if process.is_page)
    largest = max(pages, key=lambda process: process.memory, default=None)
    total = sum(process.memory for process in processes)
    return largest if largest and (largest.memory > each or total > together) else None
