"""The inputs that a caller of the library may give."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.data.page import Html, Page
from iawce.data.snapshot import Snapshot
from iawce.data.sources.read_sources import read_source

Item = Page | Snapshot | Document
"""One page, in any state."""
Source = str | Path | bytes | Html | Item
"""An address, a path (of HTML, a folder, a snapshot), bytes of HTML, markup, a page, a snapshot, or a document."""

SOURCES = ", ".join(kind.__name__ for kind in get_args(Source))


def items_of(sources: Iterable[Source]) -> Iterator[Item]:
    """The pages of all sources, in order.

    Raises:
        UsageError: this is one source instead of many; or, during the iteration, an item is not a source.
    """
    if isinstance(sources, Source):
        raise UsageError(
            f"extract_many takes many sources; for one source, use extract, or a list: [{_shown(sources)}]"
        )
    return (item for source in sources for item in _items(source))


def _items(source: object) -> Iterator[Item]:
    if isinstance(source, Item):
        return iter((source,))
    if isinstance(source, Html | bytes):
        return iter(((source if isinstance(source, Html) else Html(source)).page(),))
    if not isinstance(source, str | Path):
        raise UsageError(f"{_shown(source)} is no source; sources are {SOURCES}")
    text = str(source)
    if not text.strip():
        raise UsageError("an empty text is no source: give an address, a path, or Html(text)")
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        raise UsageError(f"{_shown(source)} is markup, not an address or a path: give Html(text)")
    return read_source(text)


def _shown(source: object) -> str:
    return repr(source)[:60]
