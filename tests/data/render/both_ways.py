"""Measures a page twice: by one call of the DevTools protocol, and by scripts of our own that walk it."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from playwright.async_api import Browser, async_playwright

from iawce.data.boxes import Box, Rectangles
from iawce.data.render.chromium import launch
from iawce.data.render.layout import STYLES, Layout, read_layout
from iawce.data.render.visit import SERIALISE
from tests.conftest import PATIENT

BOXES, RECTANGLES = (Path(__file__).with_name(name).read_text() for name in ("walker.js", "rectangles.js"))
NOWHERE = [np.nan] * 4


class Measured(NamedTuple):
    ours: Layout
    boxes: list[Box]
    rectangles: Rectangles


async def measure(*pages: str) -> list[Measured]:
    """Pages one after another, each in a window of its own."""
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        measured = [await _measure(browser, html) for html in pages]
        await browser.close()
    return measured


async def _measure(browser: Browser, html: str) -> Measured:
    tab = await browser.new_page(viewport={"width": 1366, "height": 768})
    await tab.set_content(html, wait_until="load", timeout=1000 * PATIENT.load_timeout)
    session = await tab.context.new_cdp_session(tab)
    marked = await tab.evaluate(SERIALISE)
    captured = await session.send(
        "DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES), "includePaintOrder": True}
    )
    boxes = [Box(*row) for row in await tab.evaluate(BOXES)]
    rectangles = np.array([row or NOWHERE for row in await tab.evaluate(RECTANGLES)], np.float32)
    frames = {number: (left, top) for number, left, top in marked["frames"]}
    return Measured(read_layout(captured, marked["elements"], frames), boxes, rectangles)
