"""Records the content of a settled page."""

import base64
from collections.abc import Callable
from typing import Any

from iawce.data.errors import PageError
from iawce.data.render.flat_tree import STYLES, has_closed_trees
from iawce.data.render.layout import read_layout
from iawce.data.render.page_scripts import FREEZE, STATE
from iawce.data.render.serialise import SERIALISE
from iawce.data.render.settings import RenderSettings
from iawce.data.render.world import World

DRAWING = 5.0
"""Seconds for rendering a page without its scripts: one whose head waits for a script never is."""


class Capture:
    """Records one page.

    Args:
        lap: is called with the name of each step when it is done.

    Attributes:
        skipped: visible parts that are not in the markup: ``canvas``, ``closed_shadow_root``, ``frame``.
    """

    def __init__(self, world: World, settings: RenderSettings, lap: Callable[[str], None]) -> None:
        self._world, self._settings, self._lap = world, settings, lap
        self.skipped: list[str] = []

    async def take(self) -> dict[str, Any]:
        """Fields of the snapshot that are read from the page.

        Raises:
            PageError: there is no page, or it is too large.
        """
        state = await self._world.evaluate(STATE)
        if not state["url"].startswith(("http://", "https://")):
            raise PageError("fetch_error/no_page", f"the browser shows {state['url']}")
        await self._world.evaluate(FREEZE)
        clip_height = max(1, min(state["height"], self._settings.max_height))
        picture = await self._screenshot(clip_height)
        self._lap("screenshot")
        marked = await self._markup()
        self._lap("html")
        layout = await self._layout(marked)
        self._lap("boxes")
        return {
            "final_url": state["url"],
            "html": marked["html"],
            **layout,
            "width": state["width"],
            "height": state["height"],
            "clip_height": clip_height,
            "truncated": state["height"] > clip_height,
            "screenshot": picture,
            "scale": self._settings.screenshot_scale,
        }

    async def _screenshot(self, clip_height: int) -> bytes:
        if not self._settings.screenshot_scale:
            return b""
        clip = {"x": 0, "y": 0, "width": self._settings.viewport[0], "height": clip_height}
        answer = await self._world.call(
            "Page.captureScreenshot",
            DRAWING,
            format="webp",
            quality=self._settings.quality,
            captureBeyondViewport=True,
            clip=clip | {"scale": self._settings.screenshot_scale},
        )
        return base64.b64decode(answer["data"])

    async def _markup(self) -> dict[str, Any]:
        """The output of ``SERIALISE``; the elements then have their numbers."""
        marked: dict[str, Any] | None = await self._world.evaluate(SERIALISE)
        if marked is None:  # no text in Chromium is longer than half a gigabyte
            raise PageError("too_large/dom", "the rendered page cannot be written as text")
        if len(marked["html"]) > self._settings.max_html:
            raise PageError("too_large/dom", f"the rendered page has {len(marked['html'])} characters")
        return marked

    async def _layout(self, marked: dict[str, Any]) -> dict[str, Any]:
        captured = await self._world.call(
            "DOMSnapshot.captureSnapshot", computedStyles=list(STYLES), includePaintOrder=True
        )
        closed = ["closed_shadow_root"] if has_closed_trees(captured) else []
        self.skipped = sorted([*marked["skipped"], *closed])
        frames = {number: (left, top) for number, left, top in marked["frames"]}
        return read_layout(captured, marked["elements"], frames)._asdict()
