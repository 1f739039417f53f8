"""Decodes given screenshots."""

import io
import warnings
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from iawce.data.errors import PageError

MAX_PIXELS = 64_000_000
"""Largest picture that is decoded: a full page of 1366 x 40,000 px passes, a decompression bomb does not."""


def open_picture(picture: bytes | Path) -> Image.Image:
    """Decode a screenshot into RGB, on white where it is transparent.

    Raises PageError: ``bad_picture/unreadable`` or ``bad_picture/too_large``.
    """
    try:
        with (
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),  # the error says more
            Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture) as opened,
        ):
            if opened.width * opened.height > MAX_PIXELS:
                raise PageError("bad_picture/too_large", f"{opened.width} x {opened.height} pixels")
            return _in_colour(opened)
    except Image.DecompressionBombError as error:  # a picture so large that its size is not even given
        raise PageError("bad_picture/too_large", f"more than {MAX_PIXELS} pixels") from error
    except UnidentifiedImageError as error:
        raise PageError("bad_picture/unreadable", "no picture, or one of an unknown format") from error
    except (OSError, ValueError, SyntaxError, RuntimeError) as error:  # the last of AVIF and DDS
        said = error.strerror if isinstance(error, OSError) else None  # the system says why the file cannot be opened
        raise PageError("bad_picture/unreadable", said or "the picture is damaged or cut off") from error


def _in_colour(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I;16"):  # which Pillow cuts off at 255
        picture = Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    drawn, paper = picture.convert("RGBA"), Image.new("RGB", picture.size, "white")
    paper.paste(drawn, mask=drawn)
    return paper
