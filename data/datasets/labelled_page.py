"""One page with its page type, the common form of all labelled sets for training."""

from dataclasses import dataclass
from pathlib import Path

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, UsageError
from iawce.data.page import Page

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff"})
"""Suffixes of screenshots."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with its label.

    ``site`` groups pages that must stay on one side of a split. Picture, boxes and HTML may be unknown. ``label`` is a
    page type; ``fine`` one of the seven finer types, empty if unknown. ``theme`` groups sites that look alike.
    ``height`` is that of the whole page in CSS px, 0 if unknown. ``split`` is the part (``train``, ``test``) that the
    set assigns.
    """

    id: str
    site: str
    label: str
    screenshot: Path | None = None
    boxes: Path | None = None
    html: Path | bytes | None = None
    height: int = 0
    fine: str = ""
    theme: str = ""
    split: str = ""

    @property
    def page(self) -> Page:
        """The page without its labels."""
        return Page(self.id, body=self.html, boxes=self.boxes, screenshot=self.screenshot)

    def document(self) -> Document:
        """The page as a document. Raises UsageError: it cannot be read."""
        try:
            return open_document(self.page)
        except PageError as error:
            raise UsageError(f"{self.id} cannot be read ({error.reason}): {error}") from error
