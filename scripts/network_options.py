"""How pages are reached, in the words of the commands: of files, what they hold is read."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError

if TYPE_CHECKING:
    from iawce.data.network.politeness import Politeness
    from iawce.data.network.settings import NetworkSettings


@dataclass(frozen=True)
class NetworkOptions:
    """How pages are reached."""

    headers: tuple[str, ...] = ()
    """Headers, `"Name: value"`, sent only to the named site; `--header`."""
    cookies: Path | None = None
    """File of cookies (cookies.txt); a page gets those of the named site."""
    netrc: Path | None = None
    """File of users and passwords by host (netrc)."""
    user_agent: str = ""
    """User agent, instead of the browser's own."""
    contact: str = ""
    """E-mail address or web page for the operators of sites, which goes into the user agent."""
    proxy: str = ""
    """HTTP proxy for public addresses, `http://[user:password@]host:port`; `--proxy`."""
    public_only: bool = False
    """Open public addresses only, even among the given sources; `--public-only`."""
    allowed_hosts: tuple[str, ...] = ()
    """Hosts that may be named although they are not public, with `public_only`."""
    robots: bool = False
    """Obey robots.txt; `crawl` obeys it unless this is `false`."""

    def settings(self, politeness: "Politeness", *, fetch: bool = False) -> "NetworkSettings":
        """The same for an ``Extractor``; ``fetch``: plain HTTP instead of a browser.

        Raises:
            UsageError: a header, a file or the proxy cannot be used.
        """
        from iawce.data.network.settings import NetworkSettings
        from iawce.data.network.site import read_cookies, read_netrc

        return NetworkSettings(
            headers=tuple(_header(text) for text in self.headers),
            cookies=read_cookies(self.cookies) if self.cookies else (),
            credentials=read_netrc(self.netrc) if self.netrc else {},
            user_agent=self.user_agent,
            proxy=self.proxy,
            public_only=self.public_only,
            allowed_hosts=frozenset(host.lower().removesuffix(".") for host in self.allowed_hosts),
            robots=self.robots,
            fetch=fetch,
            politeness=politeness,
            contact=self.contact,
        )


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise UsageError("a header is written 'Name: value'")
    return name.strip(), value.strip()
