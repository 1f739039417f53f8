"""Runs our scripts in a page beside the page's own, where it cannot see or change them.

Playwright's ``evaluate`` runs among the page's scripts; an isolated world of the DevTools protocol shares the DOM and
nothing else.
"""

import asyncio
import math
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import PageError

TRIES = 5  # Navigations that one evaluation survives
_GONE = ("target closed", "has been closed", "target crashed", "connection closed")
ELEMENTS = 'document.getElementsByTagName("*").length'  # Number of elements, without computing the layout
SCROLL = """(top => {
  scrollTo(0, top);
  globalThis.drawn = false;
  const end = () => globalThis.drawn = true;
  requestAnimationFrame(() => requestAnimationFrame(end));
  setTimeout(end, 1000);
  return (document.scrollingElement || document.documentElement)?.scrollHeight ?? 0;
})"""
"""Shows the part of the page that begins at a height; the height of the page.

The state is ``drawn`` as soon as the page was drawn twice since then, so that it knows what is seen; or a second later.
"""
HAS = """(selector => {
  try { return document.querySelector(selector) !== null; } catch { return null; }
})"""
"""Whether an element exists; null if the selector is not valid."""


class World:
    """An isolated world in one page, by a session of its tab.

    A script of the page that never ends keeps it from answering. The scripts of a page that does not answer in time
    (the seconds that ``patience`` gives, called with whether the page still has scripts) are therefore ended, and it
    has some more time. A script that waits for an answer from the network is not ended by that. Without
    ``has_scripts``, our own scripts that wait for a timer never end.
    """

    def __init__(self, session: CDPSession, patience: Callable[[bool], float]) -> None:
        self._session, self._patience = session, patience
        self._context: int | None = None
        self.has_scripts = True
        self._ending: asyncio.Future[Any] | None = None

    async def call(self, method: str, last: float = math.inf, **parameters: Any) -> Any:
        """One command of the DevTools protocol; a page that has lost its scripts has ``last`` seconds for an answer.

        Raises PageError: ``timeout/script`` if these are over.
        """
        asking = asyncio.ensure_future(self._session.send(method, parameters))
        try:
            if self.has_scripts:
                await asyncio.wait((asking,), timeout=self._patience(True))
                if not asking.done():  # Chromium does both while a script runs; ours fails, and is evaluated again
                    self.has_scripts = False
                    self._ending = asyncio.gather(
                        self._session.send("Emulation.setScriptExecutionDisabled", {"value": True}),
                        self._session.send("Runtime.terminateExecution"),
                        return_exceptions=True,
                    )
            if not asking.done():
                await asyncio.wait((asking,), timeout=min(last, self._patience(False)))
            if not asking.done():
                raise PageError("timeout/script", "the page does not respond, even without its scripts")
            return await asking
        finally:
            asking.cancel()

    async def evaluate(self, script: str) -> Any:
        """The value of a script, as JSON, also after navigations. Raises PageError: ``unstable/navigation``."""
        for _ in range(TRIES):
            try:
                if self._context is None:
                    frame = (await self.call("Page.getFrameTree"))["frameTree"]["frame"]["id"]
                    made = await self.call("Page.createIsolatedWorld", frameId=frame, worldName="iawce")
                    self._context = int(made["executionContextId"])
                answer = await self.call(
                    "Runtime.evaluate", expression=script, contextId=self._context, returnByValue=True
                )
            except PlaywrightError as error:
                if any(message in str(error).lower() for message in _GONE):
                    raise
                self._context = None
                await asyncio.sleep(0.1)
                continue
            return answer["result"].get("value")
        raise PageError("unstable/navigation", "the page keeps navigating")


def script(name: str) -> str:
    """One of our scripts, beside this module."""
    return files(__package__).joinpath(f"{name}.js").read_text(encoding="utf-8")


STATE = script("state")
"""The state of the page: ``shape`` changes whenever its layout may have changed, and with every reload.

A page that was loaded stays ``ready``: a late ``document.write`` opens the document again, for ever.
"""
FREEZE = script("freeze")  # Ends finite animations at their last frame and endless ones at their first
LACK = script("lack")
"""The state of text that a page with scripts still lacks: ``bare`` if it shows almost no text or its main part is
empty, ``placeholder`` if it also says so (a spinner, grey boxes in place of text, "Loading"), an empty text if
nothing. `` few`` behind it: the page shows almost no text at all."""
