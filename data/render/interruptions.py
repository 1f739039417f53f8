"""Interruptions of a visit: dialogs, downloads, the death of the page's process."""

import asyncio
import contextlib
from collections.abc import Callable

from playwright.async_api import Dialog, Download
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as Tab

from iawce.data.errors import PageError
from iawce.data.outcomes import WarningKind


class Interruptions:
    """Watches one tab from now on.

    Args:
        tab: a fresh one.
        crash: says why the process of a page has died.

    Attributes:
        reason: why the page must be given up; is set at once.
        is_open: whether the page has been opened; a download before that is the only answer.
        warnings: of the visit.
    """

    def __init__(self, tab: Tab, crash: Callable[[], PageError]) -> None:
        self.reason: asyncio.Future[PageError] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self.warnings: list[str] = []
        self._tab = tab
        tab.on("dialog", self._dismiss)
        tab.on("crash", lambda _: self.give_up(crash()))
        tab.on("download", self._refuse_download)

    def give_up(self, reason: PageError) -> None:
        """Set the reason; the first one counts."""
        if not self.reason.done():
            self.reason.set_result(reason)

    async def _dismiss(self, dialog: Dialog) -> None:
        if WarningKind.DIALOG_DISMISSED not in self.warnings:
            self.warnings.append(str(WarningKind.DIALOG_DISMISSED))
        with contextlib.suppress(PlaywrightError):
            await dialog.dismiss()

    def _refuse_download(self, _: Download) -> None:
        """A page that also starts a download is still a page."""
        if not self.is_open and self._tab.url == "about:blank":
            self.give_up(PageError("not_html/download", "the page is a file to save"))
