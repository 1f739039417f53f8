"""What there is to look at: pictures of pages, HTML, snapshots and page-type corpora, found in files and folders."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.boxes import Box, load_boxes
from iawce.data.datasets.image_folder import SUFFIXES
from iawce.data.datasets.labelled_page import LabelledPage, unpack_html
from iawce.data.datasets.pagetype import INDEX, read_pagetype
from iawce.data.errors import UsageError
from iawce.data.snapshot import BOXES, HTML, SCREENSHOT, is_snapshot
from iawce.data.sources.local import HTML_SUFFIXES

SAVED_WITH = ("_files", ".files")
"""Ends of the name of the folder that a browser saves beside a page: its pictures are no pages."""


@dataclass(frozen=True, slots=True)
class Look:
    """One page to look at: layout boxes, a picture, HTML, or several of them.

    ``html`` is text, or a file with it (gzipped or not). ``error`` is a reason code if the page cannot be read.
    """

    ref: str
    boxes: tuple[Box, ...] | None = None
    picture: Path | bytes | None = None
    html: str | Path | None = None
    error: str = ""

    def read_html(self) -> str:
        """The markup.

        Raises:
            PageError: there is none, or it cannot be read.
        """
        if isinstance(self.html, str):
            return self.html
        return unpack_html(self.html or b"")


def read_looks(sources: Iterable[str]) -> Iterator[Look]:
    """Pages of pictures, HTML files, snapshots, folders of these, and corpora, in order.

    The ``ref`` of a corpus page is its id.
    """
    for source in sources:
        path = Path(source)
        if (path / INDEX).is_file():
            yield from (_labelled(page) for page in read_pagetype(path, ambiguous=True))
        elif path.is_dir():
            yield from _folder(path)
        elif path.is_file():
            yield _file(path)
        else:
            yield Look(source, error="input/not_found")


def _labelled(page: LabelledPage) -> Look:
    try:
        boxes = page.read_boxes() if page.boxes else None
    except UsageError:
        return Look(page.id, error="input/damaged_boxes")
    return Look(page.id, boxes, page.screenshot, page.html if isinstance(page.html, Path) else None)


def _folder(root: Path) -> Iterator[Look]:
    for parent, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.endswith(SAVED_WITH))
        folder = Path(parent)
        if is_snapshot(folder):
            folders.clear()
            yield _snapshot(folder)
            continue
        for name in sorted(names):
            if Path(name).suffix.lower() in SUFFIXES | HTML_SUFFIXES:
                yield _file(folder / name)


def _file(path: Path) -> Look:
    if path.suffix.lower() in HTML_SUFFIXES or path.name.endswith(".html.gz"):
        return Look(str(path), html=path)
    return Look(str(path), picture=path)


def _snapshot(folder: Path) -> Look:
    picture, html = folder / SCREENSHOT, folder / HTML
    try:
        boxes = load_boxes(folder / BOXES)
    except UsageError:
        return Look(str(folder), error="input/damaged_snapshot")
    return Look(str(folder), boxes, picture if picture.is_file() else None, html if html.is_file() else None)
