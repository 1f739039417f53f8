"""A page before it is rendered: an address for the browser to open, or given content."""

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
    """One input.

    ``ref`` is what the user wrote. ``body`` is the HTML as bytes or a file that holds it (gzipped or not). A page
    without body, boxes and screenshot is live. ``folder`` has a saved page's own style sheets and pictures. ``boxes``
    and ``screenshot`` are files that some sets have beside the HTML. ``error`` is a reason if the input could not be
    read, and ``message`` describes it. ``status``, ``final_url``, ``robots_tag`` (the header ``X-Robots-Tag``) and
    ``warnings`` are known for a page that was fetched.

    ``fetched`` is when an archive took it from the web, in ISO 8601; empty if unknown. ``is_archived``: it is from an
    archive, so that a browser renders it only on request.

    ``is_followed``: the address comes from a page, not from a person, so a public name must have a public address.

    A user and a password in an address go to ``credentials``, which are never written; ``ref`` and ``url`` are without.
    """

    ref: str
    url: str = SAVED_ORIGIN
    body: bytes | Path | None = None
    content_type: str = ""
    folder: Path | None = None
    boxes: Path | None = None
    screenshot: Path | None = None
    error: str = ""
    message: str = ""
    status: int = 0
    final_url: str = ""
    robots_tag: str = ""
    warnings: tuple[PageWarning, ...] = ()
    credentials: Credentials | None = field(default=None, repr=False)
    is_followed: bool = False
    fetched: str = ""
    is_archived: bool = False

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
