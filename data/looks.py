"""What there is to look at: pictures of pages, snapshots and page-type corpora, found in files and folders."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.boxes import Box, load_boxes
from iawce.data.corpora.image_folder import SUFFIXES
from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.corpora.pagetype import INDEX, read_pagetype
from iawce.data.errors import UsageError
from iawce.data.snapshot import BOXES, SCREENSHOT, is_snapshot


@dataclass(frozen=True, slots=True)
class Look:
    """One page to look at: layout boxes, a picture, or both; ``error`` is a reason code if it cannot be read."""

    ref: str
    boxes: tuple[Box, ...] | None = None
    picture: Path | bytes | None = None
    error: str = ""


def read_looks(sources: Iterable[str]) -> Iterator[Look]:
    """Pages of pictures, snapshots, folders of either, and corpora, in order.

    The ``ref`` of a corpus page is its id.
    """
    for source in sources:
        path = Path(source)
        if (path / INDEX).is_file():
            yield from (_labelled(page) for page in read_pagetype(path, ambiguous=True))
        elif path.is_dir():
            yield from _folder(path)
        elif path.is_file():
            yield Look(source, picture=path)
        else:
            yield Look(source, error="input/not_found")


def _labelled(page: LabelledPage) -> Look:
    try:
        boxes = load_boxes(page.boxes) if page.boxes else None
    except UsageError:
        return Look(page.id, error="input/damaged_boxes")
    return Look(page.id, boxes, page.screenshot)


def _folder(root: Path) -> Iterator[Look]:
    for parent, folders, names in os.walk(root):
        folders.sort()
        folder = Path(parent)
        if is_snapshot(folder):
            folders.clear()
            yield _snapshot(folder)
            continue
        for name in sorted(names):
            if Path(name).suffix.lower() in SUFFIXES:
                yield Look(str(folder / name), picture=folder / name)


def _snapshot(folder: Path) -> Look:
    picture = folder / SCREENSHOT
    try:
        boxes = load_boxes(folder / BOXES)
    except UsageError:
        return Look(str(folder), error="input/damaged_snapshot")
    return Look(str(folder), boxes, picture if picture.is_file() else None)
