"""Network settings: the allowed addresses, what their sites get, the limits of requests, the system's network."""

import asyncio
import netrc
import re
import socket
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from iawce.data.errors import PageError, UsageError
from iawce.data.limits import Checked, Count, Positive, Seconds
from iawce.data.network.address import Credentials, WebAddress
from iawce.data.network.response import BUSY
from iawce.data.page import Page

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
GROWTH = 4.0  # The factor by which each pause is longer than the one before
MAX_WAIT = 120.0  # Most seconds that a page waits at a server's request; a longer request closes the host for that time
PASSING = frozenset({"crash/browser", "timeout/load", "http_error/408", "http_error/429"} | {
    f"fetch_error/{detail}" for detail in ("reset", "closed", "timeout", "empty_response")
})  # fmt: skip
"""Reasons after which another attempt may succeed, besides errors of the server (5xx)."""
OWN_AGENT = "iawce"  # Name of this program for robots.txt and ``X-Robots-Tag``, unless another user agent is set
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_ROBOT = re.compile(r"[A-Za-z_-]+")
_NOT_OURS = frozenset({"connection", "content-length", "cookie", "host", "proxy-authorization", "transfer-encoding"})
AUTHORIZATION = "Authorization"


class Resolver:
    """The network of the system. Tests can replace it."""

    async def resolve(self, host: str) -> list[str]:
        """All IP addresses of a name, in the order in which they are tried. Raises OSError: no such name."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except UnicodeError as error:  # a label that is empty or too long
            raise socket.gaierror(socket.EAI_NONAME, str(error)) from error
        return list(dict.fromkeys(str(entry[4][0]) for entry in found))

    async def dial(self, address: str, port: int) -> Connection:
        """Connect to this very IP address. Raises OSError: refused, unreachable, too slow."""
        return await asyncio.open_connection(address, port)

    def is_own(self, address: str) -> bool:
        """Whether an address belongs to this machine, even if it looks public. Nothing is sent.

        For a connection to itself, the system uses the same address at both ends.
        """
        family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((address, 9))
                return bool(probe.getsockname()[0] == address)
        except OSError:  # there is no route
            return False


@dataclass(frozen=True, slots=True)
class Politeness(Checked):
    """Limits of requests to hosts. Raises UsageError: a number is out of range."""

    per_host: Positive | None = None
    """Pages of one host that are open at the same time; if left out, 1, but any number for this machine itself."""
    delay: Seconds | None = None
    """Seconds from the end of a page to the beginning of the next one of its host; if left out, 1, but none for this
    machine itself."""
    retries: Count = 2
    """Further tries after timeouts, lost connections, 429 and 5xx."""
    pause: Seconds = 1.0
    """Seconds before the first of these tries; each further pause is four times as long as the one before."""

    def pause_before(self, retry: int, error: PageError) -> float | None:
        """Seconds before a page is requested again; None if that is useless. ``retry``: which one, from 1."""
        may_pass = error.reason in PASSING or error.reason.startswith("http_error/5")
        if retry > self.retries or not may_pass or is_closed(error):
            return None
        return max(error.retry_after or 0.0, self.pause * GROWTH ** (retry - 1))


def is_busy(error: PageError) -> bool:
    """Whether the server reports too many requests."""
    return error.http_status in BUSY


def is_closed(error: PageError) -> bool:
    """Whether the server refuses requests for longer than a page waits."""
    return is_busy(error) and (error.retry_after or 0.0) > MAX_WAIT


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The identity that sites see, and the addresses that pages may reach.

    Raises UsageError: a header or the proxy's address cannot be used.
    """

    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # Sent to the named site, to no other
    cookies: tuple[Cookie, ...] = field(default=(), repr=False)  # Each is sent to its site only
    credentials: Mapping[str, Credentials] = field(default_factory=dict, repr=False)  # Users and passwords by host
    user_agent: str = ""  # Instead of the browser's own
    contact: str = ""  # An e-mail address or a page for the owners of sites; it is part of the user agent
    proxy: str = field(default="", repr=False)  # HTTP, for public addresses: ``http://[user:password@]host:port``
    public_only: bool = False  # Named addresses must be public, too
    allowed_hosts: frozenset[str] = frozenset()  # Those that need not be; their pages may reach each other
    robots: bool = False  # Addresses that robots.txt forbids are not opened
    fetch: bool = False  # Plain HTTP instead of a browser
    politeness: Politeness = Politeness()  # Limits of requests to hosts
    internet: Resolver = field(default_factory=Resolver, repr=False)  # Resolves names and opens connections

    @property
    def robot(self) -> str:
        """Name by which robots.txt and ``X-Robots-Tag`` mean this program."""
        named = _ROBOT.match(self.user_agent)
        return named[0] if named else OWN_AGENT

    def __post_init__(self) -> None:
        for name, value in (*self.headers, ("User-Agent", self.user_agent), ("User-Agent", self.contact)):
            if not (_NAME.fullmatch(name) and value.isascii() and value.replace("\t", " ").isprintable()):
                raise UsageError(f"{name[:60]!r} is no name of a header, or its value is no line of printable ASCII")
            if name.lower() in _NOT_OURS:
                instead = "cookies are in -s network.cookies=FILE, credentials in addresses or -s network.netrc=FILE"
                raise UsageError(f"the header {name} cannot be set; {instead}")
        if self.proxy:
            proxy_address(self.proxy)


