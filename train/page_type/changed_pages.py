"""Data augmentation of screenshots: pages as they could as well have looked.

So a network does not learn the design of its sites. A page is scrolled, seen in a window of another width or zoom, cut
off below, without one of its bands, in other colours, darker, or dark where it is light. Nothing is mirrored: writing
is not, and the sides of a page differ.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Views = NDArray[np.uint8]
SCROLL = 0.35
"""Farthest scroll, in widths of the page: 480 CSS px."""
MARGIN = 0.12
"""Largest margin that is cut off or added at each side, in widths of the page."""
SHORTEST = 0.6
"""Least share of the page's height that stays where it is cut off below."""
BAND = (0.04, 0.3)
"""Height of a band that is painted over, in widths of the page."""
INK, PAPER, GAMMA = 50.0, 205.0, (0.7, 1.6)
"""Lightest black, darkest white (0 to 255), and exponents of the greys between: nothing faint is lost in either."""
OFTEN, SELDOM = 0.5, 0.15
"""Probability of a change of place; of a page turned dark, or grey."""


def change_page(screenshot: Image.Image, chance: np.random.Generator) -> Image.Image:
    """The page scrolled, in another width, shortened and without a band, each of these every other time."""
    page = screenshot.convert("RGB")
    if chance.random() < OFTEN:
        page = _erase_band(page, chance)
    left, right = chance.uniform(-MARGIN, MARGIN, 2) * page.width if chance.random() < OFTEN else (0.0, 0.0)
    top = chance.uniform(0, SCROLL) * page.width if chance.random() < OFTEN else 0.0
    bottom = page.height * (chance.uniform(SHORTEST, 1) if chance.random() < OFTEN else 1.0)
    top = min(top, max(0.0, bottom - page.width))
    return _window(page, (round(left), round(top), page.width - round(right), max(round(bottom), round(top) + 1)))


def change_colours(views: Views, chance: np.random.Generator) -> Views:
    """The same views, uint8 (3 * views, height, width), in other colours: all of them alike."""
    planes = views.reshape(-1, 3, *views.shape[1:]).astype(np.float32)
    if chance.random() < SELDOM:
        planes = turn_dark(planes)
    if chance.random() < SELDOM:
        planes = np.broadcast_to(planes.mean(axis=1, keepdims=True), planes.shape)
    if chance.random() >= OFTEN:
        return np.clip(planes, 0, 255).astype(np.uint8).reshape(views.shape)
    ink, paper = chance.uniform(0, INK, (3, 1, 1)), chance.uniform(PAPER, 255, (3, 1, 1))
    greys = (np.clip(planes, 0, 255) / 255) ** chance.uniform(*GAMMA)
    return (ink + (paper - ink) * greys).astype(np.uint8).reshape(views.shape)


def turn_dark(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Light made dark and dark light, hues kept (lightness of HSL mirrored); float32 (views, 3, height, width)."""
    lightness = planes.max(axis=1, keepdims=True) + planes.min(axis=1, keepdims=True)
    return np.asarray(planes + 255 - lightness)


def _erase_band(page: Image.Image, chance: np.random.Generator) -> Image.Image:
    """A band of the first two squares painted over with the colour at its upper left, as a page without a banner."""
    height = round(chance.uniform(*BAND) * page.width)
    top = int(chance.uniform(0, max(1, min(page.height, 2 * page.width) - height)))
    erased = page.copy()
    ImageDraw.Draw(erased).rectangle((0, top, page.width, top + height), fill=page.getpixel((0, top)))
    return erased


def _window(page: Image.Image, place: tuple[int, int, int, int]) -> Image.Image:
    """A part of the page; what is beyond its sides has the colour of its upper left."""
    left, top, right, bottom = place
    window = Image.new("RGB", (right - left, bottom - top), page.getpixel((0, 0)))
    window.paste(page, (-left, -top))
    return window
