"""Runs our scripts in a page beside the page's own, where it cannot see or change them.

Playwright's ``evaluate`` runs among the page's scripts; an isolated world of the DevTools protocol shares the DOM and
nothing else.
"""

import asyncio
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from iawce.data.errors import PageError

TRIES = 5
"""Navigations in between that one question survives."""
_GONE = ("target closed", "has been closed", "target crashed", "connection closed")


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
        for _ in range(TRIES):
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
                if any(sign in str(error).lower() for sign in _GONE):
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
