"""The layout boxes of a page (of texts, pictures and controls), the elements that they belong to, and their places.

One row for each visible text node, picture, frame and control, in page order, in CSS pixels. The columns are those of
the page-type corpus, so that a model trained on its boxes runs unchanged on the boxes of any snapshot.

A common card is a block of text under an empty ``a[href]``. A renderer gives the place of such a link; for a corpus
with boxes of text alone, they are found in the saved DOM: empty links of one class that occur twice or more, each
beside other text under one parent.
"""

import gzip
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.lib.format import read_array, write_array
from numpy.typing import ArrayLike, NDArray

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import FALLBACKS
from iawce.data.errors import DAMAGED, refused
from iawce.data.json_file import read_gzip

MAX_SIZE = 1 << 31  # Largest coordinate or count of a box
KINDS = ("t", "i", "v", "c", "b")  # Text, picture, video or frame, control, CSS background picture
Rectangles = NDArray[np.float32]
"""The places of all elements of a page, shape (M, 4): in row ``i`` x, y, width and height of the element numbered ``i``
in CSS px from the page's top left corner; NaN where it has no place."""
Bounds = Floats
FITTING = 0.9  # Share of texts whose length must agree before boxes and DOM are joined
UNCOUNTED = FALLBACKS | {"template"}  # Elements that have no child elements in a browser
MIN_COUNT = 2
CARD_TEXT = (15, 1500)  # Most characters of a card


class Box(NamedTuple):
    """One drawn thing. ``x, y, width, height`` are CSS px from the page's top left corner and may be negative."""

    kind: str  # One of ``KINDS``
    element: int  # Index in document order of the element (for text: of the parent); ``html`` is 0, -1 if unknown
    x: int
    y: int
    width: int
    height: int
    lines: int  # Number of lines of a text, else 0
    chars: int  # Characters of a text after blanks are collapsed, else 0
    font: int  # Font size in px
    weight: int  # Font weight, 100 to 900
    link: int  # 1 inside ``a[href]``, else 0
    heading: int  # Level 1 to 6 inside ``h1`` to ``h6``, else 0


def boxes_to_json(boxes: Sequence[Box]) -> bytes:
    """A list of rows without white space. Equal boxes give equal bytes, on every Python."""
    return json.dumps([list(box) for box in boxes], separators=(",", ":")).encode()


def dump_boxes(boxes: Sequence[Box]) -> bytes:
    """The output of ``boxes_to_json``, gzipped."""
    return gzip.compress(boxes_to_json(boxes), mtime=0)


def load_boxes(path: Path) -> tuple[Box, ...]:
    """Read the output of ``dump_boxes``. Raises UsageError: the file is not a table of boxes."""
    with refused(f"{path} is not a table of layout boxes", *DAMAGED):
        rows = json.loads(read_gzip(path))
        return tuple(Box(KINDS[KINDS.index(row[0])], *(_checked(value) for value in row[1:])) for row in rows)


def _checked(value: float) -> int:
    if abs(value) > MAX_SIZE:
        raise ValueError(f"{value} is no measure of a page")
    return int(value)


def as_rectangles(rows: ArrayLike) -> Rectangles:
    """A read-only array with one zero and one NaN: equal places, equal bytes. Raises ValueError: not of (M, 4)."""
    values = np.array(rows, dtype="<f4", order="C") + np.float32(0)
    if values.ndim != 2 or values.shape[1] != 4:
        raise ValueError(f"rectangles have the shape (M, 4), not {values.shape}")
    values[np.isnan(values)] = np.nan
    values.flags.writeable = False
    return values


def dump_rectangles(rectangles: Rectangles) -> bytes:
    """Gzipped ``.npy``, column after column, which packs a fifth smaller than row after row."""
    file = io.BytesIO()
    write_array(file, np.asfortranarray(as_rectangles(rectangles)), allow_pickle=False)
    return gzip.compress(file.getvalue(), mtime=0)


def load_rectangles(path: Path) -> Rectangles:
    """Read the output of ``dump_rectangles``. Raises UsageError: the file is not a table of rectangles."""
    with refused(f"{path} is not a table of rectangles", *DAMAGED, MemoryError):
        return as_rectangles(read_array(io.BytesIO(read_gzip(path)), allow_pickle=False))


