"""Finds and starts Chromium."""

import logging
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import EnvironmentMissing
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
WINDOW_NEEDED = (
    "a window needs a Chromium with windows. Get one with `python -m playwright install chromium`, or from your system "
    "(Debian: `apt-get install chromium`)"
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


def installed_browsers(playwright: Playwright, *, headless: bool = True) -> list[str]:
    """Paths of browsers: ``IAWCE_CHROMIUM`` alone, else Playwright's own downloads, then the system's.

    If no window is wanted (``headless``), builds without windows are preferred. Raises EnvironmentMissing: there is
    none.
    """
    named = os.environ.get(ENVIRONMENT)
    if named and not (Path(named).is_file() and os.access(named, os.X_OK)):
        raise EnvironmentMissing(f"{ENVIRONMENT} names {named}, which is no program")
    if named and not headless and Path(named).stem in (*SHELLS, *PLAYWRIGHT_SHELLS):
        raise EnvironmentMissing(WINDOW_NEEDED)
    found = [named] if named else list(_installed(Path(playwright.chromium.executable_path), headless=headless))
    if not found:
        raise EnvironmentMissing(HOW_TO_GET if headless else WINDOW_NEEDED)
    return found


def _installed(own: Path, *, headless: bool) -> Iterator[str]:
    """All that there are, Playwright's first; its build without windows lies beside its Chromium."""
    folder = next((folder for folder in own.parents if folder.name.startswith("chromium-")), None)
    if headless and folder:
        shells = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-", 1)).glob("*/*")
        yield from (str(path) for path in shells if path.stem in PLAYWRIGHT_SHELLS and os.access(path, os.X_OK))
    yield from (str(path) for path in (own, *map(Path, MAC_PATHS)) if path.is_file())
    yield from filter(None, map(shutil.which, (*(SHELLS if headless else ()), *NAMES)))


def can_sandbox() -> bool:
    """Chromium refuses its sandbox to root."""
    return sys.platform != "linux" or os.geteuid() != 0


async def launch(playwright: Playwright, arguments: Sequence[str] = (), *, headless: bool = True) -> Browser:
    """Start a Chromium, sandboxed unless root. Raises EnvironmentMissing: no browser, or it does not start."""
    first, *others = installed_browsers(playwright, headless=headless)
    if not can_sandbox():
        log.debug("running as root: Chromium has no sandbox; render hostile pages as another user")
    arguments, is_sandboxed = [*ARGUMENTS, *arguments], can_sandbox()
    why = ""
    for path in (first, first, *others) if headless else (first,):  # it may have been killed for memory, or be broken
        try:
            return await playwright.chromium.launch(
                executable_path=path,
                headless=headless,
                args=arguments,
                chromium_sandbox=is_sandboxed,
            )
        except PlaywrightError as error:
            why = why or str(error).splitlines()[0]
    raise EnvironmentMissing(
        f"{first} does not start: {why}" if headless else "no window can be opened: is there a screen (DISPLAY)?"
    )
