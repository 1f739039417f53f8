"""Finds and starts Chromium."""

import logging
import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import EnvironmentMissing
from iawce.data.render import way_out

log = logging.getLogger(__name__)

ENVIRONMENT = "IAWCE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge")
MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HOW_TO_GET = (
    "no Chromium was found. Get one with `python -m playwright install chromium`, or from your system "
    f"(Debian, Ubuntu: `apt-get install chromium`), or name one in {ENVIRONMENT}"
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


def find_chromium(playwright: Playwright) -> str:
    """Path of the browser: ``IAWCE_CHROMIUM``, else Playwright's own download, else the system's.

    Raises:
        EnvironmentMissing: there is none.
    """
    named = os.environ.get(ENVIRONMENT)
    own = [named] if named else [playwright.chromium.executable_path, *MAC_PATHS]
    found = next((path for path in own if Path(path).is_file()), None)
    if named and not found:
        raise EnvironmentMissing(f"{ENVIRONMENT} names {named}, which does not exist")
    found = found or next((path for name in NAMES if (path := shutil.which(name))), None)
    if not found:
        raise EnvironmentMissing(HOW_TO_GET)
    return found


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
    path = find_chromium(playwright)
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