def box_bounds(boxes: Iterable[Box], numbers: Ints, drawn: Bools) -> Bounds:
    """Smallest bounds (left, top, right, bottom in CSS px) around the boxes of each element, float64 (elements, 4).

    They are infinite where nothing is ``drawn``; ``numbers`` are the renderer's of each element.
    """
    table = np.array([box[1:6] for box in boxes], np.int64).reshape(-1, 5)
    owners, x, y, width, height = table.T
    boxed, place = np.unique(owners, return_inverse=True)  # a page may number its elements as it likes
    bounds = np.tile([np.inf, np.inf, -np.inf, -np.inf], (len(boxed) + 1, 1))  # the last row: nothing is drawn
    np.minimum.at(bounds[:, :2], place, np.stack([x, y], axis=1))
    np.maximum.at(bounds[:, 2:], place, np.stack([x + width, y + height], axis=1))
    return np.asarray(bounds[np.where(drawn, np.searchsorted(boxed, numbers), -1)])


def area_around(bounds: Bounds) -> tuple[int, int, int, int] | None:
    """Smallest rectangle around all bounds: x, y, width, height in CSS px; None if nothing is drawn."""
    left, top, right, bottom = (*bounds[:, :2].min(axis=0), *bounds[:, 2:].max(axis=0)) if len(bounds) else (1, 1, 0, 0)
    if right < left:
        return None
    return int(left), int(top), int(right - left), int(bottom - top)


def box_elements(boxes: Sequence[Box], index: ElementIndex) -> Ints | None:
    """Number in the index of the element of each box, int64 (boxes,), -1 where it is unknown; None if they do not fit.

    ``boxes``: whose ``element`` counts elements as a browser does.
    """
    uncounted = index.inside(index.tagged(*UNCOUNTED))
    counted = np.flatnonzero((index.parents < 0) | ~uncounted[index.parents])
    given = np.array([box.element for box in boxes], np.int64)
    if (given >= len(counted)).any():
        return None
    numbers = np.append(counted, -1)[np.maximum(given, -1)]
    return numbers if _fits(boxes, numbers, index) else None


def box_texts(boxes: Sequence[Box], elements: Ints, index: ElementIndex) -> list[str]:
    """The text of each box, of the element of each, with blanks collapsed; empty without one of that length."""
    texts = _own_texts(index, set(elements.tolist()))
    return [
        texts[element].get(box.chars, "") if box.kind == "t" else ""
        for box, element in zip(boxes, elements.tolist(), strict=True)
    ]


def _fits(boxes: Sequence[Box], numbers: Ints, index: ElementIndex) -> bool:
    texts = [(box.chars, number) for box, number in zip(boxes, numbers.tolist(), strict=True) if box.kind == "t"]
    known = _own_texts(index, {number for _, number in texts})
    fitting = sum(chars in known[number] for chars, number in texts if number >= 0)
    return fitting >= FITTING * len(texts) if texts else not boxes


def _own_texts(index: ElementIndex, wanted: Set[int]) -> dict[int, dict[int, str]]:
    """By element, of those ``wanted``: the first of its own texts of each length."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for text, owner in zip(index.text_nodes.texts, index.text_nodes.owners.tolist(), strict=True):
        if owner in wanted:
            collapsed = " ".join(text.split())
            found[owner].setdefault(len(collapsed), collapsed)
    return found


def mark_card_links(boxes: tuple[Box, ...], index: ElementIndex) -> tuple[Box, ...]:
    """The boxes of a page with ``link`` set for text and pictures on a card that one empty link covers.

    ``boxes``: whose ``element`` counts elements as a browser does; they come back unchanged if they do not fit.
    """
    cards = _cards(index)
    elements = box_elements(boxes, index) if cards else None
    if elements is None:
        return boxes
    covered: Bools = np.append(index.inside(cards), False)[elements]  # the last: of boxes whose element is unknown
    return tuple(
        box._replace(link=1) if box.kind in "ti" and is_covered else box
        for box, is_covered in zip(boxes, covered.tolist(), strict=True)
    )


def _cards(index: ElementIndex) -> list[int]:
    """Numbers of the elements that an empty link covers."""
    by_class: dict[str, list[int]] = defaultdict(list)
    for number in index.tagged("a"):
        link, parent = index.attributes.given[number], int(index.parents[number])
        address = link.get("href", "").lower()
        if parent < 0 or not address or address.startswith(("#", "javascript:")) or index.has_children(number):
            continue
        if not index.text_of(number) and CARD_TEXT[0] < len(index.text_of(parent)) < CARD_TEXT[1]:
            by_class[link.get("class", "")].append(parent)
    return [card for cards in by_class.values() if len(set(cards)) >= MIN_COUNT for card in cards]
