"""A page coloured by influence: kept blocks with more influence have deeper colours; pruned text is dimmed."""

from PIL import Image, ImageDraw

from iawce.data.snapshot import Snapshot
from iawce.extract.content.content import Rectangle
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.picture import Colour, Frame, dim, frame_around, open_screenshot, write_caption

LEAST, MOST = (255, 237, 160), (189, 0, 38)
"""Colours of the least and the largest influence of the page."""
OPACITY = 0.45
FONT = 13
"""Font size of the numbers, in CSS px."""


def colour_influence(snapshot: Snapshot, result: Extraction) -> Image.Image:
    """The screenshot in RGB with each block in the colour of its influence, which is written beside it.

    Inner blocks are drawn over outer ones. Records of other methods, which have no influence, are skipped.

    Raises:
        PageError: ``bad_picture/missing`` if the snapshot holds no screenshot.
    """
    page = open_screenshot(snapshot)
    coloured, blocks = dim(page), _blocks(result)
    low, high = min((value for value, _ in blocks), default=0.0), max((value for value, _ in blocks), default=0.0)
    pen = ImageDraw.Draw(coloured)
    for value, box in blocks:
        frame = frame_around(box, snapshot.scale, page, margin=0)
        part = page.crop(frame)
        colour = _colour((value - low) / (high - low) if high > low else 1.0)
        coloured.paste(Image.blend(part, Image.new("RGB", part.size, colour), OPACITY), frame)
        _write_number(pen, f"{value:g}", frame, max(1, round(FONT * snapshot.scale)))
    limit = result.scores.get("threshold", 0.0)
    write_caption(pen, f"influence {low:g} to {high:g}, threshold {limit:g}", MOST)
    return coloured


def _blocks(result: Extraction) -> list[tuple[float, Rectangle]]:
    """Influence and box of the drawn blocks, outer ones before inner ones."""
    marked_areas = ((record.texts.get("influence"), record.box) for record in result.records)
    return [(float(value), box) for value, box in marked_areas if value is not None and box]


def _write_number(pen: ImageDraw.ImageDraw, text: str, frame: Frame, size: int) -> None:
    """Write a number to the right of a frame, or inside it if there is no space."""
    left, top, right, bottom = pen.textbbox((frame[2] + size // 4, frame[1]), text, font_size=size)
    shift = min(0.0, pen.im.size[0] - right)
    pen.rectangle((left + shift, top, right + shift, bottom), fill="white")
    pen.text((frame[2] + size // 4 + shift, frame[1]), text, fill="black", font_size=size)


def _colour(share: float) -> Colour:
    """The colour between those of the least and the largest influence, by a share from 0 to 1."""
    red, green, blue = (round(low + share * (high - low)) for low, high in zip(LEAST, MOST, strict=True))
    return red, green, blue
