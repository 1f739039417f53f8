"""The site of an address, for splits and intervals, by the Public Suffix List of tldextract; nothing is fetched."""

from ipaddress import ip_address

from tldextract import TLDExtract

from iawce.data.network.address import parse_address

split_suffix = TLDExtract(cache_dir=None, suffix_list_urls=())  # Splits a host into labels, domain and public suffix


def site_of(url: str) -> str:
    """The registrable domain of an address, in lower-case ASCII (Punycode); empty without a host.

    Suffixes are those of registries (``co.uk``), not of hosting platforms (``github.io``), whose customers' pages share
    templates and so belong on one side of a split. An IP address is its own site; of a host without a listed suffix, or
    that is one, the last two labels count. To these the port belongs, unless it is the usual one: each may serve
    another site.
    """
    found = parse_address(f"https:{url}" if url.startswith("//") else url)
    if found is None:
        return ""
    host = found.hostname.strip("[]").rstrip(".")
    if domain := split_suffix(host).top_domain_under_public_suffix:
        return domain
    try:
        name = str(ip_address(host))
    except ValueError:
        name = ".".join(host.split(".")[-2:])
    if found.port:
        return f"[{name}]:{found.port}" if ":" in name else f"{name}:{found.port}"
    return name
