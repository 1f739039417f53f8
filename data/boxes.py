"""The layout boxes of a page: rectangles of texts, pictures and controls, without fonts and colours.

One row for each visible text node, picture, frame and control, in page order, in CSS pixels. The columns are those of
the page-type corpus, so that a model trained on its boxes runs unchanged on the boxes of any snapshot.
"""

import gzip
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from iawce.data.errors import UsageError
from iawce.data.gzip_file import read_gzip

LARGEST = 1 << 31
"""Largest coordinate or count of a box."""
KINDS = ("t", "i", "v", "c", "b")
"""Text, picture, video or frame, control, CSS background picture."""


class Box(NamedTuple):
    """One drawn thing. ``x, y, width, height`` are CSS px from the page's top left corner and may be negative."""

    kind: str
    """One of ``KINDS``."""
    element: int
    """Index in document order of the element (for text: of the parent); ``html`` is 0, -1 if unknown."""
    x: int
    y: int
    width: int
    height: int
    lines: int
    """Number of lines of a text, else 0."""
    chars: int
    """Characters of a text after blanks are collapsed, else 0."""
    font: int
    """Font size in px."""
    weight: int
    """Font weight, 100 to 900."""
    link: int
    """1 inside ``a[href]``, else 0."""
    heading: int
    """Level 1 to 6 inside ``h1`` to ``h6``, else 0."""


def boxes_to_json(boxes: Sequence[Box]) -> bytes:
    """A list of rows without white space. Equal boxes give equal bytes, on every Python."""
    return json.dumps([list(box) for box in boxes], separators=(",", ":")).encode()


def dump_boxes(boxes: Sequence[Box]) -> bytes:
    """The output of ``boxes_to_json``, gzipped."""
    return gzip.compress(boxes_to_json(boxes), mtime=0)


def load_boxes(path: Path) -> tuple[Box, ...]:
    """Read the output of ``dump_boxes``.

    Raises:
        UsageError: the file is not a table of boxes.
    """
    try:
        rows = json.loads(read_gzip(path))
        return tuple(Box(KINDS[KINDS.index(row[0])], *(_checked(value) for value in row[1:])) for row in rows)
    except (OSError, ValueError, TypeError, IndexError, EOFError, OverflowError, RecursionError, zlib.error) as error:
        raise UsageError(f"{path} is not a table of layout boxes: {error}") from error


def _checked(value: float) -> int:
    if abs(value) > LARGEST:
        raise ValueError(f"{value} is no measure of a page")
    return int(value)
