"""Reduces a screenshot to what is drawn where: edges, ink and colour, without regard to what the colours are.

Where only a picture is known this stands in for the layout boxes. Each plane is scaled by the page's own strongest
values, so that a dark page, a pale one and a colourful one look alike.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

TRACES = ("across", "down", "ink", "colour", "rough", "line")
"""Change from left to right (letters), from top to bottom (lines of text, edges of boxes), difference from the page's
paper, colour, change of both kinds at once (pictures), rows that are crossed by many edges (lines of text)."""
STRONG = 95
"""Percentile of a plane's marked cells that becomes 1."""
VIEW = 2
"""Height of what is looked at, in widths of the picture."""
WORKING_WIDTH = 683
"""Pictures are looked at in this width, half of the viewport's; px."""

Floats = NDArray[np.float32]


def draw_traces(screenshot: Image.Image, size: tuple[int, int]) -> Floats:
    """Draw the top of a page, ``VIEW`` times as high as it is wide.

    Returns:
        float32 (len(TRACES), height, width), values 0 to 1; what lies below the end of the page is 0.
    """
    picture = _top(screenshot)
    colours = np.asarray(picture, np.float32) / 255
    grey = colours.mean(axis=2)
    across, down = np.zeros_like(grey), np.zeros_like(grey)
    across[:, 1:] = np.abs(np.diff(grey, axis=1))
    down[1:] = np.abs(np.diff(grey, axis=0))
    ink = np.abs(grey - _paper(grey))
    colour = colours.max(axis=2) - colours.min(axis=2)
    rough = np.sqrt(across * down)
    line = across * (across > across.mean(axis=1, keepdims=True))
    planes = [across, down, ink, colour, rough, line]
    return np.stack([_scaled(_shrunk(plane, size)) for plane in planes])


def _top(screenshot: Image.Image) -> Image.Image:
    """The top of the page in the working width."""
    height = min(screenshot.height, VIEW * screenshot.width)
    top = screenshot.crop((0, 0, screenshot.width, height)).convert("RGB")
    return top.resize((WORKING_WIDTH, max(1, round(height * WORKING_WIDTH / screenshot.width))), Image.Resampling.BOX)


def _paper(grey: Floats) -> float:
    """The commonest shade."""
    counts = np.bincount((grey * 31).astype(np.int64).ravel(), minlength=32)
    return float(counts.argmax()) / 31


def _shrunk(plane: Floats, size: tuple[int, int]) -> Floats:
    """Mean of each cell; a short page is followed by nothing."""
    height, width = size
    rows = min(height, max(1, round(height * plane.shape[0] / (VIEW * WORKING_WIDTH))))
    small = Image.fromarray(plane, "F").resize((width, rows), Image.Resampling.BOX)
    drawn = np.zeros(size, np.float32)
    drawn[:rows] = np.asarray(small)
    return drawn


def _scaled(plane: Floats) -> Floats:
    marked = plane[plane > 0.01]
    strong = float(np.percentile(marked, STRONG)) if marked.size else 1.0
    return np.asarray(np.clip(plane / max(strong, 0.02), 0, 1), np.float32)
