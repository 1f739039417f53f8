"""Runs our scripts in a page beside the page's own, where it cannot see or change them.

Playwright's ``evaluate`` runs among the page's scripts; an isolated world of the DevTools protocol shares the DOM and
nothing else.
"""

import asyncio
import math
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import PageError

TRIES = 5
"""Navigations that one evaluation survives."""
_GONE = ("target closed", "has been closed", "target crashed", "connection closed")


class World:
    """An isolated world in one page.

    A script of the page that never ends keeps it from answering. The scripts of a page that does not answer in time are
    therefore ended, and it has some more time. A script that waits for an answer from the network is not ended by that.

    Args:
        session: of the page's tab.
        patience: seconds for an answer of the page; it is called with whether the page still has its scripts.

    Attributes:
        has_scripts: whether the page has not lost its scripts. Without them, our scripts that wait for a timer never
            end.
    """

    def __init__(self, session: CDPSession, patience: Callable[[bool], float]) -> None:
        self._session, self._patience = session, patience
        self._context: int | None = None
        self.has_scripts = True
        self._ending: asyncio.Future[Any] | None = None

    async def call(self, method: str, last: float = math.inf, **parameters: Any) -> Any:
        """One command of the DevTools protocol.

        Args:
            method: its name.
            last: the most seconds for an answer of a page that has lost its scripts.
            parameters: of the command.

        Raises:
            PageError: ``timeout/script`` if these are over.
        """
        asking = asyncio.ensure_future(self._session.send(method, parameters))
        try:
            if self.has_scripts:
                await asyncio.wait((asking,), timeout=self._patience(True))
                if not asking.done():
                    self._end_scripts()
            if not asking.done():
                await asyncio.wait((asking,), timeout=min(last, self._patience(False)))
            if not asking.done():
                raise PageError("timeout/script", "the page does not respond, even without its scripts")
            return await asking
        finally:
            asking.cancel()

    async def evaluate(self, script: str) -> Any:
        """Value of a script, as JSON; a navigation in between is waited out.

        Raises:
            PageError: ``unstable/navigation`` if the page keeps navigating.
        """
        for _ in range(TRIES):
            try:
                if self._context is None:
                    self._context = await self._create()
                answer = await self.call(
                    "Runtime.evaluate",
                    expression=script,
                    contextId=self._context,
                    returnByValue=True,
                )
            except PlaywrightError as error:
                if any(message in str(error).lower() for message in _GONE):
                    raise
                self._context = None
                await asyncio.sleep(0.1)
                continue
            return answer["result"].get("value")
        raise PageError("unstable/navigation", "the page keeps navigating")

    async def _create(self) -> int:
        frame = (await self.call("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        answer = await self.call("Page.createIsolatedWorld", frameId=frame, worldName="iawce")
        return int(answer["executionContextId"])

    def _end_scripts(self) -> None:
        """Chromium does both while a script runs. If that was ours, it fails, and is evaluated again."""
        self.has_scripts = False
        self._ending = asyncio.gather(
            self._session.send("Emulation.setScriptExecutionDisabled", {"value": True}),
            self._session.send("Runtime.terminateExecution"),
            return_exceptions=True,
        )


STATE = """(() => {
  const root = document.scrollingElement || document.documentElement;
  let loading = document.fonts ? (document.fonts.status === "loading") : false;
  for (const image of document.images) loading ||= !image.complete && image.loading !== "lazy";
  const all = document.getElementsByTagName("*");
  let count = all.length, letters = document.body ? document.body.textContent.length : 0;
  const add = (tree, text) => { count += tree.querySelectorAll("*").length; letters += text.length; };
  for (const element of all) {
    if (element.shadowRoot) add(element.shadowRoot, element.shadowRoot.textContent);
    else if (/^I?FRAME$/.test(element.tagName) && element.contentDocument?.body)
      add(element.contentDocument, element.contentDocument.body.textContent);
  }
  const loaded = performance.getEntriesByType("navigation").some(entry => entry.loadEventStart > 0);
  return {ready: loaded || document.readyState === "complete", loading, url: location.href,
          width: root ? root.scrollWidth : 0, height: root ? root.scrollHeight : 0,
          shape: [performance.timeOrigin, root ? root.scrollHeight : 0, count, letters].join()};
})()"""
"""The state of the page: ``shape`` changes whenever its layout may have changed, and with every reload.

A page that was loaded stays ``ready``: a late ``document.write`` opens the document again, for ever.
"""

ELEMENTS = 'document.getElementsByTagName("*").length'
"""Number of elements, without computing the layout."""

FREEZE = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*,*::before,*::after{transition:none!important;scroll-behavior:auto!important;" +
                    "caret-color:transparent!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const animation of document.getAnimations()) { try { animation.finish(); } catch { animation.cancel(); } }
})()"""
"""Ends finite animations at their last frame and endless ones at their first."""

SCROLL = """(top => {
  scrollTo(0, top);
  return (document.scrollingElement || document.documentElement)?.scrollHeight ?? 0;
})"""
"""Shows the part of the page that begins at a height; the height of the page."""

HAS = """(selector => {
  try { return document.querySelector(selector) !== null; } catch { return null; }
})"""
"""Whether an element exists; null if the selector is not valid."""

LACK = r"""(() => {
  const BARE = 150, SHORT = 1500, LARGE = 20000;
  const isScript = one => !one.type || /javascript|module/i.test(one.type);
  if (!document.body || ![...document.scripts].some(isScript)) return "";
  const trees = [document.body];
  for (const element of document.getElementsByTagName("*")) {
    if (element.shadowRoot) trees.push(...element.shadowRoot.children);
    else if (/^I?FRAME$/.test(element.tagName) && element.contentDocument?.body)
      trees.push(element.contentDocument.body);
  }
  const isText = one => !/^(STYLE|SCRIPT)$/.test(one.tagName);
  const said = trees.filter(isText).map(tree => (tree.innerText ?? "").trim());
  const size = text => text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length;
  const letters = said.reduce((sum, text) => sum + size(text), 0);  // such a character says as much as three others
  const isSeen = one => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const area = one => { const {width, height} = one.getBoundingClientRect(); return width * height; };
  const NAME = /(^|[-_\s])(skeleton|shimmer|spinner|loader|preloader|loading|placeholder)s?([-_\s]|$)/i;
  const MARKED = "[aria-busy=true],[role=progressbar],progress:not([value])," +
    ["skeleton", "shimmer", "spinner", "loader", "loading", "placeholder"].map(n => `[class*=${n} i]`).join();
  const isMark = one => !/^(IMG|VIDEO|IFRAME|INPUT|TEXTAREA|HTML|BODY|A|BUTTON)$/.test(one.tagName) &&
    (!one.matches("[class]") || NAME.test(one.getAttribute("class")) || one.matches("[aria-busy],[role],progress")) &&
    one.textContent.trim().length < 40 && !one.querySelector("img,video,iframe,input") && isSeen(one);
  let marked = 0;
  for (const tree of trees) for (const one of tree.querySelectorAll(MARKED)) if (isMark(one)) marked += area(one);
  if (marked > (letters < SHORT ? 0 : LARGE)) return "placeholder";
  if (letters >= SHORT) return "";
  const LOADING = new RegExp("^\\W*(loading|please wait|one moment|wird geladen|l\u00e4dt|chargement|cargando|" +
    "carregando|caricamento|\u0437\u0430\u0433\u0440\u0443\u0437\u043a\u0430|\u8aad\u307f\u8fbc\u307f\u4e2d|" +
    "\u52a0\u8f7d\u4e2d|\u6b63\u5728\u52a0\u8f7d|\ub85c\ub529)", "i");
  if (said.some(text => text.split("\n").some(line => line.length < 60 && LOADING.test(line)))) return "placeholder";
  const MAIN = "main,[role=main],#main,#content,#root,#app,#__next,#__nuxt,app-root";
  for (const one of document.querySelectorAll(MAIN))
    if (!one.shadowRoot && !one.innerText.trim() && !one.querySelector("img,svg,canvas,video,iframe")) return "bare";
  return letters < BARE ? "bare" : "";
})()"""
"""The state of text that a page with scripts still lacks: ``bare`` if it shows almost no text or its main part is
empty, ``placeholder`` if it also says so (a spinner, grey boxes in place of text, "Loading"), an empty text if
nothing."""
