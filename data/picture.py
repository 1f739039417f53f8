"""Decodes given screenshots."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from iawce.data.errors import PageError

MAX_PIXELS = 64_000_000
"""Largest picture that is decoded: a full page of 1366 x 40,000 px passes, a decompression bomb does not."""


def picture_size(picture: bytes | Path) -> tuple[int, int]:
    """Width and height of a screenshot in px, without decoding it.

    Raises PageError: ``bad_picture/unreadable`` or ``bad_picture/too_large``.
    """
    with _opened(picture) as opened:
        return opened.size


def open_picture(picture: bytes | Path) -> Image.Image:
    """Decode a screenshot. Raises PageError: ``bad_picture/unreadable`` or ``bad_picture/too_large``."""
    with _opened(picture) as opened:
        opened.load()
        return opened


@contextmanager
def _opened(picture: bytes | Path) -> Iterator[Image.Image]:
    try:
        with Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                raise PageError("bad_picture/too_large", f"{opened.width} x {opened.height} pixels")
            yield opened
    except Image.DecompressionBombError as error:  # a picture so large that its size is not even given
        raise PageError("bad_picture/too_large", f"more than {MAX_PIXELS} pixels") from error
    except UnidentifiedImageError as error:
        raise PageError("bad_picture/unreadable", "no picture, or one of an unknown format") from error
    except (OSError, ValueError, SyntaxError, RuntimeError) as error:  # the last of AVIF and DDS
        said = error.strerror if isinstance(error, OSError) else None  # the system says why the file cannot be opened
        raise PageError("bad_picture/unreadable", said or "the picture is damaged or cut off") from error
