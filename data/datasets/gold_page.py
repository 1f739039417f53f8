"""One page with its gold annotations, the common form of all sets for evaluation."""

from dataclasses import dataclass, field
from pathlib import Path

from iawce.data.dom.read import decode, unpack
from iawce.data.errors import PageError, refused
from iawce.data.page import Page


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page with gold annotations."""

    id: str
    site: str  # Groups pages for intervals
    body: bytes = field(repr=False)
    url: str = ""
    type: str = ""  # One of the seven finer page types, or another name by which a set groups its pages; if known
    text: str | None = None  # The main content, None if unknown, empty if there is none
    wanted: tuple[str, ...] = ()  # Snippets that must be in the extracted text
    unwanted: tuple[str, ...] = ()  # Snippets that must not be in it
    fields: dict[str, str] = field(default_factory=dict)  # Facts of the page: title, author, date ...
    records: tuple[dict[str, str], ...] = ()  # Facts of its posts or items, in order

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
