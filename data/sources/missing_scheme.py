"""Recognises addresses that a person wrote without ``https://``."""

import re
from functools import cache
from typing import Any

_ADDRESS = re.compile(r"(?P<host>[\w-]+(?:\.[\w-]+)*)(?P<rest>(?::\d+)?(?:[/?#]\S*)?)")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_FILE_SUFFIXES = (".md", ".py", ".sh", ".zip", ".pl", ".rs", ".ps", ".cc", ".gz", ".app", ".mov", ".java")
"""Domains that are more often the end of a file's name."""


def lacks_scheme(text: str) -> bool:
    """Whether this is a host with a known public suffix, an IPv4 address or ``localhost``, with or without a path.

    A name such as ``readme.md`` may be a host or a file; alone it is a file.
    """
    found = _ADDRESS.fullmatch(text)
    if not found:
        return False
    host, rest = found["host"].lower(), found["rest"]
    if host == "localhost" or _IPV4.fullmatch(host):
        return True
    parts = _public_suffixes()(host)
    return bool(parts.suffix and parts.domain) and (bool(rest) or not host.endswith(_FILE_SUFFIXES))


@cache
def _public_suffixes() -> Any:
    """The list that comes with tldextract; loaded only where a source has no scheme, since that takes a while."""
    from tldextract import TLDExtract  # noqa: PLC0415

    return TLDExtract(suffix_list_urls=(), cache_dir=None)
