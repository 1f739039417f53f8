"""Options that say how pages are reached, for the commands that open addresses."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from iawce.data.network.settings import NetworkSettings

Headers = Annotated[
    list[str] | None,
    typer.Option("--header", help="'Name: value', sent to the site that is named and to no other. Repeatable."),
]
Cookies = Annotated[
    Path | None, typer.Option(help="File of cookies (cookies.txt); a page gets those of the site that is named.")
]
Netrc = Annotated[Path | None, typer.Option(help="File of users and passwords by host (netrc).")]
UserAgent = Annotated[str, typer.Option(help="User agent to be, instead of the browser's own.")]
Proxy = Annotated[str, typer.Option(help="HTTP proxy for public addresses: http://[user:password@]host:port.")]
PublicOnly = Annotated[
    bool, typer.Option("--public-only", help="Open public addresses only, also of those that are named.")
]
Robots = Annotated[bool, typer.Option("--robots", help="Do not open what robots.txt forbids.")]
Fetch = Annotated[bool, typer.Option("--fetch", help="Fetch by plain HTTP, without a browser.")]


def network_settings(
    headers: list[str] | None,
    cookies: Path | None,
    netrc: Path | None,
    user_agent: str,
    proxy: str,
    *,
    public_only: bool,
    robots: bool,
    fetch: bool = False,
) -> "NetworkSettings":
    """What was asked for.

    Raises:
        UsageError: a header, a file or the proxy cannot be used.
    """
    from iawce.data.network.files import read_cookies, read_netrc
    from iawce.data.network.settings import NetworkSettings

    return NetworkSettings(
        headers=tuple(_header(text) for text in headers or ()),
        cookies=read_cookies(cookies) if cookies else (),
        credentials=read_netrc(netrc) if netrc else {},
        user_agent=user_agent,
        proxy=proxy,
        public_only=public_only,
        robots=robots,
        fetch=fetch,
    )


def _header(text: str) -> tuple[str, str]:
    from iawce.data.errors import UsageError

    name, colon, value = text.partition(":")
    if not colon:
        raise UsageError("a header is written 'Name: value'")
    return name.strip(), value.strip()
