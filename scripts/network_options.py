"""Options that say how pages are reached, for the commands that open addresses."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.scripts.option_groups import OptionGroup

if TYPE_CHECKING:
    from iawce.data.network.settings import NetworkSettings


@dataclass(frozen=True, kw_only=True)
class BrowserNetworkOptions(OptionGroup):
    """How a browser reaches pages."""

    header: Annotated[
        list[str] | None,
        typer.Option("--header", help="'Name: value', sent to the site that is named and to no other. Repeatable."),
    ] = None
    cookies: Annotated[
        Path | None, typer.Option(help="File of cookies (cookies.txt); a page gets those of the site that is named.")
    ] = None
    netrc: Annotated[Path | None, typer.Option(help="File of users and passwords by host (netrc).")] = None
    user_agent: Annotated[str, typer.Option(help="User agent to be, instead of the browser's own.")] = ""
    proxy: Annotated[str, typer.Option(help="HTTP proxy for public addresses: http://[user:password@]host:port.")] = ""
    public_only: Annotated[
        bool, typer.Option("--public-only", help="Open public addresses only, also of those that are named.")
    ] = False
    robots: Annotated[bool, typer.Option("--robots", help="Do not open what robots.txt forbids.")] = False
    per_host: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages of one host open at the same time; 1, but any number on this machine.",
            show_default=False,
        ),
    ] = None
    delay: Annotated[
        float | None,
        typer.Option(
            min=0, help="Seconds between two pages of a host; 1, but none on this machine.", show_default=False
        ),
    ] = None
    retries: Annotated[
        int, typer.Option(min=0, max=20, help="Further tries for timeouts, 429, 5xx, lost connections.")
    ] = 2
    contact: Annotated[
        str, typer.Option(help="Whom sites may write to, an address of mail or of a page: in the user agent.")
    ] = ""

    def settings(self, *, fetch: bool = False) -> "NetworkSettings":
        """What was asked for; ``fetch``: plain HTTP instead of a browser.

        Raises:
            UsageError: a header, a file or the proxy cannot be used.
        """
        from iawce.data.network.files import read_cookies, read_netrc
        from iawce.data.network.politeness import Politeness
        from iawce.data.network.settings import NetworkSettings

        return NetworkSettings(
            headers=tuple(_header(text) for text in self.header or ()),
            cookies=read_cookies(self.cookies) if self.cookies else (),
            credentials=read_netrc(self.netrc) if self.netrc else {},
            user_agent=self.user_agent,
            proxy=self.proxy,
            public_only=self.public_only,
            robots=self.robots,
            fetch=fetch,
            politeness=Politeness(self.per_host, self.delay, self.retries),
            contact=self.contact,
        )


@dataclass(frozen=True, kw_only=True)
class NetworkOptions(BrowserNetworkOptions):
    """How pages are reached, with or without a browser."""

    fetch: Annotated[bool, typer.Option("--fetch", help="Fetch by plain HTTP, without a browser.")] = False


def _header(text: str) -> tuple[str, str]:
    from iawce.data.errors import UsageError

    name, colon, value = text.partition(":")
    if not colon:
        raise UsageError("a header is written 'Name: value'")
    return name.strip(), value.strip()
