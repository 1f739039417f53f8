"""Recognises addresses that a person wrote without ``https://``."""

import re

_ADDRESS = re.compile(r"(?P<host>[\w-]+(?:\.[\w-]+)*)(?P<rest>(?::\d+)?(?:[/?#]\S*)?)")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_FILE_SUFFIXES = (".md", ".py", ".sh", ".zip", ".pl", ".rs", ".ps", ".cc", ".gz", ".app", ".mov", ".java")
"""Domains that are more often the end of a file's name."""


def with_scheme(text: str) -> str:
    """The address that a text without scheme most probably means; few servers without a name have a certificate."""
    found = _ADDRESS.fullmatch(text)
    has_name = found and found["host"].lower() != "localhost" and not _IPV4.fullmatch(found["host"])
    return f"{'https' if has_name else 'http'}://{text}"


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
    from iawce.data.datasets.sites import split_suffix  # noqa: PLC0415 - the list takes a while to load

    parts = split_suffix(host)
    return bool(parts.suffix and parts.domain) and (bool(rest) or not host.endswith(_FILE_SUFFIXES))
