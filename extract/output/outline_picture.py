"""The outline of a page as a picture: a line for each block, kept ones framed, the others pale."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from iawce.extract.output.block_outline import OutlinedBlock
from iawce.extract.output.picture import OTHER

FONT, LINE, INDENT, EDGE = 11, 15, 8, 6
"""Font size, height of a line, width of a level and of the margin, in pixels."""
BEFORE = 6
"""Blocks before the first kept one that are shown."""
PAPER, INK, PALE, GROUND = (255, 255, 255), (30, 30, 30), (120, 120, 120), (235, 235, 235)


def draw_outline(outline: Sequence[OutlinedBlock], size: tuple[int, int]) -> Image.Image:
    """The blocks that fit into the picture, in RGB, from a few before the first kept one."""
    width, height = size
    picture = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(picture)
    first = max(0, next((place for place, block in enumerate(outline) if block.is_kept), 0) - BEFORE)
    shown = outline[first : first + height // LINE]
    for place, block in enumerate(shown):
        top, left = place * LINE, EDGE + block.level * INDENT
        if block.is_kept:
            pen.rectangle((0, top, width, top + LINE - 1), fill=PAPER)
        pen.text((left, top + 1), block.text, fill=INK if block.is_kept else PALE, font_size=FONT)
    kept = [place for place, block in enumerate(shown) if block.is_kept]
    if kept:
        pen.rectangle((0, kept[0] * LINE, width - 1, (kept[-1] + 1) * LINE - 1), outline=OTHER, width=2)
    return picture
