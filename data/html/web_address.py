"""An address that a page writes, made absolute; and the host of an address."""

from functools import lru_cache
from urllib.parse import urljoin, urlsplit

LONGEST = 8_000
"""Characters of an address that is followed."""
SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
"""Of addresses that a reader can follow."""


@lru_cache(maxsize=4096)
def web_address(base: str, written: str) -> str:
    """The address made absolute; empty if it is no address of the web, such as a script or a picture in itself."""
    plain = "".join(written[:LONGEST].split())
    scheme, separator, _ = plain.partition(":")
    if len(written) > LONGEST or (separator and scheme.isalnum() and scheme.lower() not in SCHEMES):
        return ""
    try:
        return urlsplit(urljoin(base, plain)).geturl()
    except ValueError:
        return ""


def host_of(url: str) -> str:
    """The host of an address without ``www.``; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
