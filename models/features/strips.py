"""Strips: the pixels of the beginning of each line of text, in grey and of one height, in which words can be read."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.models.features.text_lines import Components, quick_median

Strips = NDArray[np.uint8]
HEIGHT, WIDTH = 16, 128  # Size of a strip in px: the height of usual type, and about twenty letters of it
PIXELS = HEIGHT * WIDTH
MARGIN = 2  # Pixels around a line that belong to its strip
FAINTEST = 8  # Smallest contrast of a line, 0 to 255, that is shown
BRIGHTEST = 255


def no_strips(count: int = 0) -> Strips:
    """Empty strips of ``count`` lines."""
    return np.zeros((count, HEIGHT, WIDTH), np.uint8)


def line_strips(pixels: NDArray[np.uint8], lines: Components) -> Strips:
    """The strip of each line, uint8 (lines, HEIGHT, WIDTH): 0 is the paper, brighter what differs from it.

    ``pixels``: those in which the lines were found, as ``working_pixels`` gives them.
    """
    found, grey = no_strips(len(lines)), np.asarray(Image.fromarray(pixels).convert("L"))
    left, top = (np.maximum(start.astype(np.int64) - MARGIN, 0) for start in (lines.x, lines.y))
    right, bottom = ((lines.x + lines.width).astype(np.int64), (lines.y + lines.height).astype(np.int64))
    for strip, x, end, y, below in zip(found, left, right + MARGIN, top, bottom + MARGIN, strict=True):
        _draw(strip, grey[y:below, x:end])
    return found


def _draw(strip: Strips, grey: Strips) -> None:
    if not grey.size:
        return
    unlike = np.abs(grey.astype(np.float32) - quick_median(grey.ravel().astype(np.int16)))
    if unlike.max() < FAINTEST:
        return
    widest = -(-WIDTH * len(grey) // HEIGHT)
    shown = Image.fromarray((unlike[:, :widest] * (BRIGHTEST / unlike.max())).astype(np.uint8))
    width = min(WIDTH, max(1, round(shown.width * HEIGHT / shown.height)))
    how = Image.Resampling.BOX if shown.height > HEIGHT else Image.Resampling.BILINEAR
    strip[:, :width] = np.asarray(shown.resize((width, HEIGHT), how))
