"""Runs our scripts in a page beside the page's own, where it cannot see or change them.

Playwright's ``evaluate`` runs among the page's scripts; an isolated world of the DevTools protocol shares the DOM and
nothing else.
"""

import asyncio
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import PageError
from iawce.data.snapshot import ELEMENT_ATTRIBUTE

STATE = """(() => {
  const root = document.scrollingElement || document.documentElement;
  let loading = document.fonts ? (document.fonts.status === "loading") : false;
  for (const image of document.images) loading ||= !image.complete && image.loading !== "lazy";
  return {ready: document.readyState === "complete", loading, url: location.href,
          width: root ? root.scrollWidth : 0, height: root ? root.scrollHeight : 0,
          shape: [performance.timeOrigin, root ? root.scrollHeight : 0, document.getElementsByTagName("*").length,
                  document.body ? document.body.textContent.length : 0].join()};
})()"""
"""How far the page is: ``shape`` changes whenever its layout may have, and with every reload."""

FREEZE = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*,*::before,*::after{transition:none!important;scroll-behavior:auto!important;" +
                    "caret-color:transparent!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const animation of document.getAnimations()) { try { animation.finish(); } catch { animation.cancel(); } }
})()"""
"""Ends finite animations at their last frame and endless ones at their first."""

SCROLL = """(async (limit) => {
  const root = document.scrollingElement || document.documentElement;
  if (!root) return;
  for (let y = 0; y < Math.min(limit, root.scrollHeight); y += innerHeight) {
    scrollTo(0, y); await new Promise(done => setTimeout(done, 30));
  }
  scrollTo(0, 0);
})"""
"""Shows every part once, for pictures and blocks that wait to be seen."""

SERIALISE = """(() => {
  let elements = 0;
  for (const element of document.querySelectorAll("*")) element.setAttribute("ATTRIBUTE", elements++);
  const type = document.doctype ? "<!DOCTYPE " + document.doctype.name + ">" : "";
  return {elements, html: type + (document.documentElement?.outerHTML ?? "")};
})()""".replace("ATTRIBUTE", ELEMENT_ATTRIBUTE)
"""Numbers the elements from 0; how many there are, and the document as text."""


class World:
    """An isolated world in one page. Every call has a time limit, since a hanging page never answers."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._context: int | None = None

    async def call(self, method: str, timeout: float, **parameters: Any) -> Any:
        """One command of the DevTools protocol.

        Raises:
            PageError: ``timeout/script`` if the page does not answer in time.
        """
        try:
            async with asyncio.timeout(timeout):
                return await self._session.send(method, parameters)
        except TimeoutError as error:
            raise PageError("timeout/script", f"the page did not answer within {timeout:g} s") from error

    async def evaluate(self, script: str, timeout: float) -> Any:
        """Value of a script, as JSON; a navigation in between is waited out.

        Raises:
            PageError: ``timeout/script``, or ``unstable/navigation`` if the page keeps going elsewhere.
        """
        for _ in range(5):
            try:
                if self._context is None:
                    self._context = await self._create(timeout)
                answer = await self.call(
                    "Runtime.evaluate",
                    timeout,
                    expression=script,
                    contextId=self._context,
                    returnByValue=True,
                    awaitPromise=True,
                )
            except PlaywrightError as error:
                if "closed" in str(error).lower():
                    raise
                self._context = None
                await asyncio.sleep(0.1)
                continue
            return answer["result"].get("value")
        raise PageError("unstable/navigation", "the page never stays where it is")

    async def _create(self, timeout: float) -> int:
        frame = (await self.call("Page.getFrameTree", timeout))["frameTree"]["frame"]["id"]
        answer = await self.call("Page.createIsolatedWorld", timeout, frameId=frame, worldName="iawce")
        return int(answer["executionContextId"])
