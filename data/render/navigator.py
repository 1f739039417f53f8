"""Takes a tab to an address."""

import asyncio

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab
from playwright.async_api import TimeoutError as PlaywrightTimeout

from iawce.data.errors import PageError
from iawce.data.network.response import check_response
from iawce.data.render.main_document import MainDocument
from iawce.data.render.navigation import explain
from iawce.data.render.settings import RenderSettings
from iawce.data.render.settle import STILL_LOADING

HEARSAY = 1.0
"""Seconds to wait for the report of an answer after the navigation has failed."""
BROKEN_OFF = "broken_off"


class Navigator:
    """Opens addresses in one tab.

    Args:
        tab, session: the tab and a session of the DevTools protocol with it.
        document: of the tab.
        settings: how to render.
    """

    def __init__(self, tab: Tab, session: CDPSession, document: MainDocument, settings: RenderSettings) -> None:
        self._tab, self._session, self._document, self._settings = tab, session, document, settings

    async def ask(self, url: str, *, checks: bool) -> str:
        """Open an address.

        Args:
            url: the address.
            checks: whether an answer that is not a page is an error.

        Returns:
            What the document lacks: nothing, or the rest of it.

        Raises:
            PageError: it cannot be fetched, or is not a page.
        """
        gap = await self.open(url)
        if checks and not gap and self._document.last:
            check_response(*self._document.last)
        return gap

    async def open(self, url: str) -> str:
        """Open an address once; what the document lacks.

        Raises:
            PageError: it cannot be fetched.
        """
        opening = asyncio.ensure_future(
            self._tab.goto(url, wait_until="domcontentloaded", timeout=self._settings.load_timeout * 1000)
        )
        breaking = asyncio.ensure_future(self._document.broken.wait())
        try:
            await asyncio.wait((opening, breaking), return_when=asyncio.FIRST_COMPLETED)
            if not opening.done():
                return BROKEN_OFF
            opening.result()
        except PlaywrightTimeout:
            if self._tab.url == "about:blank":
                raise PageError("timeout/load", f"no answer within {self._settings.load_timeout:g} s") from None
            if self._document.is_left:  # a page that waits for another answers nothing
                await self._session.send("Page.stopLoading")
            return STILL_LOADING
        except PlaywrightError as error:
            answer = await self._document.answer(HEARSAY)
            raise explain(str(error), answer, self._document.address) from error
        finally:
            opening.cancel()
            breaking.cancel()
            await asyncio.gather(opening, breaking, return_exceptions=True)
        return ""
