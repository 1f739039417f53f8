"""The site of an address, for splits and intervals, by the Public Suffix List of tldextract; nothing is fetched."""

from ipaddress import ip_address

from tldextract import TLDExtract

from iawce.data.network.address import parse_address

split_suffix = TLDExtract(cache_dir=None, suffix_list_urls=())  # Splits a host into labels, domain and public suffix


def site_of(url: str) -> str:
    """The registrable domain of an address, in lower-case ASCII (Punycode); empty without a host.

    Suffixes are those of registries (``co.uk``, ``com.au``), not those of hosting platforms (``github.io``,
    ``blogspot.com``): pages of a platform's customers share its templates, so they belong on one side of a split. Also,
    sites do not depend on whether their platform is in the list, as substack.com is not.

    An IP address is its own site. A host without a listed suffix (``wiki.intern.lan``) is identified by its last two
    labels, which is the list's own rule for unlisted suffixes; so is a host that is itself a suffix. To each of these
    the port belongs, unless it is the usual one, since every port of a machine may serve another site.
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
