"""Pictures of a page: its screenshot, small enough for one file, and with the result marked and the rest dimmed."""

import io
from contextlib import suppress

from PIL import Image, ImageDraw, ImageEnhance

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.page_view import PagePicture
from iawce.extract.output.extraction import Extraction

COLOURS = {"article": (214, 40, 40), "list": (29, 87, 186)}
OTHER = (20, 130, 70)
MARGIN = 4  # CSS px between a block and its frame
DIMMED = 0.8  # Brightness of the page outside the content

Colour = tuple[int, int, int]
Area = tuple[int, int, int, int]  # x, y, width, height in CSS px from the top left corner
Frame = tuple[int, int, int, int]  # Left, top, right, bottom in pixels of the screenshot
MIN_VALUE, MAX_COUNT = (255, 237, 160), (189, 0, 38)  # Colours of the least and the largest influence of the page
OPACITY = 0.45
FONT = 13  # Font size of the numbers, in CSS px
WIDTH = 820  # Of the picture, px
TALLEST = 16_000  # Most height in px; WebP allows 16,383
QUALITY = 60


def mark_blocks(snapshot: Snapshot, result: Extraction) -> Image.Image:
    """The screenshot in RGB with a frame around each block, named after the page type.

    Raises PageError: ``bad_picture/missing`` if the snapshot holds no screenshot, or it cannot be decoded.
    """
    page, colour = _screenshot(snapshot), COLOURS.get(result.type, OTHER)
    marked = ImageEnhance.Brightness(page).enhance(DIMMED)
    frames = [_frame(block.box, snapshot.scale, page) for block in result.blocks if block.box]
    for frame in frames:
        marked.paste(page.crop(frame), frame)
    pen = ImageDraw.Draw(marked)
    for frame in frames:
        pen.rectangle(frame, outline=colour, width=max(2, round(3 * snapshot.scale)))
    _caption(pen, f"{result.type or result.method} {result.confidence:.0%}", colour)
    return marked


def _screenshot(snapshot: Snapshot) -> Image.Image:
    if not snapshot.screenshot:
        raise PageError("bad_picture/missing", "the snapshot holds no screenshot")
    return open_picture(snapshot.screenshot).convert("RGB")


def _frame(area: Area, scale: float, page: Image.Image, margin: int = MARGIN) -> Frame:
    """The place of an area in a picture, within its borders; ``margin`` in CSS px."""
    x, y, width, height = area
    left, top = max(0, round((x - margin) * scale)), max(0, round((y - margin) * scale))
    right = min(page.width, round((x + width + margin) * scale))
    bottom = min(page.height, round((y + height + margin) * scale))
    return left, top, max(left, right), max(top, bottom)


def _caption(pen: ImageDraw.ImageDraw, text: str, colour: Colour) -> None:
    left, top, right, bottom = pen.textbbox((8, 8), text, font_size=28)
    pen.rectangle((left - 8, top - 8, right + 8, bottom + 8), fill=colour)
    pen.text((8, 8), text, fill="white", font_size=28)


def colour_influence(snapshot: Snapshot, result: Extraction) -> Image.Image:
    """The screenshot in RGB with each block in the colour of its influence, which is written beside it.

    Inner blocks are drawn over outer ones. Records of other methods, which have no influence, are skipped. Raises
    PageError: ``bad_picture/missing`` if the snapshot holds no screenshot.
    """
    page = _screenshot(snapshot)
    coloured = ImageEnhance.Brightness(page).enhance(DIMMED)
    drawn = ((record.texts.get("influence"), record.box) for record in result.records)
    blocks = [(float(value), box) for value, box in drawn if value is not None and box]  # outer before inner ones
    values = [value for value, _ in blocks]
    low, high = min(values, default=0.0), max(values, default=0.0)
    pen, size = ImageDraw.Draw(coloured), max(1, round(FONT * snapshot.scale))
    for value, area in blocks:
        frame = _frame(area, snapshot.scale, page, margin=0)
        part = page.crop(frame)
        share = (value - low) / (high - low) if high > low else 1.0
        red, green, blue = (round(one + share * (other - one)) for one, other in zip(MIN_VALUE, MAX_COUNT, strict=True))
        coloured.paste(Image.blend(part, Image.new("RGB", part.size, (red, green, blue)), OPACITY), frame)
        left = frame[2] + size // 4  # to the right of the frame, or inside it if there is no space
        box = pen.textbbox((left, frame[1]), f"{value:g}", font_size=size)
        shift = min(0.0, page.width - box[2])
        pen.rectangle((box[0] + shift, box[1], box[2] + shift, box[3]), fill="white")
        pen.text((left + shift, frame[1]), f"{value:g}", fill="black", font_size=size)
    limit = result.scores.get("threshold", 0.0)
    _caption(pen, f"influence {low:g} to {high:g}, threshold {limit:g}", MAX_COUNT)
    return coloured


def page_picture(document: Document, scale: float) -> PagePicture | None:
    """The picture of a page; without a screenshot its size alone, None for a page that was never rendered.

    ``scale``: pixels of its screenshot for each CSS px.
    """
    with suppress(PageError):  # its boxes may still be shown
        if document.screenshot is not None:
            page, stream, scale = open_picture(document.screenshot).convert("RGB"), io.BytesIO(), scale or 1.0
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
