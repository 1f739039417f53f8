"""Screenshots of pages, for classification only."""

from collections.abc import Iterator

from iawce.data.datasets.image_folder import SUFFIXES
from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source

PICTURES = tuple(sorted(SUFFIXES))


def read_screenshot(source: Source) -> Iterator[Page]:
    """One page of which only the picture is known."""
    yield Page(source.ref, screenshot=source.path)


def is_screenshot(source: Source) -> bool:
    """Whether this is a picture, or has the name of one without being HTML: a damaged one."""
    if source.path is None or source.is_folder:
        return False
    return source.kind == "image" or (source.kind != "html" and source.has_suffix(PICTURES))


READERS.register("screenshot")(
    Reader("a picture of a page (PNG, JPEG, WebP ...)", is_screenshot, read_screenshot, PICTURES, is_looked_at=True)
)
