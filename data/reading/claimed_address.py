"""The address that a saved page without a known one claims for itself, if its links confirm it."""

from collections import Counter
from typing import NamedTuple

from iawce.data.html.base_address import base_of
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.web_address import host_of
from iawce.data.network.address import LONGEST, is_web, join
from iawce.data.reading.meta_tags import MetaTags

CLAIMS = ("canonical", "og:url")
"""Sources of a claimed address, the most reliable first."""
HOST = "relative.invalid"
ANY = f"https://{HOST}/"
"""Base of relative links of a page whose address is unknown (RFC 2606)."""
MOST_LINKS = 2000
"""Most links that are examined."""


class ClaimedAddress(NamedTuple):
    """A claimed address and its source; both empty if none is confirmed."""

    url: str = ""
    source: str = ""


def claimed_address(index: ElementIndex) -> ClaimedAddress:
    """The first absolute address of the web that the page claims and to whose host most of its links lead.

    A relative link confirms it, unless the page has a ``base`` at another host, as a copy of another site's page may
    have.
    """
    tags = MetaTags(index)
    claims = [(written, name) for name in CLAIMS for written in tags.all(name)[:1] if len(written) <= LONGEST]
    found = [ClaimedAddress(join("", written), name) for written, name in claims if is_web(written)]
    if not found:
        return ClaimedAddress()
    hosts = _linked_hosts(index)
    relative = hosts.pop("", 0)
    most = max(hosts.values(), default=0)
    believed = (one for one in found if 0 < hosts[host_of(one.url)] + relative >= most)
    return next(believed, ClaimedAddress())


def _linked_hosts(index: ElementIndex) -> Counter[str]:
    """How many links lead to each host; the host of relative ones is that of the page's ``base``, else empty."""
    given, base = index.attributes.given, base_of(index, "")
    written = (given[number].get("href", "").strip() for number in index.tagged("a", "area")[:MOST_LINKS])
    return Counter(
        host_of(join(base or ANY, href)).removesuffix(HOST)
        for href in written
        if href and not href.startswith("#") and (is_web(href) or ":" not in href.partition("/")[0])
    )
