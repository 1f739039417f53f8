"""Records the content of a settled page."""

import base64
from collections.abc import Callable
from typing import Any

from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.errors import PageError
from iawce.data.render.isolated_world import FREEZE, STATE, World, script
from iawce.data.render.layout import STYLES, has_closed_trees, read_layout
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import FRAME_ATTRIBUTE

SERIALISE = script("serialise").replace("ELEMENT_NUMBER", ELEMENT_ATTRIBUTE).replace("FRAME_MARK", FRAME_ATTRIBUTE)
"""Numbers all elements, and gives their markup: with shadow trees and frames, and what is seen but not in it."""
DRAWING = 5.0  # Seconds for rendering a page without its scripts: one whose head waits for a script never is


async def capture(
    world: World, settings: RenderSettings, lap: Callable[[str], None]
) -> tuple[dict[str, Any], list[str]]:
    """Fields of the snapshot that are read from the page, and its visible parts that are not in the markup.

    These are named ``canvas``, ``closed_shadow_root`` and ``frame``. ``lap`` is called with the name of each step when
    it is done. Raises PageError: there is no page, or it is too large.
    """
    state = await world.evaluate(STATE)
    if not state["url"].startswith(("http://", "https://")):
        raise PageError("fetch_error/no_page", f"the browser shows {state['url']}")
    await world.evaluate(FREEZE)
    clip_height = max(1, min(state["height"], settings.max_height))
    picture, scale = b"", settings.screenshot_scale
    if scale:
        clip = {"x": 0, "y": 0, "width": settings.viewport[0], "height": clip_height, "scale": scale}
        how = {"format": "webp", "quality": settings.quality, "captureBeyondViewport": True, "clip": clip}
        picture = base64.b64decode((await world.call("Page.captureScreenshot", DRAWING, **how))["data"])
    lap("screenshot")
    marked: dict[str, Any] | None = await world.evaluate(SERIALISE)
    if marked is None:  # no text in Chromium is longer than half a gigabyte
        raise PageError("too_large/dom", "the rendered page cannot be written as text")
    if len(marked["html"]) > settings.max_html:
        raise PageError("too_large/dom", f"the rendered page has {len(marked['html'])} characters")
    lap("html")
    drawn = await world.call("DOMSnapshot.captureSnapshot", computedStyles=list(STYLES), includePaintOrder=True)
    frames = {number: (left, top) for number, left, top in marked["frames"]}
    layout = read_layout(drawn, marked["elements"], frames)
    lap("boxes")
    closed = ["closed_shadow_root"] if has_closed_trees(drawn) else []
    fields = {
        "final_url": state["url"],
        "html": marked["html"],
        **layout._asdict(),
        "width": state["width"],
        "height": state["height"],
        "clip_height": clip_height,
        "truncated": state["height"] > clip_height,
        "screenshot": picture,
        "scale": scale,
    }
    return fields, sorted([*marked["skipped"], *closed])
