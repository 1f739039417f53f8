"""Folders and patterns of paths: every file and folder in them whose format is known; and folders of a snapshot."""

import glob
from collections.abc import Iterator
from pathlib import Path

from iawce.data.errors import PageError, UsageError
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot
from iawce.data.sources.reader import (
    READERS,
    Item,
    Reader,
    all_files,
    count_in,
    files_in,
    read_pages,
    readers,
    total,
)
from iawce.data.sources.saved_by_browsers import HTML_SUFFIXES
from iawce.data.sources.source import Source, exists

SAVED_WITH = ("_files", ".files")
"""Suffixes of the folders that a browser saves beside a page, with parts of that page."""


def read_folder(source: Source) -> Iterator[Item]:
    """Files by name, then folders by name; of files, those with the suffix of a format.

    Links to folders are not followed, and files that a browser saved with a page are not pages.
    """
    for path in _paths_in(source):
        yield from read_pages(source.at(path))


def count_files(source: Source) -> int | None:
    """Number of pages in the files and folders; no file is opened for it."""
    return total(count_in(source.at(path)) if path.is_dir() else 1 for path in _paths_in(source))


def folder_files(source: Source) -> Iterator[Path]:
    """The files that are read of a folder, at any depth."""
    for path in _paths_in(source):
        yield from files_in(source.at(path)) if path.is_dir() else (path,)


def _paths_in(source: Source) -> list[Path]:
    """The entries of a folder that are read, in order."""
    found = sorted(source.folder.iterdir())
    suffixes = tuple(end for reader in readers(screenshots=source.screenshots).values() for end in reader.suffixes)
    files = [path for path in found if path.name.lower().endswith(suffixes) and not path.is_dir()]
    ends = [(path.name, end) for path in files for end in HTML_SUFFIXES if path.name.lower().endswith(end)]
    parts = {name[: -len(end)] + folder for name, end in ends for folder in SAVED_WITH}
    folders = [path for path in found if path.is_dir() and not path.is_symlink() and path.name not in parts]
    return [*files, *folders]


READERS.register("folder")(
    Reader(
        "a folder with any of these, at any depth",
        lambda source: source.is_folder,
        read_folder,
        count=count_files,
        files=folder_files,
    )
)


def read_glob(source: Source) -> Iterator[Item]:
    """The pages of each matching path, by name. Without a match, a page with an error."""
    found = _matching(source)
    for path in found:
        yield from read_pages(source.at(path))
    if not found:
        yield source.failed("input/not_found", "no file or folder fits this pattern")


def is_glob(source: Source) -> bool:
    """Whether this is a path that does not exist, with ``*``, ``?`` or ``[...]`` in it."""
    return source.path is not None and glob.has_magic(str(source.path)) and not exists(str(source.path))


def _matching(source: Source) -> list[Path]:
    return [Path(name) for name in sorted(glob.iglob(str(source.path), recursive=True))]  # noqa: PTH207 - of any folder


def _files(source: Source) -> Iterator[Path]:
    for path in _matching(source):
        yield from files_in(source.at(path))


READERS.register("pattern")(
    Reader("a quoted pattern of paths, such as 'pages/**/*.html'", is_glob, read_glob, count=None, files=_files)
)


def read_snapshot(source: Source) -> Iterator[Snapshot]:
    """One snapshot."""
    try:
        yield load_snapshot(source.folder)
    except UsageError as error:
        raise PageError("input/damaged_snapshot", str(error)) from error


READERS.register("snapshot")(
    Reader(
        "a snapshot, or a folder of snapshots (see render)",
        lambda source: source.path is not None and is_snapshot(source.path),
        read_snapshot,
        files=all_files,
    )
)
