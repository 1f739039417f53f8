"""A page before it is rendered: an address for the browser to open, or given content."""

import math
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from iawce.data.errors import PageWarning, UsageError
from iawce.data.network.address import Credentials, parse_address, split_credentials, without_credentials

SAVED_ORIGIN = "http://saved-page.invalid/"
"""Base address of saved HTML that has none; the name can never resolve (RFC 2606)."""


@dataclass(frozen=True, slots=True)
class Html:
    """Markup as text or bytes, known by its former ``url``, else by a hash. UsageError: neither text nor bytes."""

    markup: str | bytes
    url: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.markup, str | bytes):
            raise UsageError(f"HTML is text or bytes, not {type(self.markup).__name__}")

    def page(self) -> "Page":
        """The page. Text needs no detection: it is marked as UTF-8."""
        body = BOM_UTF8 + self.markup.encode("utf-8", "replace") if isinstance(self.markup, str) else self.markup
        return Page(self.url or f"html-{sha256(body).hexdigest()[:12]}", self.url or SAVED_ORIGIN, body)


@dataclass(frozen=True, slots=True)
class Page:
    """One input; without ``body``, ``boxes`` and ``screenshot`` it is live."""

    ref: str  # What the user wrote
    url: str = SAVED_ORIGIN
    body: bytes | Path | None = None  # HTML, bytes or a file, gzipped or not
    content_type: str = ""
    folder: Path | None = None  # With a saved page's own style sheets and pictures
    boxes: Path | None = None  # A file of some sets, as is ``screenshot``
    screenshot: Path | None = None
    error: str = ""  # The reason why it could not be read
    message: str = ""  # Describes the error
    status: int = 0  # Of a fetched page, as are ``final_url``, ``robots_tag`` (``X-Robots-Tag``) and ``warnings``
    final_url: str = ""
    robots_tag: str = ""
    warnings: tuple[PageWarning, ...] = ()
    credentials: Credentials | None = field(default=None, repr=False)  # Never written; not in ``ref``, ``url``
    is_followed: bool = False  # No person named the address, so a public name must have a public address
    fetched: str = ""  # When an archive took it, ISO 8601
    is_archived: bool = False  # Rendered only on request
    last_try: float = math.inf  # Monotonic time after which it is not requested again: nobody would wait for it

    def __post_init__(self) -> None:
        _, credentials = split_credentials(self.url)
        object.__setattr__(self, "credentials", self.credentials or credentials)
        if credentials and not self.error and parse_address(self.url) is None:
            why = "this is no address that a browser can open: in a password, / is written %2F, and @ is %40"
            object.__setattr__(self, "error", "fetch_error/invalid_url")
            object.__setattr__(self, "message", why)
        for name in ("ref", "url", "final_url", "message"):
            object.__setattr__(self, name, without_credentials(getattr(self, name)))

    @property
    def is_live(self) -> bool:
        """Whether it must be fetched."""
        return self.body is None and self.boxes is None and self.screenshot is None
