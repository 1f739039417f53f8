"""Explains a classification by occlusion: each part of the page is hidden in turn, and the page classified again.

Source: Zeiler and Fergus 2014, Visualizing and Understanding Convolutional Networks, section 4 (occlusion). It needs
only the probabilities of a model, so it works for trees and networks alike.
"""

import io
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.models.common.probabilities import logit
from iawce.models.features.geometry import VIEWPORT_WIDTH
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble

ROWS, COLUMNS = 16, 6
VIEW_HEIGHT = 2732  # Height of the part of the layout that is explained, CSS px
SHOWN_WIDTH = 683  # Width of the drawn picture, px
LEGEND_HEIGHT = 34  # Height of the legend above it, px
HIDDEN = 255
SUREST = 1e-4  # Least probability of a type, and of all others together
MAX_BACKGROUND = VIEWPORT_WIDTH * 768 // 2  # Square px; a larger picture is the background of the page
INK = {"text": (60, 60, 60), "link": (30, 90, 220), "picture": (70, 160, 90)}
FOR, AGAINST = (214, 40, 40), (40, 90, 214)


def occlusion_map(ensemble: PageTypeEnsemble, document: Document, answer: Classification) -> NDArray[np.float64]:
    """The fall of the log odds of ``answer`` when a part is hidden, float64 (ROWS, COLUMNS).

    Raises PageError: the page has neither boxes nor a picture.
    """
    if document.boxes is None and document.screenshot is None:
        raise PageError("not_seen/nothing_to_draw", "only pages with boxes or a picture can be explained")
    hidden = list(_without_each_part(document))
    found = [
        again.probabilities.get(answer.type, 0.0) if isinstance(again, Classification) else answer.confidence
        for again in ensemble.classify_many(hidden)
    ]
    falls = logit(answer.confidence, SUREST) - logit(np.array(found), SUREST)
    return np.asarray(falls.reshape(ROWS, COLUMNS))


def draw_explanation(document: Document, falls: NDArray[np.float64], answer: Classification) -> Image.Image:
    """The page below a legend, red where it speaks for the classification, blue where it speaks against it."""
    page = _page(document)
    strongest = max(float(np.abs(falls).max()), 1e-6)
    veil = Image.new("RGBA", page.size)
    pen = ImageDraw.Draw(veil)
    height = page.height if document.boxes is None else VIEW_HEIGHT * page.width / VIEWPORT_WIDTH
    for (row, column), fall in np.ndenumerate(falls):
        fill = (*(FOR if fall > 0 else AGAINST), round(150 * abs(fall) / strongest))
        pen.rectangle(_area(row, column, page.width, height), fill=fill)
    return _below_legend(Image.alpha_composite(page.convert("RGBA"), veil).convert("RGB"), answer)


def _below_legend(page: Image.Image, answer: Classification) -> Image.Image:
    """A picture below the type, its probability and the meaning of the colours."""
    whole = Image.new("RGB", (page.width, page.height + LEGEND_HEIGHT), "white")
    whole.paste(page, (0, LEGEND_HEIGHT))
    pen, left = ImageDraw.Draw(whole), 8
    title = f"{answer.type} {answer.confidence:.0%}"
    for text, colour in ((title, None), ("speaks for it", FOR), ("speaks against it", AGAINST)):
        if colour:
            pen.rectangle((left, 9, left + 20, LEGEND_HEIGHT - 9), fill=colour)
            left += 26
        pen.text((left, 7), text, fill="black", font_size=16)
        left += round(pen.textlength(text, font_size=16)) + 24
    return whole


def _without_each_part(document: Document) -> Iterator[Document]:
    is_drawn = document.boxes is not None or document.screenshot is None
    picture = None if is_drawn else open_picture(document.screenshot or b"")
    for row, column in np.ndindex(ROWS, COLUMNS):
        if picture is None:
            kept = tuple(box for box in document.boxes or () if _part_of(box) != (row, column))
            yield document.replace(boxes=kept)
        else:
            yield document.replace(screenshot=_blot(picture, row, column))


def _part_of(box: Box) -> tuple[int, int]:
    row = int((box.y + box.height / 2) * ROWS / VIEW_HEIGHT)
    column = int((box.x + box.width / 2) * COLUMNS / VIEWPORT_WIDTH)
    return row, min(max(column, 0), COLUMNS - 1)


def _blot(picture: Image.Image, row: int, column: int) -> bytes:
    copy = picture.copy()
    ImageDraw.Draw(copy).rectangle(_area(row, column, *picture.size), fill=(HIDDEN,) * 3)
    stream = io.BytesIO()
    copy.save(stream, "BMP")
    return stream.getvalue()


def _area(row: int, column: int, width: float, height: float) -> tuple[float, float, float, float]:
    wide, high = width / COLUMNS, height / ROWS
    return column * wide, row * high, (column + 1) * wide, (row + 1) * high


def _page(document: Document) -> Image.Image:
    """The screenshot if there is one, cut like the layout; else a drawing of the layout."""
    if document.screenshot is not None:
        picture = open_picture(document.screenshot)
        height = min(round(picture.height * SHOWN_WIDTH / picture.width), 64 * SHOWN_WIDTH)  # one column has no end
        picture = picture.resize((SHOWN_WIDTH, height))
        if document.boxes is None:
            return picture
        return picture.crop((0, 0, SHOWN_WIDTH, min(height, round(VIEW_HEIGHT * SHOWN_WIDTH / VIEWPORT_WIDTH))))
    scale = SHOWN_WIDTH / VIEWPORT_WIDTH
    page = Image.new("RGB", (SHOWN_WIDTH, round(VIEW_HEIGHT * scale)), "white")
    pen = ImageDraw.Draw(page)
    for box in sorted(document.boxes or (), key=lambda box: box.kind == "t"):  # texts lie on pictures
        left, top = box.x * scale, box.y * scale
        if box.kind != "b" or box.width * box.height <= MAX_BACKGROUND:
            ink = INK["link" if box.link else "text"] if box.kind == "t" else INK["picture"]
            pen.rectangle((left, top, left + max(box.width, 0) * scale, top + max(box.height, 0) * scale), fill=ink)
    return page
