"""Patterns of paths, quoted so that no shell expands them: ``'pages/**/*.html'``."""

import glob
from collections.abc import Iterator
from pathlib import Path

from iawce.data.sources import READERS
from iawce.data.sources.read_sources import files_in, read_pages
from iawce.data.sources.reader import Item, Reader
from iawce.data.sources.source import Source, exists


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
