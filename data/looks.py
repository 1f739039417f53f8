"""What there is to look at: pictures of pages and snapshots, found in files and folders."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.boxes import Box, load_boxes
from iawce.data.corpora.image_folder import SUFFIXES
from iawce.data.errors import UsageError
from iawce.data.snapshot import BOXES, SCREENSHOT, is_snapshot


@dataclass(frozen=True, slots=True)
class Look:
    """One page to look at: layout boxes, a picture, or both; ``error`` is a reason code if it cannot be read."""

    ref: str
    boxes: tuple[Box, ...] | None = None
    picture: Path | None = None
    error: str = ""


def read_looks(sources: Iterable[str]) -> Iterator[Look]:
    """Pages of pictures, snapshots and folders of either, in order."""
    for source in sources:
        path = Path(source)
        if path.is_dir():
            yield from _folder(path)
        elif path.is_file():
            yield Look(source, picture=path)
        else:
            yield Look(source, error="input/not_found")


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
