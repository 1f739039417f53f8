"""The site of an address: the group of pages that look alike, for splits and for intervals.

Source: the Public Suffix List, in the copy that comes with tldextract; nothing is fetched, nothing is written.
"""

from contextlib import suppress
from ipaddress import ip_address

from tldextract import TLDExtract

from iawce.data.network.address import parse_address

split_suffix = TLDExtract(cache_dir=None, suffix_list_urls=())
"""Splits a host into labels, domain and public suffix."""


def site_of(url: str) -> str:
    """The registrable domain of an address: its public suffix and the label before that, as lower-case ASCII.

    Suffixes are those of registries (``co.uk``, ``com.au``), not those of hosting platforms (``github.io``,
    ``blogspot.com``): pages of a platform's customers share its templates, so they belong on one side of a split. Also,
    sites do not depend on whether their platform is in the list, as substack.com is not.

    An IP address is its own site. A host without a listed suffix (``wiki.intern.lan``) is identified by its last two
    labels, which is the list's own rule for unlisted suffixes; so is a host that is itself a suffix.

    Returns:
        The site, internationalised names in Punycode; empty where the address has no host or cannot be read.
    """
    found = parse_address(f"https:{url}" if url.startswith("//") else url)
    host = found.hostname.strip("[]").rstrip(".") if found else ""
    with suppress(ValueError):
        return str(ip_address(host))
    return split_suffix(host).top_domain_under_public_suffix or ".".join(host.split(".")[-2:])
