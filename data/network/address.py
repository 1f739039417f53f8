"""Addresses of the web, read, joined and written as a browser does (WHATWG URL, by ada); nothing else reads them.

If the check reads an address differently from the code that connects, it checks the wrong host; so a browser only gets
the ``href`` of an address read here. A link that is read in two ways would count as two links.
"""

import base64
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self
from urllib.parse import unquote

import ada_url

from iawce.data.errors import PageError

SCHEMES = {"http": 80, "https": 443}
"""What is opened, with the port that need not be named."""
LONGEST = 8_000
"""Characters of an address that is followed, or remembered once it was joined."""
_USERINFO = re.compile(
    r"([\x00-\x20]*(?:(?:https?|wss?|ftp):[/\\]*|(?!file:)[a-z][a-z0-9+.-]+://))([^/\\?#]*)@", re.IGNORECASE
)
_USERINFO_ANYHOW = re.compile(r"([\x00-\x20]*[a-z][a-z0-9+.-]+:[/\\]+)(.*)@", re.IGNORECASE | re.DOTALL)

_USERINFO_ALONE = re.compile(
    r"()(?!(?:acct|data|javascript|mailto|sips?|tel|urn|xmpp):)([^\s/\\?#:@]+:[^\s/\\?#@]+)@(?=[\w.-]+(?::\d+)?(?:[/?#]|$))",
    re.IGNORECASE,
)
"""Of an address whose scheme was left out."""
_USERINFO_WITHIN = re.compile(r"([a-z][a-z0-9+.-]{1,30}://)[^\s/\\?#]*@", re.IGNORECASE)
"""Of a longer scheme its end is found; without a limit, a long word would take quadratic time."""
_UNREAD = re.compile("[\t\n\r]")
"""A browser skips these wherever they are."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A user's name and password, which no text that is written shows."""

    user: str = field(repr=False)
    password: str = field(repr=False)

    @property
    def basic(self) -> str:
        """Value of the header for basic authentication (RFC 7617, UTF-8)."""
        pair = f"{self.user}:{self.password}".encode("utf-8", "replace")
        return f"Basic {base64.b64encode(pair).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address that may be opened, as far as its scheme goes. ``host`` is in ASCII, without brackets."""

    href: str
    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The address that a browser would open.

        Raises:
            PageError: ``blocked/scheme``, ``fetch_error/invalid_url`` or ``fetch_error/unsafe_port`` for port 0, which
                others take for none.
        """
        url = parse_address(text)
        if url is None:
            scheme = text.partition(":")[0].strip().lower()
            if scheme in SCHEMES:
                raise PageError("fetch_error/invalid_url", "this is no address that a browser can open")
            raise PageError("blocked/scheme", _only(scheme))
        scheme = url.protocol.removesuffix(":")
        if scheme not in SCHEMES:
            raise PageError("blocked/scheme", _only(scheme))
        url.username = url.password = ""
        port = int(url.port or SCHEMES[scheme])
        if not port:
            raise PageError("fetch_error/unsafe_port", "no page is fetched from port 0")
        return cls(url.href, scheme, url.hostname.strip("[]"), port)

    @property
    def origin(self) -> str:
        """Scheme, host and port, as a prefix of addresses without path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == SCHEMES[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"


def split_credentials(text: str) -> tuple[str, Credentials | None]:
    """An address without its user and password, and these; any other text as it is.

    Of an address that is none because its password holds a slash, say, everything up to the last @ goes.
    """
    if "@" not in text:
        return text, None
    read = _UNREAD.sub("", text)
    found = (_USERINFO if ada_url.check_url(text) else _USERINFO_ANYHOW).match(read) or _USERINFO_ALONE.match(read)
    if not found:
        return text, None
    user, _, password = found[2].partition(":")
    return found[1] + read[found.end() :], Credentials(unquote(user), unquote(password))


def _only(scheme: str) -> str:
    return f"only http and https are opened, not {scheme or 'this'}"


def without_credentials(text: str) -> str:
    """A text for others to read: no address in it has a user and a password."""
    return _USERINFO_WITHIN.sub(r"\1", split_credentials(text)[0]) if "@" in text else text


def parse_address(text: str) -> ada_url.URL | None:
    """The parts of an absolute address, of whatever scheme; None if it is none."""
    try:
        return ada_url.URL(text)
    except ValueError:
        return None


def is_web(text: str) -> bool:
    """Whether this is an absolute address with http or https, which always has a host."""
    found = parse_address(text)
    return found is not None and found.protocol.removesuffix(":") in SCHEMES


def join(base: str, written: str) -> str:
    """The absolute address that is meant by what a page at ``base`` writes; empty if none is.

    A page has most of its addresses more than once, and so has the next page: they are remembered.
    """
    return (_join if len(written) <= LONGEST else _join.__wrapped__)(base, written)


@lru_cache(maxsize=4096)
def _join(base: str, written: str) -> str:
    try:
        return ada_url.join_url(base, written)
    except ValueError:
        found = None if ada_url.check_url(base) else parse_address(written)
        return found.href if found else ""
