"""Addresses of the web, read, joined and written as a browser does (WHATWG URL, by ada); by this module alone.

If the check read an address differently from the code that connects, it would check the wrong host; so a browser only
gets the ``href`` of an address read here. A link read in two ways would count as two links.
"""

import base64
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote

import ada_url

from iawce.data.errors import PageError

if TYPE_CHECKING:
    from tldextract import TLDExtract

SCHEMES = {"http": 80, "https": 443}  # Schemes that are opened, with their default ports
READABLE = frozenset({*SCHEMES, "mailto", "tel", "ftp"})  # Schemes of addresses that a reader can follow
MAX_LENGTH = 8_000  # Most characters of an address that is followed, or cached after it was joined
_USERINFO = re.compile(
    r"([\x00-\x20]*(?:(?:https?|wss?|ftp):[/\\]*|(?!file:)[a-z][a-z0-9+.-]+://))([^/\\?#]*)@", re.IGNORECASE
)
_USERINFO_ANYHOW = re.compile(r"([\x00-\x20]*[a-z][a-z0-9+.-]+:[/\\]++)(.*)@", re.IGNORECASE | re.DOTALL)
_USERINFO_ALONE = re.compile(
    r"()(?!(?:acct|data|javascript|mailto|sips?|tel|urn|xmpp):)([^\s/\\?#:@]+:[^\s/\\?#@]+)@(?=[\w.-]+(?::\d+)?(?:[/?#]|$))",
    re.IGNORECASE,
)
"""Beginning of an address without a scheme."""
_USERINFO_WITHIN = re.compile(r"([a-z][a-z0-9+.-]{1,30}://)[^\s/\\?#]*@", re.IGNORECASE)
"""Most characters of a scheme; without a limit, a long word would take quadratic time."""
_UNREAD = re.compile("[\t\n\r]")  # Characters that a browser skips at any place


@dataclass(frozen=True, slots=True)
class Credentials:
    """A user's name and password, which are never written."""

    user: str = field(repr=False)
    password: str = field(repr=False)

    @property
    def basic(self) -> str:
        """Value of the header for basic authentication (RFC 7617, UTF-8)."""
        pair = f"{self.user}:{self.password}".encode("utf-8", "replace")
        return f"Basic {base64.b64encode(pair).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address that may be opened according to its scheme. ``host`` is in ASCII, without brackets."""

    href: str
    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The address that a browser would open.

        Raises PageError: ``blocked/scheme``, ``fetch_error/invalid_url`` or ``fetch_error/unsafe_port`` for port 0,
        which other programs treat as no port.
        """
        url = parse_address(text)
        scheme = url.protocol.removesuffix(":") if url else text.partition(":")[0].strip().lower()
        if scheme not in SCHEMES:
            raise PageError("blocked/scheme", f"only http and https are opened, not {scheme or 'this'}")
        if url is None:
            raise PageError("fetch_error/invalid_url", "this is no address that a browser can open")
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
    """An address without its user and password, and these; any other text unchanged.

    From an invalid address, such as one with a slash in its password, everything up to the last @ is removed.
    """
    if "@" not in text:
        return text, None
    read = _UNREAD.sub("", text)
    found = (_USERINFO if ada_url.check_url(text) else _USERINFO_ANYHOW).match(read) or _USERINFO_ALONE.match(read)
    if not found:
        return text, None
    user, _, password = found[2].partition(":")
    return found[1] + read[found.end() :], Credentials(unquote(user), unquote(password))


def without_credentials(text: str) -> str:
    """A text for output: without users and passwords in its addresses."""
    return _USERINFO_WITHIN.sub(r"\1", split_credentials(text)[0]) if "@" in text else text


def parse_address(text: str) -> ada_url.URL | None:
    """The parts of an absolute address with any scheme; None if it is not valid."""
    try:
        return ada_url.URL(text)
    except ValueError:
        return None


def is_web(text: str) -> bool:
    """Whether this is an absolute address with http or https, which always has a host."""
    found = parse_address(text)
    return found is not None and found.protocol.removesuffix(":") in SCHEMES


def join(base: str, written: str) -> str:
    """The absolute address of a link on a page at ``base``; empty if it is not valid.

    Results are cached, since most addresses occur several times on a page, and on the next page.
    """
    return (_join if len(written) <= MAX_LENGTH else _join.__wrapped__)(base, written)


@lru_cache(maxsize=4096)
def _join(base: str, written: str) -> str:
    try:
        return ada_url.join_url(base, written)
    except ValueError:
        found = None if ada_url.check_url(base) else parse_address(written)
        return found.href if found else ""


def web_address(base: str, written: str) -> str:
    """The address made absolute; empty if it is not an address of the web, such as a script or an embedded picture.

    On a page with an unknown address, a relative one stays as it is written.
    """
    if len(written) > MAX_LENGTH:
        return ""
    found = join(base, written)
    if found:
        return found if found.partition(":")[0] in READABLE else ""
    return "" if base or ":" in written.partition("/")[0] else written.strip()


def host_of(url: str) -> str:
    """The host of an address as people write it, without ``www.``; empty if it has none."""
    found = parse_address(url)
    host = found.hostname.removeprefix("www.") if found else ""
    return ada_url.idna_to_unicode(host) if "xn--" in host else host


@cache
def suffix_splitter() -> "TLDExtract":
    """Splits a host into labels, domain and public suffix, by the Public Suffix List; nothing is fetched."""
    from tldextract import TLDExtract  # noqa: PLC0415 - the list takes a while to load

    return TLDExtract(cache_dir=None, suffix_list_urls=())


def site_of(url: str) -> str:
    """The registrable domain of an address, in lower-case ASCII (Punycode); empty without a host.

    Suffixes are those of registries (``co.uk``, ``com.au``), not those of hosting platforms (``github.io``,
    ``blogspot.com``): pages of a platform's customers share its templates, so they belong on one side of a split. Also,
    sites do not depend on whether their platform is in the list, as substack.com is not.

    An IP address is its own site. A host without a listed suffix (``wiki.intern.lan``) is identified by its last two
    labels, which is the list's own rule for unlisted suffixes; so is a host that is itself a suffix. To each of these
    the port belongs, unless it is the usual one, since every port of a machine may serve another site.
    """
    found = parse_address(f"https:{url}" if url.startswith("//") else url)
    if found is None:
        return ""
    host = found.hostname.strip("[]").rstrip(".")
    if domain := suffix_splitter()(host).top_domain_under_public_suffix:
        return domain
    try:
        name = str(ip_address(host))
    except ValueError:
        name = ".".join(host.split(".")[-2:])
    if found.port:
        return f"[{name}]:{found.port}" if ":" in name else f"{name}:{found.port}"
    return name
