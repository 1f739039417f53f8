"""What users hand over, turned into pages: addresses, HTML files, folders, snapshots, lists of addresses, stdin.

A source is told by what it holds, not by its name. Nothing raises: what cannot be read is a page with an ``error``.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from iawce.data.errors import PageError, UsageError
from iawce.data.html.decode import decode
from iawce.data.html.read import MAX_BODY
from iawce.data.html.sniff import sniff
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.snapshot import Snapshot, SnapshotStore, is_snapshot, load_snapshot

HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml"})
STDIN = "-"
COMMENT = "#"


def read_sources(sources: Iterable[str], base_url: str = "") -> Iterator[Page | Snapshot]:
    """Pages of all sources in order; an address that comes twice is taken once.

    Args:
        sources: addresses, paths, or ``-`` for standard input.
        base_url: address that saved HTML had on the web.
    """
    seen: set[str] = set()
    for source in sources:
        for page in read_source(source, base_url):
            if isinstance(page, Page) and page.body is None and not page.error:
                if page.url in seen:
                    continue
                seen.add(page.url)
            yield page


def read_source(source: str, base_url: str = "") -> Iterator[Page | Snapshot]:
    """Pages of one source."""
    if source == STDIN:
        yield from _content(STDIN, sys.stdin.buffer.read(), None, base_url)
    elif _has_scheme(source):
        yield Page(source, source)
    elif Path(source).is_dir():
        yield from _folder(Path(source), base_url)
    else:
        yield from _file(Path(source), base_url)


def _has_scheme(source: str) -> bool:
    """Whether this is an address of any scheme; a single letter is a drive, not a scheme."""
    try:
        scheme = urlsplit(source).scheme
    except ValueError:
        return "://" in source
    return len(scheme) > 1 and not Path(source).exists()


def _folder(folder: Path, base_url: str) -> Iterator[Page | Snapshot]:
    snapshots = [folder] if is_snapshot(folder) else list(SnapshotStore(folder))
    for found in snapshots:
        try:
            yield load_snapshot(found)
        except UsageError:
            yield Page(str(found), error="input/damaged_snapshot")
    if not snapshots:
        for path in _html_files(folder):
            yield from _file(path, base_url)


def _html_files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if Path(name).suffix.lower() in HTML_SUFFIXES:
                yield Path(parent, name)


def _file(path: Path, base_url: str) -> Iterator[Page]:
    ref = os.fsencode(path).decode("utf-8", "backslashreplace")
    try:
        if path.stat().st_size > MAX_BODY:
            yield Page(ref, error="too_large/body")
            return
        body = path.read_bytes()
    except FileNotFoundError:
        yield Page(ref, error="input/not_found")
    except OSError:
        yield Page(ref, error="input/unreadable")
    else:
        yield from _content(ref, body, path.parent, base_url)


def _content(ref: str, body: bytes, folder: Path | None, base_url: str) -> Iterator[Page]:
    addresses = _addresses(body)
    if addresses:
        for address in addresses:
            yield Page(address, address)
    else:
        yield Page(ref, base_url or SAVED_ORIGIN, body, folder=folder)


def _addresses(body: bytes) -> list[str]:
    """Lines of a list of addresses, or nothing if this is no such list."""
    if sniff(body) != "text":
        return []
    try:
        lines = decode(body).text.splitlines()
    except PageError:
        return []
    entries = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith(COMMENT)]
    is_list = bool(entries) and all(len(entry.split()) == 1 for entry in entries) and "://" in entries[0]
    return entries if is_list else []