def proxy_address(proxy: str) -> WebAddress:
    """The address of an HTTP proxy. Raises UsageError: this is not the address of one."""
    try:
        address = WebAddress.parse(proxy)
    except PageError as error:
        raise UsageError("this is no address of a proxy; one looks like http://host:3128") from error
    if address.scheme != "http":
        raise UsageError("the address of a proxy begins with http://, also if pages of https are fetched through it")
    return address


def client_agent(settings: NetworkSettings) -> str:
    """The user agent of plain HTTP."""
    own = _program()
    contact = f"; +{settings.contact}" if settings.contact else ""
    return _with_contact(settings) if settings.user_agent else f"Mozilla/5.0 (compatible; {own}{contact})"


def browser_agent(settings: NetworkSettings, own: str) -> str:
    """The user agent of a browser with a contact, whose own one is ``own``: it identifies a program."""
    return _with_contact(settings) if settings.user_agent else f"{own} {_program()} (+{settings.contact})"


def _with_contact(settings: NetworkSettings) -> str:
    return f"{settings.user_agent} (+{settings.contact})" if settings.contact else settings.user_agent


def _program() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - not every page is fetched

    return f"iawce/{version('iawce')}"


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of a named address, with its headers and cookies; https instead of http is the same site."""

    address: WebAddress
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    cookies: tuple[Cookie, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, page: Page, settings: NetworkSettings) -> Self:
        """The site of a live page. Credentials in its address have priority over those of the settings.

        Raises PageError: ``blocked/scheme`` or ``fetch_error/invalid_url``.
        """
        address = WebAddress.parse(page.url)
        headers = settings.headers
        credentials = page.credentials or settings.credentials.get(address.host)
        if credentials and AUTHORIZATION.lower() not in {name.lower() for name, _ in headers}:
            headers = (*headers, (AUTHORIZATION, credentials.basic))
        return cls(address, headers, tuple(one for one in settings.cookies if _is_for(one, address.host)))

    @property
    def origins(self) -> Sequence[str]:
        """Prefixes of the addresses that are the site's."""
        origin = self.address.origin
        return (origin, f"https{origin[4:]}") if origin.startswith("http:") and self.address.port == 80 else (origin,)

    def owns(self, url: str) -> bool:
        """Whether an address is the site's."""
        try:
            return WebAddress.parse(url).origin in self.origins
        except PageError:
            return False


def _is_for(cookie: Cookie, host: str) -> bool:
    domain = cookie.domain.lower().lstrip(".")
    return host == domain or (cookie.domain.startswith(".") and host.endswith(f".{domain}"))


def read_cookies(path: Path) -> tuple[Cookie, ...]:
    """Cookies of a file as browsers export it (cookies.txt); those that have expired are left out.

    Raises UsageError: it cannot be read, or is not such a file; or a cookie in it is not ASCII.
    """
    jar = MozillaCookieJar(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # besides the error, it warns of a bad line with a traceback
            jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, OSError, ValueError) as error:
        raise UsageError(f"{path} is no file of cookies (cookies.txt, as Netscape wrote it)") from error
    for cookie in jar:
        if not f"{cookie.name}{cookie.value}".isascii():
            raise UsageError(f"{path} holds a cookie that is not ASCII")
        cookie.expires = cookie.expires or None  # in a file, 0 marks cookies that end with the session
    return tuple(cookie for cookie in jar if not cookie.is_expired())


def read_netrc(path: Path) -> dict[str, Credentials]:
    """Users and passwords by host; an entry ``default`` is ignored, since it would be sent to every site.

    Raises UsageError: it cannot be read, or is no such file.
    """
    try:
        entries = netrc.netrc(str(path)).hosts
    except netrc.NetrcParseError as error:
        raise UsageError(f"{path} is no netrc file: line {error.lineno}") from error
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as a netrc file") from error
    return {host.lower(): Credentials(user, secret) for host, (user, _, secret) in entries.items() if host != "default"}
