"""Folders and patterns of paths: every file and folder in them whose format is known; and folders of a snapshot."""

import glob
from collections.abc import Iterator
from pathlib import Path

from iawce.data.errors import PageError, UsageError
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot
from iawce.data.sources.html_file import SUFFIXES
from iawce.data.sources.read_sources import count_in, files_in, read_pages
from iawce.data.sources.reader import READERS, Item, Reader, all_files, readers
from iawce.data.sources.source import Source, exists

SAVED_WITH = ("_files", ".files")
"""Suffixes of the folders that a browser saves beside a page, with parts of that page."""


def read_folder(source: Source) -> Iterator[Item]:
    """Files by name, then folders by name; of files, those with the suffix of a format.

    Links to folders are not followed, and files that a browser saved with a page are not pages.
    """
    for entry in _entries(source):
        yield from read_pages(source.at(_path(entry)))  # read again: the list would keep the data of each


def count_files(source: Source) -> int | None:
    """Number of pages in the files and folders; no file is opened for it."""
    counts = [count_in(entry) if entry.is_folder else 1 for entry in _entries(source)]
    return None if None in counts else sum(count or 0 for count in counts)


def folder_files(source: Source) -> Iterator[Path]:
    """The files that are read of a folder, at any depth."""
    for entry in _entries(source):
        yield from files_in(entry) if entry.is_folder else (_path(entry),)


def _entries(source: Source) -> list[Source]:
    """The entries of a folder that are read, in order."""
    assert source.path is not None  # noqa: S101 - folders have one
    found = [source.at(path) for path in sorted(source.path.iterdir())]
    suffixes = tuple(end for reader in readers(screenshots=source.screenshots).values() for end in reader.suffixes)
    files = [entry for entry in found if not entry.is_folder and entry.has_suffix(suffixes)]
    parts = {_stem(file) + end for file in files if file.has_suffix(SUFFIXES) for end in SAVED_WITH}
    folders = [
        entry for entry in found if entry.is_folder and not _path(entry).is_symlink() and _path(entry).name not in parts
    ]
    return [*files, *folders]


def _path(source: Source) -> Path:
    return source.path or Path()


def _stem(file: Source) -> str:
    """Name of a page without the suffixes of HTML."""
    name = _path(file).name
    end = max((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), key=len)
    return name[: -len(end)]


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
    found = _paths(source)
    for path in found:
        yield from read_pages(source.at(path))
    if not found:
        yield source.failed("input/not_found", "no file or folder fits this pattern")


def is_glob(source: Source) -> bool:
    """Whether this is a path that does not exist, with ``*``, ``?`` or ``[...]`` in it."""
    return source.path is not None and glob.has_magic(str(source.path)) and not exists(str(source.path))


def _paths(source: Source) -> list[Path]:
    return [Path(name) for name in sorted(glob.iglob(str(source.path), recursive=True))]  # noqa: PTH207 - of any folder


def _files(source: Source) -> Iterator[Path]:
    for path in _paths(source):
        yield from files_in(source.at(path))


READERS.register("pattern")(
    Reader(
        "a quoted pattern of paths, such as 'pages/**/*.html'", is_glob, read_glob, count=lambda _: None, files=_files
    )
)


def read_snapshot(source: Source) -> Iterator[Snapshot]:
    """One snapshot."""
    assert source.path is not None  # noqa: S101 - folders have one
    try:
        yield load_snapshot(source.path)
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
