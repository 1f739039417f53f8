"""The target of a redirect."""

from collections.abc import Sequence

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, join

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def next_address(status: int, locations: Sequence[bytes], url: str) -> str | None:
    """The address that a redirect leads to, None if the answer is none.

    Args:
        status: of the answer.
        locations: values of its headers ``Location``.
        url: what was asked.

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
    """As a browser does, which escapes what is not UTF-8."""
    try:
        return location.decode()
    except UnicodeDecodeError:
        return "".join(chr(byte) if byte < 128 else f"%{byte:02X}" for byte in location)
