"""Where an answer sends us next."""

import httpx

from iawce.data.network.address import WebAddress, join

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def next_address(response: httpx.Response, url: str) -> str | None:
    """The address that a redirect leads to, None if the answer is none.

    Raises:
        PageError: ``blocked/scheme`` or ``fetch_error/invalid_url``.
    """
    target = response.headers.get("location")
    if response.status_code not in REDIRECTS or target is None:
        return None
    return WebAddress.parse(join(url, target) or target).href
