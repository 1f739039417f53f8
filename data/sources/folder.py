"""Folders, patterns of paths, snapshots; to classify, also screenshots and corpora as ``pages.jsonl`` lists them."""

import glob
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from iawce.data.datasets.labelled_page import INDEX, PICTURES, is_pagetype, page_of_row
from iawce.data.errors import PageError, UsageError
from iawce.data.page import Page
from iawce.data.sinks.sink import STATE
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot
from iawce.data.sources.saved_by_browsers import HTML_SUFFIXES
from iawce.data.sources.source import (
    Item,
    Source,
    all_files,
    count_in,
    exists,
    files_in,
    lines_with_content,
    read_pages,
    reader,
    readers,
    total,
)

SAVED_WITH = ("_files", ".files")  # Suffixes of the folders that a browser saves beside a page, with parts of that page
_DOCUMENT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:(?><\?xml[^>]*+>|<!--.*?-->)\s*+){0,9}<(?:!doctype\s+html|html)[\s>]", re.I | re.S
)
COPIES = ("~", ".bak", ".tmp")  # Ends of names of files that editors and programs keep beside others
LOOKED_AT = 4096  # Bytes of a file in a folder that show whether it is a whole page in HTML


def folder_files(source: Source) -> Iterator[Path]:
    """The files that are read of a folder, at any depth."""
    for path in _paths_in(source):
        yield from files_in(source.at(path)) if path.is_dir() else (path,)


def _paths_in(source: Source) -> list[Path]:
    """The entries of a folder that are read, in order."""
    found = sorted(source.folder.iterdir())
    suffixes = tuple(end for reader in readers(screenshots=source.screenshots).values() for end in reader.suffixes)
    files = [path for path in found if not path.is_dir() and (path.name.lower().endswith(suffixes) or _is_page(path))]
    ends = [(path.name, end) for path in files for end in HTML_SUFFIXES if path.name.lower().endswith(end)]
    parts = {name[: -len(end)] + folder for name, end in ends for folder in SAVED_WITH}
    folders = [path for path in found if path.is_dir() and not path.is_symlink() and path.name not in parts]
    return [*files, *(path for path in folders if not _is_run(path))]


def _is_page(path: Path) -> bool:
    """Whether a file is a whole page in HTML, whatever its name, unless that is of a hidden file or a copy."""
    with suppress(OSError):
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(COPIES):
            with path.open("rb") as file:
                return _DOCUMENT.match(file.read(LOOKED_AT)) is not None
    return False


def _is_run(folder: Path) -> bool:
    return (folder / STATE).is_file()


@reader(
    "folder",
    "a folder with any of these, at any depth",
    lambda source: source.is_folder,
    count=lambda source: total(count_in(source.at(path)) if path.is_dir() else 1 for path in _paths_in(source)),
    files=folder_files,
)
def read_folder(source: Source) -> Iterator[Item]:
    """Files by name, then folders by name; of files, those with the suffix of a format, and whole pages in HTML.

    Links to folders and folders of runs are left out, and files that a browser saved with a page are not pages.
    """
    if _is_run(source.folder):
        why = "is the folder of a run, which holds rows and no pages: inspect and label read rows"
        raise PageError("input/unreadable", f"{source.ref} {why}")
    for path in _paths_in(source):
        yield from read_pages(source.at(path))


def is_glob(source: Source) -> bool:
    """Whether this is a path that does not exist, with ``*``, ``?`` or ``[...]`` in it."""
    return source.path is not None and glob.has_magic(str(source.path)) and not exists(str(source.path))


def _matching(source: Source) -> list[Path]:
    return [Path(name) for name in sorted(glob.iglob(str(source.path), recursive=True))]  # noqa: PTH207 - of any folder


def _files(source: Source) -> Iterator[Path]:
    for path in _matching(source):
        yield from files_in(source.at(path))


@reader("pattern", "a quoted pattern of paths, such as 'pages/**/*.html'", is_glob, count=None, files=_files)
def read_glob(source: Source) -> Iterator[Item]:
    """The pages of each matching path, by name. Without a match, a page with an error."""
    found = _matching(source)
    for path in found:
        yield from read_pages(source.at(path))
    if not found:
        yield source.failed("input/not_found", "no file or folder fits this pattern")


@reader(
    "snapshot",
    "a snapshot, or a folder of snapshots (see render)",
    lambda source: source.path is not None and is_snapshot(source.path),
    files=all_files,
)
def read_snapshot(source: Source) -> Iterator[Snapshot]:
    """One snapshot."""
    try:
        yield load_snapshot(source.folder)
    except UsageError as error:
        raise PageError("input/damaged_snapshot", str(error)) from error


@reader(
    "corpus",
    "the folder of a page-type corpus (pages.jsonl)",
    lambda source: source.path is not None and is_pagetype(source.path),
    is_looked_at=True,
    count=lambda source: lines_with_content(source.folder / INDEX),
    files=all_files,
)
def read_corpus(source: Source) -> Iterator[Page]:
    """All pages, also those whose label is doubtful; the ``ref`` of a page is its id. A bad line is a bad page."""
    index = source.folder / INDEX
    with index.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield page_of_row(index.parent, json.loads(line)).page
                except (ValueError, KeyError, TypeError) as error:
                    why = f"line {number} of {index}: {error}"
                    yield Page(f"{index}:{number}", error="input/bad_line", message=why)


def is_screenshot(source: Source) -> bool:
    """Whether this is a picture, or has the name of one without being HTML: a damaged one."""
    if source.path is None or source.is_folder:
        return False
    return source.kind == "image" or (source.kind != "html" and source.has_suffix(tuple(PICTURES)))


reader(
    *("screenshot", "a picture of a page (PNG, JPEG, WebP ...)", is_screenshot, tuple(sorted(PICTURES))),
    is_looked_at=True,
)(lambda source: iter((Page(source.ref, screenshot=source.path),)))
