"""The target of a redirect."""

from collections.abc import Sequence

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, join

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def next_address(status: int, locations: Sequence[bytes], url: str) -> str | None:
    """The target of a redirect, None if the answer is not a redirect.

    Args:
        status: of the answer.
        locations: values of its headers ``Location``.
        url: the requested address.

    Raises:
        PageError: ``fetch_error/invalid_redirect`` or ``blocked/scheme``.
    """
    targets = {value.strip() for value in locations}
    if status not in REDIRECTS or not any(targets):
        return None
    href = join(url, _read(targets.pop())) if len(targets) == 1 else ""
    if not href:
        raise PageError("fetch_error/invalid_redirect", "the server redirects to an invalid address")
    return WebAddress.parse(href).href


def _read(location: bytes) -> str:
    """Decoded as in a browser, which escapes bytes that are not UTF-8."""
    try:
        return location.decode()
    except UnicodeDecodeError:
        return "".join(chr(byte) if byte < 128 else f"%{byte:02X}" for byte in location)
