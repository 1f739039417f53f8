"""Pages that only need to be looked at: screenshots, HTML, snapshots and page-type corpora, in files and folders."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from iawce.data.datasets.image_folder import SUFFIXES
from iawce.data.datasets.pagetype import INDEX, read_pagetype
from iawce.data.errors import UsageError
from iawce.data.page import Page
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot
from iawce.data.sources.local import HTML_SUFFIXES

SAVED_WITH = ("_files", ".files")
"""Ends of the name of the folder that a browser saves beside a page: its pictures are no pages."""


def read_pictured(sources: Iterable[str]) -> Iterator[Page | Snapshot]:
    """Pages of pictures, HTML files, snapshots, folders of these, and corpora, in order.

    The ``ref`` of a corpus page is its id.
    """
    for source in sources:
        path = Path(source)
        if (path / INDEX).is_file():
            yield from (page.page for page in read_pagetype(path, ambiguous=True))
        elif path.is_dir():
            yield from _folder(path)
        elif path.is_file():
            yield _file(path)
        else:
            yield Page(source, error="input/not_found")


def _folder(root: Path) -> Iterator[Page | Snapshot]:
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


def _file(path: Path) -> Page:
    if path.suffix.lower() in HTML_SUFFIXES or path.name.endswith(".html.gz"):
        return Page(str(path), body=path)
    return Page(str(path), screenshot=path)


def _snapshot(folder: Path) -> Page | Snapshot:
    try:
        return load_snapshot(folder)
    except UsageError:
        return Page(str(folder), error="input/damaged_snapshot")
