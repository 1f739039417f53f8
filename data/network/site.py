"""The named site, and the headers that only it gets."""

import netrc
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from pathlib import Path
from typing import Self

from iawce.data.errors import PageError, UsageError
from iawce.data.network.address import Credentials, WebAddress
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page

AUTHORIZATION = "Authorization"


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of a named address, with the headers and cookies for it.

    A redirect from http to https of the same host stays at the site; any other host, scheme or port is another one.
    """

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
    return {
        host.lower(): Credentials(user, password) for host, (user, _, password) in entries.items() if host != "default"
    }
