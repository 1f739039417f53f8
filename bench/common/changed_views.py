"""Views made from a rendered page without rendering it again: the first screen, dark colours, a phone's pixels."""

import io
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageOps

from iawce.data.document import Document, open_document
from iawce.data.snapshot import Snapshot

PHONE_PIXELS = 3
"""Pixels of a current phone for each CSS px, horizontally and vertically."""


def as_drawn(snapshot: Snapshot) -> Document:
    """The whole page as it was rendered."""
    return open_document(snapshot)


def first_screen(snapshot: Snapshot) -> Document:
    """Screenshot and boxes cut to what a window shows before it is scrolled; the HTML is complete."""
    height = snapshot.viewport[1]
    picture = _picture(snapshot)
    shown = picture.crop((0, 0, picture.width, min(picture.height, round(height * snapshot.scale))))
    boxes = tuple(box for box in snapshot.boxes if box.y < height)
    return open_document(snapshot).replace(screenshot=_encoded(shown), boxes=boxes)


def made_dark(snapshot: Snapshot) -> Document:
    """Lightness inverted, images unchanged, as programs do that make every page dark."""
    picture = _picture(snapshot)
    dark = _turned(picture)
    for box in snapshot.boxes:
        if box.kind == "i" and box.width > 0 and box.height > 0:
            sides = (box.x, box.y, box.x + box.width, box.y + box.height)
            left, top, right, bottom = (round(side * snapshot.scale) for side in sides)
            dark.paste(picture.crop((left, top, right, bottom)), (left, top))
    return open_document(snapshot).replace(screenshot=_encoded(dark))


def phone_pixels(snapshot: Snapshot) -> Document:
    """The screenshot with three pixels for each."""
    picture = _picture(snapshot)
    large = picture.resize((PHONE_PIXELS * picture.width, PHONE_PIXELS * picture.height), Image.Resampling.BICUBIC)
    return open_document(snapshot).replace(screenshot=_encoded(large))


def phone_screen(snapshot: Snapshot) -> Document:
    """The first screen of a phone in physical pixels."""
    document = first_screen(snapshot)
    picture = Image.open(io.BytesIO(document.screenshot if isinstance(document.screenshot, bytes) else b""))
    large = picture.resize((PHONE_PIXELS * picture.width, PHONE_PIXELS * picture.height), Image.Resampling.BICUBIC)
    return document.replace(screenshot=_encoded(large))


Change = Callable[[Snapshot], Document]


def _turned(picture: Image.Image) -> Image.Image:
    """Light colours made dark and dark ones light, with the same hues."""
    hue, saturation, value = ImageOps.invert(picture).convert("HSV").split()
    turned = Image.fromarray((np.asarray(hue).astype(np.int16) + 128).astype(np.uint8))
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


def _picture(snapshot: Snapshot) -> Image.Image:
    return Image.open(io.BytesIO(snapshot.screenshot)).convert("RGB")


def _encoded(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "BMP")
    return out.getvalue()
