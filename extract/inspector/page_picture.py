"""The picture of a page, small enough for one file, and the parts on which the page type depends."""

import io
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.extract.inspector.page_view import EvidencePart, PagePicture
from iawce.models.features.layout_raster import VIEWPORT_WIDTH
from iawce.models.page_type.explain import VIEW_HEIGHT

WIDTH = 820
"""Of the picture, px."""
TALLEST = 16_000
"""Most height in px; WebP allows 16,383."""
QUALITY = 60


def page_picture(document: Document, scale: float) -> PagePicture | None:
    """The picture of a page; without a screenshot its size alone, None for a page that was never rendered.

    Args:
        document: the page.
        scale: pixels of its screenshot for each CSS px.
    """
    if document.screenshot is not None:
        try:
            return _shrunk(open_picture(document.screenshot).convert("RGB"), scale or 1.0)
        except PageError:  # its boxes may still be shown
            pass
    if not document.is_rendered:
        return None
    right = max(box.x + box.width for box in document.boxes or ())
    bottom = max(box.y + box.height for box in document.boxes or ())
    return PagePicture(min(max(right, 1), 20_000), min(max(bottom, 1), 200_000))


def _shrunk(page: Image.Image, scale: float) -> PagePicture:
    width, height = round(page.width / scale), round(page.height / scale)
    share = min(1.0, WIDTH / page.width, TALLEST / page.height)
    small = page.resize((max(1, round(page.width * share)), max(1, round(page.height * share))))
    stream = io.BytesIO()
    small.save(stream, "WEBP", quality=QUALITY)
    return PagePicture(max(1, width), max(1, height), stream.getvalue())


def evidence_parts(document: Document, picture: PagePicture, falls: NDArray[np.float64]) -> Iterator[EvidencePart]:
    """The parts of a page on which the page type depends, with their strength (``occlusion_map``)."""
    strongest = max(float(np.abs(falls).max()), 1e-6)
    drawn = document.boxes is not None
    rows, columns = falls.shape
    high = (VIEW_HEIGHT if drawn else picture.height) / rows
    wide = (VIEWPORT_WIDTH if drawn else picture.width) / columns
    for (row, column), fall in np.ndenumerate(falls):
        part = EvidencePart((column * wide, row * high, wide, high), float(fall) / strongest)
        if part.shade and row * high < picture.height:
            yield part
