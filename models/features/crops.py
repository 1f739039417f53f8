"""Three views of a screenshot, in colour: the whole page, its first square and its second.

A long page squeezed into a square shows its arrangement but no legible type; the squares show the type. (The paper
squeezes the whole page.)
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

VIEWS = ("whole", "first square", "second square")
PAPER_WHITE = (255, 255, 255)
"""Value of the pixels below the end of a page."""


def crop_views(screenshot: Image.Image, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The views of a screenshot of any mode and size, uint8 (9, height, width): RGB of each of ``VIEWS`` in turn.

    The second square begins where the first ends; on a page shorter than two squares, it is the last square.
    """
    page = screenshot.convert("RGB")
    side = page.width
    below = max(0, min(side, page.height - side))
    shown = (page, _square(page, 0), _square(page, below))
    height, width = size
    scaled = [view.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0) for view in shown]
    return np.concatenate([np.asarray(view).transpose(2, 0, 1) for view in scaled])


def _square(page: Image.Image, top: int) -> Image.Image:
    side = page.width
    square = Image.new("RGB", (side, side), PAPER_WHITE)
    square.paste(page.crop((0, top, side, min(top + side, page.height))))
    return square
