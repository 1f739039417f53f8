"""The window in which a person labels a page: it shows proposals and records clicks until the labels are saved."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files

from playwright.async_api import Error as PlaywrightError

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.write_markup import numbered_markup
from iawce.data.errors import UsageError
from iawce.data.page import Page
from iawce.data.render.still_page import StillPage, show_still
from iawce.extract.papers.softmealy.label_file import PageLabels
from iawce.extract.templates.labelling.proposals import POST, page_labels, proposals

NUMBER = "data-iawce-number"
"""Attribute that identifies an element in the window."""
FIELDS = ("author", "date", "text", "link", "title", "quote")
"""Fields to choose from; a person may add others."""
PAUSE = 0.2
"""Seconds between two checks for saved labels."""


@dataclass(frozen=True, slots=True)
class LabelWindow:
    """An open window with a page to be labelled."""

    still: StillPage
    analysis: PageAnalysis

    async def labels(self) -> PageLabels:
        """Wait until the person saves; returns the labels.

        Raises UsageError: the window was closed, or nothing labelled; PageError: the page does not respond.
        """
        done = ""
        while not done:
            try:
                state = await self.still.world.evaluate("iawceLabels()")
            except PlaywrightError as error:
                raise UsageError("the window was closed: no file is written") from error
            done = state["done"] if isinstance(state, dict) else "cancel"
            await asyncio.sleep(0 if done else PAUSE)
        if done != "save":
            raise UsageError("labelling was cancelled: no file is written")
        return page_labels(self.analysis, [(str(name), int(number)) for name, number in state["labels"]])


@asynccontextmanager
async def open_label_window(
    page: Page, analysis: PageAnalysis, *, headless: bool = False
) -> AsyncIterator[LabelWindow]:
    """Open a window with a page and its proposed labels; it is closed with the context.

    Raises EnvironmentMissing: there is no browser, or no screen for a window; PageError: the page holds no element, or
    may not be reached.
    """
    given = proposals(analysis)
    names = dict.fromkeys((*FIELDS, *(name for name, _ in given if name != POST)))
    overlay = files(__package__).joinpath("overlay.js").read_text(encoding="utf-8")
    asked = json.dumps({"fields": list(names), "labels": given})
    async with show_still(page, numbered_markup(analysis.index, NUMBER), headless=headless) as still:
        await still.world.evaluate(f"{overlay}({asked})")
        yield LabelWindow(still, analysis)


def label_by_clicks(page: Page, analysis: PageAnalysis) -> PageLabels:
    """Let a person label a page in a window.

    Raises UsageError: the window was closed, or nothing labelled; EnvironmentMissing: there is no browser, or no screen
    for a window; PageError: the page holds no element, or may not be reached.
    """

    async def label() -> PageLabels:
        async with open_label_window(page, analysis) as window:
            return await window.labels()

    return asyncio.run(label())
