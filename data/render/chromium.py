"""Finds and starts Chromium."""

import logging
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import EnvironmentMissing
from iawce.data.render import way_out

log = logging.getLogger(__name__)

ENVIRONMENT = "IAWCE_CHROMIUM"
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Builds of Chromium without windows: a page costs three fifths of the CPU time, and looks the same."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge")
MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HOW_TO_GET = (
    "no Chromium was found. Get one with `python -m playwright install chromium`, or from your system (Debian: "
    f"`apt-get install chromium-headless-shell`, or `chromium`, which has windows), or name one in {ENVIRONMENT}"
)
ARGUMENTS = (
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
    *way_out.ARGUMENTS,
)


def find_chromium(playwright: Playwright, *, headless: bool = True) -> str:
    """Path of the browser: ``IAWCE_CHROMIUM``, else Playwright's own download, else the system's.

    Args:
        playwright: what will start it.
        headless: no window is wanted: a build without windows is preferred.

    Raises:
        EnvironmentMissing: there is none.
    """
    named = os.environ.get(ENVIRONMENT)
    if named and not Path(named).is_file():
        raise EnvironmentMissing(f"{ENVIRONMENT} names {named}, which does not exist")
    if found := named or next(_installed(Path(playwright.chromium.executable_path), headless=headless), None):
        return found
    raise EnvironmentMissing(HOW_TO_GET)


def _installed(own: Path, *, headless: bool) -> Iterator[str]:
    """All that there are, Playwright's first; its build without windows lies beside its Chromium."""
    folder = next((folder for folder in own.parents if folder.name.startswith("chromium-")), None)
    if headless and folder:
        shells = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-", 1))
        yield from map(str, shells.glob("*/*headless*shell*"))
    yield from (str(path) for path in (own, *map(Path, MAC_PATHS)) if path.is_file())
    yield from filter(None, map(shutil.which, (*(SHELLS if headless else ()), *NAMES)))


def can_sandbox() -> bool:
    """Chromium refuses its sandbox to root."""
    return sys.platform != "linux" or os.geteuid() != 0


async def launch(playwright: Playwright, arguments: Sequence[str] = (), *, headless: bool = True) -> Browser:
    """Start a Chromium, sandboxed unless root; with a window unless ``headless``.

    Args:
        playwright: what starts it.
        arguments: more of them.
        headless: no window.

    Raises:
        EnvironmentMissing: no browser, or it does not start.
    """
    path = find_chromium(playwright, headless=headless)
    if not can_sandbox():
        log.debug("running as root: Chromium has no sandbox; render hostile pages as another user")
    start = partial(playwright.chromium.launch, args=[*ARGUMENTS, *arguments], chromium_sandbox=can_sandbox())
    try:
        return await start(executable_path=path, headless=headless)
    except PlaywrightError as error:
        if not headless:
            raise EnvironmentMissing("no window can be opened: is there a screen (DISPLAY)?") from error
    try:  # the system may have killed it for memory while it started
        return await start(executable_path=path, headless=headless)
    except PlaywrightError as error:
        raise EnvironmentMissing(f"{path} does not start: {str(error).splitlines()[0]}") from error
