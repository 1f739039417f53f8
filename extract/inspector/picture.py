"""Pictures of a page: its screenshot, small enough for one file, and with the result marked and the rest dimmed."""

import io
from contextlib import suppress
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageEnhance

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.data.snapshot import Snapshot
from iawce.extract.content.content import Rectangle
from iawce.extract.output.extraction import Extraction

COLOURS = {"article": (214, 40, 40), "list": (29, 87, 186)}
OTHER = (20, 130, 70)
MARGIN = 4  # CSS px between a block and its frame
DIMMED = 0.8  # Brightness of the page outside the content
WIDTH = 820  # Of the picture, px
TALLEST = 16_000  # Most height in px; WebP allows 16,383
QUALITY = 60


class PagePicture(NamedTuple):
    """The picture of a page: its size in CSS px, and an encoded screenshot (WebP), empty if there is none."""

    width: int
    height: int
    screenshot: bytes = b""


def mark_blocks(snapshot: Snapshot, result: Extraction) -> Image.Image:
    """The screenshot in RGB with a frame around each block, named after the page type.

    Raises PageError: ``bad_picture/missing`` if the snapshot holds no screenshot, or it cannot be decoded.
    """
    if not snapshot.screenshot:
        raise PageError("bad_picture/missing", "the snapshot holds no screenshot")
    page, colour = open_picture(snapshot.screenshot), COLOURS.get(result.type, OTHER)
    marked = ImageEnhance.Brightness(page).enhance(DIMMED)
    frames = [_frame(block.box, snapshot.scale, page) for block in result.blocks if block.box]
    for frame in frames:
        marked.paste(page.crop(frame), frame)
    pen = ImageDraw.Draw(marked)
    for frame in frames:
        pen.rectangle(frame, outline=colour, width=max(2, round(3 * snapshot.scale)))
    caption = f"{result.type or result.method} {result.confidence:.0%}"
    left, top, right, bottom = pen.textbbox((8, 8), caption, font_size=28)
    pen.rectangle((left - 8, top - 8, right + 8, bottom + 8), fill=colour)
    pen.text((8, 8), caption, fill="white", font_size=28)
    return marked


def _frame(area: Rectangle, scale: float, page: Image.Image) -> tuple[int, int, int, int]:
    """The place of an area in a picture, within its borders: left, top, right, bottom."""
    x, y, width, height = area
    left, top = max(0, round((x - MARGIN) * scale)), max(0, round((y - MARGIN) * scale))
    right = min(page.width, round((x + width + MARGIN) * scale))
    bottom = min(page.height, round((y + height + MARGIN) * scale))
    return left, top, max(left, right), max(top, bottom)


def page_picture(document: Document, scale: float) -> PagePicture | None:
    """The picture of a page; without a screenshot its size alone, None for a page that was never rendered.

    ``scale``: pixels of its screenshot for each CSS px.
    """
    with suppress(PageError):  # its boxes may still be shown
        if document.screenshot is not None:
            page, stream, scale = open_picture(document.screenshot), io.BytesIO(), scale or 1.0
            share = min(1.0, WIDTH / page.width, TALLEST / page.height)
            small = page.resize((max(1, round(page.width * share)), max(1, round(page.height * share))))
            small.save(stream, "WEBP", quality=QUALITY)
            width, height = round(page.width / scale), round(page.height / scale)
            return PagePicture(max(1, width), max(1, height), stream.getvalue())
    if not document.is_rendered:
        return None
    right = max(box.x + box.width for box in document.boxes or ())
    bottom = max(box.y + box.height for box in document.boxes or ())
    return PagePicture(min(max(right, 1), 20_000), min(max(bottom, 1), 200_000))
