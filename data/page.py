"""A page before it is rendered: an address for the browser to open, or bytes that somebody already has."""

from dataclasses import dataclass
from pathlib import Path

SAVED_ORIGIN = "http://saved-page.invalid/"
"""Base address of saved HTML that has none; the name can never resolve (RFC 2606)."""


@dataclass(frozen=True, slots=True)
class Page:
    """One input.

    ``ref`` is what the user wrote. ``body`` is None for a live page. ``folder`` is where a saved page's own style
    sheets and pictures lie. ``error`` is a reason code if the input could not even be read.
    """

    ref: str
    url: str = SAVED_ORIGIN
    body: bytes | None = None
    content_type: str = ""
    folder: Path | None = None
    error: str = ""
