"""Decodes given screenshots."""

import io
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from iawce.data.errors import PageError

MAX_PIXELS = 64_000_000
"""Largest picture that is decoded: a full page of 1366 x 40,000 px passes, a decompression bomb does not."""


def open_picture(picture: bytes | Path) -> Image.Image:
    """Decode a screenshot. Raises PageError: ``bad_picture/unreadable`` or ``bad_picture/too_large``."""
    try:
        with Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                raise PageError("bad_picture/too_large", f"{opened.width} x {opened.height} pixels")
            opened.load()
            return opened
    except Image.DecompressionBombError as error:  # a picture so large that its size is not even given
        raise PageError("bad_picture/too_large", f"more than {MAX_PIXELS} pixels") from error
    except UnidentifiedImageError as error:
        raise PageError("bad_picture/unreadable", "no picture, or one of an unknown format") from error
    except (OSError, ValueError, SyntaxError, RuntimeError) as error:  # the last of AVIF and DDS
        said = error.strerror if isinstance(error, OSError) else None  # the system says why the file cannot be opened
        raise PageError("bad_picture/unreadable", said or "the picture is damaged or cut off") from error
