"""Addresses that a page gives, as a table may hold them."""

from functools import lru_cache
from urllib.parse import urljoin, urlsplit

LONGEST = 8_000
SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})


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
