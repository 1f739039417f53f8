"""The named site, and the headers that only it gets."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from http.cookiejar import Cookie
from typing import Self

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
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

        Raises:
            PageError: ``blocked/scheme`` or ``fetch_error/invalid_url``.
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
