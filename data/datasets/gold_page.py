"""One page with its gold annotations, the common form of all sets for evaluation."""

from dataclasses import dataclass, field
from pathlib import Path

from iawce.data.dom.read import decode, unpack
from iawce.data.errors import PageError, refused
from iawce.data.page import Page


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page with gold annotations.

    ``site`` groups pages for intervals. ``type`` is one of the seven finer page types, or another name by which a set
    groups its pages; empty if unknown. ``text`` is the main content, None if unknown, empty if there is none.
    ``wanted`` and ``unwanted`` are snippets that must and must not be in the extracted text. ``fields`` are facts of
    the whole page (title, author, date ...), ``records`` those of its posts or items, in order.
    """

    id: str
    site: str
    body: bytes = field(repr=False)
    url: str = ""
    type: str = ""
    text: str | None = None
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    records: tuple[dict[str, str], ...] = ()

    @property
    def page(self) -> Page:
        """The page without its gold."""
        return Page(self.id, self.url, self.body)

    @property
    def html(self) -> str:
        """Its HTML."""
        return decode(self.body).text


def read_page_bytes(path: Path) -> bytes:
    """Bytes of a page's file, unpacked if it is gzipped. Raises UsageError: it cannot be read."""
    with refused(f"{path} cannot be read", OSError, PageError):
        return unpack(path.read_bytes())
