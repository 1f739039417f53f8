"""An address on a page, if a reader can follow it; and the host of an address."""

import ada_url

from iawce.data.network.address import LONGEST, join, parse_address

SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
"""Schemes of addresses that a reader can follow."""


def web_address(base: str, written: str) -> str:
    """The address made absolute; empty if it is not an address of the web, such as a script or an embedded picture.

    On a page with an unknown address, a relative one stays as it is written.
    """
    if len(written) > LONGEST:
        return ""
    found = join(base, written)
    if found:
        return found if found.partition(":")[0] in SCHEMES else ""
    return "" if base or ":" in written.partition("/")[0] else written.strip()


def host_of(url: str) -> str:
    """The host of an address as people write it, without ``www.``; empty if it has none."""
    found = parse_address(url)
    host = found.hostname.removeprefix("www.") if found else ""
    return ada_url.idna_to_unicode(host) if "xn--" in host else host
